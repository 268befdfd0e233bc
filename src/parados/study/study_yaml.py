"""Read the YAML files of studies and motors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from parados.arguments import shown
from parados.errors import InputError
from parados.robot.yaml_text import MOST_CHARACTERS, parse_yaml
from parados.storage.text_files import TextTooLongError, read_text

__all__ = ["read_yaml"]


def read_yaml(name: str, path: Path) -> dict[str, Any]:
    """Return the mapping in a YAML file; raises InputError with one sentence, which begins with `name`."""
    try:
        content = parse_yaml(read_text(path, MOST_CHARACTERS))
    except OSError as error:
        raise InputError(f"{name}: {shown(str(path))} cannot be read: {error.strerror}") from None
    except TextTooLongError as error:
        raise InputError(f"{name}: {path.name} cannot be read: {error}") from None
    except ValueError as error:
        raise InputError(f"{name}: {path.name} is not a YAML file: {' '.join(str(error).split())}") from None
    if not isinstance(content, dict) or not all(isinstance(key, str) for key in content):
        raise InputError(f"{name}: {path.name} must contain keys with values, not {shown(content)}")
    return content

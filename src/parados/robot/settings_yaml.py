"""Read YAML files of settings: logs, instruments, studies and motors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from parados.errors import InputError
from parados.robot.yaml_text import MOST_CHARACTERS, parse_yaml
from parados.storage.text_files import TextTooLongError, read_text

__all__ = ["yaml_content"]


def yaml_content(name: str, path: Path) -> Any:
    """Return the content of a YAML file, with the limits of robot files; `name` is the argument that names it, for messages."""
    try:
        return parse_yaml(read_text(path, MOST_CHARACTERS))
    except OSError as error:
        raise InputError(f"{name}: {path.name} cannot be read: {error.strerror}") from None
    except TextTooLongError as error:
        raise InputError(f"{name}: {path.name} cannot be read: {error}") from None
    except ValueError as error:
        raise InputError(f"{name}: {path.name} is not a YAML file: {' '.join(str(error).split())}") from None

"""Read the YAML files of studies and motors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from parados.arguments import shown
from parados.errors import InputError
from parados.robot.settings_yaml import yaml_content

__all__ = ["read_yaml"]


def read_yaml(name: str, path: Path) -> dict[str, Any]:
    """Return the mapping in a YAML file; raises InputError with one sentence, which begins with `name`."""
    content = yaml_content(name, path)
    if not isinstance(content, dict) or not all(isinstance(key, str) for key in content):
        raise InputError(f"{name}: {path.name} must contain keys with values, not {shown(content)}")
    return content

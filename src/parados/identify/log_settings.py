"""Settings for reading a log, from arguments or a YAML file beside it: columns, units, gains of the drives, rate."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parados.arguments import file_path, number, positive, shown
from parados.arguments.single_values import listed
from parados.errors import InputError
from parados.robot.settings_yaml import yaml_content

__all__ = ["LogSettings", "log_settings"]

KEYS = ("columns", "units", "gains", "rate")

BESIDE = ".log.yaml"
"""Ending of the file with the settings of a log, instead of the ending of the log."""


@dataclass(frozen=True)
class LogSettings:
    """Names of columns, units and gains by the name of the quantity, the rate [Hz], and the file that they come from."""

    columns: Mapping[str, str]
    units: Mapping[str, Any]
    gains: Mapping[str, float] | float | None
    rate: float | None
    source: str = ""


def log_settings(path: Path, columns: Any, units: Any, gains: Any, rate: Any, settings: Any) -> LogSettings:
    """Merge the settings of a file with arguments, which have priority.

    Without `settings` the file NAME.log.yaml beside the log NAME.csv is read, if it exists.
    """
    if os.path.isdir(path):  # unlike Path.is_dir, it is False for a name that the file system rejects
        raise InputError(f"{shown(str(path))} is a folder; give the path of a file")
    beside = path.with_suffix(BESIDE)
    chosen = file_path("settings", settings) if settings is not None else beside if os.path.isfile(beside) else None
    found = _read(chosen) if chosen else {}
    names = {**_mapping("columns", found.get("columns")), **_mapping("columns", columns)}
    for name, column in names.items():
        if not isinstance(column, str | int) or isinstance(column, bool):
            raise InputError(f"columns[{name!r}]: the name of a column is expected, not {shown(column)}")
    scales = {**_mapping("units", found.get("units")), **_mapping("units", units)}
    own = _gains(found.get("gains") if gains is None else gains)
    every = found.get("rate") if rate is None else rate
    hertz = None if every is None else positive("rate", every, "Hz")
    return LogSettings({k: str(v) for k, v in names.items()}, scales, own, hertz, chosen.name if chosen else "")


def _read(path: Path) -> dict[str, Any]:
    content = yaml_content("settings", path)
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise InputError(f"settings: {path.name} must have the keys {', '.join(KEYS)}, not {shown(content)}")
    for key in content:
        if key not in KEYS:
            raise InputError(f"settings: {path.name}: the key {shown(key)} is not known; use {listed(KEYS)}")
    return content


def _mapping(name: str, value: Any) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise InputError(f"{name}: a mapping from names of quantities is expected, not {shown(value)}")
    return dict(value)


def _gains(value: Any) -> Mapping[str, float] | float | None:
    if value is None:
        return None
    if isinstance(value, Mapping):
        return {key: _gain(f"gains[{key!r}]", one) for key, one in _mapping("gains", value).items()}
    return _gain("gains", value)


def _gain(name: str, value: Any) -> float:
    found = number(name, value, expected="the gain of a drive, a number [N m/A, N/A, ...],")
    if found == 0:
        raise InputError(f"{name}: the gain of a drive must not be 0")
    return found

"""Find the quantities of a log among the columns of a file.

A column with the name of a joint is its position, `tau_NAME` its effort (or NAME with a leading q replaced by tau: q11, tau11),
`t` or `time` the time, a coordinate of the platform its measurement. A unit may follow in brackets: `q11 [deg]`. `q_NAME`, as
the files of exciting motions have it, is a position too, if no column has the name of the joint.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.arguments import shown
from parados.arguments.single_values import listed, repeated
from parados.errors import InputError
from parados.identify.log_settings import LogSettings
from parados.identify.log_units import unit_factor
from parados.trajectory.column_tables import ColumnTable

__all__ = ["BRACKETS", "LogNames", "NamedColumns", "named_columns", "plain_heading"]

Array = NDArray[np.float64]

TIMES = ("t", "time")

BRACKETS = re.compile(r"^(.*?)\s*[\[(]([^\])]+)[\])]$")
"""A heading with its unit."""

GROUPS = ("time", "joints", "efforts", "platform")
"""Words for all quantities of a kind, in `units`."""


@dataclass(frozen=True)
class LogNames:
    """Names of a robot's joints, actuated joints and platform coordinates; those that are lengths, and those in pixels."""

    joints: Sequence[str]
    actuated: Sequence[str]
    platform: Sequence[str]
    lengths: frozenset[str]
    pixels: frozenset[str] = frozenset()

    def roles(self) -> dict[str, tuple[str, str]]:
        """Return (group, kind of unit) of each quantity that a log can have, by its name."""
        found = {"t": ("time", "time")}
        found |= {name: ("platform", self._kind(name)) for name in self.platform}
        found |= {name: ("joints", self._kind(name)) for name in self.joints}
        found |= {f"tau_{name}": ("efforts", "force" if name in self.lengths else "torque") for name in self.actuated}
        return found

    def _kind(self, name: str) -> str:
        return "length" if name in self.lengths else "pixel" if name in self.pixels else "angle"

    def spellings(self) -> dict[str, str]:
        """Return the role of each name that a column may have."""
        found = {role: role for role in self.roles()} | {"time": "t"}
        for name in self.actuated:
            short = f"tau{name[1:]}" if name.startswith("q") else ""
            if short and short not in found:
                found[short] = f"tau_{name}"
        return {f"q_{name}": name for name in self.joints} | found


@dataclass(frozen=True)
class NamedColumns:
    """Columns of a log by role, in SI units; `time` is None if the file has none.

    used : the column of each role;  remarks : sentences about other columns of the same role
    """

    time: Array | None
    joints: dict[str, Array]
    efforts: dict[str, Array]
    platform: dict[str, Array]
    used: Mapping[str, str]
    remarks: Sequence[str]


def named_columns(table: ColumnTable, names: LogNames, settings: LogSettings, efforts: bool = True) -> NamedColumns:
    """Return the columns of a table that belong to a robot, in SI units; InputError if one that is needed is missing.

    efforts : True if the columns of the efforts are needed, beside those of the actuated joints
    """
    roles = names.roles()
    used, units, remarks = _assigned(table, names, settings)
    missing = [r for r in [*names.actuated, *(f"tau_{n}" for n in names.actuated if efforts)] if r not in used]
    if missing:
        raise InputError(
            f"{table.file}: there is no column for {listed(missing)}; the file has {listed(table.columns)}; "
            f"name the column with columns={{{missing[0]!r}: 'name in the file'}}"
        )
    found: dict[str, dict[str, Array]] = {group: {} for group in GROUPS}
    count = len(table.columns[used[names.actuated[0]]])
    for role, (group, kind) in roles.items():
        if role not in used:
            continue
        values = _values(table, used[role], count)
        joint = role.removeprefix("tau_") if group == "efforts" else role
        gain = _gain(settings, joint) if group == "efforts" else None
        unit = units.get(role, "s" if group == "time" else None)
        scale = 1.0 if unit is None else unit_factor(role, unit, kind, gain)
        found[group][joint] = values * scale * (1.0 if gain is None else gain)
    _check_gains(settings, names)
    return NamedColumns(found["time"].get("t"), found["joints"], found["efforts"], found["platform"], used, remarks)


def _check_used_once(file: str, used: Mapping[str, str]) -> None:
    """Check that no column is used for two quantities."""
    for column in repeated(used.values()):
        own = [role for role, one in used.items() if one == column]
        raise InputError(f"{file}: the column {column!r} is used for {' and '.join(own)}; name another column for one of them")


def _assigned(table: ColumnTable, names: LogNames, settings: LogSettings) -> tuple[dict[str, str], dict[str, object], list[str]]:
    """Return the column and the unit of each role, and remarks; a mapping of the user wins over names in the file."""
    spellings, roles = names.spellings(), names.roles()
    used: dict[str, str] = {}
    units: dict[str, object] = {}
    others: dict[str, list[str]] = {}
    for column in sorted(
        table.columns, key=lambda one: plain_heading(one) not in roles
    ):  # the own name of a quantity comes first
        bracket, plain = BRACKETS.match(column), plain_heading(column)
        role = spellings.get(plain) or spellings.get(re.split(r"[./]", plain)[-1])
        if role and role in used:
            others.setdefault(role, []).append(column)
        elif role:
            used[role] = column
            if bracket:
                units[role] = bracket[2]
    for name, column in settings.columns.items():
        if name not in spellings:
            raise InputError(f"columns: {shown(name)} is not a quantity of this robot's log; use {listed(roles)}")
        if column not in table.columns:
            raise InputError(
                f"{table.file}: columns[{name!r}]: there is no column {column!r}; the file has {listed(table.columns)}"
            )
        used[spellings[name]] = column
        others.pop(spellings[name], None)
        units.pop(spellings[name], None)  # that of the column before
        if bracket := BRACKETS.match(column):
            units[spellings[name]] = bracket[2]
    _check_used_once(table.file, used)
    for name in settings.units:
        if name not in spellings and name not in GROUPS:
            raise InputError(f"units: {shown(name)} is not a quantity of this robot's log; use {listed([*GROUPS, *roles])}")
    for role, (group, _) in roles.items():
        if group in settings.units and role not in units:
            units[role] = settings.units[group]
    units |= {spellings[name]: unit for name, unit in settings.units.items() if name in spellings and name != "time"}
    told = [f"{role}: the column {used[role]!r} is used, not {listed(columns)}." for role, columns in others.items()]
    return used, units, told


def plain_heading(column: str) -> str:
    """Return a heading without its unit."""
    bracket = BRACKETS.match(column)
    return bracket[1] if bracket else column


def _values(table: ColumnTable, column: str, count: int) -> Array:
    """(count,) a column; empty cells and the words for a missing number are NaN."""
    values = table.columns[column]
    if len(values) != count:
        raise InputError(f"{table.file}: the column {column!r} has {len(values)} rows, but other columns have {count}")
    for (name, _), word in table.words.items():
        if name == column and word.strip().lower() not in ("", "na", "n/a", "null", "none", "-"):
            table.numbers(column)  # raises the error that names the line
    return np.asarray(values, dtype=float)


def _gain(settings: LogSettings, joint: str) -> float | None:
    gains = settings.gains
    if isinstance(gains, Mapping):
        return gains.get(joint, gains.get(f"tau_{joint}"))
    return gains


def _check_gains(settings: LogSettings, names: LogNames) -> None:
    if isinstance(settings.gains, Mapping):
        known = [*names.actuated, *(f"tau_{name}" for name in names.actuated)]
        for name in settings.gains:
            if name not in known:
                raise InputError(f"gains: {shown(name)} is not an actuated joint; use {listed(names.actuated)}")

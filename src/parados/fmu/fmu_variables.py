"""Variables of an FMU, in groups: each group is an array in C, and each of its entries a variable with a value reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

__all__ = ["Group", "Interface", "Role"]


class Role(IntEnum):
    """Kind of a variable; the numbers are those of fmu_instance.h."""

    TIME = 0
    FIXED = 1
    TUNABLE = 2
    INPUT = 3
    STATE = 4
    SLOPE = 5
    OUTPUT = 6

    @property
    def causality(self) -> str:
        return ("independent", "parameter", "parameter", "input", "output", "local", "output")[self]

    @property
    def variability(self) -> str:
        return ("continuous", "fixed", "tunable", "continuous", "continuous", "continuous", "continuous")[self]

    @property
    def initial(self) -> str | None:
        """Word of FMI for the origin of the first value; None for time and inputs, which must not have one."""
        return (None, "exact", "exact", None, "exact", "calculated", "calculated")[self]


@dataclass(frozen=True)
class Group:
    """Variables of one kind.

    key : name of the array in C;  names, units : one for each variable
    start : values at the start; empty if they are calculated
    slope_of : key of the states whose time derivatives these variables are
    depends : keys of the groups that the equations of these variables use
    """

    key: str
    names: tuple[str, ...]
    units: tuple[str, ...]
    role: Role
    about: str
    start: tuple[float, ...] = ()
    slope_of: str = ""
    depends: tuple[str, ...] = ()
    is_boolean: bool = False

    @classmethod
    def single(cls, key: str, unit: str, role: Role, about: str, start: float | None = None, is_boolean: bool = False) -> Group:
        """Return a group of one variable, whose name is the key."""
        return cls(key, (key,), (unit,), role, about, () if start is None else (start,), is_boolean=is_boolean)


@dataclass(frozen=True)
class Interface:
    """All variables of an FMU; the value reference of a variable is its place among all of them."""

    groups: tuple[Group, ...]

    def __getitem__(self, key: str) -> Group:
        return next(group for group in self.groups if group.key == key)

    def __contains__(self, key: str) -> bool:
        return any(group.key == key for group in self.groups)

    def place(self, key: str) -> int:
        """Return the value reference of the first variable of a group."""
        count = 0
        for group in self.groups:
            if group.key == key:
                return count
            count += len(group.names)
        raise KeyError(key)

    def references(self, keys: Sequence[str]) -> list[int]:
        """Return the value references of all variables of groups."""
        return [self.place(key) + k for key in keys if key in self for k in range(len(self[key].names))]

    def of_role(self, *roles: Role) -> list[Group]:
        return [group for group in self.groups if group.role in roles]

    @property
    def count(self) -> int:
        return sum(len(group.names) for group in self.groups)

    @property
    def states(self) -> list[int]:
        """Value references of the continuous states."""
        return self.references([group.key for group in self.of_role(Role.STATE)])

    @property
    def slopes(self) -> list[int]:
        """Value references of the derivatives of the states, in the order of the states."""
        by_state = {group.slope_of: group.key for group in self.of_role(Role.SLOPE)}
        return self.references([by_state[group.key] for group in self.of_role(Role.STATE)])

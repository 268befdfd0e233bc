"""Groups of variables that the FMUs of a robot share: coordinates, joints, wrench, parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.fmu.fmu_units import coordinate_units, effort_unit, joint_units, per_second, rate_units, written_unit
from parados.fmu.fmu_variables import Group, Role
from parados.model.c_text import members
from parados.model.c_unit import CUnit

__all__ = ["RobotGroups", "parameter_key"]

Numbers = Sequence[float] | NDArray[np.float64]


@dataclass(frozen=True)
class RobotGroups:
    """Maker of the groups of a robot, in the order of its C functions."""

    unit: CUnit

    def coordinates(self, key: str, role: Role, about: str, order: int, start: Numbers = ()) -> Group:
        """Return a group on the coordinates x (order 0), their rates (1) or accelerations (2); `start` is zero if not given."""
        labels, mechanism = self.unit.model.labels["x" if order == 0 else "xd"], self.unit.model.mechanism
        units = coordinate_units(mechanism, labels) if order == 0 else rate_units(mechanism, labels)
        units = tuple(map(per_second, units)) if order == 2 else units
        return Group(key, self._names(key, labels), units, role, about, _start(role, len(units), start))

    def slopes(self, states: Group, depends: tuple[str, ...]) -> Group:
        """Return the time derivatives of states."""
        names, units = tuple(f"der({name})" for name in states.names), tuple(map(per_second, states.units))
        return Group(f"d_{states.key}", names, units, Role.SLOPE, f"derivative of {states.key}", (), states.key, depends)

    def joints(self, key: str, role: Role, about: str, order: int, start: Numbers = (), depends: Sequence[str] = ()) -> Group:
        """Return a group on the actuated joints: positions (order 0) or rates (1)."""
        units = joint_units(self.unit.model.mechanism)
        units = tuple(map(per_second, units)) if order else units
        names = self._names(key, self.unit.model.labels["q"])
        return Group(key, names, units, role, about, _start(role, len(units), start), depends=tuple(depends))

    def efforts(self, role: Role, depends: Sequence[str] = ()) -> Group:
        """Return the efforts of the actuators."""
        units = tuple(map(effort_unit, joint_units(self.unit.model.mechanism)))
        names = self._names("tau", self.unit.model.labels["q"])
        return Group("tau", names, units, role, "effort of an actuator", _start(role, len(units), ()), depends=tuple(depends))

    def wrench(self) -> list[Group]:
        """Return the wrench on the platform; nothing for a robot without one."""
        names, units = self._names("wrench", self.unit.model.labels["wrench"]), ("N",) * 3 + ("N.m",) * 3
        about = "force or moment of the environment on the platform at P, base axes"
        return [Group("wrench", names, units, Role.INPUT, about, (0.0,) * 6)] if self.unit.model.spec.has_platform else []

    def parameters(self) -> list[Group]:
        """Return the live parameters, one group for each member of the struct in C, and the switch of the friction."""
        struct, found, place = self.unit.struct, [], 0
        for member in struct.members:
            key = parameter_key(member.name)
            names = tuple(_indexed(key, index) for index in np.ndindex(member.shape))
            start = tuple(float(value) for value in struct.values[place : place + member.size])
            written = member.meaning.rpartition("[")[2].removesuffix("]")
            unit = written_unit(written) if member.meaning.endswith("]") else ""
            found.append(Group(key, names, (unit,) * len(names), Role.TUNABLE, member.meaning, start))
            place += member.size
        about = "True with the friction of the joints, False without"
        return [*found, Group.single("friction", "", Role.TUNABLE, about, 1.0, is_boolean=True)]

    @staticmethod
    def _names(key: str, labels: Sequence[str]) -> tuple[str, ...]:
        return tuple(f"{key}.{label}" for label in members(labels))


def parameter_key(member: str) -> str:
    """Return the key of a live parameter among the groups; no other group has such a key."""
    return f"parameters.{member}"


def _indexed(name: str, index: tuple[int, ...]) -> str:
    """Return the name of an entry of an array; in FMI indices begin at 1."""
    return f"{name}[{','.join(str(k + 1) for k in index)}]" if index else name


def _start(role: Role, count: int, given: Numbers) -> tuple[float, ...]:
    if role in (Role.SLOPE, Role.OUTPUT):
        return ()
    return tuple(float(value) for value in given) if len(given) else (0.0,) * count

"""Choose the live parameters of a robot by their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from casadi import SX
from numpy.typing import NDArray

from parados.arguments import name_list, shown
from parados.arguments.single_values import listed
from parados.dynamics.dynamic_parameters import parameter_names, parameter_values
from parados.errors import UnknownNameError
from parados.model.surveyed_robot import SurveyedRobot
from parados.robot.changed_bodies import FRICTION, JOINT_SPRING, SPRING
from parados.robot.live_description import file_entries
from parados.spatial.inertia import INERTIAL_NAMES
from parados.spatial.live_numbers import Family

__all__ = ["GROUPS", "LiveEntry", "family_of", "selected", "turns_of"]

Array = NDArray[np.float64]

GROUPS = {"friction": FRICTION, "rotor": ("ia",), "springs": (*JOINT_SPRING, *SPRING)}
"""Names that stand for several dynamic parameters of the actuated joints, and of all joints that have them in the file, or of
all springs."""

MEMBERS = 7
"""Number of members of a family that decide about its structure, with the robot of the file."""

SPREAD = 0.04
"""Largest relative difference of these members from the robot of the file. It is small, so that they reach the same poses."""


@dataclass(frozen=True)
class LiveEntry:
    """A live parameter.

    Attributes
    ----------
    kind : "file" (a parameter of the file), "dynamic" (a dynamic parameter), "gravity", "payload", or "turns" (`TurnedRobot`)
    values : its numbers in the robot file, of any shape
    labels : names of its numbers, one after the other
    unit : the unit in the file; empty if it gives none
    range : lowest and highest value in the file; None if it gives none
    """

    name: str
    kind: str
    values: Array
    labels: tuple[str, ...]
    unit: str = ""
    range: tuple[float, float] | None = None


def selected(robot: SurveyedRobot, live: Sequence[str]) -> tuple[LiveEntry, ...]:
    """Return the live parameters with the given names; raises UnknownNameError or InputError with one sentence."""
    known = {one.name: one for one in robot.spec.file[1]} if robot.spec.file else {}
    dynamic = dict(zip(parameter_names(robot.mechanism), parameter_values(robot.mechanism), strict=True))
    entries: dict[str, LiveEntry] = {}
    for name in name_list("live", live):
        if name in known:
            one = known[name]
            values = file_entries(one)
            found = [LiveEntry(name, "file", values, tuple(_labels(name, values)), one.unit, one.range)]
        elif name in dynamic:
            found = [LiveEntry(name, "dynamic", np.asarray(dynamic[name]), (name,))]
        elif name in GROUPS:
            names = [own for own in dynamic if own in _group(robot, name)]
            found = [LiveEntry(own, "dynamic", np.asarray(dynamic[own]), (own,)) for own in names]
        elif name == "gravity":
            found = [LiveEntry(name, name, robot.mechanism.gravity, ("gx", "gy", "gz"), "m/s²")]
        elif name == "payload" and robot.spec.has_platform:
            found = [LiveEntry(name, name, np.zeros(10), ("mass", "cx", "cy", "cz", *INERTIAL_NAMES[:6]))]
        else:
            own = f"the parameters of its file ({listed(known)}), " if known else ""
            payload = "payload, " if robot.spec.has_platform else ""
            others = f"gravity, friction, rotor, springs, {payload}or a dynamic parameter (`parameter_names`)"
            raise UnknownNameError(f"live: {shown(name)} is not a parameter of {robot.spec.name}; use {own}{others}")
        entries |= {entry.name: entry for entry in found}
    return tuple(entries.values())


def turns_of(joint: str) -> str:
    """Return the name of the whole turns of a joint; no parameter of a file has a space in its name."""
    return f"turns of {joint}"


def _labels(name: str, values: Array) -> Iterator[str]:
    """Yield the names of the numbers of a parameter: l1, or r[0], r[1], ... for a list."""
    for index in np.ndindex(values.shape):
        yield name + "".join(f"[{k}]" for k in index)


def _group(robot: SurveyedRobot, name: str) -> set[str]:
    """Return the dynamic parameters that a group stands for."""
    if name == "springs":
        joints = [joint.name for joint in robot.mechanism.joints if joint.spring]
        owners = [*joints, *(spring.name for spring in robot.mechanism.springs)]
        if not owners:
            raise UnknownNameError(f"live: {robot.spec.name} has no springs; leave out 'springs', or add a spring to its file")
        return {f"{element}_{owner}" for owner in owners for element in GROUPS[name]}
    found = set()
    for k, joint in enumerate(robot.mechanism.joints):
        own = joint.rotor if name == "rotor" else joint.friction.acts
        if own or k in robot.mechanism.actuated:
            found |= {f"{element}_{joint.name}" for element in GROUPS[name]}
    return found


def family_of(entries: Sequence[LiveEntry], size: float) -> Family:
    """Build the family of the live parameters, with members near the robot of the file.

    size : size of the mechanism [m]; numbers that are zero in the file are changed by a small part of it
    """
    rng = np.random.default_rng(20261116)
    nominal = np.concatenate([entry.values.ravel() for entry in entries])
    ranges = [entry.range or (-np.inf, np.inf) for entry in entries for _ in entry.labels]
    scale = np.where(nominal != 0, np.abs(nominal), min(size, 1.0))
    away = rng.uniform(0.25, 1.0, (MEMBERS - 1, len(nominal))) * rng.choice([-1.0, 1.0], (MEMBERS - 1, len(nominal)))
    low, high = np.array(ranges).T
    room = np.minimum(SPREAD * scale, np.where(np.isfinite(high - low), (high - low) / 2, np.inf))
    others = nominal + away * room
    turns = np.array([entry.kind == "turns" for entry in entries for _ in entry.labels], dtype=bool)
    others[:, turns] = 2 * np.pi * np.round(away[:, turns])
    others = np.where(others > high, 2 * nominal - others, np.where(others < low, 2 * nominal - others, others))
    symbol = SX.sym("parameters", len(nominal))
    return Family(symbol, np.vstack([nominal, others]))

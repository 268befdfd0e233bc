"""Turn numbers of a robot file into parameters: a correction of 0 is added to each of them, and the correction has a name.

The file stays as it is written, with its templates and its parameters. In a leg with `repeat` the corrections of the copies are
lists of names under `repeat`, so that each copy has its own.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from parados.arguments import shown
from parados.errors import InputError
from parados.robot.description import ELEMENTARY, LegSpec, RobotSpec
from parados.robot.reading import compute_robot, leg_origins
from parados.spatial.live_numbers import nominal

__all__ = ["GROUPS", "corrected_description"]

GROUPS = {
    "base": "places of the legs on the base",
    "platform": "places of the legs on the platform",
    "lengths": "lengths d and r of the rows of joints, and of the frames of closures",
    "offsets": "encoder offsets of the actuated joints: measured minus true position",
}
"""Groups of numbers that get corrections."""

AXES = "xyz"


class Correction(NamedTuple):
    """A number of a leg of the file: its mapping, its key and place in a list, the names for the copies, unit, sign, words."""

    owner: dict[Any, Any]
    key: str
    place: int | None
    names: list[str]
    unit: str
    sign: str
    about: str


def corrected_description(spec: RobotSpec, groups: Sequence[str], axes: str) -> tuple[RobotSpec, list[str]]:
    """Return the description with a named correction of each number of the groups, and the names of the corrections.

    axes : the directions of corrections of places, letters from "xyz", in the axes in which the file writes the place
    """
    if spec.file is None or spec.is_chart:
        raise InputError(f"with_corrections: {spec.name} was changed after reading; start from the robot of a file")
    data, parameters = copy.deepcopy(spec.file[0]), spec.file[1]
    origins, taken = leg_origins(data, parameters), {one.name for one in parameters}
    named: dict[str, dict[str, Any]] = {}
    for k, leg in enumerate(data["legs"]):
        copies = [spec.legs[c] for c, origin in enumerate(origins) if origin == k]
        for one in _of_leg(leg, copies, groups, axes):
            both = [name for name in one.names if name in taken]
            if both:
                raise InputError(f"with_corrections: {spec.name} has a parameter {both[0]} already; it can be made live as it is")
            taken |= set(one.names)
            _write(one, leg, f"legs[{k}]")
            named |= {name: {"value": 0, "unit": one.unit, "about": one.about} for name in one.names}
    if not named:
        raise InputError(f"with_corrections: {spec.name} has no numbers of the group {', '.join(groups)}")
    data["parameters"] = {**(data.get("parameters") or {}), **named}
    return compute_robot(data, f"{spec.name} with corrections"), list(named)


def _of_leg(leg: dict[Any, Any], copies: Sequence[LegSpec], groups: Sequence[str], axes: str) -> Iterator[Correction]:
    """Yield the numbers of a leg of the file in the order of the groups."""
    names = [one.name for one in copies]
    if "base" in groups:
        yield from _places(_inner(leg, "base"), "base", names, axes, "place on the base")
    closure = leg.get("closure")
    if "platform" in groups and isinstance(closure, dict):
        yield from _places(_inner(closure, "platform"), "platform", names, axes, "place on the platform")
    if "lengths" in groups:
        yield from _lengths(leg, copies)
    for j, joint in enumerate(leg["joints"] if "offsets" in groups else []):
        own = [one.joints[j] for one in copies]
        if own[0].active:
            key, unit = ("r", "m") if ELEMENTARY[own[0].kind] == "P" else ("theta", "rad")
            about = "offset of the encoder, measured minus true position"
            yield Correction(joint, key, None, [_word(f"offset_{one.name}") for one in own], unit, "-", about)


def _inner(owner: dict[Any, Any], key: str) -> dict[Any, Any]:
    """Return a mapping inside another one; it is made if it is missing."""
    owner[key] = owner.get(key) or {}
    inner: dict[Any, Any] = owner[key]
    return inner


def _places(frame: dict[Any, Any], label: str, legs: Sequence[str], axes: str, about: str) -> Iterator[Correction]:
    for axis in axes:
        named = [_word(f"{label}_{axis}_{leg}") for leg in legs]
        yield Correction(frame, "at", AXES.index(axis), named, "m", "+", f"correction of the {about} along {axis}")


def _lengths(leg: dict[Any, Any], copies: Sequence[LegSpec]) -> Iterator[Correction]:
    """Yield the lengths that are not 0; the r of a sliding joint is its position, not a length."""
    for j, joint in enumerate(leg["joints"]):
        own = [one.joints[j] for one in copies]
        for key in ("d", "r"):
            if any(nominal(getattr(one, key)) for one in own) and not (key == "r" and ELEMENTARY[own[0].kind] == "P"):
                named = [_word(f"{key}_{one.name}") for one in own]
                yield Correction(joint, key, None, named, "m", "+", f"correction of the length {key}")
    closures = [one.closure for one in copies if one.closure is not None]
    if not closures or "frame" not in leg["closure"]:
        return
    frame, legs = leg["closure"]["frame"], [one.name for one in copies]
    for key in ("d", "r"):
        if any(nominal(getattr(one.frame, key)) for one in closures):
            named = [_word(f"{key}_end_{name}") for name in legs]
            yield Correction(frame, key, None, named, "m", "+", f"correction of the length {key} of the end")
    for k, axis in enumerate(AXES):
        if any(nominal(one.frame.at[k]) for one in closures):
            named = [_word(f"end_{axis}_{name}") for name in legs]
            yield Correction(frame, "at", k, named, "m", "+", f"correction of the length of the end along {axis}")


def _write(one: Correction, leg: dict[Any, Any], where: str) -> None:
    """Add a correction to a number of the file; for copies of a leg, through a list under `repeat`."""
    term = one.names[0]
    if "repeat" in leg:
        term = f"c_{one.key}{'' if one.place is None else AXES[one.place]}_{len(leg['repeat'])}"
        leg["repeat"][term] = one.names
    if one.place is None:
        one.owner[one.key] = _sum(one.owner.get(one.key, 0), one.sign, term)
        return
    written = one.owner.get(one.key, [0, 0, 0])
    if not isinstance(written, list):
        raise InputError(f"with_corrections: {where}: {one.key} is {shown(written)}, a list parameter that can be live as it is")
    one.owner[one.key] = [_sum(v, one.sign, term) if k == one.place else v for k, v in enumerate(written)]


def _sum(written: Any, sign: str, term: str) -> str:
    zero = not isinstance(written, str) and not written
    return f"{sign if sign == '-' else ''}{term}" if zero else f"({written}) {sign} {term}"


def _word(name: str) -> str:
    """Return a name that expressions can use."""
    return re.sub(r"\W", "_", name)

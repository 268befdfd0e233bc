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
from parados.robot.joints import JointSpec
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
    """A correction of a leg of the file: the names for the copies of the leg, unit, meaning, and the numbers that contain it."""

    names: list[str]
    unit: str
    about: str
    numbers: list[Corrected]


class Corrected(NamedTuple):
    """A number to which `factor` times a correction is added: its mapping, its key and its place in a list."""

    owner: dict[Any, Any]
    key: str
    place: int | None = None
    factor: Any = 1


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
        if "offsets" in groups:
            _move_couplings(data.get("couplings") or [], copies)
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
            about = "offset of the encoder, measured minus true position"
            yield Correction([_offset(one) for one in own], "m" if own[0].kind == "P" else "rad", about, _moved_by_offset(joint))


def _moved_by_offset(joint: dict[Any, Any]) -> list[Corrected]:
    """Return the numbers of a joint that an offset of its encoder moves: its zero, and the position at which its spring rests."""
    zero = {
        "R": [Corrected(joint, "theta", factor=-1)],
        "P": [Corrected(joint, "r", factor=-1)],
        "H": [Corrected(joint, "theta", factor=-1), Corrected(joint, "r", factor=f"-({joint.get('pitch')})")],
    }
    spring = joint.get("spring")
    return zero[joint["kind"]] + ([Corrected(spring, "rest")] if spring and spring.get("stiffness") else [])


def _move_couplings(couplings: list[dict[Any, Any]], copies: Sequence[LegSpec]) -> None:
    """Add the offsets of the actuated joints of a leg to the couplings, which tie the true positions of the joints."""
    actuated = [joint for leg in copies for joint in leg.joints if joint.active]
    for coupling in couplings:
        for joint in actuated:
            if joint.name in coupling["terms"]:
                coupling["constant"] = _sum(coupling.get("constant", 0), coupling["terms"][joint.name], _offset(joint))


def _offset(joint: JointSpec) -> str:
    return _word(f"offset_{joint.name}")


def _inner(owner: dict[Any, Any], key: str) -> dict[Any, Any]:
    """Return a mapping inside another one; it is made if it is missing."""
    owner[key] = owner.get(key) or {}
    inner: dict[Any, Any] = owner[key]
    return inner


def _places(frame: dict[Any, Any], label: str, legs: Sequence[str], axes: str, about: str) -> Iterator[Correction]:
    for axis in axes:
        named = [_word(f"{label}_{axis}_{leg}") for leg in legs]
        number = Corrected(frame, "at", AXES.index(axis))
        yield Correction(named, "m", f"correction of the {about} along {axis}", [number])


def _lengths(leg: dict[Any, Any], copies: Sequence[LegSpec]) -> Iterator[Correction]:
    """Yield the lengths that are not 0; the r of a sliding joint is its position, not a length."""
    for j, joint in enumerate(leg["joints"]):
        own = [one.joints[j] for one in copies]
        for key in ("d", "r"):
            if any(nominal(getattr(one, key)) for one in own) and not (key == "r" and ELEMENTARY[own[0].kind] == "P"):
                named = [_word(f"{key}_{one.name}") for one in own]
                yield Correction(named, "m", f"correction of the length {key}", [Corrected(joint, key)])
    closures = [one.closure for one in copies if one.closure is not None]
    if not closures or "frame" not in leg["closure"]:
        return
    frame, legs = leg["closure"]["frame"], [one.name for one in copies]
    for key in ("d", "r"):
        if any(nominal(getattr(one.frame, key)) for one in closures):
            named = [_word(f"{key}_end_{name}") for name in legs]
            yield Correction(named, "m", f"correction of the length {key} of the end", [Corrected(frame, key)])
    for k, axis in enumerate(AXES):
        if any(nominal(one.frame.at[k]) for one in closures):
            named = [_word(f"end_{axis}_{name}") for name in legs]
            about = f"correction of the length of the end along {axis}"
            yield Correction(named, "m", about, [Corrected(frame, "at", k)])


def _write(one: Correction, leg: dict[Any, Any], where: str) -> None:
    """Add a correction to its numbers in the file; for copies of a leg, through a list under `repeat`."""
    term = one.names[0]
    if "repeat" in leg:
        first = one.numbers[0]
        term = f"c_{first.key}{'' if first.place is None else AXES[first.place]}_{len(leg['repeat'])}"
        leg["repeat"][term] = one.names
    for number in one.numbers:
        _add(number, term, where)


def _add(number: Corrected, term: str, where: str) -> None:
    owner, key, place, factor = number
    if place is None:
        owner[key] = _sum(owner.get(key, 0), factor, term)
        return
    written = owner.get(key, [0, 0, 0])
    if not isinstance(written, list):
        raise InputError(f"with_corrections: {where}: {key} is {shown(written)}, a list parameter that can be live as it is")
    owner[key] = [_sum(v, factor, term) if k == place else v for k, v in enumerate(written)]


def _sum(written: Any, factor: Any, term: str) -> str:
    """Write the sum of an expression and of a factor times a correction."""
    added = term if factor == 1 else f"-{term}" if factor == -1 else f"({factor})*{term}"
    zero = not isinstance(written, str) and not written
    return added if zero else f"({written}) {added}" if added.startswith("-") else f"({written}) + {added}"


def _word(name: str) -> str:
    """Return a name that expressions can use."""
    return re.sub(r"\W", "_", name)

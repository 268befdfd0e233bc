"""Describe a robot with identified dynamic parameters: the data of its file with other numbers, templates and `repeat` kept."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.identify.file_numbers import FileNumbers
from parados.robot.changed_bodies import FRICTION, JOINT_SPRING, SPRING
from parados.robot.description import ELEMENTARY, JointSpec, LinkSpec, RobotSpec
from parados.robot.reading import leg_origins
from parados.spatial.inertia import INERTIAL_NAMES

__all__ = ["identified_data"]

Array = NDArray[np.float64]

_Written = tuple[dict[Any, Any], Sequence[JointSpec]]
"""A joint of the file, and its copies in the robot."""

INERTIA = (*INERTIAL_NAMES, "mass", "com", "inertia", "masses")
"""Keys of a link that its ten identified parameters replace; elastic parts stay."""

FRICTION_SHAPE = ("vs", "exponent", "width", "ramp")
"""Numbers of a friction law in which the efforts are not linear; written if `values` has them."""

SPLIT = ("U", "S", "C")
"""Kinds of joints that are written as separate R and P joints if one of them has friction."""


def identified_data(spec: RobotSpec, values: Mapping[str, float], *, identified: bool) -> dict[Any, Any]:
    """Return the data of a robot file with other dynamic parameters.

    values : all dynamic parameters by name (`Model.parameter_names`), and for joints with a new law of friction numbers such as
        vs_q11 [SI units]
    identified : the key `identified`, True if the numbers are base parameters that need not belong to real bodies
    """
    data, legs = _own_data(spec)
    numbers = FileNumbers(data)
    for k, leg in enumerate(data["legs"]):
        copies = zip(*[spec.legs[c].joints for c, origin in enumerate(legs) if origin == k], strict=True)
        repeated = leg if "repeat" in leg else None
        written = [part for joint, own in zip(leg["joints"], copies, strict=True) for part in _separate(joint, own, values)]
        for j, (joint, own) in enumerate(written):
            _fill_joint(numbers, joint, own, values, repeated, str(j + 1))
        leg["joints"] = [joint for joint, _ in written]
        hung = [spec.legs[c].springs for c, origin in enumerate(legs) if origin == k]
        _fill_springs(numbers, leg.get("springs"), hung, values, repeated)
    _fill_springs(numbers, data.get("springs"), [spec.springs], values, None)
    if spec.has_platform:
        _fill_link(numbers, data["platform"], [spec.platform.link], [_ten(values, "p")], None, "p")
    numbers.drop_unused()
    head = {key: data.pop(key) for key in ("name", "title", "source", "gravity") if key in data}
    data.pop("identified", None)
    return {**head, **({"identified": True} if identified else {}), **data}


def _own_data(spec: RobotSpec) -> tuple[dict[Any, Any], list[int]]:
    """Return a copy of the data of the file, and the leg of the file for each leg; without a file, data of the description."""
    if spec.is_chart:
        raise InputError("robot: a robot in other coordinates (in_coordinates) has no file; identify the robot of the file")
    if spec.file is None:
        data = spec.model_dump(mode="json", exclude_defaults=True)
        data.pop("parameters", None)
        return data, list(range(len(spec.legs)))
    data, parameters = spec.file
    return copy.deepcopy(data), leg_origins(data, parameters)


def _ten(values: Mapping[str, float], owner: str) -> Array:
    return np.array([values.get(f"{name}_{owner}", 0.0) for name in INERTIAL_NAMES])


def _fill_joint(
    numbers: FileNumbers,
    joint: dict[Any, Any],
    copies: Sequence[JointSpec],
    values: Mapping[str, float],
    leg: dict[Any, Any] | None,
    place: str,
) -> None:
    """Write the link, rotor, friction and spring of a joint of the file, given its copies in the robot."""
    owners = [one.elementary_names[-1] for one in copies]
    _fill_link(numbers, joint, [one.link for one in copies], [_ten(values, owner) for owner in owners], leg, place)
    if copies[0].link.varying:
        _fill_varying(numbers, joint["link"], [values.get(f"vi_{owner}", 1.0) for owner in owners], leg, place)
    if any(len(one.elementary_names) > 1 for one in copies) or copies[0].kind == "fixed":
        return
    rotors = [values.get(f"ia_{owner}", 0.0) for owner in owners]
    joint.pop("motor", None)
    _set_or_drop(numbers, joint, "rotor", rotors, leg, f"ia{place}")
    friction = dict(joint.get("friction") or {})
    for key in (*FRICTION, *FRICTION_SHAPE):
        if f"{key}_{owners[0]}" in values:
            _set_or_drop(numbers, friction, key, [values[f"{key}_{owner}"] for owner in owners], leg, f"{key}{place}")
    _put(joint, "friction", friction)
    if copies[0].spring is not None and isinstance(joint.get("spring"), dict):
        for kind, key in JOINT_SPRING.items():
            _set_or_drop(numbers, joint["spring"], key, [values[f"{kind}_{owner}"] for owner in owners], leg, f"{kind}{place}")


def _set_or_drop(
    numbers: FileNumbers, owner: dict[Any, Any], key: str, values: Sequence[float], leg: dict[Any, Any] | None, label: str
) -> None:
    """Write a number; a number that is zero in all copies needs no key, except offsets and friction for negative rates."""
    if any(values) or key in ("fn", "f0"):
        numbers.place(owner, key, values, leg, label)
    else:
        owner.pop(key, None)


def _put(owner: dict[Any, Any], key: str, value: dict[Any, Any]) -> None:
    if value:
        owner[key] = value
    else:
        owner.pop(key, None)


def _fill_link(
    numbers: FileNumbers,
    owner: dict[Any, Any],
    links: Sequence[LinkSpec],
    tens: Sequence[Array],
    leg: dict[Any, Any] | None,
    place: str,
) -> None:
    """Write the ten parameters of a link without those of its elastic parts, which stay in the file."""
    link = dict(owner.get("link") or {})
    elastic = [LinkSpec(beams=one.beams, superelement=one.superelement).standard() for one in links]
    own = np.array(tens) - np.array(elastic)
    kept = {key: link[key] for key in link if key in INERTIAL_NAMES}
    link = {key: value for key, value in link.items() if key not in INERTIA}
    for name, column in zip(INERTIAL_NAMES, own.T, strict=True):
        if name in kept:
            link[name] = kept[name]
        _set_or_drop(numbers, link, name, column.tolist(), leg, f"{name}{place}")
    _put(owner, "link", link)


def _fill_varying(
    numbers: FileNumbers, link: dict[Any, Any], factors: Sequence[float], leg: dict[Any, Any] | None, place: str
) -> None:
    """Multiply the expressions of a varying inertia by its identified factor; names in braces differ over the copies of a leg."""
    if np.allclose(factors, 1.0, rtol=1e-12):
        return
    holder: dict[Any, Any] = {}
    numbers.place(holder, "vi", factors, leg, f"vi{place}")
    factor = holder["vi"] if isinstance(holder["vi"], float) else f"{{{holder['vi']}}}"
    link["varying"] = {element: f"({factor})*({text})" for element, text in link["varying"].items()}


def _fill_springs(
    numbers: FileNumbers,
    springs: list[dict[Any, Any]] | None,
    copies: Sequence[Sequence[Any]],
    values: Mapping[str, float],
    leg: dict[Any, Any] | None,
) -> None:
    """Write the constants of springs between points."""
    for s, spring in enumerate(springs or []):
        labels = [own[s].label for own in copies]
        for kind, key in SPRING.items():
            _set_or_drop(numbers, spring, key, [values[f"{kind}_{label}"] for label in labels], leg, f"{kind}s{s + 1}")


def _separate(joint: dict[Any, Any], copies: Sequence[JointSpec], values: Mapping[str, float]) -> list[_Written]:
    """Return a composite joint whose elementary joints have friction or rotors as separate joints; any other joint as it is."""
    names, kind = [one.elementary_names for one in copies], copies[0].kind
    if len(names[0]) == 1 or not any(values.get(f"{key}_{name}") for own in names for name in own for key in (*FRICTION, "ia")):
        return [(joint, copies)]
    if kind not in SPLIT:
        raise InputError(
            f"robot: friction of {', '.join(names[0])} was identified, but {joint['name']} is one joint of kind {kind} in the "
            'file, which has no friction; write it as separate R and P joints, or identify with friction="actuated"'
        )
    written = joint.get("names") or [f"{joint['name']}{letter}" for letter in "abc"[: len(names[0])]]
    between = {} if kind == "C" else {"alpha": "pi/2"}
    rows = {key: value for key, value in joint.items() if key not in ("name", "names", "kind", "link")}
    parts: list[_Written] = []
    for k, letter in enumerate(ELEMENTARY[kind]):
        own = {"name": written[k], "kind": letter, **(between if k else rows)}
        last = k == len(written) - 1
        if last and "link" in joint:
            own["link"] = joint["link"]
        changes = {"kind": letter, "names": (), **({} if last else {"link": LinkSpec()})}
        named = zip(copies, names, strict=True)
        parts.append((own, [one.model_copy(update={**changes, "name": elementary[k]}) for one, elementary in named]))
    return parts

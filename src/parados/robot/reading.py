"""From the text of a robot file to a checked description.

Three steps, each of which names the place of what it refuses: parse the YAML, compute every number that is written as an
expression and write out repeated legs, then validate the keys and the types.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from parados.errors import RobotFileError
from parados.robot.description import RobotSpec
from parados.robot.expressions import evaluate

__all__ = ["parse_robot", "read_robot"]

TEXT_KEYS = frozenset(
    {"name", "names", "title", "source", "kind", "antecedent", "joint", "free", "of", "axes", "between", "orientation"}
    | {"coordinates", "dependent", "varying", "around", "redundancy"}
)
"""Keys whose strings are words, not arithmetic."""


class _UniqueKeys(yaml.SafeLoader):
    """A safe loader that refuses a key given twice."""


def _mapping(loader: _UniqueKeys, node: yaml.MappingNode) -> dict[Any, Any]:
    seen: set[Any] = set()
    for key_node, _ in node.value:
        key = loader.construct_object(key_node)  # type: ignore[no-untyped-call]
        if key in seen:
            raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} stands twice", key_node.start_mark)
        seen.add(key)
    return loader.construct_mapping(node, deep=True)


_UniqueKeys.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def read_robot(path: Path) -> RobotSpec:
    """The description in a YAML file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RobotFileError(str(path), [f"the file cannot be read: {error}"]) from error
    return parse_robot(text, path.name)


def parse_robot(text: str, label: str = "robot") -> RobotSpec:
    """The description in a YAML text; `label` opens the messages."""
    try:
        data = yaml.load(text, Loader=_UniqueKeys)
    except yaml.YAMLError as error:
        place = getattr(error, "problem_mark", None)
        where = f"line {place.line + 1}: " if place else ""
        raise RobotFileError(label, [f"{where}this is not YAML: {getattr(error, 'problem', error)}"]) from error
    if not isinstance(data, dict):
        raise RobotFileError(label, ["a robot file is a mapping with name, platform, legs; see docs/robot-files.md"])
    findings: list[str] = []
    computed = _compute_file(data, findings)
    if not findings:
        try:
            return RobotSpec.model_validate(computed)
        except ValidationError as error:
            findings = _sentences(error)
    raise RobotFileError(label, findings)


def _compute_file(data: dict[str, Any], findings: list[str]) -> dict[str, Any]:
    parameters: dict[str, Any] = {}
    raw = data.get("parameters") or {}
    if isinstance(raw, dict):
        for key, value in raw.items():
            parameters[str(key)] = _compute(value, parameters, f"parameters.{key}", findings)
    else:
        findings.append("parameters: a mapping of names to numbers is expected")
    rest = {k: v for k, v in data.items() if k not in ("parameters", "legs")}
    computed = {k: _compute(v, parameters, str(k), findings, k in TEXT_KEYS) for k, v in rest.items()}
    if parameters:
        computed["parameters"] = parameters
    if "legs" in data:
        legs = data["legs"]
        if isinstance(legs, list):
            computed["legs"] = [leg for k, raw_leg in enumerate(legs) for leg in _legs(raw_leg, k, parameters, findings)]
        else:
            findings.append("legs: a list of legs is expected")
    return computed


def _legs(leg: Any, index: int, parameters: Mapping[str, Any], findings: list[str]) -> list[Any]:
    """A leg, or its repetitions: `repeat: {count: 3, around: z}` turns the leg's base and its platform frame by equal angles;
    lists under `repeat` are parameters that take one value a repetition, and `i` counts from 1."""
    place = f"legs[{index}]"
    if not isinstance(leg, dict) or "repeat" not in leg:
        return [_compute(leg, parameters, place, findings)]
    template = {k: v for k, v in leg.items() if k != "repeat"}
    raw = leg["repeat"]
    repeat = raw if not isinstance(raw, dict) else {
        k: _compute(v, parameters, f"{place}.repeat.{k}", findings, k == "around") for k, v in raw.items()
    }
    if not isinstance(repeat, dict):
        findings.append(f"{place}.repeat: a mapping with count and around, or lists of equal length, is expected")
        return []
    lists = {k: v for k, v in repeat.items() if isinstance(v, list)}
    count = repeat.get("count", len(next(iter(lists.values()))) if lists else None)
    if not isinstance(count, int) or count < 1 or any(len(v) != count for v in lists.values()):
        findings.append(f"{place}.repeat: give count, or lists of equal length, e.g. repeat: {{count: 3, around: z}}")
        return []
    around, angle_step = repeat.get("around"), 360.0 / count
    if around is not None and around not in ("x", "y", "z"):
        findings.append(f"{place}.repeat.around: {around!r} is not an axis; use x, y or z")
        return []
    unknown = set(repeat) - set(lists) - {"count", "around"}
    if unknown:
        findings.append(f"{place}.repeat: {', '.join(sorted(unknown))} is neither count, around nor a list")
        return []
    legs = []
    for k in range(count):
        names = {**parameters, **{key: values[k] for key, values in lists.items()}, "i": k + 1}
        one = _compute(_format(template, names), names, place, findings)
        if around is not None:
            angle = lists["angles"][k] if "angles" in lists else k * angle_step * 3.141592653589793 / 180
            one = _turned(one, around, angle)
        legs.append(one)
    return legs


def _turned(leg: dict[str, Any], around: str, angle: float) -> dict[str, Any]:
    """The raw leg with its base and its platform frame turned about an axis of the robot's base and of the platform."""
    turn = {"turn": {around: angle}}
    turned = {**leg, "base": {**(leg.get("base") or {}), **turn}}
    closure = leg.get("closure")
    if isinstance(closure, dict):
        turned["closure"] = {**closure, "platform": {**(closure.get("platform") or {}), **turn}}
    return turned


def _format(value: Any, names: Mapping[str, Any]) -> Any:
    """Fill {i} and other parameters into the words of a template."""
    if isinstance(value, str) and "{" in value:
        try:
            return value.format(**names)
        except (KeyError, IndexError, ValueError):
            return value
    if isinstance(value, dict):
        return {_format(k, names): _format(v, names) for k, v in value.items()}
    if isinstance(value, list):
        return [_format(v, names) for v in value]
    return value


def _compute(value: Any, names: Mapping[str, Any], place: str, findings: list[str], text: bool = False) -> Any:
    """Replace arithmetic in strings by its value, everywhere but under `TEXT_KEYS`."""
    if isinstance(value, dict):
        return {k: _compute(v, names, f"{place}.{k}", findings, text or k in TEXT_KEYS) for k, v in value.items()}
    if isinstance(value, list):
        return [_compute(v, names, f"{place}[{k}]", findings, text) for k, v in enumerate(value)]
    if isinstance(value, str) and not text:
        try:
            return evaluate(value, names)
        except ValueError as error:
            findings.append(f"{place}: {error}")
    return value


def _sentences(error: ValidationError) -> list[str]:
    """One plain sentence a finding; a list that seems short only because its items are wrong is not one."""
    errors = error.errors()
    deeper = [e["loc"] for e in errors if e["type"] != "too_short"]
    return [
        _sentence(e)
        for e in errors
        if e["type"] != "too_short" or not any(loc[: len(e["loc"])] == e["loc"] for loc in deeper)
    ]


def _sentence(error: Any) -> str:
    """One plain sentence for a finding of pydantic."""
    parts = list(error["loc"])
    place = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in parts).lstrip(".")
    given = error.get("input")
    match error["type"]:
        case "extra_forbidden":
            return f"{place}: this key is not known here; known are {_known_keys(error['loc'])}"
        case "missing":
            return f"{place}: this key is missing"
        case "literal_error":
            return f"{place}: {given!r} is not allowed; use {error['ctx']['expected']}"
        case "float_type" | "float_parsing" | "int_type" | "tuple_type" | "bool_type" | "string_type":
            return f"{place}: {given!r} is not accepted; {error['msg'][0].lower()}{error['msg'][1:]}"
        case "value_error":
            return f"{place}: {error['ctx']['error']}" if place else str(error["ctx"]["error"])
    return f"{place}: {error['msg'][0].lower()}{error['msg'][1:]}, not {given!r}"


def _known_keys(location: tuple[Any, ...]) -> str:
    """The keys that the class at a place of the file knows."""
    from parados.robot.description import ClosureSpec, FrameSpec, FrictionSpec, JointSpec, LegSpec, LinkSpec, LoopSpec, PlatformSpec

    owners = {
        "platform": PlatformSpec,
        "legs": LegSpec,
        "joints": JointSpec,
        "link": LinkSpec,
        "friction": FrictionSpec,
        "closure": ClosureSpec,
        "loops": LoopSpec,
        "frame": FrameSpec,
        "frames": FrameSpec,
        "base": FrameSpec,
    }
    owner: type = RobotSpec
    for k, part in enumerate(location[:-1]):
        if part == "platform" and "closure" in location[:k]:
            owner = FrameSpec
        elif isinstance(part, str) and part in owners:
            owner = owners[part]
    return ", ".join(owner.model_fields)  # type: ignore[attr-defined]

"""Read the text of a robot file into a checked description.

There are three steps: parse the YAML; compute the numbers that are written as expressions and write out repeated legs;
validate the keys and the types. The messages of each step name the place of a problem in the file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from parados.arguments.single_values import listed
from parados.errors import InputError, RobotFileError
from parados.robot.description import MOST_LEGS, RobotSpec
from parados.robot.expressions import evaluate
from parados.robot.fields import TEXT_KEYS, FileParameter
from parados.robot.file_parameters import RESERVED, read_parameters
from parados.robot.sentences import KEYS_ONLY, sentences, shown
from parados.robot.yaml_text import BOUNDS, MOST_CHARACTERS, parse_yaml
from parados.spatial.live_numbers import LiveNumber
from parados.storage.text_files import TextTooLongError, read_text

__all__ = ["compute_numbers", "compute_parameters", "compute_robot", "leg_origins", "parse_robot", "read_robot"]

_BRACED = re.compile(r"\{(\w*)\}")


def read_robot(path: Path) -> RobotSpec:
    """Read the description in a YAML file."""
    try:
        text = read_text(path, MOST_CHARACTERS)
    except IsADirectoryError as error:
        raise RobotFileError(str(path), ["this is a folder; give the path of a robot file"]) from error
    except UnicodeDecodeError as error:
        raise RobotFileError(str(path), ["this is not a text file; a robot file is YAML in UTF-8"]) from error
    except TextTooLongError as error:
        raise RobotFileError(str(path), [f"{error}; allowed are {BOUNDS}"]) from error
    except OSError as error:
        raise RobotFileError(str(path), [f"the file cannot be read: {error.strerror}"]) from error
    return parse_robot(text, path.name).in_folder(path.resolve().parent)


def parse_robot(text: str, label: str = "robot") -> RobotSpec:
    """Read the description in a YAML text; messages begin with `label`."""
    return compute_robot(_parsed(text, label), label)


def compute_robot(data: dict[Any, Any], label: str) -> RobotSpec:
    """Compute the numbers of a parsed file and check its keys; messages begin with `label`."""
    findings: list[str] = []
    parameters = read_parameters(data, _compute, findings)
    if findings:  # later messages would only repeat these
        raise RobotFileError(label, findings)
    computed, origins = _compute_file(data, {name: one.value for name, one in parameters.items()}, findings)
    try:
        spec = RobotSpec.model_validate(computed, context={"identified": computed.get("identified") is True})
    except ValidationError as error:  # a misspelt key, e.g. of repeat, may be the reason why a number could not be computed
        findings = sentences(error, origins, KEYS_ONLY if findings else None) or findings
    if findings:
        raise RobotFileError(label, list(dict.fromkeys(findings)))
    return spec.from_file(data, tuple(parameters.values()))


def compute_numbers(
    data: dict[Any, Any], parameters: Sequence[FileParameter], given: Mapping[str, Any]
) -> tuple[dict[Any, Any], list[str]]:
    """Compute the numbers of a file that was read before, with other values, e.g. live numbers, of some parameters.

    Parameters that are written as expressions follow the others. Returns the data, and a sentence for each problem.
    """
    findings: list[str] = []
    values = compute_parameters(parameters, given, findings)
    return _compute_file(data, values, findings)[0], findings


def compute_parameters(
    parameters: Sequence[FileParameter], given: Mapping[str, Any], findings: list[str] | None = None
) -> dict[str, Any]:
    """Compute the parameters of a file with other values of some of them; those written as expressions follow."""
    values: dict[str, Any] = {}
    problems = [] if findings is None else findings
    for one in parameters:
        place = f"parameters.{one.name}"
        values[one.name] = given[one.name] if one.name in given else _compute(one.written, values, place, problems)
    if findings is None and problems:
        raise InputError("; ".join(problems))
    return values


def _parsed(text: str, label: str) -> dict[Any, Any]:
    try:
        data = parse_yaml(text)
    except ValueError as error:
        raise RobotFileError(label, [str(error)]) from error
    if not isinstance(data, dict):
        what = "this file is empty" if data is None else f"this file holds {shown(data)}"
        raise RobotFileError(label, [f"{what}; a robot file is a mapping with name, platform and legs, see docs/robot-files.md"])
    return data


def _compute_file(data: dict[Any, Any], parameters: dict[str, Any], findings: list[str]) -> tuple[dict[Any, Any], list[int]]:
    """Replace expressions by numbers and write out repeated legs. Returns the data and, for each leg, its index in the file."""
    rest = {k: v for k, v in data.items() if k not in ("parameters", "legs")}
    computed = {k: _compute(v, parameters, str(k), findings, k in TEXT_KEYS) for k, v in rest.items()}
    computed["parameters"] = parameters
    origins: list[int] = []
    if isinstance(data.get("legs"), list):
        legs = [_legs(leg, k, parameters, findings) for k, leg in enumerate(data["legs"])]
        computed["legs"] = [leg for copies in legs for leg in copies]
        origins = [k for k, copies in enumerate(legs) for _ in copies]
    elif "legs" in data:
        findings.append('legs: a list of legs is expected; each leg begins with "- name:"')
        computed["legs"] = []
    return computed, origins


def _legs(leg: Any, index: int, parameters: Mapping[str, Any], findings: list[str]) -> list[Any]:
    """Return a leg, or all copies of a leg with `repeat`.

    `repeat: {count: 3, around: z}` turns the leg's base and its platform frame by equal angles. Lists under `repeat` are
    parameters with one value for each copy; `i` is the number of the copy, from 1.
    """
    place = f"legs[{index}]"
    if not isinstance(leg, dict):
        return [leg]
    if "repeat" not in leg:
        return [_compute(leg, parameters, place, findings)]
    template = {k: v for k, v in leg.items() if k != "repeat"}
    repeat = _repeat(leg["repeat"], f"{place}.repeat", parameters, findings)
    if repeat is None:
        return [_compute(template, {**parameters, "i": 1}, place, [])]
    count, around, lists = repeat
    legs = []
    for k in range(count):
        names = {**parameters, **{key: values[k] for key, values in lists.items()}, "i": k + 1}
        one = _compute(template, names, place, findings)
        if around is not None:
            angle = lists["angles"][k] if "angles" in lists else k * 2 * math.pi / count
            one = _turned(one, {around: angle}, place, findings)
        legs.append(one)
    return legs


def _repeat(
    raw: Any, place: str, parameters: Mapping[str, Any], findings: list[str]
) -> tuple[int, str | None, dict[str, list[Any]]] | None:
    """Return the number of copies, the axis and the lists of a `repeat`; None, and add a finding, if it is not valid."""
    accepted = "give count and around, or lists of equal length, e.g. {count: 3, around: z} or {g: [0, 90 deg]}"
    if not isinstance(raw, dict):
        findings.append(f"{place}: {shown(raw)} is not understood; {accepted}")
        return None
    reserved = [str(k) for k in raw if k in RESERVED]
    if reserved:
        findings.append(f"{place}: {', '.join(reserved)} cannot name a list; {', '.join(sorted(RESERVED))} are reserved")
        return None
    unknown = [str(k) for k, v in raw.items() if k not in ("count", "around") and not isinstance(v, list)]
    if unknown:
        findings.append(f"{place}: {', '.join(unknown)} is neither count, around nor a list; {accepted}")
        return None
    before = len(findings)
    lists = {k: _compute(v, parameters, f"{place}.{k}", findings) for k, v in raw.items() if isinstance(v, list)}
    lengths = {k: len(v) for k, v in lists.items()}
    count = _compute(raw.get("count", next(iter(lengths.values()), None)), parameters, f"{place}.count", findings)
    if len(findings) > before:
        return None
    if isinstance(count, LiveNumber):
        findings.append(f"{place}.count: the number of legs cannot be live")
        return None
    if isinstance(count, bool) or count not in range(1, MOST_LEGS + 1):
        findings.append(f"{place}.count: a whole number from 1 to {MOST_LEGS} is expected, not {shown(count)}; {accepted}")
        return None
    if any(length != count for length in lengths.values()):
        given = ", ".join(f"{key} has {length}" for key, length in lengths.items())
        findings.append(f"{place}: each list needs {int(count)} entries, one for each leg; {given}")
        return None
    around = raw.get("around")
    if around not in (None, "x", "y", "z"):
        findings.append(f"{place}.around: {shown(around)} is not an axis; use x, y or z")
        return None
    return int(count), around, lists


def _turned(leg: dict[str, Any], turn: dict[str, float], place: str, findings: list[str]) -> dict[str, Any]:
    """Return a leg whose base frame, and whose closure frame on the platform, have the key `turn` with the given rotation."""

    def turned(owner: dict[str, Any], key: str, where: str) -> dict[str, Any]:
        frame = owner.get(key) or {}
        if not isinstance(frame, dict):
            return owner
        if "turn" in frame:
            findings.append(f"{where}.turn: repeat with around already turns this frame; use at, rotation or an MDH row")
        return {**owner, key: {**frame, "turn": turn}}

    leg = turned(leg, "base", f"{place}.base")
    if isinstance(leg.get("closure"), dict) and leg["closure"].get("to", "platform") == "platform":
        leg = {**leg, "closure": turned(leg["closure"], "platform", f"{place}.closure.platform")}
    return leg


def _compute(value: Any, names: Mapping[str, Any], place: str, findings: list[str], text: bool = False) -> Any:
    """Replace expressions by their values, except under `TEXT_KEYS`, and {i} and other names in the strings of a leg."""
    if isinstance(value, dict):
        return {k: _compute(v, names, f"{place}.{k}", findings, text or k in TEXT_KEYS) for k, v in value.items()}
    if isinstance(value, list):
        return [_compute(v, names, f"{place}[{k}]", findings, text) for k, v in enumerate(value)]
    if not isinstance(value, str):
        return value
    try:
        filled = _filled(value, names, text) if place.startswith("legs") else value
        return filled if text else evaluate(filled, names)
    except ValueError as error:
        findings.append(f"{place}: {error}")
    return value


def _filled(text: str, names: Mapping[str, Any], is_word: bool) -> str:
    """Replace {i} and other names in braces by their values; in arithmetic, a live number is replaced by its name."""

    def one(match: re.Match[str]) -> str:
        if match[1] not in names:
            known = [*(f"{{{name}}}" for name in names), *([] if "i" in names else ["{i} in a leg with repeat"])]
            raise ValueError(f"{match[0]:.60} in {shown(text)} is not known; use {listed(known)}")
        if isinstance(names[match[1]], list):
            raise ValueError(f"{match[0]:.60} in {shown(text)} is a list; give each entry its own name under repeat")
        if isinstance(names[match[1]], LiveNumber):
            if is_word:
                raise ValueError(f"{match[0]:.60} is written into the word {shown(text)}, so it cannot be live")
            return f"({match[1]})"
        value = str(names[match[1]])
        is_power = text[match.end() :].lstrip().startswith("**")
        return f"({value})" if is_power and value.startswith("-") else value  # -2**2 would be -(2**2)

    return _BRACED.sub(one, text)


def leg_origins(data: dict[Any, Any], parameters: Sequence[FileParameter]) -> list[int]:
    """Return for each leg of a robot the index in its file of the leg that it was copied from."""
    return _compute_file(data, compute_parameters(parameters, {}), [])[1]

"""Read the `parameters` of a robot file: named numbers that its expressions use.

A parameter is a number, a list of numbers or an expression; or a mapping with this `value` and, as wanted, its `unit`, its
`range` and a sentence `about` it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from parados.arguments import LARGEST
from parados.robot.expressions import FUNCTIONS
from parados.robot.fields import TEXT_KEYS, FileParameter
from parados.robot.sentences import shown

__all__ = ["RESERVED", "followers", "is_used", "not_converted", "read_parameters", "unused_lists", "unused_names"]

RESERVED = frozenset({"pi", "deg", "i", *FUNCTIONS})
"""Names that a parameter cannot have."""

FACTS = ("value", "unit", "range", "about")
"""Keys of a parameter that is written as a mapping."""

WORDS = TEXT_KEYS | {"about", "unit"}
"""Keys whose text never names a parameter, except in braces."""

NOT_SI = re.compile(r"[munkdcMGµμ](m|s|N|Pa|W|J|rad)|[munµμ]?g|deg|degrees?|°|%|t|h|min|rpm|rev|in|inch|ft|lbf?|bar")
"""Words of units whose numbers are not those of the SI unit."""

Compute = Callable[[Any, Mapping[str, Any], str, list[str]], Any]


def read_parameters(data: Mapping[Any, Any], compute: Compute, findings: list[str]) -> dict[str, FileParameter]:
    """Read the parameters of a file; each may use the parameters before it. Problems are added to `findings`."""
    raw = data.get("parameters")
    if raw is not None and not isinstance(raw, dict):
        findings.append("parameters: a mapping of names to numbers, or to lists of numbers, is expected")
        return {}
    found: dict[str, FileParameter] = {}
    expressions = list(_expressions(data)) if raw else []
    for name, given in (raw or {}).items():
        reason = _bad_name(name)
        if reason:
            findings.append(f"parameters: {shown(name)} {reason}; use another name of letters, digits and _, e.g. l1")
            continue
        facts = _facts(given, f"parameters.{name}", findings)
        before, values = len(findings), {key: parameter.value for key, parameter in found.items()}
        value = compute(facts["value"], values, f"parameters.{name}", findings)
        if len(findings) == before and not _is_numeric(value):
            expected = "a finite number, or a list of finite numbers, is expected"
            findings.append(f"parameters.{name}: {expected}, not {shown(value)}")
        limits = _range(facts.get("range"), values, f"parameters.{name}", compute, findings)
        if len(findings) == before and limits and not _lies_in(value, limits):
            findings.append(f"parameters.{name}: {shown(value)} is outside its range [{limits[0]:g}, {limits[1]:g}]")
        used = _used(name, data, expressions) if len(findings) == before else ()
        found[name] = FileParameter(name, value, facts["value"], facts.get("unit", ""), limits, facts.get("about", ""), used)
    return found


def unused_names(data: Mapping[Any, Any], parameters: Iterable[FileParameter]) -> Iterator[tuple[str, list[str]]]:
    """Yield (place, names): parameters that nothing in the file uses, and lists of each `repeat` that its leg does not use."""
    filled = _filled_parameters(data)
    yield "parameters", [one.name for one in parameters if not one.used and one.name not in filled]
    for k, leg in enumerate(data.get("legs") or []):
        yield f"legs[{k}].repeat", [str(name) for name in unused_lists(leg)]


def unused_lists(leg: Mapping[Any, Any]) -> list[Any]:
    """Return the lists of a leg's `repeat` that change nothing, by name; without `count`, one list gives the number of legs."""
    repeat = leg.get("repeat") or {}
    template = {key: value for key, value in leg.items() if key != "repeat"}
    known = {"angles"} if repeat.get("around") else set()
    known |= {name for name in repeat if isinstance(name, str) and _places(name, _expressions(template))} | _filled_in(template)
    lists = [name for name, value in repeat.items() if isinstance(value, list)]
    idle = [name for name in lists if name not in known]
    return idle if "count" in repeat or len(idle) < len(lists) else idle[1:]


def not_converted(data: Mapping[Any, Any], parameters: Iterable[FileParameter]) -> Iterator[tuple[FileParameter, list[str]]]:
    """Yield parameters whose unit is not an SI unit, with the places that take their number as it stands: as one in SI."""
    expressions = list(_expressions(data))
    for one in parameters:
        places = [place for place, text in expressions if text.strip() == one.name and place in one.used]
        if places and any(NOT_SI.fullmatch(word) for word in re.findall(r"[^\W\d_]+|[°%]", one.unit)):
            yield one, places


def is_used(name: str, data: Mapping[Any, Any]) -> bool:
    """Tell whether an expression, or a word with the name in braces, uses a parameter of the file."""
    return bool(_used(name, data, list(_expressions(data)))) or name in _filled_parameters(data)


def _filled_parameters(data: Mapping[Any, Any]) -> set[str]:
    """Return the parameters that are filled into the words of a leg; a list of its `repeat` hides a parameter of its name."""
    return {name for leg in data.get("legs") or [] for name in _filled_in(leg) - set(leg.get("repeat") or {})}


def _filled_in(leg: Any) -> set[str]:
    """Return the names in braces that are filled into the words of a leg, as in "leg{n}"."""
    return {name for _, text, is_word in _texts(leg) if is_word for name in re.findall(r"\{(\w+)\}", text)}


def followers(parameters: Iterable[FileParameter], names: Iterable[str]) -> set[str]:
    """Return the parameters that a file writes as expressions of the named ones, or of parameters that follow these."""
    found: set[str] = set()
    reached = set(names)
    for one in parameters:  # each parameter may only use those before it
        if one.name in reached | found:
            places = [re.split(r"[.\[]", place) for place in one.used if place.startswith("parameters.")]
            found |= {place[1] for place in places if "range" not in place[2:]}
    return found


def _used(name: str, data: Mapping[Any, Any], expressions: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the places of the expressions that use a parameter; a list of a `repeat` with its name hides it in that leg."""
    legs = data.get("legs")
    repeats = [leg.get("repeat") if isinstance(leg, dict) else None for leg in legs] if isinstance(legs, list) else []
    hidden = [f"legs[{k}]." for k, repeat in enumerate(repeats) if isinstance(repeat, dict) and name in repeat]
    places = _places(name, expressions)
    return tuple(p for p in places if not any(p.startswith(leg) and not p.startswith(f"{leg}repeat.") for leg in hidden))


def _places(name: str, expressions: Iterable[tuple[str, str]]) -> list[str]:
    """Return the places of the expressions that contain a name."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    return [place for place, text in expressions if word.search(text)]


def _bad_name(name: Any) -> str | None:
    if isinstance(name, str) and name in RESERVED:
        return f"is reserved, as are {', '.join(sorted(RESERVED - {name}))}"
    return None if isinstance(name, str) and name.isidentifier() else "is not a name that expressions can use"


def _facts(given: Any, place: str, findings: list[str]) -> dict[str, Any]:
    """Return the mapping of a parameter; a plain value is a mapping with `value` alone."""
    if not isinstance(given, dict):
        return {"value": given}
    unknown = [key for key in given if key not in FACTS]
    findings.extend(f"{place}: {shown(key)} is not a key of a parameter; use {', '.join(FACTS)}" for key in unknown)
    findings.extend(
        f"{place}.{key}: a text is expected, not {shown(given[key])}"
        for key in ("unit", "about")
        if key in given and not isinstance(given[key], str)
    )
    if "value" not in given:
        findings.append(f"{place}.value: this key is missing")
    return {"value": None, **given}


def _range(
    given: Any, values: Mapping[str, Any], place: str, compute: Compute, findings: list[str]
) -> tuple[float, float] | None:
    if given is None:
        return None
    limits = compute(given, values, f"{place}.range", findings)
    if not (isinstance(limits, list) and len(limits) == 2 and all(_is_numeric(v) and not isinstance(v, list) for v in limits)):
        findings.append(f"{place}.range: a list [lowest, highest] of two numbers is expected, not {shown(limits)}")
        return None
    if not limits[0] < limits[1]:
        findings.append(f"{place}.range: the lowest value {limits[0]:g} must be below the highest value {limits[1]:g}")
        return None
    return float(limits[0]), float(limits[1])


def _is_numeric(value: Any) -> bool:
    if isinstance(value, list):
        return all(_is_numeric(v) for v in value)
    return isinstance(value, float | int) and not isinstance(value, bool) and abs(value) <= LARGEST


def _lies_in(value: Any, limits: tuple[float, float]) -> bool:
    if isinstance(value, list):
        return all(_lies_in(v, limits) for v in value)
    return bool(limits[0] <= value <= limits[1])


def _expressions(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield (place, text) for each string in a part of a robot file that may be an expression.

    A place is a path of keys, as in `legs[0].base`. Keys whose values are words, such as titles and joint names, are left out.
    """
    return ((where, text) for where, text, is_word in _texts(value, place) if not is_word)


def _texts(value: Any, place: str = "", is_word: bool = False) -> Iterator[tuple[str, str, bool]]:
    """Yield (place, text, is_word) for each string in a part of a robot file."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, f"{place}.{key}" if place else str(key), is_word or key in WORDS)
    elif isinstance(value, list):
        for k, inner in enumerate(value):
            yield from _texts(inner, f"{place}[{k}]", is_word)
    elif isinstance(value, str):
        yield place, value, is_word

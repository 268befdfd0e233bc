"""Mutate robot files: their text, or the data in them.

One seed determines everything, so that a failure can be reproduced.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

import parados

from .connections import CONNECTIONS
from .odd_text import ALIENS, DOCUMENTS, KEYS, ODD_VALUES, WORDS

__all__ = ["ROBOTS", "Mutated", "mutated_file"]

HERE = Path(__file__).parents[1] / "robots"
CATALOG = Path(parados.__file__).parent / "robots"
ROBOTS = {p.stem: p for folder in (CATALOG, HERE) for p in sorted(folder.glob("*.yaml"))}
"""Files of all robots that are mutated, by name: the catalog, and the robots of the tests."""

Place = tuple[Any, Any]
"""List or mapping, and the index or key of one of its entries."""


class Mutated(NamedTuple):
    """Mutated file.

    robot : name of the original robot
    text : text of the file
    what : description of the mutations
    same : True if it must describe the same robot as before
    """

    robot: str
    text: str
    what: str
    same: bool = False


def mutated_file(seed: int) -> Mutated:
    """Return the mutated file of a seed; a fifth of all files has mutated text, the others mutated data."""
    rng = random.Random(seed)
    robot = rng.choice(list(ROBOTS))
    text = ROBOTS[robot].read_text(encoding="utf-8")
    way = rng.random()
    if way < 0.05:
        return Mutated(robot, _rewritten(text, rng), "keys in another order, numbers as expressions", same=True)
    if way < 0.25:
        chosen = rng.choices(TEXT, k=rng.randint(1, 2))
        for mutate in chosen:
            text = mutate(text, rng)
    else:
        data = copy.deepcopy(_data(robot))
        chosen = rng.choices(DATA, k=rng.choice((1, 1, 1, 2, 3)))
        for mutate in chosen:
            mutate(data, rng)
        text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=10_000)
    return Mutated(robot, text, ", ".join(m.__name__.strip("_").replace("_", " ") for m in chosen))


@cache
def _data(robot: str) -> Any:
    return yaml.safe_load(ROBOTS[robot].read_text(encoding="utf-8"))


# -- data -----------------------------------------------------------------------------------------------------------------


def _places(node: Any) -> Iterator[Place]:
    for key in list(node) if isinstance(node, dict) else range(len(node)):
        yield node, key
        if isinstance(node[key], dict | list):
            yield from _places(node[key])


def _some(data: Any, rng: random.Random, wanted: Callable[[Any], bool] = lambda value: True) -> Place:
    return rng.choice([(node, key) for node, key in _places(data) if wanted(node[key])] or [(data, next(iter(data), "name"))])


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _delete(data: Any, rng: random.Random) -> None:
    node, key = _some(data, rng)
    if len(data) > 1 or node is not data:
        node.pop(key, None) if isinstance(node, dict) else node.pop(key)


def _repeat_an_item(data: Any, rng: random.Random) -> None:
    node, key = _some(data, rng, lambda value: isinstance(value, list) and len(value) > 0)
    if isinstance(node.get(key) if isinstance(node, dict) else node[key], list):
        node[key].append(copy.deepcopy(rng.choice(node[key])))


def _rename_a_key(data: Any, rng: random.Random) -> None:
    node, key = rng.choice([p for p in _places(data) if isinstance(p[0], dict)])
    node[rng.choice([f"{key}s", str(key)[:-1], str(key).upper(), f"{key} ", rng.choice(KEYS), rng.choice(ALIENS)])] = node.pop(
        key
    )


def _add_a_key(data: Any, rng: random.Random) -> None:
    node = rng.choice([data, *[n[k] for n, k in _places(data) if isinstance(n[k], dict)]])
    node[rng.choice(KEYS)] = rng.choice(ODD_VALUES)


def _swap(data: Any, rng: random.Random) -> None:
    (a, i), (b, j) = (_some(data, rng, lambda value: not isinstance(value, dict | list)) for _ in range(2))
    a[i], b[j] = b[j], a[i]


def _copy_over(data: Any, rng: random.Random) -> None:
    (a, i), (b, j) = _some(data, rng), _some(data, rng)
    a[i] = copy.deepcopy(b[j])


def _odd_value(data: Any, rng: random.Random) -> None:
    node, key = _some(data, rng)
    node[key] = copy.deepcopy(rng.choice(ODD_VALUES))


def _extreme_number(data: Any, rng: random.Random) -> None:
    node, key = _some(data, rng, _is_number)
    node[key] = rng.choice([0, -1, 1e-300, 1e-12, 1e-6, 1e6, 1e12, 1e154, 1e300, -1e300, 1.7e308, 5e-324, 2**63, 10**400, -0.0])


def _scale(data: Any, rng: random.Random) -> None:
    node, key = _some(data, rng, lambda value: _is_number(value) or isinstance(value, str))
    factor = rng.choice([-1, 1.1, 0.5, 2, 1e-3, 1e3, 57.29577951308232])
    in_range = _is_number(node[key]) and abs(node[key]) < 1e300
    node[key] = node[key] * factor if in_range else f"({node[key]})*({factor})"


def _unit(data: Any, rng: random.Random) -> None:
    node, key = _some(data, rng, lambda value: _is_number(value) or isinstance(value, str))
    node[key] = f"{node[key]} {rng.choice(['deg', 'm', 'mm', 'rad', 'kg', '%', 'deg deg'])}"


def _other_word(data: Any, rng: random.Random) -> None:
    words = [n[k] for n, k in _places(data) if isinstance(n[k], str)]
    node, key = _some(data, rng, lambda value: isinstance(value, str))
    node[key] = rng.choice([*words, *WORDS, *ALIENS])


def _permute(data: Any, rng: random.Random) -> None:
    node, key = _some(data, rng, lambda value: isinstance(value, list) and len(value) > 1)
    if isinstance(node[key], list):
        rng.shuffle(node[key])


def _joints(data: Any) -> list[dict[str, Any]]:
    legs = data.get("legs") if isinstance(data, dict) else None
    found = [leg.get("joints") for leg in legs if isinstance(leg, dict)] if isinstance(legs, list) else []
    return [joint for joints in found if isinstance(joints, list) for joint in joints if isinstance(joint, dict)]


def _couple_joints(data: Any, rng: random.Random) -> None:
    names = [str(joint.get("name")).replace("{i}", rng.choice("123")) for joint in _joints(data)] or ["q1"]
    terms = {rng.choice(names): rng.choice([1, -1, 2.5, -50, 0.02]) for _ in range(rng.choice((1, 2, 2, 2, 3)))}
    coupling = {"name": f"coupling {rng.randrange(3)}", "terms": terms, "constant": rng.choice([0, 0, 0.3, "pi"])}
    data["couplings"] = [*(data.get("couplings") if isinstance(data.get("couplings"), list) else []), coupling]


def _gear_a_motor(data: Any, rng: random.Random) -> None:
    """Move an actuator from its joint to a motor of its own, behind a gear."""
    driven = [joint for joint in _joints(data) if joint.get("active") is True and "{" not in str(joint.get("name"))]
    if not driven or not isinstance(data.get("legs"), list):
        return _couple_joints(data, rng)
    joint = rng.choice(driven)
    joint["active"] = False
    motor = {"name": "motor", "joints": [{"name": "m0", "kind": "R", "active": True, "rotor": 0.01}]}
    data["legs"].append(motor)
    data["couplings"] = [{"name": "gear", "terms": {"m0": 1, joint["name"]: rng.choice([3, -50, 0.4])}, "constant": 0.2}]
    if isinstance(data.get("mode"), list):
        data["mode"].append(1)
    return None


def _balls_for_crosses(data: Any, rng: random.Random) -> None:
    for joint in _joints(data):
        if joint.get("kind") == "U":
            joint["kind"] = "S"


DATA = [_couple_joints, _gear_a_motor, _balls_for_crosses]
DATA += [_delete, _repeat_an_item, _rename_a_key, _add_a_key, _swap, _copy_over, _odd_value, _unit, _other_word]
DATA += [*[_extreme_number] * 3, *[_scale] * 8, *[_permute] * 4]  # small changes, after which most robots still load
DATA += CONNECTIONS


# -- text -----------------------------------------------------------------------------------------------------------------


def _drop_a_line(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    lines.pop(rng.randrange(len(lines)))
    return "".join(lines) or "\n"


def _double_a_line(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    k = rng.randrange(len(lines))
    return "".join([*lines[: k + 1], *lines[k:]])


def _indent(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    k = rng.randrange(len(lines))
    lines[k] = rng.choice([" " + lines[k], lines[k][1:], "\t" + lines[k]])
    return "".join(lines) or "\n"


def _drop_characters(text: str, rng: random.Random) -> str:
    k = rng.randrange(len(text))
    return text[:k] + text[k + rng.randint(1, 3) :] or "\n"


def _insert(text: str, rng: random.Random) -> str:
    k = rng.randrange(len(text))
    return text[:k] + rng.choice([*ALIENS, *"{}[]:,-#&*!|>'\"%@`?0123456789e.\t\0\x07\ufeff\u2028"]) + text[k:]


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(1, max(2, len(text)))]  # an earlier cut may have left a letter


def _another_digit(text: str, rng: random.Random) -> str:
    places = [k for k, letter in enumerate(text) if letter.isdigit()] or [0]
    k = rng.choice(places)
    return text[:k] + rng.choice("0123456789") + text[k + 1 :]


def _foreign_document(text: str, rng: random.Random) -> str:
    return rng.choice([rng.choice(DOCUMENTS) + text, text + rng.choice(DOCUMENTS), rng.choice(DOCUMENTS)])


TEXT = [_drop_a_line, _double_a_line, _indent, _drop_characters, _insert, _insert, _cut, _another_digit, _foreign_document]


def _rewritten(text: str, rng: random.Random) -> str:
    """Write the same robot differently: keys in another order, numbers as expressions, flow style."""

    def other(node: Any, top: bool = False) -> Any:
        if isinstance(node, dict):
            keys = list(node)
            if not set(keys) & {"parameters", "repeat"} or top:
                rng.shuffle(keys)
            return {k: node[k] if k in ("parameters", "repeat", "name") else other(node[k]) for k in keys}
        return [other(v) for v in node] if isinstance(node, list) else f"({node!r})" if isinstance(node, float) else node

    return yaml.safe_dump(other(yaml.safe_load(text), top=True), sort_keys=False, default_flow_style=rng.random() < 0.5)

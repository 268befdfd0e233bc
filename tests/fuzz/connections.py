"""Mutate how the bodies of a robot are connected: closures between any links, couplings, legs on other bodies, names of bodies.

Some mutations write the same mechanism in another way, so that most of their robots still load; the others draw bodies at random.
"""

from __future__ import annotations

import random
from typing import Any

from .odd_text import WORDS

__all__ = ["CONNECTIONS"]

Leg = dict[str, Any]

CLOSURES = ["fixed", "R", "P", "U", "S", "C", "planar", "C5"]


def _legs(data: Any) -> list[Leg]:
    legs = data.get("legs") if isinstance(data, dict) else None
    found = [leg for leg in legs if isinstance(leg, dict)] if isinstance(legs, list) else []
    return [leg for leg in found if isinstance(leg.get("joints"), list) and leg["joints"]]


def _joints(leg: Leg) -> list[dict[str, Any]]:
    return [joint for joint in leg["joints"] if isinstance(joint, dict)]


def _copies(leg: Leg) -> int:
    """Return the number of copies of a leg; 1 if the leg has no valid `repeat`."""
    repeat = leg.get("repeat")
    if not isinstance(repeat, dict):
        return 1
    lengths = [len(value) for value in repeat.values() if isinstance(value, list)]
    count = repeat.get("count", lengths[0] if lengths else 1)
    return count if isinstance(count, int) and 1 <= count <= 6 else 1


def _bodies(data: Any) -> list[str]:
    """Return the names of all bodies; those of repeated legs with their numbers."""
    named = [(leg, str(joint.get("name"))) for leg in _legs(data) for joint in _joints(leg)]
    return ["base", "platform", *[name.replace("{i}", str(i + 1)) for leg, name in named for i in range(_copies(leg))]]


def _some_body(data: Any, rng: random.Random) -> str:
    return rng.choice([*_bodies(data), *_bodies(data), rng.choice(WORDS)])


def _some_leg(data: Any, rng: random.Random) -> Leg:
    return rng.choice(_legs(data) or [{"joints": [{}]}])


def _mapping(value: Any) -> dict[str, Any]:
    return dict(value) if isinstance(value, dict) else {}


def _ended(leg: Leg) -> dict[str, Any] | None:
    """Return the closure of a leg to the platform as a loop of the leg; None if it has no such closure."""
    closure = leg.get("closure")
    if not isinstance(closure, dict) or "turn" in _mapping(closure.get("platform")):
        return None
    last, repeat = _joints(leg)[-1:], leg.get("repeat")
    platform = _mapping(closure.get("platform"))
    if isinstance(repeat, dict) and "around" in repeat and "angles" not in repeat:
        platform["turn"] = {str(repeat["around"]): f"(i - 1)*2*pi/({repeat.get('count', 1)})"}
    tie = {key: closure[key] for key in ("joint", "free") if key in closure}
    names = [closure.get("of", last[0].get("name") if last else "base"), closure.get("to", "platform")]
    axes = {"axes": "second"} if closure.get("axes") == "platform" else {}
    return {**tie, **axes, "between": names, "frames": [_mapping(closure.get("frame")), platform]}


def _write_a_closure_as_a_loop(data: Any, rng: random.Random) -> None:
    leg = _some_leg(data, rng)
    loop = _ended(leg)
    if loop is not None and isinstance(leg.get("loops", []), list):
        leg["loops"] = [*leg.get("loops", []), loop]
        del leg["closure"]


def _write_a_closure_at_the_top(data: Any, rng: random.Random) -> None:
    leg = rng.choice([leg for leg in _legs(data) if "repeat" not in leg] or [{"joints": [{}]}])
    tie = _ended(leg)
    if tie is not None and isinstance(data.get("closures", []), list):
        data["closures"] = [*data.get("closures", []), {"name": f"{leg.get('name')} end", **tie}]
        del leg["closure"]


def _cut_a_leg_in_two(data: Any, rng: random.Random) -> None:
    """Let a second leg stand on a link of the first one; the mechanism is the same, but the mode has one more entry."""
    leg = _some_leg(data, rng)
    joints = leg["joints"]
    if len(joints) < 2 or not isinstance(data.get("legs"), list):
        return
    k = rng.randrange(1, len(joints))
    before = joints[k - 1].get("name") if isinstance(joints[k - 1], dict) else None
    first = {key: value for key, value in leg.items() if key not in ("closure", "loops")}
    second = {key: value for key, value in leg.items() if key not in ("base", "joints")}
    place = data["legs"].index(leg)
    own = {"name": f"{leg.get('name')}, second part", "carrier": str(before), "joints": joints[k:]}
    data["legs"][place : place + 1] = [{**first, "joints": joints[:k]}, {**second, **own}]
    data.pop("mode", None)


def _add_a_driven_link(data: Any, rng: random.Random) -> None:
    """Let any body carry one more driven link; its position is one more coordinate."""
    if not _legs(data):
        return
    link = {"mass": rng.choice([0.1, 1.0]), "com": [0.05, 0, 0], "inertia": [1e-3, 1e-3, 1e-3]}
    row = {"d": rng.choice([0, 0.1]), "alpha": rng.choice([0, "pi/2", 0.3]), "theta": rng.choice([0, 1.1])}
    joint = {"name": "added", "kind": rng.choice("RRP"), "active": True, **row, "link": link}
    data["legs"].append({"name": "added leg", "carrier": _some_body(data, rng), "joints": [joint]})
    for key, entry in (("redundancy", "added"), ("home", 0.1), ("mode", 1)):
        if isinstance(data.get(key, []), list) and (key in data or key == "redundancy"):
            data[key] = [*data.get(key, []), entry]


def _stand_on_another_body(data: Any, rng: random.Random) -> None:
    _some_leg(data, rng)["carrier"] = _some_body(data, rng)


def _tie_to_another_body(data: Any, rng: random.Random) -> None:
    closure = _some_leg(data, rng).get("closure")
    if isinstance(closure, dict):
        closure[rng.choice(["to", "to", "of"])] = _some_body(data, rng)


def _tie_two_bodies(data: Any, rng: random.Random) -> None:
    tie: dict[str, Any] = {"between": [_some_body(data, rng), _some_body(data, rng)], "joint": rng.choice(CLOSURES)}
    if rng.random() < 0.5:
        tie["frames"] = [{"at": [rng.choice([0, 0.1]), 0, 0]}, {"alpha": rng.choice([0, "pi/2"])}]
    if rng.random() < 0.3:
        tie["name"] = _some_body(data, rng)
    if isinstance(data, dict):
        data["closures"] = [*(data["closures"] if isinstance(data.get("closures"), list) else []), tie]


def _couple_two_joints(data: Any, rng: random.Random) -> None:
    """Add a coupling of two joints; most robots are then rejected, because they can move less."""
    terms = {_some_body(data, rng): rng.choice([1, -1, 0.5, 1e-3]), _some_body(data, rng): rng.choice([1, -1, 2, "1/0"])}
    if isinstance(data, dict):
        known = data["couplings"] if isinstance(data.get("couplings"), list) else []
        data["couplings"] = [*known, {"name": f"coupling {len(known)}", "terms": terms, "constant": rng.choice([0, 0, 0.1])}]


def _rename_a_body(data: Any, rng: random.Random) -> None:
    """Give a joint another name, everywhere or only where it stands."""
    joints = [joint for leg in _legs(data) for joint in _joints(leg)]
    if not joints:
        return
    joint = rng.choice(joints)
    old, new = str(joint.get("name")), rng.choice([_some_body(data, rng), f"{joint.get('name')} x", "ζ", "1", "a-b"])
    if rng.random() < 0.5:
        joint["name"] = new
    else:
        _replace(data, old, new)


def _replace(node: Any, old: str, new: str) -> None:
    for key in list(node) if isinstance(node, dict) else range(len(node)):
        if isinstance(node[key], dict | list):
            _replace(node[key], old, new)
        elif node[key] == old:
            node[key] = new
    if isinstance(node, dict) and old in node:
        node[new] = node.pop(old)


CONNECTIONS = [_write_a_closure_as_a_loop, _write_a_closure_at_the_top, _cut_a_leg_in_two, _cut_a_leg_in_two]
CONNECTIONS += [_add_a_driven_link, _add_a_driven_link, _stand_on_another_body, _tie_to_another_body, _tie_two_bodies]
CONNECTIONS += [_rename_a_body, _couple_two_joints]
"""Mutations of connections; those whose robots often load occur more than once."""

"""Test readable files of impossible robots: unknown names, impossible bodies, chains that do not close, wrong mobility."""

from __future__ import annotations

from pathlib import Path

import pytest
from broken import FIVE_BAR, GOUGH, PARALLELOGRAM, PLANAR_3RRR, XY_TABLE, broken, check_message

import parados
from parados.errors import RobotFileError

Edits = tuple[tuple[str, str], ...]
Case = tuple[str, str, Edits, tuple[str, ...] | str]

NAMES: list[Case] = [
    ("joint name twice", FIVE_BAR, (("name: q22", "name: q12"),), ("legs: the joint name 'q12' is used twice",)),
    ("joint name in every copy", PLANAR_3RRR, (('"q{i}2"', "knee"),), ("legs: the joint name 'knee' is used twice",)),
    ("leg name twice", FIVE_BAR, (("name: right", "name: left"),), ("legs: the leg name 'left' is used twice",)),
    (
        "missing platform",
        PLANAR_3RRR,
        (("platform: {coordinates: [px, py, a3], link: {mass: 1}}\n", ""),),
        ("'leg1 to platform' ties a link to the platform, but this robot has no platform; describe it under platform",),
    ),
    (
        "coordinate",
        FIVE_BAR,
        (("[px, py]", "[px, pw]"),),
        ("platform.coordinates: 'pw' is neither a coordinate of the platform (px, py, pz, a1, a2, a3) nor a joint",),
    ),
    ("joint called base", FIVE_BAR, (("name: q22", "name: base"),), ("legs: no joint can have the name 'base'",)),
    (
        "antecedent",
        FIVE_BAR,
        (("q13, kind", "q13, antecedent: q99, kind"),),
        ("legs[0].joints[2].antecedent: 'q99' is not an earlier joint", "use base, q11, q12"),
    ),
    (
        "antecedent of the first joint",
        FIVE_BAR,
        (("q21, kind", "q21, antecedent: q11, kind"), ("fixed, frame: {d: l2}", "fixed, of: q21, frame: {d: l2}")),
        ("legs[1].joints[0].antecedent: 'q11' is not an earlier joint of this leg; use base"),
    ),
    (
        "antecedent of another leg",
        FIVE_BAR,
        (("q22, kind", "q22, antecedent: q11, kind"),),
        ("legs[1].joints[1].antecedent: 'q11'", "use base, q21"),
    ),
    (
        "closure of",
        PARALLELOGRAM,
        (('of: "q{i}5"', "of: arm"),),
        ("legs[0].closure.of: 'arm' is not a joint of 'leg1'; use base, q11, q12"),
    ),
    (
        "loop between",
        PARALLELOGRAM,
        (('["q{i}6", "q{i}4"]', '["q{i}6", "rod"]'),),
        ("legs[0].loops[0].between: 'rod' is not a body of this robot; use base, platform, q11"),
    ),
    (
        "carrier",
        FIVE_BAR,
        (("name: right\n", "name: right\n    carrier: tower\n"),),
        ("legs[1].carrier: 'tower' is not a body of this robot; use base, platform, q11, q12, q13"),
    ),
    (
        "carrier of a later leg",
        FIVE_BAR,
        (("name: left\n", "name: left\n    carrier: q22\n"),),
        ("legs[0].carrier: 'q22' is not a body of this robot; use base, platform"),
    ),
    (
        "closure to",
        FIVE_BAR,
        (("closure: {joint: fixed}", "closure: {joint: fixed, to: plate}"),),
        ("legs[0].closure.to: 'plate' is not a body of this robot; use base, platform, q11, q12, q13, q21, q22"),
    ),
    (
        "closure to its own link",
        FIVE_BAR,
        (("closure: {joint: fixed}", "closure: {joint: fixed, to: q13}"),),
        ("closures: 'left to q13' ties a body to itself; name two different bodies"),
    ),
    (
        "closures between",
        FIVE_BAR,
        (("guess:", "closures:\n  - {between: [q12, plate], joint: R}\nguess:"),),
        ("closures[0].between: 'plate' is not a body of this robot; use base, platform, q11, q12, q13, q21, q22"),
    ),
    (
        "closure name twice",
        FIVE_BAR,
        (("guess:", "closures:\n  - {name: left to platform, between: [q12, q22], joint: R}\nguess:"),),
        ("closures: the name 'left to platform' is used twice; give each closure its own name"),
    ),
    ("joint called platform", FIVE_BAR, (("name: q22", "name: platform"),), ("no joint can have the name 'platform'",)),
    (
        "no leg holds the platform",
        FIVE_BAR,
        (("closure: {joint: fixed}", "closure: {joint: R, to: q22}"), ("closure: {joint: fixed, frame: {d: l2}}", "loops: []")),
        ("legs: no closure ties a leg to the platform; add the key closure to left, right"),
    ),
    (
        "guess",
        FIVE_BAR,
        (("guess: {q11: 1}", "guess: {q31: 1}"),),
        ("guess: 'q31' is neither a joint nor a dependent coordinate; use q11, q12, q13, q21, q22, a3"),
    ),
    (
        "guess of a fixed joint",
        FIVE_BAR,
        (
            ("guess: {q11: 1}", "guess: {q11: 1, tip: 1}"),
            (
                "    closure: {joint: fixed}\n",
                "      - {name: tip, kind: fixed, d: 0.01}\n    closure: {of: q13, joint: fixed}\n",
            ),
        ),
        ("guess: 'tip' is a fixed joint, which does not move; give no position for it",),
    ),
    (
        "unknown guess beside a fixed joint",
        FIVE_BAR,
        (
            ("guess: {q11: 1}", "guess: {q31: 1}"),
            (
                "    closure: {joint: fixed}\n",
                "      - {name: tip, kind: fixed, d: 0.01}\n    closure: {of: q13, joint: fixed}\n",
            ),
        ),
        ("guess: 'q31' is neither a joint nor a dependent coordinate; use q11, q12, q13, q21, q22, a3",),
    ),
    (
        "guess of a declared coordinate",
        FIVE_BAR,
        (("guess: {q11: 1}", "guess: {px: 1}"),),
        ("guess: 'px' is neither a joint nor a dependent coordinate"),
    ),
    (
        "redundancy",
        FIVE_BAR,
        (("guess:", "redundancy: [q31]\nguess:"),),
        ("redundancy: 'q31' is not an actuated joint; the actuated joints are q11, q21"),
    ),
    (
        "passive redundancy",
        FIVE_BAR,
        (("guess:", "redundancy: [q12]\nguess:"),),
        ("redundancy: 'q12' is not an actuated joint; the actuated joints are q11, q21"),
    ),
    (
        "no closure",
        FIVE_BAR,
        (("    closure: {joint: fixed}\n", ""), ("    closure: {joint: fixed, frame: {d: l2}}\n", "")),
        ("legs: no closure ties a leg to the platform", "left, right"),
    ),
    (
        "no actuator",
        FIVE_BAR,
        (("q11, kind: R, active: true", "q11, kind: R"), ("q21, kind: R, active: true", "q21, kind: R")),
        ("legs: no joint is active; mark the actuated ones with active: true"),
    ),
]

BODIES: list[Case] = [
    (
        "negative mass",
        FIVE_BAR,
        (("mass: 0.4", "mass: -0.4"),),
        ("legs[0].joints[0].link (q11): the mass -0.4 kg is negative", "identified: true"),
    ),
    (
        "a mass far away",
        FIVE_BAR,
        (("link: {m: 0.3}", "link: {mass: 0.3, com: [0.1, 0, 1e6], inertia: [0, 0, 0]}"),),
        ("platform.link: the inertia is that of a mass 1e+06 m from the frame", "check the units of com and inertia"),
    ),
    ("home far away", FIVE_BAR, (("home: [0, 0.3]", "home: [0, 9e18]"),), ("home: py = 9e+18 is too large for a robot",)),
    ("negative platform", FIVE_BAR, (("link: {m: 0.3}", "link: {m: -0.3}"),), ("platform.link: the mass -0.3 kg is negative")),
    (
        "triangle inequality",
        FIVE_BAR,
        (("[0.001, 0.002, 0.002]", "[0.001, 0.002, 0.004]"),),
        ("legs[0].joints[0].link (q11): ", "triangle inequality"),
    ),
    ("too little inertia", FIVE_BAR, (("zz: 0.004", "zz: 0.0001"),), ("legs[0].joints[1].link (q12): ", "inertia")),
    (
        "negative inertia",
        FIVE_BAR,
        (("[0.001, 0.002, 0.002]", "[-0.001, 0.002, 0.002]"),),
        ("legs[0].joints[0].link (q11): ", "inertia"),
    ),
    (
        "first moment without mass",
        FIVE_BAR,
        (("m: 0.2, mx", "mx"),),
        ("legs[0].joints[1].link (q12): the first moments of mass are not zero although the mass is zero"),
    ),
]

MOBILITY: list[Case] = [
    (
        "too few actuators",
        FIVE_BAR,
        (("q21, kind: R, active: true", "q21, kind: R"),),
        ("legs: 1 actuated joint cannot drive 2 degrees of freedom; mark more joints with active: true"),
    ),
    (
        "actuators that do not control",
        XY_TABLE,
        (("x2, kind: P", "x2, kind: P, active: true"), ("y2, kind: P, active: true", "y2, kind: P")),
        ("legs: with the actuators x1, x2 locked, 1 motion is still free at every sampled configuration; actuate other"),
    ),
    (
        "redundancy that is none",
        FIVE_BAR,
        (("guess:", "redundancy: [q21]\nguess:"), ("home: [0, 0.3]", "home: [0, 0.3, 0]")),
        ("platform.coordinates: 3 are declared (px, py, q21), but the mobility is 2 ", "declare 2"),
    ),
    (
        "too many declared",
        FIVE_BAR,
        (("[px, py]", "[px, py, pz]"), ("constant: {pz: 0}", "constant: {}"), ("home: [0, 0.3]", "home: [0, 0.3, 0]")),
        ("platform: ", "cannot be moved along the declared coordinates px, py, pz", "dependent"),
    ),
    (
        "angle declared",
        FIVE_BAR,
        (("[px, py]", "[px, py, a3]"), ("  dependent: [a3]\n", ""), ("home: [0, 0.3]", "home: [0, 0.3, 0]")),
        ("legs: no closed configuration was found at home = [0.0, 0.3, 0.0]"),
    ),
    (
        "too few declared",
        FIVE_BAR,
        (
            ("[px, py]", "[px]"),
            ("dependent: [a3]", "dependent: [py, a3]"),
            ("home: [0, 0.3]", "home: [0]"),
            (", py: [0.25, 0.4]", ""),
        ),
        (
            "platform.coordinates: 1 are declared (px), but the mobility is 2",
            "list 1 more under coordinates; the dependent ones are py, a3",
        ),
    ),
    (
        "constant that moves",
        PLANAR_3RRR,
        (("[px, py, a3]", "[px, py]"), ("home: [0, 0, 0]", "home: [0, 0]")),
        (
            "platform.coordinates: 2 are declared (px, py), but the mobility is 3",
            "a3 moves although it is taken as constant; list it under coordinates or dependent",
        ),
    ),
    (
        "dependent coordinate that does not move",
        PLANAR_3RRR,
        (("coordinates: [px, py, a3]", "coordinates: [px, py, a3], dependent: [pz]"),),
        ("platform.dependent: pz is 0 in every configuration; list it under constant: {pz: 0}",),
    ),
    (
        "constant orientation",
        FIVE_BAR,
        (("  dependent: [a3]\n", ""),),
        ("legs: no closed configuration was found at home = [0.0, 0.3], the closure 'right to platform' stays open"),
    ),
    (
        "legs too short",
        FIVE_BAR,
        (("l1: 0.25, l2: 0.25", "l1: 0.05, l2: 0.05"),),
        ("legs: no closed configuration was found at home = [0.0, 0.3], the closure '"),
    ),
    (
        "home too far",
        FIVE_BAR,
        (("home: [0, 0.3]", "home: [0.3, 0.5]"),),
        (
            "legs: left, right cannot reach the platform at home = [0.3, 0.5]; the closure 'left to platform' stays open by 173",
            "check lengths and attachment points, or home",
        ),
    ),
    (
        "idle freedom",
        GOUGH,
        (('{name: "u{i}", kind: U}', '{name: "t{i}", kind: R}\n      - {name: "u{i}", kind: S, b: 0.1}'),),
        ("with the platform coordinates held still, ", "can still move", "use U at one end"),
    ),
    ("locked", PLANAR_3RRR, (("joint: R, frame", "joint: fixed, frame"),), ("legs: no closed configuration was found at home")),
    (
        "workspace reversed",
        FIVE_BAR,
        (("px: [-0.1, 0.1]", "px: [0.1, -0.1]"),),
        ("workspace.px: the lower bound 0.1 is not below the upper bound -0.1"),
    ),
    ("workspace of what", FIVE_BAR, (("{px: [-0.1, 0.1]", "{pz: [-0.1, 0.1]"),), ("workspace: pz is not one of px, py")),
    (
        "home of three",
        FIVE_BAR,
        (("home: [0, 0.3]", "home: [0, 0.3, 0]"),),
        ("home: a list of 2 numbers is expected (px, py), not of 3"),
    ),
    (
        "home of angles",
        GOUGH,
        (("orientation: ZYX", "orientation: quaternion"),),
        ("home: a list of 7 numbers is expected (px, py, pz, w, x, y, z), not of 6"),
    ),
    (
        "home that is no rotation",
        GOUGH,
        (("orientation: ZYX", "orientation: quaternion"), ("1.2, 0, 0, 0]", "1.2, 1, 1, 0, 0]")),
        ("home: the quaternion w, x, y, z has the length 1.41421356; divide it by its length"),
    ),
    (
        "mode of three",
        FIVE_BAR,
        (("mode: [1, -1]", "mode: [1, -1, 1]"),),
        ("mode: one entry for each leg is expected (left, right), such as [1, 1], not (1, -1, 1)"),
    ),
    (
        "mode of what",
        FIVE_BAR,
        (("mode: [1, -1]", "mode: [1, 2]"),),
        ("mode[1]: right has one choice (q21) and takes 1 or -1, not 2"),
    ),
]


@pytest.mark.parametrize(("good", "edits", "fragments"), [pytest.param(*c[1:], id=c[0]) for c in NAMES + BODIES + MOBILITY])
def test_impossible_robot_is_rejected(
    good: str, edits: Edits, fragments: tuple[str, ...] | str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache, path = tmp_path / "cache", tmp_path / "broken.yaml"
    monkeypatch.setenv("PARADOS_CACHE", str(cache))
    path.write_text(broken(good, *edits))
    with pytest.raises(RobotFileError) as caught:
        parados.load(path)
    check_message(str(caught.value), (fragments,) if isinstance(fragments, str) else fragments)
    assert not cache.exists()


def test_a_wrong_antecedent_is_the_only_problem(tmp_path: Path) -> None:
    """No joint comes before the first one, so only base can be used; the joint still exists for the other keys."""
    path = tmp_path / "broken.yaml"
    path.write_text(
        broken(FIVE_BAR, ("q21, kind", "q21, antecedent: q11, kind"), ("fixed, frame: {d: l2}", "fixed, of: q21, frame: {d: l2}"))
    )
    with pytest.raises(RobotFileError) as caught:
        parados.load(path)
    assert caught.value.findings == ("legs[1].joints[0].antecedent: 'q11' is not an earlier joint of this leg; use base",)


def test_xy_table_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(XY_TABLE)
    assert parados.load(path).mobility().dof == 2


def test_identified_parameters_of_no_physical_body_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(
        broken(FIVE_BAR, ("m: 0.2, mx: 0.02, zz: 0.004", "mx: 0.02, zz: 0.0001"), ("title:", "identified: true\ntitle:"))
    )
    assert parados.load(path).spec.identified

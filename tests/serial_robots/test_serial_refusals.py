"""Broken files of serial arms, trees and hybrids: each is rejected in a sentence that says what would be right."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parados
from parados.errors import InputError, RobotFileError

from .open_chains import HERE, compiled

TREE, ARM, HYBRID = ((HERE / f"{name}.yaml").read_text() for name in ("tree-4-1", "arm-6r-tool", "3-rps-then-wrist"))
FREE_ARM, FREE_TREE, FREE_HYBRID = (
    "\n".join(line for line in text.splitlines() if "home" not in line) for text in (ARM, TREE, HYBRID)
)
"""The same files without a home, whose length would be another problem of the file."""

BROKEN = {
    "spring on no platform": (
        TREE,
        "home:",
        "springs: [{name: s1, between: [base, platform], stiffness: 5}]\nhome:",
        "springs: 's1' is on the platform, but this robot has no platform",
    ),
    "spring between a tool and its link": (
        ARM,
        "home:",
        "springs: [{name: s1, between: [q6, platform], stiffness: 5}]\nhome:",
        "springs: 's1' is between the platform and its carrier",
    ),
    "unknown carrier": (ARM, "carrier: q6", "carrier: q9", "platform.carrier: 'q9' is not a link of this robot; use q1, q2"),
    "platform on itself": (ARM, "carrier: q6", "carrier: platform", "platform.carrier: 'platform' is not a link"),
    "platform on the base": (ARM, "carrier: q6", "carrier: base", "platform: on the base it would not move"),
    "platform on a fixed link": (
        ARM.replace("      - {name: q1, kind: R", "      - {name: stand, kind: fixed, r: 0.2}\n      - {name: q1, kind: R"),
        "carrier: q6",
        "carrier: stand",
        "platform.carrier: the link 'stand' is fixed on the base",
    ),
    "frame without a carrier": (
        ARM,
        "carrier: q6",
        "coordinates: [px, py, pz, a1, a2, a3]",
        "platform.frame: only a platform on a link has a frame",
    ),
    "dependent of a tool": (ARM, "carrier: q6", "carrier: q6\n  dependent: [px]", "dependent: the link 'q6' moves the platform"),
    "quaternion of a tool": (
        ARM,
        "orientation: ZYX",
        "orientation: quaternion",
        "platform.orientation: a platform that a link carries cannot use quaternion",
    ),
    "unknown joint in x": (ARM, "carrier: q6", "carrier: q6\n  coordinates: [q1, q2, qq]", "'qq' is not a joint that moves"),
    "platform coordinate of a tool": (ARM, "carrier: q6", "carrier: q6\n  coordinates: [px]", "'px' is not a joint that moves"),
    "joint twice in x": (ARM, "carrier: q6", "carrier: q6\n  coordinates: [q1, q1]", "q1, q1 contains a coordinate twice"),
    "joint before a coordinate": (
        HYBRID,
        "  carrier: w2\n  frame: {at: [0, 0, 0.12]}\n  coordinates: [pz,",
        "  coordinates: [w0, pz,",
        "keep the order px, py, pz, a1, a2, a3, then the names of joints",
    ),
    "too few joints in x": (
        FREE_ARM,
        "carrier: q6",
        "carrier: q6\n  coordinates: [q1, q2]",
        "2 are declared (q1, q2), but the mobility is 6",
    ),
    "home of another length": (ARM, "home: [0.3, ", "home: [", "home: a list of 6 numbers is expected (q1, q2, q3, q4, q5, q6)"),
    "redundancy of an arm": (ARM, "home:", "redundancy: [q1]\nhome:", "redundancy: every coordinate of this robot is a joint"),
    "coordinates beside a platform": (ARM, "home:", "coordinates: [q1]\nhome:", "coordinates: a robot with a platform names its"),
    "unknown joint of a tree": (
        TREE,
        "home:",
        "coordinates: [q1, q2, q3, q5]\nhome:",
        "coordinates: 'q5' is not a joint that moves",
    ),
    "tree with a joint too few in x": (
        TREE,
        "home: [0.1, ",
        "coordinates: [q2, q3, q4]\nhome: [",
        "coordinates: 3 are declared (q2, q3, q4), but the mobility is 4",
    ),
    "tree without actuators": (TREE.replace("active: true, ", ""), "home:", "numeric: false\nhome:", "no joint is active"),
    "tree with a passive joint": (
        FREE_TREE,
        "{name: q4, kind: R, active: true",
        "{name: q4, kind: R",
        "name 4 independent joints and mark",
    ),
    "closure to no platform": (
        TREE,
        "home:",
        "    closure: {joint: R}\nhome:",
        "this robot has no platform; describe it under platform",
    ),
    "leg on no platform": (
        TREE,
        "  - name: tree",
        "  - name: tree\n    carrier: platform",
        "stands on the platform, but this robot has no",
    ),
    "platform tied to its carrier": (
        ARM,
        "home:",
        "    closure: {joint: fixed}\nhome:",
        "ties the platform to 'q6', which carries it",
    ),
    "leg on a platform that comes later": (
        ARM,
        "legs:",
        "legs:\n  - name: early\n    carrier: platform\n    joints: [{name: e1, kind: R, active: true}]",
        "'e1' stands on the platform and comes before 'q6', which carries it",
    ),
    "active free joint": (HYBRID, "kind: free,", "kind: free, active: true,", "kind free stands for 6 passive joints"),
    "names of a free joint": (
        HYBRID,
        "names: [px, py, pz, a1, a2, a3]",
        "names: [px, py, pz]",
        "names: a list of 6 names is expected",
    ),
    "hybrid with a joint too few in x": (
        FREE_HYBRID.replace("guess:", "home: [0.6, 0.1, -0.15, 0.3]\nguess:"),
        "pz, a1, a2, w1, w2]",
        "pz, a1, a2, w1]",
        "4 are declared (pz, a1, a2, w1), but the mobility is 5",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_files_are_rejected_in_a_sentence(case: str, tmp_path: Path) -> None:
    text, good, bad, sentence = BROKEN[case]
    assert good in text
    path = tmp_path / "broken.yaml"
    path.write_text(text.replace(good, bad, 1))
    with pytest.raises(RobotFileError) as caught:
        parados.load(path)
    assert any(sentence in finding for finding in caught.value.findings), caught.value.findings


@pytest.mark.parametrize(
    "quantity", ["pose", "platform_frame", "platform_jacobian", "leg_wrenches", "matrices", "platform_twist", "pose_rates"]
)
def test_quantities_of_a_platform_say_that_the_tree_has_none(quantity: str) -> None:
    model = compiled("tree-4-1")
    states = [model.survey.home] + ([np.zeros(4)] if quantity in ("platform_twist", "pose_rates") else [])
    with pytest.raises(RobotFileError, match="this robot has no platform, so it has no"):
        getattr(model, quantity)(*states)


def test_a_tree_takes_no_wrench_and_no_payload() -> None:
    model = compiled("tree-4-1")
    home, rest = model.survey.home, np.zeros(4)
    with pytest.raises(InputError, match="wrench: this robot has no platform; give the wrenches on its links"):
        model.inverse_dynamics(home, rest, rest, wrench=np.ones(6))
    robot = parados.load(HERE / "tree-4-1.yaml")
    with pytest.raises(InputError, match="with_payload: tree-4-1 has no platform; add a platform to its file, with"):
        robot.with_payload(1.0)
    with pytest.raises(parados.errors.UnknownNameError, match="'payload' is not a parameter of tree-4-1"):
        robot.compile("vm", live=["payload"])

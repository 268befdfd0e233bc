"""Files whose loops do not close: sentences tell closure, distance, axes and angles, against hand formulas."""

# ruff: noqa: E501 (one line for each case)

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from broken import FIVE_BAR, GOUGH, PLANAR_3RRR, broken, check_message

import parados
from parados.api import Robot
from parados.errors import RobotFileError
from parados.robot.reading import parse_robot

DELTA = """\
name: good
parameters: {rf: 0.25, re: 0.1, l1: 0.375, l2: 0.45}
platform: {coordinates: [px, py, pz], link: {m: 1}}
legs:
  - repeat: {count: 3, around: z}
    name: leg{i}
    joints:
      - {name: "theta{i}", kind: R, active: true, d: rf, alpha: -pi/2}
      - {name: "elbow{i}", kind: R, d: l1}
      - {name: "psi{i}", kind: R, alpha: pi/2}
    closure: {joint: U, frame: {at: [l2, 0, 0], rotation: {XYZ: [0, -90 deg, 0]}}, platform: {at: [re, 0, 0]}}
home: [0, 0, -0.95]
"""

RPR = """\
name: good
platform: {coordinates: [px, py, a3], link: {m: 2.4, zz: 0.06}}
legs:
  - repeat: {A: [[0, 0, 0], [1, 0, 0], [0.5, 0.9, 0]], B: [[-0.2, -0.12, 0], [0.2, -0.12, 0], [0, 0.22, 0]]}
    name: leg{i}
    base: {at: A}
    joints:
      - {name: "q{i}1", kind: R}
      - {name: "q{i}2", kind: P, active: true, gamma: pi/2, alpha: pi/2, branch: 1}
    closure: {joint: R, frame: {alpha: -pi/2}, platform: {at: B}}
home: [0.5, 0.35, 0.25]
"""

CASES = {
    "rods too short": (DELTA, (), ("'leg1 to platform' stays open by -137 mm along z of its frame on psi1 (2 others are open)",)),
    "rods much too short": (DELTA, (("l2: 0.45", "l2: 0.1"),), ("stays open by -487 mm along z of its frame on psi1",)),
    "axes apart": (RPR, (("frame: {alpha: -pi/2}", "frame: {alpha: pi/3}"),), ("turned by -150 deg about x of its frame on q12",)),
    "axes opposite": (RPR, (("frame: {alpha: -pi/2}", "frame: {alpha: pi/2}"),), ("turned by 180 deg about", "frame on q12")),
    "out of the plane": (RPR, (("platform: {at: B}", "platform: {at: B, r: 0.05}"),), ("'leg1 to platform' stays open by 50 mm",)),
    "arm too long": (PLANAR_3RRR, (("l: 0.25", "l: 0.15"),), ("'leg1 to platform' stays open by 80 mm along x of its frame on q12",)),
    "home too far": (PLANAR_3RRR, (("home: [0, 0, 0]", "home: [3, 0, 0]"),), ("'leg2 to platform' stays open by 2.707 m (2.706 m along x, -65.2 mm along y)",)),
    "one leg out of the plane": (
        FIVE_BAR,
        (("base: {at: [0.15, 0, 0]}", "base: {at: [0.15, 0, 0.02]}"),),
        ("no closed configuration", "stays open by -20 mm along z of its frame on q22"),
    ),
    "orientation held": (FIVE_BAR, (("  dependent: [a3]\n", ""),), ("'right to platform' stays open",)),
    "loop of a leg": (
        FIVE_BAR,
        (("    closure: {joint: fixed, frame: {d: l2}}", "    loops:\n      - {between: [q22, base], joint: R, frames: [{d: 3}, {}]}\n"),),
        ("'right loop q22-base' stays open by -2.75 m along x",),
    ),
}
"""Broken files, each with words of its sentence. Distances are those of the triangle from motor to joint on the platform."""


@pytest.mark.parametrize("case", CASES)
def test_sentence_tells_the_gap(case):
    text, changes, words = CASES[case]
    with pytest.raises(parados.RobotFileError) as caught:
        Robot(parse_robot(broken(text, *changes))).checked()
    check_message(str(caught.value), words)


def test_gap_is_what_the_lengths_leave():
    """The arm of a Delta is stretched towards its joint on the platform: the gap is the distance less both lengths."""
    from parados.geometry.survey import assembly_at_home

    robot = Robot(parse_robot(DELTA))
    found = assembly_at_home(robot.spec, robot.mechanism)
    wanted = np.hypot(0.25 - 0.1, 0.95) - 0.375 - 0.45
    for gap in found.gaps:
        assert abs(np.linalg.norm(gap.shift) - wanted) < 1e-9
        assert np.abs(gap.turn).max() < 1e-9
        assert abs(np.linalg.norm(gap.a[:3, 3] - gap.b[:3, 3]) - wanted) < 1e-9


def test_valid_robot_has_no_gap():
    from parados.geometry.survey import assembly_at_home

    robot = Robot(parse_robot(broken(GOUGH)))
    assert assembly_at_home(robot.spec, robot.mechanism).words() == ""


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("delta-ball-rods", "frames: [{at: [l2, 0, 0]}, {turn", "frames: [{at: [l2, 1, 0]}, {turn"),
        ("delta-six-rods", "frames: [{at: [l2, 0, 0]}, {at: [0, -2*w, 0]}]", "frames: [{at: [2*l2, 0, 0]}, {at: [0, -2*w, 0]}]"),
    ],
    ids=["S and S", "U and S"],
)
def test_two_rods_of_different_lengths_do_not_close_with_deformed_frames(tmp_path, name, right, wrong):
    """Cosine and sine of the rod's joints follow from linear equations, which also hold with frames that are no rotations."""
    text = (Path(__file__).parents[1] / "robots" / f"{name}.yaml").read_text()
    assert text.count(right) == 1
    (tmp_path / "rods.yaml").write_text(text.replace(right, wrong))
    with pytest.raises(RobotFileError, match="stays open by"):
        parados.load(tmp_path / "rods.yaml")

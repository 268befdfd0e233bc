"""Robots of which nothing turns: a lift with an offset of any size."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.api import Robot
from parados.robot.reading import parse_robot

LIFT = """
name: lift
parameters: {lo: 0.1}
platform: {coordinates: [pz], link: {mass: 1}}
legs:
  - name: slide
    joints:
      - {name: q, kind: P, active: true, b: lo, link: {mass: 1}}
    closure: {joint: fixed}
home: [0.5]
"""


@pytest.mark.parametrize("offset", [0.0, 1e-9, 4e-7, 6e-7, 1e-3, 0.05, 0.1, 0.23, 0.31, 2.0])
def test_the_only_pose_is_found_with_any_offset(offset):
    model = Robot(parse_robot(LIFT.replace("lo: 0.1", f"lo: {offset}"))).compile("vm")
    q = model.inverse_kinematics([0.5])
    assert q == pytest.approx([0.5 - offset], abs=1e-12)
    found = model.assembly_modes(q)
    assert found.complete and np.asarray(found.x) == pytest.approx(np.array([[0.5]]), abs=1e-9)


def test_offsets_as_small_as_errors_of_a_calibration_are_accepted():
    robot = parados.Robot(parse_robot(LIFT.replace("lo: 0.1", "lo: 0"))).with_corrections(["base"])
    assert robot.with_parameters(base_z_slide=4e-7).compile("vm").inverse_kinematics([0.5]) == pytest.approx(
        [0.5 - 4e-7], abs=1e-12
    )

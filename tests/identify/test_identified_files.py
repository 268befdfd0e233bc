"""Test robot files with identified numbers: every number comes back, also negative ones, and templates stay."""

from __future__ import annotations

import numpy as np
import pytest
import yaml

import parados
from parados.dynamics.dynamic_parameters import parameter_names, parameter_values
from parados.errors import RobotFileError
from parados.identify.robot_file_text import described_again, robot_file_text
from parados.robot.file_parameters import unused_names
from parados.robot.reading import parse_robot

UNIVERSAL = """
name: universal
legs:
  - name: leg
    joints:
      - {name: q1, kind: R, active: true, link: {m: 1, zz: 0.1}}
      - {name: u, kind: U, d: 0.3, link: {m: 0.5, mx: 0.1, yy: 0.02, zz: 0.02}}
coordinates: [q1, ua, ub]
home: [0.1, 0.2, 0.3]
"""


def changed_values(mechanism, seed=1):
    """Other values of all parameters that are not zero, and friction of random sign in all joints."""
    rng = np.random.default_rng(seed)
    names = parameter_names(mechanism)
    values = np.array(parameter_values(mechanism), dtype=float)
    values = values * (1 + 0.1 * rng.standard_normal(len(values)))
    friction = {name: rng.standard_normal() for name in names if name.startswith(("fv_", "fs_"))}
    return {**dict(zip(names, values, strict=True)), **friction}


@pytest.mark.parametrize(
    "name", ["five-bar-feasible", "delta-d3-1200", "orthoglide", "hexa", "gough-stewart-fried", pytest.param("quattro")]
)
def test_written_numbers_come_back_and_templates_stay(name):
    spec = parados.describe(name)
    values = changed_values(parados.load(name).mechanism)
    text = robot_file_text(spec, values, ["a line about the origin"], identified=True)
    described_again(text, values)  # raises an error if a number differs
    before, after = spec.file[0], yaml.safe_load(text)
    assert text.startswith("# a line about the origin\n") and after["identified"] is True
    assert [leg["name"] for leg in after["legs"]] == [leg["name"] for leg in before["legs"]]
    assert ["repeat" in leg for leg in after["legs"]] == ["repeat" in leg for leg in before["legs"]]
    for leg, own in zip(before["legs"], after["legs"], strict=True):
        rows = [{key: joint.get(key) for key in ("name", "kind", "d", "alpha", "theta", "r")} for joint in leg["joints"]]
        assert rows == [{key: joint.get(key) for key in ("name", "kind", "d", "alpha", "theta", "r")} for joint in own["joints"]]


@pytest.mark.parametrize("name", ["3-prs", "orthoglide", "tripteron", "delta-d3-1200"])
def test_names_without_use_are_left_out(name):
    """A file that parados writes must not get the remark that no expression uses a name; "unit: m" does not use a mass m."""
    spec = parados.describe(name)
    values = changed_values(parados.load(name).mechanism)
    without = {key: 0.0 if key.startswith(("fv_", "fs_")) else value for key, value in values.items()}
    for numbers in (values, without):
        again = described_again(robot_file_text(spec, numbers, [], identified=True), numbers)
        assert [names for _, names in unused_names(*again.file) if names] == []


def test_friction_of_a_universal_joint_makes_two_joints_of_it():
    spec = parse_robot(UNIVERSAL)
    values = changed_values(parados.Robot(spec).mechanism)
    again = described_again(robot_file_text(spec, values, [], identified=True), values)
    assert [joint.kind for joint in again.legs[0].joints] == ["R", "R", "R"]
    old, new = (parados.Robot(one).compile("vm").inverse_kinematics([0.1, 0.2, 0.3]) for one in (spec, again))
    assert old == pytest.approx(new)


def test_negative_friction_needs_a_file_of_identified_numbers():
    text = parados.describe("five-bar-feasible").file[0]
    text = {**text, "parameters": {**text["parameters"], "fv12": -0.02}}
    with pytest.raises(RobotFileError, match=r"friction.fv: zero or more is expected, not -0.02"):
        parse_robot(yaml.safe_dump(text))
    found = parse_robot(yaml.safe_dump({**text, "identified": True}))
    assert found.legs[0].joints[1].friction.fv == -0.02

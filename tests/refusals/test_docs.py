"""Test the page on robot files: its robots load, and it contains every key."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import yaml

import parados
from parados.arguments import LARGEST
from parados.robot import yaml_text
from parados.robot.beam_shapes import ClampedFunction, ShapeSpec
from parados.robot.beams import MOST_ELEMENTS, BeamSpec, DampingSpec, SectionSpec
from parados.robot.bodies import PointMassSpec
from parados.robot.description import (
    CLOSURES,
    MOST_JOINTS,
    MOST_LEGS,
    ClosureSpec,
    CouplingSpec,
    FrameSpec,
    FrictionSpec,
    JointSpec,
    JointSpringSpec,
    LegSpec,
    LinkSpec,
    LoopSpec,
    MotorSpec,
    PlatformSpec,
    RobotSpec,
    SpringSpec,
)
from parados.robot.expressions import FUNCTIONS, LONGEST
from parados.robot.mesh_files import MeshSpec
from parados.robot.superelements import SuperelementSpec

PAGE = Path(__file__).parents[2] / "docs" / "robot-files.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)
ROBOTS = [block for block in BLOCKS if block.startswith("name:")]


def _load(name: str, folder: Path) -> parados.Robot:
    path = folder / "robot.yaml"
    path.write_text(next(block for block in ROBOTS if yaml.safe_load(block)["name"] == name))
    return parados.load(path)


@pytest.mark.parametrize("block", ROBOTS, ids=[yaml.safe_load(b)["name"] for b in ROBOTS])
def test_robots_of_the_page_load(block: str, tmp_path: Path) -> None:
    robot = _load(yaml.safe_load(block)["name"], tmp_path)
    model = robot.compile(backend="vm")
    rest = np.zeros(len(robot.spec.home or ()))
    assert np.isfinite(model.inverse_dynamics(robot.spec.home, rest, rest)).all()


def test_page_has_worked_examples() -> None:
    names = {yaml.safe_load(block)["name"] for block in ROBOTS}
    assert names >= {"my-3-rrr", "orthoglide-with-parallelograms", "arm-3r", "wrist-then-3-rps", "my-h4"}


@pytest.mark.parametrize("block", BLOCKS)
def test_fragments_of_the_page_are_yaml(block: str) -> None:
    assert isinstance(yaml.safe_load(block), dict)


def test_planar_robot_has_the_values_of_the_page(tmp_path: Path) -> None:
    robot = _load("my-3-rrr", tmp_path)
    found = robot.mobility()
    assert (found.dof, found.overconstraint) == (3, 6)
    model = robot.compile(backend="vm")
    assert np.allclose(model.inverse_kinematics([0, 0, 0]), -2.434, atol=5e-4)
    assert np.allclose(model.inverse_kinematics([0, 0, 0], mode=[-1, -1, -1]), 2.434, atol=5e-4)


def test_parallelogram_robot_has_the_values_of_the_page(tmp_path: Path) -> None:
    robot = _load("orthoglide-with-parallelograms", tmp_path)
    found = robot.mobility()
    assert (found.dof, found.overconstraint) == (3, 12)
    model = robot.compile(backend="vm")
    x = [0.05, -0.02, 0.4]
    q = dict(zip(model.joint_names, model.joints(x), strict=True))
    for leg in "123":
        assert np.isclose(q[f"q{leg}4"], -q[f"q{leg}3"]) and np.isclose(q[f"q{leg}6"], q[f"q{leg}3"])
    plain = parados.load("orthoglide").compile(backend="vm")
    assert np.allclose(model.inverse_kinematics(x), plain.inverse_kinematics(x))


@pytest.mark.parametrize(
    "kind",
    [
        *[RobotSpec, PlatformSpec, LegSpec, JointSpec, LinkSpec, FrictionSpec, ClosureSpec, LoopSpec, FrameSpec, CouplingSpec],
        *[BeamSpec, DampingSpec, SectionSpec, SuperelementSpec, SpringSpec, JointSpringSpec, MotorSpec, PointMassSpec],
        *[ShapeSpec, ClampedFunction, MeshSpec],
    ],
)
def test_every_key_is_on_the_page(kind: type) -> None:
    prose = re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL)
    named = {word for code in re.findall(r"`([^`]+)`", prose) for word in re.findall(r"[A-Za-z_]\w*", code)}
    assert set(kind.model_fields) <= named  # type: ignore[attr-defined]


def test_every_closure_and_function_is_on_the_page() -> None:
    for name in CLOSURES:
        assert f"| `{name}` |" in TEXT
    assert set(FUNCTIONS) <= set(re.findall(r"\w+", TEXT))


def test_bounds_on_the_page_equal_those_in_the_code() -> None:
    bounds = {
        f"{yaml_text.MOST_CHARACTERS:,} characters",
        f"{yaml_text.MOST_ENTRIES:,} entries",
        f"nested {yaml_text.DEEPEST} deep",
        f"a number of more than {yaml_text.LONGEST_NUMBER}",
        f"an expression of more than {LONGEST:,} characters",
        f"{MOST_LEGS} legs, {MOST_JOINTS} joints",
        f"{MOST_ELEMENTS} elements of a beam",
    }
    assert {bound for bound in bounds if bound in TEXT} == bounds
    assert LARGEST == 1e30 and "above 1e30 in size" in TEXT

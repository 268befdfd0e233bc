"""All assembly modes of robots: known counts, the sextic of planar robots, degenerate cases, selection and refusals."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import parados
from parados.assembly.one_turn import TurnEquations, harmonics, one_turn, turn_polynomial
from parados.assembly.pose_solver import _Free, _trials
from parados.assembly.study_functions import distance_form
from parados.model.model import Model
from parados.singularity import mode_aspects

CUSPIDAL = Path(__file__).parents[1] / "singularity" / "3-rpr-cuspidal.yaml"

SAME = 1e-8
"""Distance of equal poses [m, rad]: solutions are refined by Newton's method, whose error is round-off times the condition."""


@cache
def model(name: str) -> Model:
    return parados.load(name if name != "cuspidal" else CUSPIDAL).compile("vm")


def near_home(robot: Model, size: float = 0.06) -> np.ndarray:
    reach = robot.survey.upper - robot.survey.lower
    return robot.survey.home + size * np.sin(1 + np.arange(len(reach))) * reach


COUNTS = {
    "five-bar": (2, 2), "3-rpr": (6, 2), "3-rrr": (6, 2), "dualv": (4, 1), "delta-d3-1200": (2, 2), "orthoglide": (2, 2),
    "linear-delta": (2, 2), "tripteron": (1, 1), "3-upu": (2, 2), "quadrupteron": (2, 2), "schoenflies-4-ruu": (8, 4),
    "gough-stewart-fried": (28, 16), "gough-stewart-lopes": (16, 16), "hexaglide": (40, 4), "c5-plates-on-rods": (8, 8),
    "dualemps": (2, 2), "agile-eye": (4, 4), "3-prs": (16, 8),
}  # fmt: skip
QUICK = ("five-bar", "3-rpr", "delta-d3-1200", "tripteron", "schoenflies-4-ruu", "gough-stewart-fried", "3-prs")
"""Number of complex and of real poses near home. Known: 2 points of three spheres or two circles, 6 of a planar robot, 16 of a
3-PRS and of a 6-3 hexapod, 28 of a semi-regular hexapod, 40 of a general one. Four of the eight poses of the agile eye are
constant and singular for its legs."""


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in QUICK else [pytest.mark.slow]) for n in COUNTS])
def test_every_pose_of_a_robot_is_found_once(name: str) -> None:
    robot = model(name)
    x = near_home(robot)
    q = robot.inverse_kinematics(x)
    found = robot.assembly_modes(q)
    assert (found.complex_found, len(found)) == COUNTS[name]
    assert found.complete and found.complex_expected == found.complex_found
    assert found.apart(x).min() < SAME
    for k, mode in enumerate(found.modes):
        if mode is not None:
            assert np.exp(1j * robot.inverse_kinematics(found.x[k], mode=mode)) == pytest.approx(np.exp(1j * q), abs=SAME)
    gaps = [np.abs(a - b).max() for k, a in enumerate(found.frames) for b in found.frames[:k]]
    assert min(gaps, default=1.0) > 1e-4


@pytest.mark.parametrize("name", ["3-rpr", "delta-d3-1200", "five-bar"])
def test_closed_forms_agree_with_six_forms(name: str) -> None:
    """The robot is also solved as one with a free platform, by following 40 paths."""
    robot = model(name).robot
    solver = robot.pose_solver
    assert solver is not None
    free = _Free(solver.forms, _trials(solver.forms, robot.mechanism))
    for q in solver.forms.joints[1:5]:
        one, other = solver.solve(q).frames, free.solve(q).frames
        assert len(one) == len(other)
        assert max(np.abs(other - frame).max(axis=(1, 2)).min() for frame in one) < SAME


def test_the_sextic_has_the_six_poses_as_roots() -> None:
    """Planar 3-RPR of Innocenti and Parenti-Castelli with six real poses, Briot & Khalil (7.48)."""
    found = model("cuspidal").assembly_modes([14.98, 15.38, 12.0])
    assert len(found) == 6 and found.complete and found.route == "polynomial"
    assert found.polynomial is not None and len(found.polynomial) == 7
    T = np.tan(found.x[:, 2] / 2)
    roots = np.roots(found.polynomial[::-1])
    assert np.sort(roots.real) == pytest.approx(np.sort(T), rel=1e-6)
    assert np.abs(roots.imag).max() < 1e-6


def planar(base: np.ndarray, platform: np.ndarray, angle: float, p: np.ndarray) -> TurnEquations:
    """Return the equations of three struts with the lengths of one pose, and of the plane z = 0."""
    R = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    legs = zip(base, platform, strict=True)
    forms = [distance_form(np.append(a, 0), np.append(b, 0), np.sum((p + R @ b - a) ** 2)) for a, b in legs]
    plane = np.zeros(17)
    plane[11] = 1.0
    return TurnEquations.of_forms(np.array([*forms, plane]))


def solved(equations: TurnEquations, count: int) -> np.ndarray:
    """(k, 3) angle, px, py of the solutions."""
    found = one_turn(equations, count)
    return np.column_stack([found.angles, found.points[:, :2]])


def test_the_case_of_a_vanishing_determinant_is_solved() -> None:
    """R V - S U = 0 at the angle 0.4, since R b_i - a_i is along w for legs 2 and 3: a pose and its mirror image about w."""
    angle, w, p = 0.4, np.array([0.6, 0.8]), np.array([0.5, 0.3])
    platform = np.array([[0.0, 0.0], [1.0, 0.2], [0.3, 0.9]])
    R = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    base = platform @ R.T - np.outer([0.0, 0.7, -0.5], w)
    found = solved(planar(base, platform, angle, p), 3)
    for point in (p, 2 * (p @ w) * w - p):
        assert np.abs(found - [angle, *point]).max(axis=1).min() < 1e-7


def test_points_on_two_lines_are_solved() -> None:
    """Base points and platform points lie on a line each: the determinant is zero at every angle."""
    base, platform = np.array([[0.0, 0], [1.0, 0], [2.5, 0]]), np.array([[0.0, 0], [0.4, 0], [0.7, 0]])
    equations = planar(base, platform, 0.6, np.array([0.8, 0.9]))
    found = solved(equations, max(harmonics(turn_polynomial(equations)), 1))
    assert np.abs(found - [0.6, 0.8, 0.9]).max(axis=1).min() < 1e-7
    assert np.abs(found - [-0.6, 0.8, -0.9]).max(axis=1).min() < 1e-7  # the mirror image about the line


def test_a_planar_self_motion_is_told() -> None:
    """Platform and base are congruent and the struts equal: the platform moves on a circle."""
    base = np.array([[0.0, 0.0], [2.0, 0.0], [0.7, 1.5]])
    assert one_turn(planar(base, base, 0.0, np.array([0.5, 0.3])), 3).is_curve


def test_forward_kinematics_tells_a_self_motion() -> None:
    robot = parados.load("3-rpr").with_parameters(a=0.5, xA3=0.25, yA3=0.5, b=0.25, h1=0.2, h2=0.3).compile("vm")
    x = np.array([0.55, 0.6, 0.0])
    with pytest.warns(RuntimeWarning, match="self-motion"):
        robot.forward_kinematics(robot.inverse_kinematics(x), guess=x)
    found = robot.assembly_modes(robot.inverse_kinematics(x))
    assert found.self_motion and not found.complete and "self-motion" in found.reason


def test_joints_without_a_pose_are_told_in_words() -> None:
    found = model("five-bar").assembly_modes([np.pi, 0.0])
    assert len(found) == 0 and found.x.shape == (0, 2) and found.complete
    assert found.reason.startswith("no pose has these actuated joints: the equations of the pose have 2 solutions")
    assert "no pose has these actuated joints" in found.summary()


def test_live_parameters_of_the_call_are_used() -> None:
    robot = parados.load("delta-d3-1200")
    q = [0.3, 0.4, 0.5]
    found = robot.compile("vm", live=["l1"]).assembly_modes(q, parameters={"l1": 0.41})
    assert found.x == pytest.approx(robot.with_parameters(l1=0.41).compile("vm").assembly_modes(q).x, abs=1e-10)
    assert np.abs(found.x - model("delta-d3-1200").assembly_modes(q).x).max() > 1e-3


def test_a_number_of_tries_asks_for_a_search() -> None:
    robot = model("3-rrr-parallelogram")
    found = robot.assembly_modes(robot.inverse_kinematics(near_home(robot)), tries=3)
    assert not found.complete and found.complex_expected is None and len(found) > 0
    assert "there may be more" in found.reason


def test_poses_are_selected_by_limits_sign_and_mode() -> None:
    robot = model("3-rpr")
    found = robot.assembly_modes(robot.inverse_kinematics(near_home(robot)))
    assert sorted(found.sign) == [-1, 1]
    for sign in (-1, 1):
        one = found.select(sign=sign)
        assert one.sign.tolist() == [sign] and one.x[0] == pytest.approx(found.nearest(one.x[0]))
    assert len(found.select(limits=True)) == found.within_limits.sum()
    assert len(found.select(mode=found.modes[0])) == 2
    assert (found.distance > 0.1).all() and found.residual.max() < 1e-9


def test_aspects_of_six_poses_are_numbered() -> None:
    """The robot of Innocenti and Parenti-Castelli changes its pose without a singularity: each aspect has three of the six."""
    found = model("cuspidal").assembly_modes([14.98, 15.38, 12.0])
    assert found.aspect == (None,) * 6
    numbered = mode_aspects(found)
    assert sorted(zip(numbered.aspect, numbered.sign, strict=True)) in ([(1, s)] * 3 + [(2, -s)] * 3 for s in (1, -1))
    one = numbered.select(aspect=1)
    assert len(one) == 3 and set(one.aspect) == {1}
    assert mode_aspects(found, tries=0).aspect.count(None) > 0


def test_poses_with_other_signs_lie_in_other_aspects() -> None:
    robot = model("3-rpr")
    assert sorted(robot.assembly_modes(robot.inverse_kinematics(near_home(robot))).aspect) == [1, 2]


def test_forward_kinematics_warns_of_another_assembly_mode() -> None:
    robot = model("five-bar")
    q = robot.inverse_kinematics([0.0, 0.26])
    with pytest.warns(RuntimeWarning, match="belongs to another assembly mode than home"):
        robot.forward_kinematics(q, guess=[0.0, 0.1])


def test_a_pose_is_continued_with_a_certificate() -> None:
    robot = model("gough-stewart-lopes")
    x = robot.survey.home + np.array([0.1, -0.1, 0.1, 0.3, -0.3, 0.3])
    found = robot.continue_assembly(robot.survey.home, robot.inverse_kinematics(x))
    assert found.certified and found.clearance > 0.1
    assert found.x == pytest.approx(x, abs=SAME)


def test_a_pose_is_not_continued_through_a_singularity() -> None:
    robot = model("five-bar")
    above, below = [0.0, 0.25], [0.0, 0.18]  # the distal links are in one line at py = 0.2076
    with pytest.raises(parados.AssemblyError, match="assembly modes meet on the way"):
        robot.continue_assembly(above, robot.inverse_kinematics(below) + np.array([0.2, -0.2]))

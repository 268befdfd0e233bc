"""Assembly modes from the closure equations: an equation with known roots, known counts, robots without forms of the pose."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

import parados
from parados.assembly.closure_solver import ClosureSolver, closure_solver
from parados.assembly.monodromy import different, populate
from parados.assembly.parameter_paths import Pace, ParameterPaths
from parados.drafting.robot_draft import draft_robot
from parados.model.model import Model

SAME = 1e-8
"""Distance of equal poses [m, -]: solutions are refined by Newton's method, whose error is round-off times the condition."""

PACE = Pace(1e-5, 1e-3, 1e-7)


@cache
def model(name: str) -> Model:
    return parados.load(name).compile("vm")


def near_home(robot: Model, size: float = 0.06) -> np.ndarray:
    reach = robot.survey.upper - robot.survey.lower
    return robot.survey.home + size * np.sin(1 + np.arange(len(reach))) * reach


def quintic() -> ParameterPaths:
    """Return the equation y^5 + q_0 y^3 + q_1 y + 1 = 0."""
    y, q = ca.SX.sym("y", 1), ca.SX.sym("q", 2)
    return ParameterPaths(y, q, y**2 * y**2 * y + q[0] * y * y * y + q[1] * y + 1, np.array([False]))


def roots(q: np.ndarray) -> np.ndarray:
    return np.roots([1, 0, q[0], 0, q[1], 1])


def gap(one: np.ndarray, other: np.ndarray) -> float:
    """Return the largest distance of a number of one set from the nearest one of the other set."""
    return float(np.abs(one.ravel()[:, None] - other.ravel()).min(axis=1).max())


@pytest.mark.parametrize("compiled", [True, False])
def test_paths_end_at_the_roots_of_a_polynomial(compiled: bool) -> None:
    start, end = np.array([0.7 + 0.4j, -1.1 + 0.3j]), np.array([2.0 + 0j, -3.0 + 0j])
    ends = quintic().follow(roots(start)[:, None], start, end, PACE, compiled=compiled)
    assert (ends.t == 1).all()
    assert gap(roots(end), ends.y) < 1e-9


def test_loops_find_all_roots_from_one() -> None:
    rng, start = np.random.default_rng(1), np.array([0.7 + 0.4j, -1.1 + 0.3j])

    def general() -> np.ndarray:
        return 2 * (rng.normal(size=2) + 1j * rng.normal(size=2))

    seed = roots(start)[:1, None]
    found = populate(quintic(), (seed, start[None]), general, lambda q: np.zeros((0, 1), dtype=complex))
    assert found.settled and len(found.y) == 5
    assert gap(roots(found.q), found.y) < 1e-9


def test_solutions_that_differ_by_whole_turns_are_the_same() -> None:
    y = np.array([[0.1 + 0.2j, 1.0], [0.1 + 0.2j + 2 * np.pi, 1.0], [0.1 + 0.2j, 1.0 + 2 * np.pi]])
    assert different(y, np.array([True, False])) == [0, 2]


KNOWN = {
    "five-bar": 2, "3-rpr": 6, "delta-d3-1200": 2, "3-prs": 16, "gough-stewart-fried": 28, "c5": 8, "tricept": 28,
    "hexaglide": 40,
}  # fmt: skip
QUICK = ("five-bar", "3-rpr", "3-prs")


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in QUICK else [pytest.mark.slow]) for n in KNOWN])
def test_robots_with_forms_have_the_same_poses_by_closure_equations(name: str) -> None:
    """The number of complex solutions is known, and the poses come from another solver."""
    robot = model(name)
    q = robot.inverse_kinematics(near_home(robot))
    solver = closure_solver(robot.mechanism, robot.survey)
    assert solver is not None and solver.expected == KNOWN[name]
    found, other = solver.solve(q), robot.robot.pose_solver.solve(q)
    assert found.complete and found.complex_found == KNOWN[name] and len(found.frames) == len(other.frames)
    assert max(np.abs(found.frames - frame).max(axis=(1, 2)).min() for frame in other.frames) < SAME


ALL_POSES = [("3-rrr-parallelogram", (6, 2)), ("quattro", (32, 4)), pytest.param("h4", (128, 4), marks=pytest.mark.slow)]


@pytest.mark.parametrize(("name", "poses"), ALL_POSES)
def test_robots_without_forms_have_all_their_poses(name: str, poses: tuple[int, int]) -> None:
    """With parallelograms the 3-RRR has the 6 poses of a planar robot. The real poses are those that random starts find."""
    robot = model(name)
    x = near_home(robot)
    q = robot.inverse_kinematics(x)
    found = robot.assembly_modes(q)
    assert found.route == "closure equations" and "are expected" in found.reason
    assert (found.complex_found, len(found)) == poses and found.complete and found.complex_expected == poses[0]
    assert found.apart(x).min() < SAME and found.residual.max() < SAME
    searched = robot.assembly_modes(q, tries=4)
    assert not searched.complete and len(searched) > 0
    assert max(np.abs(found.frames - frame).max(axis=(1, 2)).min() for frame in searched.frames) < 1e-6


def test_a_wrist_on_a_plate_leaves_the_poses_of_the_plate() -> None:
    """The plate of the hybrid has the 16 poses of the 3-RPS with the same sizes, which six forms find."""
    robot = model("3-rps-wrist")
    x = near_home(robot)
    found = robot.assembly_modes(robot.inverse_kinematics(x))
    assert found.complete and found.complex_found == found.complex_expected == 16
    assert found.apart(x).min() < SAME
    plate = parados.load("3-rps").with_parameters(rA=0.35, rB=0.2).compile("vm")
    others = plate.assembly_modes(robot.inverse_kinematics(x)[:3])
    assert len(found) == len(others)
    assert np.sort(found.x[:, 0]) == pytest.approx(np.sort(others.frames[:, 2, 3]), abs=SAME)


def test_prepared_solutions_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = model("3-rrr-parallelogram")
    assert isinstance(robot.robot.pose_solver, ClosureSolver)
    monkeypatch.setattr(ClosureSolver, "_prepared", lambda self: pytest.fail("it is prepared again"))
    again = closure_solver(robot.mechanism, robot.survey)
    assert again is not None and again.expected == 6


def test_joints_without_a_pose_are_told() -> None:
    robot = model("quattro")
    found = robot.assembly_modes([1.4, -1.4, 1.4, -1.4])
    assert len(found) == 0 and found.reason.startswith("no pose has these actuated joints")


@pytest.mark.slow
def test_robots_with_too_many_solutions_are_searched() -> None:
    """A passive joint before an actuated one in each of six legs: over a thousand solutions."""
    robot = draft_robot("6-RUS", active="2").robot.compile("vm")
    x = near_home(robot)
    found = robot.assembly_modes(robot.inverse_kinematics(x))
    assert not found.complete and found.complex_found is None and "there may be more" in found.reason
    assert found.apart(x).min() < SAME


def test_poses_of_a_platform_with_a_rack_are_searched_and_not_called_complete():
    """The rack's stroke is linear in the angle of the pinion: the solver of polynomials missed the pose at home."""
    robot = parados.load(Path(__file__).parents[1] / "robots" / "i4-rack.yaml").compile("vm")
    home = robot.survey.home
    found = robot.assembly_modes(robot.inverse_kinematics(home), tries=40)
    assert closure_solver(robot.mechanism, robot.survey) is None and not found.complete
    assert np.abs(found.x - home).max(axis=1).min() < 1e-9

"""The compiled ways of `assembly_modes` give the poses of the general ways, and leave close decisions to them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import parados
from parados.assembly import quick_poses
from parados.assembly.found_poses import FoundPoses
from parados.assembly.pose_solver import FormSolver, pose_solver
from parados.model import every_assembly
from parados.model.assembly_result import AssemblyModes

SOLVERS = ("five-bar", "3-rpr", "3-rrr", "delta-d3-1200", "orthoglide", "tripteron", "quadrupteron", "schoenflies-4-ruu")
"""A polynomial, spheres, planes, linear equations with one angle, and D = 0 at all angles (4-RUU)."""

CLOSE = 1e-9
"""Largest difference of poses that both ways refine by Newton's method [m, rad]; a sextic's roots have conditions up to 1e5."""


def solver_of(name: str) -> FormSolver:
    solver = parados.load(name).pose_solver
    assert isinstance(solver, FormSolver)
    return solver


def around(solver: FormSolver, count: int) -> np.ndarray:
    """Sampled actuated joints, then random ones around them; at many of these there is no real pose."""
    rng = np.random.default_rng(2)
    spread = np.std(solver.joints, axis=0) + 0.05
    return np.vstack([solver.joints[:count], solver.joints[:count] + spread * rng.normal(size=solver.joints[:count].shape)])


def assert_same(one: FoundPoses, other: FoundPoses, close: float = CLOSE) -> None:
    assert one.frames.shape == other.frames.shape
    for name in ("route", "complex_found", "complex_expected", "complete", "is_curve"):
        assert getattr(one, name) == getattr(other, name), name
    if len(one.frames):
        apart = np.abs(one.frames[:, None] - other.frames).max(axis=(2, 3))
        assert apart.min(axis=1).max() < close
        assert apart.min(axis=0).max() < close
        nearest = apart.argmin(axis=1)
        assert one.six is not None
        assert other.six is not None
        turn = (one.six - other.six[nearest] + np.pi) % (2 * np.pi) - np.pi
        assert np.abs(turn).max() < close
    if one.polynomial is not None:
        assert other.polynomial is not None
        assert np.allclose(one.polynomial, other.polynomial, rtol=0, atol=1e-12 * np.abs(other.polynomial).max())


@pytest.mark.parametrize("name", SOLVERS)
def test_compiled_poses_are_those_of_the_general_solver(name: str) -> None:
    solver = solver_of(name)
    compiled = 0
    joints = around(solver, 40)
    for q in joints:
        compiled += solver._quick(q) is not None  # type: ignore[attr-defined]
        assert_same(solver.solve(q), FormSolver.solve(solver, q))
    assert compiled > 0.9 * len(joints)


@pytest.mark.parametrize("name", ["five-bar", "3-rpr", "delta-d3-1200"])
def test_poses_near_the_place_where_two_of_them_meet(name: str) -> None:
    solver = solver_of(name)
    joints = around(solver, 49)
    counts = [len(FormSolver.solve(solver, q).frames) for q in joints]
    many, few = joints[0], joints[next(k for k, count in enumerate(counts) if count < counts[0])]
    for _ in range(60):
        middle = (many + few) / 2
        if len(FormSolver.solve(solver, middle).frames) == counts[0]:
            many = middle
        else:
            few = middle
    left_to_general = 0
    for distance in (1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 0.0):
        q = many + distance * (joints[0] - many)
        left_to_general += solver._quick(q) is None  # type: ignore[attr-defined]
        assert_same(solver.solve(q), FormSolver.solve(solver, q), 1e-6)
    assert left_to_general


def test_solver_without_a_compiler_gives_the_same_poses(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = parados.load("3-rpr")
    usual = solver_of("3-rpr")
    monkeypatch.setattr(quick_poses, "_compiled", lambda name: None)
    plain = pose_solver(robot.mechanism, robot.survey)
    assert plain is not None
    assert plain._quick(usual.joints[1]) is None  # type: ignore[attr-defined]
    assert_same(plain.solve(usual.joints[1]), usual.solve(usual.joints[1]))


def assert_same_modes(one: AssemblyModes, other: AssemblyModes) -> None:
    assert one.x.shape == other.x.shape
    assert np.abs(one.x - other.x).max(initial=0.0) < CLOSE
    assert np.abs(one.frames - other.frames).max(initial=0.0) < CLOSE
    assert (one.modes, one.excluded, one.reason) == (other.modes, other.excluded, other.reason)


@pytest.mark.parametrize("name", ["five-bar", "delta-d3-1200", "3-rrr", "gough-stewart-lopes"])
def test_compiled_working_modes_are_those_of_the_general_way(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = parados.load(name).compile()
    solver = model.single_robot().pose_solver
    assert solver is not None
    joints = solver.joints[:8]
    found = [model.assembly_modes(q) for q in joints]
    assert model._evaluator.idle_modes
    monkeypatch.setattr(every_assembly, "quick_modes", lambda *given: None)
    for q, modes in zip(joints, found, strict=True):
        assert_same_modes(modes, model.assembly_modes(q))


def test_threads_do_not_share_buffers() -> None:
    model = parados.load("3-rrr").compile()
    solver = solver_of("3-rrr")
    alone = [model.assembly_modes(q) for q in solver.joints]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(model.assembly_modes, solver.joints))
    for one, other in zip(alone, together, strict=True):
        assert np.array_equal(one.x, other.x)
        assert one.modes == other.modes


def test_live_parameters_reach_the_compiled_modes() -> None:
    robot = parados.load("five-bar")
    live, plain = robot.compile(live=["d12"]), robot.compile("vm", live=["d12"])
    q = live.inverse_kinematics(live.survey.home)
    nominal, longer = live.assembly_modes(q), live.assembly_modes(q, parameters={"d12": 0.23})
    assert np.abs(longer.x - nominal.x).max() > 1e-3
    assert_same_modes(longer, plain.assembly_modes(q, parameters={"d12": 0.23}))
    assert_same_modes(nominal, plain.assembly_modes(q))

"""Motions to play: frames, efforts and energies from every sort of motion, and what is told about rows without a result."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from helpers.simulated_logs import fourier_states, log_of_states
from scipy.spatial.transform import Rotation

import parados
from parados import plan, trajectory
from parados.report.motion_evaluation import evaluate_motion, motion_results
from parados.simulate import simulate
from parados.studio.played_sources import played_motion
from parados.studio.posed_robot import PosedRobot

ROBOTS = Path(__file__).parents[1] / "robots"
EXACT = 1e-12
"""Frames of one robot by two calls differ by round-off alone [m, -]."""


@cache
def five_bar():
    return parados.load("five-bar")


@cache
def model():
    return five_bar().compile("vm")


@cache
def straight():
    return trajectory.point_to_point([0.0, 0.25], [0.05, 0.28], 1.0)


@cache
def crossing():
    return plan.cross(model(), [0.0, 0.338], [0.1, 0.1], 1.5)


def same_frames(played, row, robot):
    """Tell whether the frames of a row are those of its x and mode."""
    pose = played.pose(row, robot)
    alone = PosedRobot(robot, played.model, pose.x, pose.mode)
    assert np.abs(pose.bodies - alone.bodies).max() < EXACT
    assert np.abs(pose.beyond - alone.beyond).max() < EXACT
    return True


def test_frames_of_a_trajectory_are_those_of_its_poses():
    played = played_motion(model(), straight())
    assert all(same_frames(played, row, five_bar()) for row in (0, 100, len(played) - 1))
    assert np.allclose(played.path[-1], [0.05, 0.28, 0.0], atol=EXACT)


def test_efforts_and_energies_are_those_of_the_report():
    table = straight().table(np.linspace(0, 1, 51))
    played, reported = played_motion(model(), table), evaluate_motion(model(), table)
    assert np.array_equal(played.efforts, reported.tau)
    assert np.array_equal(played.energies["kinetic"], reported.kinetic)


def test_rows_out_of_reach_are_told_and_skipped():
    played = played_motion(model(), trajectory.point_to_point([0.0, 0.25], [0.0, 1.0], 1.0))
    last = np.flatnonzero(played.reached)[-1]
    assert 0 < last < len(played) - 1
    assert played.row_at(1.0) == last  # the robot waits at the border of its reach
    assert "out of reach" in played.remarks[-1] and "cannot reach" in played.remarks[-1]
    assert np.isfinite(played.pose(played.row_at(0.99), five_bar()).bodies).all()


def test_motion_without_a_row_in_reach_is_rejected():
    with pytest.raises(parados.InputError, match="no row of it is within reach"):
        played_motion(model(), trajectory.point_to_point([0.0, 3.0], [0.0, 4.0], 1.0))


def test_results_with_gaps_are_finite_in_reach_alone():
    table = trajectory.point_to_point([0.0, 0.25], [0.0, 1.0], 1.0).table(np.linspace(0, 1, 21))
    results = motion_results(model(), table)
    rows = np.isfinite(results.tau).all(axis=1)
    assert rows[0] and not rows[-1]
    assert np.array_equal(rows, np.isfinite(results.kinetic))
    with pytest.raises(parados.InputError, match="of the motion: leg"):
        evaluate_motion(model(), table)


def test_crossing_has_finite_efforts_and_a_naive_ghost_without_bound():
    played = played_motion(model(), crossing())
    assert np.isfinite(played.efforts).all()
    assert np.isin([passage.time for passage in crossing().passages], played.t).all()
    ghost = played.ghost.efforts[np.isfinite(played.ghost.efforts)]
    assert np.abs(ghost).max() > 20 * np.abs(played.efforts).max()
    assert same_frames(played, 30, five_bar()) and same_frames(played.ghost, 30, five_bar())


@pytest.mark.slow
def test_crossing_with_a_quaternion_has_the_poses_of_the_robot():
    robot = parados.load(ROBOTS / "6-ups-quaternion.yaml")
    own = robot.compile()
    turn = Rotation.from_euler("z", 2.0) * Rotation.from_euler("x", 0.15)
    end = np.concatenate([[0.05, 0.02, 0.72], turn.as_quat(scalar_first=True)])
    played = played_motion(own, plan.cross(own, own.survey.home, end, 2.0))
    assert played.x.shape[1] == played.ghost.x.shape[1] == 7 and played.model is own
    assert np.isfinite(played.efforts).all()
    assert all(same_frames(one, row, robot) for one in (played, played.ghost) for row in (40, 400))


def test_change_of_working_mode_is_played_in_both_modes():
    robot = parados.load("tripteron")
    own = robot.compile("vm")
    planned = plan.cross(own, [0.4, 0.35, 0.4], [0.35, 0.42, 0.45], 1.0, mode=(1, 1, 1), end_mode=(-1, 1, 1))
    played = played_motion(own, planned)
    assert played.reached.all()
    assert played.pose(0, robot).mode == (1, 1, 1) and played.pose(len(played) - 1, robot).mode == (-1, 1, 1)
    assert all(same_frames(played, row, robot) for row in (0, 100, 400, len(played) - 1))


def test_fastest_motion_keeps_its_limit():
    found = plan.time_optimal(model(), trajectory.line([0.0, 0.25], [0.05, 0.28]), plan.ActuatorLimits(effort=8.0), intervals=60)
    played = played_motion(model(), found)
    assert np.abs(played.efforts).max() < 8.0 * (1 + 1e-2)  # the limit holds between points of a coarse grid up to 1 %
    assert np.isclose(played.duration, found.duration)


def test_run_is_played_with_its_own_joints():
    run = simulate(model(), [0.0, 0.25], [0.3, 0.0], 0.1, times=21)
    played = played_motion(model(), run)
    assert np.array_equal(played.joints, run.joints) and np.array_equal(played.efforts, run.efforts)
    assert np.abs(played.platform[:, :2, 3] - run.x).max() < EXACT
    assert same_frames(played, 10, five_bar())
    assert set(played.energies) == {"kinetic", "potential", "work", "lost"}


def test_flexible_run_is_played_where_its_platform_is():
    robot = parados.load("five-bar-flexible")
    own = robot.compile("vm")
    run = simulate(own, own.survey.home, [0.0, 0.0], 0.004, efforts=[0.05, 0.0], times=5, largest_step=1e-3)
    played = played_motion(own, run)
    assert np.abs(played.platform[:, :2, 3] - run.x).max() < EXACT
    assert played.reached.all()


def test_log_shows_measured_efforts_beside_those_of_the_model():
    log = log_of_states(model(), fourier_states(model()))
    played = played_motion(model(), log)
    assert np.allclose(played.measured[:, 0], np.interp(played.t, log.time, log.efforts["q11"]))
    apart = np.abs(played.measured - played.efforts) / np.abs(played.measured).max()
    assert np.median(apart) < 1e-3  # a log without noise; near reversals dry friction jumps


def test_other_things_are_rejected():
    with pytest.raises(parados.InputError, match="a trajectory, a table of a motion"):
        played_motion(model(), [1, 2, 3])
    with pytest.raises(parados.InputError, match="3 coordinates, but five-bar has 2"):
        played_motion(model(), trajectory.point_to_point([0, 0, 0], [1, 1, 1], 1.0))


def test_ghost_follows_another_model_of_the_robot():
    other = five_bar().compile("vm")
    played = played_motion(model(), crossing()).of_model(other)
    assert played.model is other and played.ghost.model is other

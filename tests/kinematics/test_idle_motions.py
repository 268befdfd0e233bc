"""The sentence about motions that fixed platform coordinates do not prevent."""

import numpy as np
import pytest

import parados
from parados.errors import RobotFileError
from parados.kinematics.first_order import determining_rows
from parados.kinematics.idle_motions import idle_motions


@pytest.fixture(scope="module")
def mechanism():
    return parados.load("five-bar").mechanism


def unit_motion(mechanism, *entries):
    motion = np.zeros((len(mechanism.joints) + len(mechanism.platform.dependent), 1))
    motion[list(entries)] = 1.0
    return motion


def test_moving_joints_are_named(mechanism):
    names = [joint.name for joint in mechanism.joints]
    sentence = idle_motions(mechanism, unit_motion(mechanism, 0, 2))
    assert f"held still, {names[0]}, {names[2]} can still move; remove this motion" in sentence


def test_a_moving_dependent_coordinate_is_the_remedy(mechanism):
    sentence = idle_motions(mechanism, unit_motion(mechanism, 1, len(mechanism.joints)))
    assert "a3 can still move; move a3 from dependent to coordinates" in sentence


def test_no_motion_gives_no_sentence(mechanism):
    assert idle_motions(mechanism, np.zeros((len(mechanism.joints), 0))) == ""


def test_rows_that_leave_a_motion_free_in_a_later_sample_raise(mechanism):
    n_u = len(mechanism.joints) + len(mechanism.platform.dependent)
    later = np.eye(n_u)
    later[0, 0] = 0.0
    with pytest.raises(RobotFileError, match=f"legs: with the platform .* {mechanism.joints[0].name} can still move"):
        determining_rows(np.array([np.eye(n_u), later]), mechanism)


def test_rods_between_balls_are_a_remedy_only_where_a_ball_moves(mechanism):
    spins = "a rod between two S joints spins about itself: use U at one end"
    assert spins not in idle_motions(mechanism, unit_motion(mechanism, 0, 2))
    balls = parados.load("gough-stewart-lopes").mechanism
    assert spins in idle_motions(balls, unit_motion(balls, 0, 1))

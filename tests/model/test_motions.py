"""Stacks that are a motion: angles have no jumps, and numeric geometry is followed from row to row or reports a failure."""

from __future__ import annotations

import csv
import warnings
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import parados
from parados.api import Robot, describe
from parados.charts.chart_motion import chart_coordinates
from parados.cli.main import app
from parados.errors import InputError
from parados.simulate.continuous_motion import along_trajectory
from parados.trajectory import point_to_point

ACROSS = np.linspace([-0.2, 0.1], [0.2, 0.1], 81)
"""Poses of the five-bar on a line along which the first motor passes half a turn."""

RATE = 0.9
"""Largest step of an angle between two rows of `ACROSS` [rad]."""


@pytest.fixture(scope="module")
def five_bar():
    return parados.load("five-bar").compile("vm")


def test_angles_are_principal_values_without_motion(five_bar):
    q = five_bar.inverse_kinematics(ACROSS)
    assert np.abs(np.diff(q, axis=0)).max() > 6  # the jump that a motion must not have
    assert np.abs(q).max() <= np.pi


@pytest.mark.parametrize("quantity", ["inverse_kinematics", "joints"])
def test_angles_are_continuous_along_a_motion(five_bar, quantity):
    single = getattr(five_bar, quantity)(ACROSS)
    path = getattr(five_bar, quantity)(ACROSS, motion=True)
    assert np.abs(np.diff(path, axis=0)).max() < RATE
    assert np.array_equal(path[0], single[0])
    turns = (path - single) / (2 * np.pi)
    assert np.abs(turns - np.round(turns)).max() < 1e-12 and np.abs(turns).max() > 0.9


def test_forward_kinematics_follows_a_motion(five_bar):
    regular = np.linspace([-0.22, 0.11], [-0.18, 0.14], 21)  # before the Type 2 singularity
    q = five_bar.inverse_kinematics(regular)
    assert np.abs(np.diff(q, axis=0)).max() > 6
    assert np.abs(five_bar.forward_kinematics(q, guess=regular[0], motion=True) - regular).max() < 1e-9


def test_forward_kinematics_reports_where_assembly_modes_meet(five_bar):
    """After a Type 2 singularity, the joints do not determine in which assembly mode the motion continues."""
    q = five_bar.inverse_kinematics(ACROSS)
    sign = np.sign(np.linalg.det(five_bar.inverse_jacobian(ACROSS)))
    meeting = int(np.flatnonzero(np.diff(sign))[0])
    with pytest.warns(RuntimeWarning, match="it passes a Type 2 singularity, where assembly modes meet"):
        x = five_bar.forward_kinematics(q, guess=ACROSS[0], motion=True)
    lost = int(np.argmax(np.isnan(x).any(axis=1)))
    assert abs(lost - meeting) <= 2 and np.isnan(x[lost:]).all()
    assert np.abs(x[:lost] - ACROSS[:lost]).max() < 1e-9


def test_numeric_geometry_follows_a_motion(five_bar):
    numeric = Robot(describe("five-bar").model_copy(update={"numeric": True})).compile("vm")
    expected = five_bar.joints(ACROSS, motion=True)
    path = numeric.joints(ACROSS, motion=True)
    start = 2 * np.pi * np.round((path[0] - expected[0]) / (2 * np.pi))
    assert np.abs(path - start - expected).max() < 1e-10
    rates = np.tile([0.3, 0.1], (len(ACROSS), 1))
    difference = numeric.joint_rates(ACROSS, rates, motion=True) - five_bar.joint_rates(ACROSS, rates)
    assert np.abs(difference).max() < 1e-9


def test_warning_names_the_row_that_numeric_geometry_cannot_follow():
    numeric = Robot(describe("five-bar").model_copy(update={"numeric": True})).compile("vm")
    outside = np.linspace([0.0, 0.25], [0.0, 0.9], 40)
    with pytest.warns(RuntimeWarning, match=r"the first is row \d+: the motion cannot be followed from x = .* to x = "):
        joints = numeric.joints(outside, motion=True)
    lost = np.isnan(joints).any(axis=1)
    assert lost.any() and not lost[0] and lost[int(np.argmax(lost)) :].all()


def test_chart_coordinates_follow_a_motion():
    robot = parados.load("five-bar")
    model, chart = robot.compile("vm"), robot.in_coordinates(["q11", "q21"]).compile("vm")
    y = chart_coordinates(model, chart, ACROSS, motion=True)
    assert np.abs(np.diff(y, axis=0)).max() < RATE


def test_motion_must_be_true_or_false(five_bar):
    with pytest.raises(InputError, match="motion"):
        five_bar.joints(ACROSS, motion="yes")


def test_run_writes_angles_without_jumps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("parados.plots.style.save", lambda figure, path: path.write_bytes(b""))
    file = tmp_path / "motion.csv"
    with file.open("w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(["t", "px", "py"])
        rows.writerows([[0.01 * k, *x] for k, x in enumerate(ACROSS)])
    result = CliRunner().invoke(app, ["run", "five-bar", str(file), "-o", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    with (tmp_path / "out" / "motion.csv").open() as written:
        table = list(csv.DictReader(written))
    column = next(key for key in table[0] if key.split()[0] in ("q11", "q_q11"))
    q = np.array([float(row[column]) for row in table])
    assert np.abs(np.diff(q)).max() < RATE


def test_a_trajectory_becomes_a_motion_of_the_actuators_without_jumps(five_bar):
    motion = along_trajectory(five_bar, point_to_point(ACROSS[0], ACROSS[-1], 1.0))
    t = np.linspace(0, 1, 301)
    q, qd, _ = motion(t)
    assert np.abs(np.diff(q, axis=0)).max() < 0.2
    slope = (q[2:] - q[:-2]) / (t[2:] - t[:-2])[:, None]
    assert np.abs(slope - qd[1:-1]).max() < 0.05 * np.abs(qd).max()
    again = np.array([motion(np.array([time]))[0][0] for time in t[::30]])  # any order, one time at a time
    assert np.array_equal(again, q[::30])


def test_prescribed_motions_may_be_given_by_principal_angles():
    """The simulated actuators turn past pi although the driving function jumps there."""
    from parados.simulate.elastic_simulation import ElasticSimulation

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", parados.RobotWarning)
        model = parados.load("five-bar-flexible").compile("vm")
    trajectory = point_to_point([-0.23, 0.12], [-0.17, 0.12], 0.05)

    def principal(times):
        x, xd, xdd = trajectory(np.clip(times, 0, 0.05))
        return model.inverse_kinematics(x), model.joint_rates(x, xd), model.joint_accelerations(x, xd, xdd)

    jump = np.abs(np.diff(principal(np.linspace(0, 0.05, 51))[0], axis=0)).max()
    run = ElasticSimulation.at(model, [-0.23, 0.12], friction="viscous").prescribed(principal, 0.05, 1e-3)
    assert jump > 6 and np.abs(np.diff(run.actuators, axis=0)).max() < 1
    assert run.drift.max() < 1e-8

"""Flexible versions of rigid robots of the catalog: same geometry, and an upper bound of the first frequency."""

from __future__ import annotations

import numpy as np
import pytest

import parados

ROBOTS = {"five-bar-flexible": "five-bar", "orthoglide-flexible": "orthoglide"}


@pytest.mark.parametrize("name", ROBOTS)
def test_geometry_equals_that_of_the_rigid_robot(name):
    flexible, rigid = (parados.load(robot).compile("vm") for robot in (name, ROBOTS[name]))
    x = np.array(flexible.survey.home) + 0.01
    assert np.allclose(flexible.inverse_kinematics(x), rigid.inverse_kinematics(x), atol=1e-12)


@pytest.mark.parametrize("name", ROBOTS)
def test_first_frequency_is_below_that_of_the_platform_on_a_massless_robot(name):
    """Rayleigh: for the deflection under a force at P, the mass of the links makes the frequency lower than sqrt(k / m)."""
    robot = parados.load(name)
    model = robot.compile("vm")
    x = model.survey.home
    K = model.platform_stiffness(x)
    assert np.allclose(K, K.T, rtol=1e-6, atol=1e-6 * K.max()) and np.linalg.eigvalsh((K + K.T) / 2).min() > 0
    n = 2 if len(K) == 3 else 3
    softest = np.linalg.eigvalsh(np.linalg.inv(K)[:n, :n])[-1]
    link = robot.spec.platform.link
    bound = np.sqrt(1 / (softest * (link.m or link.mass))) / (2 * np.pi)
    assert 0.1 * bound < model.natural_frequencies(x, count=1)[0] < bound


@pytest.mark.parametrize(("mode", "frequency"), [((1, 1), 38.1), ((1, -1), 24.2), (None, 24.2)])
def test_centre_lines_are_drawn_in_the_working_mode_of_the_shapes(mode, frequency):
    """The elbows are those of the working mode, and both legs move with P, also in a mode that is not that of the file."""
    model = parados.load("five-bar-flexible").compile("vm")
    x = model.survey.home
    modes = model.vibration_modes(x, count=2, mode=mode)
    assert modes.frequencies[0] == pytest.approx(frequency, abs=0.05)
    lines = model.centre_lines(x, modes.shapes, mode=mode)
    elbows = model.link_frames(x, mode=mode)[[1, 4], :3, 3]
    assert np.allclose(lines.places[[1, 5], -1], elbows, atol=1e-12)
    assert np.allclose(lines.places[[3, 7], -1, :2], x, atol=1e-12)
    assert np.allclose(lines.moved[:, 3, -1], lines.moved[:, 7, -1], atol=1e-9)


def test_figure_of_vibration_modes_shows_the_working_mode():
    model = parados.load("five-bar-flexible").compile("vm")
    figure = model.draw_vibration_modes(count=1, mode=(1, 1))
    assert figure.axes[0].get_title() == "mode 1, 38.13 Hz"
    drawn = np.vstack([line.get_xydata() for line in figure.axes[0].lines])
    elbow = model.link_frames(model.survey.home, mode=(1, 1))[4, :2, 3]
    assert np.linalg.norm(drawn - elbow, axis=1).min() < 1e-9


def test_centre_lines_and_platform_of_a_mode_move_together():
    """P of the five-bar is the end of two beams."""
    model = parados.load("five-bar-flexible").compile("vm")
    x = model.survey.home
    modes = model.vibration_modes(x, count=4)
    lines = model.centre_lines(x, modes.shapes)
    P = model.platform_frame(x)[:3, 3]
    ends = np.linalg.norm(lines.places - P, axis=-1) < 1e-9
    assert ends.sum() == 2
    for k in range(4):
        for moved in lines.moved[k][ends]:
            assert np.allclose(lines.largest[k] * moved, modes.platform[k, :3], atol=1e-9 * lines.largest[k])

"""Free motions of many steps, through singularities of the inverse geometry: energy and closures are kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parados
from parados.simulate import simulate

ENERGY = 1e-8
"""Largest error of the energy balance, over the largest energy of the motion."""

CLOSURE = 1e-10
"""Largest error of the closures [m, -]."""

ROBOTS = {"delta-d3-1200": (1e-5, 0.0), "five-bar": (1e-4, 0.5), "3-rrr": (1e-4, 0.5)}
ROBOTS |= {"orthoglide": (2e-5, 0.2), "dualv": (1e-4, 0.5)}
"""Robots with their steps [s] and the size of their random rates at the start."""


def _free_motion(name, steps):
    step, size = ROBOTS[name]
    model = parados.load(name).compile()
    xd = size * np.random.default_rng(0).normal(size=len(model.labels["xd"]))
    home = model.survey.home
    return simulate(model, home, xd, steps * step, method="rk4", step=step, friction=False, limits="ignore", times=1001)


@pytest.mark.slow
@pytest.mark.parametrize("name", ROBOTS)
def test_energy_and_closures_of_a_free_motion_of_a_million_steps(name):
    run = _free_motion(name, 1_000_000)
    assert run.complete
    assert run.energy.relative_error < ENERGY
    assert run.closure.max() < CLOSURE


def test_energy_and_closures_of_a_free_motion_of_twenty_thousand_steps():
    run = _free_motion("five-bar", 20_000)
    assert run.complete
    assert np.abs(run.joints[-1] - run.joints[0]).max() > 0.9
    assert run.energy.relative_error < ENERGY
    assert run.closure.max() < CLOSURE


KINDS = ["exechon", "gough-stewart-lopes", "dualv", "3-rps-wrist", "agile-eye"]
KINDS += ["serial_robots/arm-7r.yaml", "serial_robots/3-rps-with-wrist.yaml", "robots/five-bar-sprung.yaml"]
KINDS += ["robots/five-bar-geared.yaml", "robots/delta-sprung.yaml", "robots/four-bar.yaml"]


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_fixed_steps_and_error_control_agree_for_robots_of_every_kind(name):
    """Numeric geometry, a platform that turns freely, redundant actuation, joints in x, serial arms, springs, gears."""
    model = parados.load(Path(__file__).parents[1] / name if name.endswith(".yaml") else name).compile()
    xd = 0.1 * np.random.default_rng(1).normal(size=len(model.labels["xd"]))
    free = {"friction": False, "limits": "ignore", "times": 11}
    checked = simulate(model, model.survey.home, xd, 0.1, **free)
    for coordinates in ("joints", "platform") if model.survey.geometry.is_closed_form else ("joints",):
        stepped = simulate(model, model.survey.home, xd, 0.1, method="rk4", step=1e-4, coordinates=coordinates, **free)
        assert np.abs(stepped.x - checked.x).max() < 1e-9
        assert np.abs(stepped.joints - checked.joints).max() < 1e-8
        assert np.abs(stepped.xdd - checked.xdd).max() < 1e-6 * max(1.0, np.abs(checked.xdd).max())

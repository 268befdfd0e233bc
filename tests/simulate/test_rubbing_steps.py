"""Fixed steps in C under dry friction: joints stick exactly, and slip as the exact solution does."""

from __future__ import annotations

import numpy as np
import pytest
from tests.simulate.small_machines import compiled, one_joint

import parados
from parados.control import PDGravity
from parados.simulate import simulate
from parados.simulate.elastic_result import EnergyReport


@pytest.fixture(scope="module")
def five_bar():
    return parados.load("five-bar").compile()


@pytest.mark.parametrize("coordinates", ["platform", "joints"])
def test_robot_at_rest_under_small_efforts_stays_exactly_at_rest(five_bar, coordinates):
    run = simulate(
        five_bar, [0.0, 0.338], [0.0, 0.0], 0.05, efforts=[1.0, -2.0], method="rk4", step=1e-3, coordinates=coordinates
    )
    assert (run.x == run.x[0]).all()
    assert (run.xd == 0).all()
    assert np.abs(run.xdd).max() < 1e-10


@pytest.mark.parametrize("coordinates", ["platform", "joints"])
def test_a_robot_with_friction_comes_to_rest_as_with_error_control(five_bar, coordinates):
    start, rates = [0.0, 0.338], [0.3, -0.5]
    exact = simulate(five_bar, start, rates, 0.2, times=201)
    stepped = simulate(five_bar, start, rates, 0.2, method="rk4", step=1e-4, times=201, coordinates=coordinates)
    assert np.abs(exact.x - stepped.x).max() < 2e-6
    assert (exact.x[-1] == exact.x[-20]).all()
    assert (stepped.x[-1] == stepped.x[-20]).all()


@pytest.mark.parametrize("gravity", ["[0, 0, 0]", "[0, 0, -9.81]"])
def test_energy_balance_of_a_robot_at_rest_has_no_error(tmp_path, gravity):
    """Collocation leaves a robot that sticks a rate of 1e-16; energies of round-off are no scale for an error."""
    friction = "friction: {fs: 2, fn: 1, f0: 0.5, fb: 0.5, vs: 0.1, fv: 0.3}"
    model = compiled(one_joint("P", f"{friction}, link: {{mass: 3}}", gravity=gravity), tmp_path)
    held = -3 * float(gravity.split()[-1][:-1])
    run = simulate(model, [0.1], [0.0], 0.1, efforts=[held], method="collocation", step=1e-3)
    assert np.abs(run.xd).max() < 1e-12
    assert run.energy.relative_error < 1e-9


@pytest.mark.parametrize("unit", [1e-12, 1.0, 1e6])
def test_error_of_the_energy_balance_is_told_at_every_scale(unit):
    parts = {
        "kinetic": [0.0, 1.0],
        "elastic": [0.0, 0.0],
        "gravitational": [3.0, 3.0],
        "work": [0.0, 1.25],
        "dissipated": [0.0, 0.0],
    }
    report = EnergyReport(**{name: unit * np.array(values) for name, values in parts.items()})
    assert report.relative_error == pytest.approx(0.2)
    assert EnergyReport(**{**vars(report), "work": 0 * report.work, "kinetic": 0 * report.work}).relative_error == 0


def test_work_of_friction_closes_the_energy_balance(five_bar):
    law = PDGravity(five_bar, [0.05, 0.3], 200.0, 5.0)
    run = simulate(five_bar, [0.0, 0.338], [0.0, 0.0], 1.0, control=law, method="rk4", step=1e-4)
    assert run.energy.relative_error < 1e-6
    assert run.energy.dissipated[-1] > 0.1 * run.energy.work[-1]

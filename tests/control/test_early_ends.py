"""Runs that end early: each is told in one sentence with its time, and what was computed is kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml
from control_loops import START, five_bar, motion, run

import parados
from parados import control
from parados.control import Sampling
from parados.errors import InputError, SimulationError, SingularConfigurationError, TimeStepError


def test_law_that_returns_nan_stops_at_its_time():
    def law(t, q, qd, x, xd):
        return [np.nan if t > 0.0295 else 0.0, 0.0]

    found = run(five_bar(), law, 0.1)
    assert isinstance(found.stop.error, InputError)
    assert str(found.stop.error) == "simulation: at t = 0.03 s the law returns efforts that are not finite"
    assert np.allclose(found.t, 1e-3 * np.arange(30))
    assert np.isfinite(found.rows["x"]).all()


def test_law_that_raises_stops_with_its_message():
    def law(t, q, qd, x, xd):
        if t > 0.0195:
            raise ValueError("the gripper is open")
        return np.zeros(2)

    found = run(five_bar(), law, 0.1)
    assert "at t = 0.02 s" in str(found.stop.error)
    assert "ValueError: the gripper is open" in str(found.stop.error)
    assert len(found.t) == 20


def test_law_with_the_wrong_number_of_efforts_stops():
    found = run(five_bar(), lambda t, q, qd, x, xd: np.zeros(3), 0.1)
    assert found.stop.t == 0.0


def test_unstable_gains_are_told_with_the_time_of_the_divergence():
    law = control.ComputedTorque(five_bar(), motion(), 4e6, 4e3, friction=False)
    found = run(five_bar(), law, 1.0, x=[0.002, 0.249], sampling=Sampling(rate=1e3, delay=2e-3))
    assert found.stop is not None
    assert isinstance(found.stop.error, TimeStepError | SingularConfigurationError)
    assert f"at t = {found.stop.t:.6g} s" in str(found.stop.error)
    assert 0 < len(found.t) <= round(found.stop.t / 1e-3) + 1
    assert np.isfinite(found.rows["x"]).all()


def test_step_of_collocation_that_is_too_large_is_told():
    found = run(five_bar(), None, 40.0, xd=[1.0, 0.5], step=2.0, method="collocation", coordinates="joints")
    assert isinstance(found.stop.error, TimeStepError)
    assert "use a smaller step" in str(found.stop.error)


def test_platform_coordinates_fail_where_a_leg_is_stretched_and_joints_go_on():
    """Near the end of a leg's reach, fixed steps of x are wrong before they leave the workspace: the energy tells it."""
    free = {"friction": False, "method": "rk4", "step": 1e-3}
    with pytest.raises(SimulationError, match=r'at t = 0.56 s the energy balance is wrong.*coordinates="joints"') as caught:
        parados.simulate.simulate(five_bar(), START, [0.0, 0.4], 2.0, coordinates="platform", times=201, **free)
    part = caught.value.run
    whole = parados.simulate.simulate(five_bar(), START, [0.0, 0.4], 2.0, coordinates="joints", times=201, **free)
    assert whole.complete
    assert not part.complete
    assert part.t[-1] == pytest.approx(0.55)
    assert np.abs(part.x[:50] - whole.x[:50]).max() < 1e-6


def test_c_law_without_its_function_is_rejected():
    with pytest.raises(InputError, match="must define the function int law"):
        control.CLaw(five_bar(), START, "int other(void) { return 0; }")


def test_c_law_that_returns_another_number_stops():
    source = "int law(double t, double period, const double *reference, const double *x, const double *xd, const double *q,"
    source += " const double *qd, const double *wrench, double *state, double *efforts)"
    source += "{ efforts[0] = efforts[1] = 0.0; return t > 0.0095; }"
    found = run(five_bar(), control.CLaw(five_bar(), START, source), 0.1)
    assert found.stop.t == pytest.approx(0.01)
    assert "law in C stopped the run" in str(found.stop.error)


def test_interrupt_keeps_what_was_computed():
    def law(t, q, qd, x, xd):
        if t > 0.0495:
            raise KeyboardInterrupt
        return np.zeros(2)

    run = parados.simulate.simulate(five_bar(), START, [0.0, 0.0], 0.1, control=law, method="rk4", friction=False, times=101)
    assert not run.complete
    assert len(run.t) == 50


def test_interrupt_between_blocks_keeps_what_was_computed():
    def progress(done, total):
        if done > 5000:
            raise KeyboardInterrupt

    free = {"method": "rk4", "step": 1e-4, "friction": False, "times": 101}
    run = parados.simulate.simulate(five_bar(), START, [0.1, 0.0], 1.0, progress=progress, **free)
    assert not run.complete
    assert 0.5 < run.t[-1] < 1.0


def test_run_ends_where_a_joint_reaches_its_limit(tmp_path):
    data = yaml.safe_load((Path(parados.__file__).parent / "robots" / "five-bar.yaml").read_text())
    data["legs"][0]["joints"][0]["limits"] = [1.0, 1.9]
    (tmp_path / "limited.yaml").write_text(yaml.safe_dump(data, sort_keys=False))
    limited = parados.load(tmp_path / "limited.yaml").compile()
    run = parados.simulate.simulate(limited, START, [-0.2, 0.0], 0.6, method="rk4", friction=False, times=601)
    assert [event.kind for event in run.events] == ["limit"]
    assert run.q[-2, 0] <= 1.9 < run.q[-1, 0]
    with pytest.raises(InputError, match="beyond its limits"):
        parados.simulate.simulate(limited, run.x[-1], [0.0, 0.0], 0.6, method="rk4", friction=False)

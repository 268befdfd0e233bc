"""Published motions of closed loops, through `parados.simulate.simulate`."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from tests.simulate.small_machines import BRICARD, EQUAL_SLIDER_CRANK, SLIDER_CRANK, compiled, four_bars

import parados
from parados.simulate import simulate

ANDREWS = json.loads((Path(__file__).parent / "data" / "andrews.json").read_text())


def test_andrews_squeezer_reaches_its_reference_state():
    """The printed accelerations differ from an exact evaluation at the printed state by up to 1.3e-6; the first does not."""
    model = parados.load("andrews-squeezer").compile()
    run = simulate(model, ANDREWS["t0"]["q"][:1], [0.0], 0.03, efforts=[ANDREWS["parameters"]["mom"]], tolerance=1e-12, times=21)
    order = [model.joint_names.index(name) for name in ANDREWS["angles"]]
    wanted = {key: np.array(ANDREWS["t0.03"][key]) for key in "qva"}
    assert np.abs(run.joints[-1, order] - wanted["q"]).max() < 1e-9 * np.abs(wanted["q"]).max()
    assert np.abs(run.joint_rates[-1, order] - wanted["v"]).max() < 1e-8 * np.abs(wanted["v"]).max()
    assert np.allclose(run.joint_accelerations[0, order], ANDREWS["t0"]["a"], rtol=1e-12, atol=1e-7)
    assert run.joint_accelerations[-1, order[0]] == pytest.approx(-24631.7642, rel=1e-7)
    assert np.allclose(run.joint_accelerations[-1, order], wanted["a"], rtol=2e-6)
    assert run.closure.max() < 1e-15
    assert run.energy.relative_error < 1e-10


def exact_four_bars(n, duration):
    """Angle and rate of the first bar: all loops stay parallelograms, so that there is one degree of freedom."""
    inertia, weight = (n + 1) / 3 + n, 9.81 * ((n + 1) / 2 + n)
    motion = solve_ivp(
        lambda t, y: [y[1], -weight * np.cos(y[0]) / inertia], (0, duration), [np.pi / 2, -1.0], "DOP853", rtol=3e-14, atol=1e-14
    )
    return motion.y[:, -1]


def test_two_four_bars_pass_their_singular_position_ten_times(tmp_path):
    """IFToMM benchmark A02; the closures lose rank whenever the bars lie in one line."""
    run = simulate(compiled(four_bars(2), tmp_path), [np.pi / 2], [-1.0], 10.0, times=101)
    angle, rate = run.x[-1, 0], run.xd[-1, 0]
    place, velocity = np.array([np.cos(angle), np.sin(angle)]), rate * np.array([-np.sin(angle), np.cos(angle)])
    assert np.abs(place - [0.328458111533, 0.944518538181]).max() < 1e-8
    assert np.abs(velocity - [1.423051470, -0.494868845]).max() < 1e-8
    assert angle < -9 * np.pi
    assert run.closure.max() < 1e-14
    assert run.energy.relative_error < 1e-9
    verticals = [run.model.joint_names.index(name) for name in ("v0", "v1", "v2")]
    assert np.ptp(run.joints[:, verticals], axis=1).max() < 1e-8  # no loop becomes an antiparallelogram


@pytest.mark.slow
@pytest.mark.parametrize("n", [1, 3, 6, 10])
def test_chains_of_four_bars_follow_their_exact_motion(n, tmp_path):
    run = simulate(compiled(four_bars(n), tmp_path), [np.pi / 2], [-1.0], 10.0, times=11)
    assert np.abs([run.x[-1, 0], run.xd[-1, 0]] - exact_four_bars(n, 10.0)).max() < 2e-8


def test_spatial_slider_crank_conserves_its_energy(tmp_path):
    run = simulate(compiled(SLIDER_CRANK, tmp_path), [0.0], [6.0], 1.0, times=21)
    assert run.joints[0, 1] == pytest.approx(0.2, abs=1e-14)  # sqrt(0.3^2 - 0.1^2 - 0.2^2)
    assert np.ptp(run.energy.total) < 1e-9 * run.energy.kinetic.max()
    assert run.closure.max() < 1e-14


@pytest.mark.slow
def test_spatial_slider_crank_conserves_its_energy_for_ten_seconds(tmp_path):
    run = simulate(compiled(SLIDER_CRANK, tmp_path), [0.0], [6.0], 10.0, times=101)
    assert np.ptp(run.energy.total) < 1e-9 * run.energy.kinetic.max()


@pytest.mark.slow
def test_a_slider_crank_with_equal_bars_goes_through_the_position_where_it_could_stop_sliding(tmp_path):
    """With crank and rod upright the slider may stay while both turn on; the smooth motion slides to the other side."""

    def exact(t, y):
        a, rate = y
        inertia = 1 / 3 + 1 / 12 + 2.25 * np.sin(a) ** 2 + 0.25 * np.cos(a) ** 2 + 4 * np.sin(a) ** 2
        return [rate, -(6 * np.sin(a) * np.cos(a) * rate**2 + 9.81 * np.cos(a)) / inertia]

    run = simulate(compiled(EQUAL_SLIDER_CRANK, tmp_path), [np.pi / 4], [4.0], 5.0, times=51)
    wanted = solve_ivp(exact, (0, 5), [np.pi / 4, 4.0], "DOP853", rtol=3e-14, atol=1e-14).y[:, -1]
    assert run.x[-1, 0] > 7 * np.pi
    assert np.abs([run.x[-1, 0], run.xd[-1, 0]] - wanted).max() < 1e-8
    slider = run.model.joint_names.index("slider")
    assert np.abs(run.joints[:, slider] - 2 * np.cos(run.x[:, 0])).max() < 1e-12


@pytest.mark.slow
def test_the_overconstrained_bricard_mechanism_conserves_its_energy(tmp_path):
    model = compiled(BRICARD, tmp_path)
    run = simulate(model, model.survey.home, [0.0], 10.0, times=101)
    assert np.abs(run.joints - run.joints[0]).max() > 1
    assert run.energy.relative_error < 1e-9
    assert run.closure.max() < 1e-13

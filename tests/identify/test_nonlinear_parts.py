"""Test what is not linear in the parameters: friction laws, encoder offsets; and payloads and drive gains. On simulated logs."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from helpers.simulated_logs import fourier_states, write_log

import parados
from parados.errors import InputError
from parados.identify import (
    Log,
    base_parameters,
    compare,
    drive_gains,
    encoder_offsets,
    friction_law,
    identify,
    identify_payload,
    joint_elasticity,
)

NOISE = 0.02
"""Noise of the efforts [N m]; the efforts are up to 20 N m."""

DEVIATIONS = 4.5
"""Largest error of an estimate in its standard deviations."""


@cache
def five_bar():
    return parados.load("five-bar-feasible").compile()


@cache
def base():
    return base_parameters(five_bar())


@cache
def states():
    return fourier_states(five_bar())


@cache
def efforts():
    """Efforts (N, 2), and rates (N, 2) of the actuated joints."""
    _, x, xd, xdd = states()
    return five_bar().inverse_dynamics(x, xd, xdd), five_bar().joint_rates(x, xd)


def fitted(path, tau):
    return identify(five_bar(), write_log(path, five_bar(), states(), efforts=tau, noise=NOISE), base=base())


def near(values, deviations, truth):
    return (np.abs(values - truth) < DEVIATIONS * deviations).all()


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    return fitted(tmp_path_factory.mktemp("plain") / "plain.csv", efforts()[0])


@pytest.mark.parametrize("law", ["stribeck", "smooth", "asymmetric", "load"])
def test_law_that_the_robot_does_not_have_is_refused(plain, law):
    with pytest.raises(InputError, match=f"the data do not show the law '{law}' of friction"):
        friction_law(plain, law)


def test_stribeck_velocity_comes_out(tmp_path):
    tau, qd = efforts()
    found = friction_law(fitted(tmp_path / "s.csv", tau + 0.5 * np.exp(-((qd / [0.4, 0.8]) ** 2)) * np.sign(qd)), "stribeck")
    assert near(found.rates, found.rate_deviations, [0.4, 0.8]) and (found.rate_deviations < 0.01).all()
    assert near(found.coefficients, found.coefficient_deviations, 0.5)
    assert found.friction["q11"]["vs"] == found.rates[0] and "vs" in found.summary()


def test_exponent_of_the_stribeck_law_is_an_argument(tmp_path):
    tau, qd = efforts()
    fit = fitted(tmp_path / "x.csv", tau + 0.5 * np.exp(-np.abs(qd / [0.4, 0.8])) * np.sign(qd))
    found = friction_law(fit, "stribeck", exponent=1.0)
    assert near(found.rates, found.rate_deviations, [0.4, 0.8]) and near(found.coefficients, found.coefficient_deviations, 0.5)
    assert found.friction["q21"]["exponent"] == 1.0
    assert found.improvement > friction_law(fit, "stribeck").improvement
    with pytest.raises(InputError, match="exponent: the law 'smooth' has none"):
        friction_law(fit, "smooth", exponent=1.0)
    with pytest.raises(InputError, match="exponent: a positive number up to 20"):
        friction_law(fit, "stribeck", exponent=0.0)


LAWS = {
    "stribeck": (lambda qd: 0.5 * np.exp(-((qd / [0.4, 0.8]) ** 2)) * np.sign(qd), {"fs": 2.94, "fb": 0.5, "vs": 0.4}),
    "smooth": (lambda qd: [2.94, 2.95] * (np.tanh(qd / [0.3, 0.5]) - np.sign(qd)), {"fs": 2.94, "width": 0.3}),
    "asymmetric": (lambda qd: -np.where(qd < 0, 0.7, 0.0), {"fs": 2.94, "fn": 3.64}),
}


@pytest.mark.parametrize("law", LAWS)
def test_robot_with_the_law_explains_the_log_up_to_its_noise(tmp_path, law):
    added, truth = LAWS[law]
    tau, qd = efforts()
    fit = fitted(tmp_path / "log.csv", tau + added(qd))
    found = friction_law(fit, law)
    own = found.friction["q11"]
    assert {key: own[key] for key in truth} == pytest.approx(truth, rel=0.02)
    assert own["fv"] == pytest.approx(6.76, rel=0.01)
    (tmp_path / "robot.yaml").write_text(found.robot_file(), encoding="utf-8")
    model = parados.load(tmp_path / "robot.yaml").compile("vm")
    _, x, xd, xdd = states()
    assert np.abs(model.inverse_dynamics(x, xd, xdd) - tau - added(qd)).max() < NOISE
    compared = compare({"law": found.robot.compile("vm"), "plain": fit.robot.compile("vm")}, tmp_path / "log.csv")
    assert compared.models == ("law", "plain")
    assert (compared.relative_errors[0] < compared.relative_errors[1]).all()
    assert (np.abs(compared.errors[0]).std(axis=0) < 1.1 * NOISE).all()


def test_width_of_a_smooth_sign_comes_out(tmp_path):
    tau, qd = efforts()
    found = friction_law(fitted(tmp_path / "w.csv", tau + [2.94, 2.95] * (np.tanh(qd / [0.3, 0.5]) - np.sign(qd))), "smooth")
    assert near(found.rates, found.rate_deviations, [0.3, 0.5]) and (found.rate_deviations < 0.01).all()
    assert near(found.coefficients, found.coefficient_deviations, [2.94, 2.95])


def test_asymmetric_friction_comes_out(tmp_path):
    tau, qd = efforts()
    found = friction_law(fitted(tmp_path / "a.csv", tau - np.where(qd < 0, 0.7, 0.0)), "asymmetric")
    assert near(found.coefficients, found.coefficient_deviations, 0.7)


def test_friction_that_grows_with_the_load_comes_out(tmp_path):
    tau, qd = efforts()
    found = friction_law(fitted(tmp_path / "l.csv", tau / (1 - 0.05 * np.sign(qd) * np.sign(tau))), "load")
    assert near(found.coefficients, found.coefficient_deviations, 0.05) and found.friction == {}
    with pytest.raises(InputError, match="a robot file has no friction that grows with the load"):
        found.robot_file()


@pytest.mark.slow
def test_encoder_offsets_come_out_and_none_are_refused(tmp_path, plain):
    model = five_bar()
    t, x, xd, xdd = fourier_states(model, box=([-0.06, 0.25], [0.06, 0.3]))
    log = write_log(tmp_path / "o.csv", model, (t, x, xd, xdd), noise=NOISE)
    data = np.genfromtxt(log, delimiter=",", skip_header=1)
    truth = np.array([0.01, -0.008])
    data[:, 1:3] += truth
    np.savetxt(log, data, delimiter=",", header="t,q11,q21,tau_q11,tau_q21", comments="", fmt="%.14g")
    found = encoder_offsets(identify(model, log, base=base()))
    error = found.offsets - truth
    assert error @ np.linalg.solve(found.covariance, error) < 16  # 2 degrees of freedom, 0.03 % by chance
    data[:, 1:3] -= truth
    mended = tmp_path / "m.csv"
    np.savetxt(mended, data, delimiter=",", header="t,q11,q21,tau_q11,tau_q21", comments="", fmt="%.14g")
    squares = [(identify(model, one, base=base()).training.errors ** 2).sum() for one in (log, mended)]
    assert 0.3 < found.improvement < 1.05 * (1 - squares[1] / squares[0])  # that of the true offsets
    exact = write_log(tmp_path / "e.csv", model, (t, x, xd, xdd), noise=NOISE)
    with pytest.raises(InputError, match=r"the efforts show no offsets|do not determine"):
        encoder_offsets(identify(model, exact, base=base()))
    with pytest.raises(InputError, match="its motion meets a singularity or the end of the workspace"):
        encoder_offsets(plain)


@pytest.mark.parametrize("mode", [(1, -1), (1, 1)])
def test_errors_of_encoder_offsets_are_as_large_as_told_in_every_working_mode(mode):
    """With this noise, jumps of dry friction between two trials once gave a deviation of 1e-5 for an error of 4e-3."""
    model = five_bar()
    t, x, xd, xdd = fourier_states(model, box=([-0.06, 0.25], [0.06, 0.3]))
    truth = np.array([0.01, -0.008])
    q, tau = model.inverse_kinematics(x, mode=mode) + truth, model.inverse_dynamics(x, xd, xdd, mode=mode)
    tau = tau + NOISE * np.random.default_rng(5).standard_normal(tau.shape)
    log = Log("offsets", t, {"q11": q[:, 0], "q21": q[:, 1]}, {"q11": tau[:, 0], "q21": tau[:, 1]})
    found = encoder_offsets(identify(model, log, base=base(), mode=mode, start=x[0]))
    error = found.offsets - truth
    assert error @ np.linalg.solve(found.covariance, error) < 16  # 2 degrees of freedom, 0.03 % by chance


def test_payload_of_a_known_robot_comes_out(tmp_path):
    loaded = parados.load("five-bar-feasible").with_payload(0.5, com=(0.02, 0.01, 0)).compile()
    found = identify_payload(five_bar(), write_log(tmp_path / "p.csv", loaded, states(), noise=NOISE))
    truth = {"zz_p": 0.5 * (0.02**2 + 0.01**2), "mx_p": 0.01, "my_p": 0.005, "m_p": 0.5}
    assert set(found.names) == set(truth)
    assert near(found.values, found.standard_deviations, [truth[name] for name in found.names])
    assert found.mass == pytest.approx(0.5, rel=0.01)
    with pytest.raises(InputError, match="the data show no payload"):
        identify_payload(five_bar(), write_log(tmp_path / "n.csv", five_bar(), states(), noise=NOISE))


def test_drive_gains_come_out_of_logs_with_and_without_a_known_payload(tmp_path):
    gains = np.array([2.5, 4.0])
    loaded = parados.load("five-bar-feasible").with_payload(0.5, com=(0.02, 0.01, 0)).compile()
    with_load = loaded.inverse_dynamics(*states()[1:])
    a = write_log(tmp_path / "a.csv", five_bar(), states(), efforts=efforts()[0] / gains, noise=NOISE)
    b = write_log(tmp_path / "b.csv", five_bar(), states(), efforts=with_load / gains, noise=NOISE, seed=2)
    found = drive_gains(five_bar(), a, b, mass=0.5, com=(0.02, 0.01, 0), base=base())
    assert near(found.gains, found.standard_deviations, gains) and (found.standard_deviations < 0.01 * gains).all()
    assert found.by_name == pytest.approx({"q11": 2.5, "q21": 4.0}, rel=0.01)
    (tmp_path / "a.log.yaml").write_text("gains: 10")
    again = drive_gains(five_bar(), a, b, mass=0.5, com=(0.02, 0.01, 0), base=base())
    assert np.array_equal(again.gains, found.gains)  # the gains of a settings file are not those of the currents
    with pytest.raises(InputError, match="mass: a payload of more than 0 kg"):
        drive_gains(five_bar(), a, b, mass=0.0)


def test_drive_gains_of_another_working_mode(tmp_path):
    """Only with its working mode do the logs of a machine give its gains."""
    gains, mode = np.array([2.5, 4.0]), (1, 1)
    loaded = parados.load("five-bar-feasible").with_payload(0.5, com=(0.02, 0.01, 0)).compile()
    t, x, xd, xdd = fourier_states(five_bar(), box=([-0.06, 0.25], [0.06, 0.3]))
    q = five_bar().inverse_kinematics(x, mode=mode)
    logs = []
    for k, model in enumerate((five_bar(), loaded)):
        tau = model.inverse_dynamics(x, xd, xdd, mode=mode) / gains
        tau = tau + NOISE * np.random.default_rng(k).standard_normal(tau.shape)
        logs.append(Log(f"log {k}", t, {"q11": q[:, 0], "q21": q[:, 1]}, {"q11": tau[:, 0], "q21": tau[:, 1]}))
    found = drive_gains(five_bar(), *logs, mass=0.5, com=(0.02, 0.01, 0), base=base(), mode=mode, start=x[0])
    assert near(found.gains, found.standard_deviations, gains) and (found.standard_deviations < 0.02 * gains).all()
    with pytest.raises(InputError, match="mode"):
        drive_gains(five_bar(), *logs, mass=0.5, base=base(), mode=(1, 2))


def test_stiffness_and_backlash_come_from_columns_of_a_log(tmp_path):
    rng, t = np.random.default_rng(1), np.linspace(0, 10, 3000)
    effort, link = 20 * np.sin(3 * t), np.sin(t)
    motor = 50 * (link + effort / 5000 + 0.001 * np.sign(effort) + 1e-5 * rng.standard_normal(3000))
    rows = [f"{a:.9g},{b:.9g},{c:.9g},{d:.9g}" for a, b, c, d in zip(t, np.rad2deg(motor), link, 1e3 * effort, strict=True)]
    rows[7] = rows[7].rsplit(",", 1)[0] + ","  # an empty cell
    path = tmp_path / "drive.csv"
    path.write_text("t,m1 [deg],q1,current [N mm]\n" + "\n".join(rows) + "\n")
    found = joint_elasticity("m1", "q1", "current", log=path, gear=50)
    assert abs(found.stiffness - 5000) < 4 * found.stiffness_deviation < 40
    assert abs(found.backlash - 0.002) < 4 * found.backlash_deviation < 1e-5
    again = joint_elasticity("m1", "q1", "q1", log=Log("log", t, {"m1": motor / 50, "q1": link}, {"q1": effort}))
    assert again.stiffness == pytest.approx(found.stiffness, rel=1e-3)
    with pytest.raises(InputError, match=r"motor: drive.csv has no column 'm9'; it has t, m1 \[deg\], q1"):
        joint_elasticity("m9", "q1", "current", log=path)
    with pytest.raises(InputError, match="effort: the log log has no column 'm1'; it has q1"):
        joint_elasticity("m1", "q1", "m1", log=Log("log", t, {"m1": motor, "q1": link}, {"q1": effort}))
    with pytest.raises(InputError, match="gear: a positive number"):
        joint_elasticity(motor, link, effort, gear=0.0)

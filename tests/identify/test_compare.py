"""Test the comparison of models with logs: errors, and what seems wrong with the efforts."""

from __future__ import annotations

import numpy as np
import pytest
from tests.identify.made_logs import exact_motion

import parados
from parados.errors import InputError
from parados.identify import Log, compare
from parados.model.measured_assembly import found_assemblies

NOISE = np.array([0.3, 0.2, 0.1])


@pytest.fixture(scope="module")
def model():
    return parados.load("delta-d3-1200").compile("vm")


@pytest.fixture(scope="module")
def exact(model):
    return exact_motion(model, 0.15, duration=4.0)


def as_log(exact, tau):
    joints = dict(zip(exact.names, exact.q.T, strict=True))
    return Log("made", exact.time, joints, dict(zip(exact.names, tau.T, strict=True)), {}, np.zeros(len(tau), dtype=bool))


def test_errors_are_the_noise_of_the_log(model, exact):
    noise = NOISE * np.random.default_rng(0).standard_normal(exact.tau.shape)
    result = compare(model, as_log(exact, exact.tau + noise + [0.0, 0.0, 0.05]))
    assert result.suspicions == () and result.models == ("delta-d3-1200",)
    assert np.abs(result.deviation[0] / NOISE - 1).max() < 0.1
    assert np.abs(result.mean[0] - [0, 0, 0.05]).max() < 0.04
    measured = exact.tau + noise + [0.0, 0.0, 0.05]
    assert result.relative_errors[0] == pytest.approx(np.linalg.norm(noise, axis=0) / np.linalg.norm(measured, axis=0), rel=0.15)


def test_models_by_name_are_compared_on_one_log(model, exact):
    simple = parados.load("delta-d3-1200-simplified").compile("vm")
    result = compare({"full": model, "simplified": simple}, as_log(exact, exact.tau))
    assert (result.relative_errors[0] < 0.01).all() and (result.relative_errors[1] > result.relative_errors[0]).all()
    headings = result.tables()[1].headings
    assert headings[:3] == ("model", "mean theta1", "mean theta2") and headings[4] == "std theta1"
    assert result.predicted.shape[0] == 2 and len(result.spectra) == 2


SUSPECTED = {
    "units": (lambda tau: 1000 * tau, "tau_theta1, tau_theta2, tau_theta3 are about 1e[+]03 times the model's"),
    "gain": (lambda tau: tau * [1, 0.1, 1], "tau_theta2 is about 0.1 times the model's"),
    "sign": (lambda tau: tau * [1, 1, -1], "tau_theta3 has the opposite sign"),
    "exchanged": (lambda tau: tau[:, [1, 0, 2]], "tau_theta1 fits the model's effort of theta2, tau_theta2 fits .* of theta1"),
    "offset": (lambda tau: tau + np.array([0, 0, 30.0]), "tau_theta3 differs from the model's by a constant 30"),
}


@pytest.mark.parametrize("case", SUSPECTED)
def test_wrong_efforts_are_suspected_in_words(case, model, exact):
    import re

    wrong, message = SUSPECTED[case]
    noise = 0.05 * np.random.default_rng(0).standard_normal(exact.tau.shape)
    result = compare(model, as_log(exact, wrong(exact.tau + noise)))
    assert len(result.suspicions) == 1 and re.search(message, result.suspicions[0])


def test_wrong_assembly_mode_is_suspected_with_the_right_start():
    model = parados.load("five-bar").compile("vm")
    mode = (-1, -1)
    exact = exact_motion(model, 0.03, mode=mode, duration=3.0)
    log = as_log(exact, model.inverse_dynamics(exact.x, exact.xd, exact.xdd, mode=mode, friction=False))
    other = next(one for one in found_assemblies(model, exact.q[0], model.working_modes()) if one.mode != mode)
    wrong = compare(model, log, mode=other.mode, start=other.x, friction=False)
    assert wrong.relative_errors.max() > 0.5
    assert "another assembly mode" in wrong.suspicions[0] and "mode=[-1, -1]" in wrong.suspicions[0]
    right = compare(model, log, mode=mode, start=exact.x[0], friction=False)
    assert right.relative_errors.max() < 0.01 and right.suspicions == ()


def test_redundant_actuation_is_compared_without_internal_efforts():
    """Internal efforts, which no model can know, do not count as errors."""
    model = parados.load("dualv").compile("vm")
    exact = exact_motion(model, [0.05, 0.05, 0.1], duration=3.0)
    J_inv = model.inverse_jacobian(exact.x)
    null = np.linalg.svd(J_inv.transpose(0, 2, 1))[2][:, -1]
    result = compare(model, as_log(exact, exact.tau + 5 * np.sign(null[:, :1]) * null))
    assert result.relative_errors.max() < 0.01


def test_models_of_other_robots_are_refused(model, exact):
    other = parados.load("five-bar").compile("vm")
    with pytest.raises(InputError, match=r"model\['b'\]: its joints and coordinates are"):
        compare({"a": model, "b": other}, as_log(exact, exact.tau))
    with pytest.raises(InputError, match="give at least one model"):
        compare({}, as_log(exact, exact.tau))

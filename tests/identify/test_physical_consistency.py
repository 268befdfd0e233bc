"""Test physically consistent parameters: real bodies, optimal, near the prior where the data say nothing."""

from __future__ import annotations

import sys
from functools import cache

import numpy as np
import pytest
from tests.identify.five_bar_logs import five_bar_base, least_squares, log

import parados
from parados.identify import base_parameters, physical_parameters
from parados.identify.data_shares import data_shares
from parados.identify.physical_consistency import _estimate, _prior, _program
from parados.spatial.inertia import pseudo_inertia

ROUND_OFF = 1e-12
"""Relative size of an eigenvalue of a pseudo-inertia, computed from ten rounded parameters, that may be negative."""

SOLVED = 1e-6
"""Relative accuracy of the least cost; that of the solver is 1e-8."""

NOISY = 60.0
"""Factor of the noise of the log with which the unconstrained estimate belongs to no real bodies."""

ELEMENTS = ("xx", "xy", "xz", "yy", "yz", "zz", "mx", "my", "mz", "m")


@cache
def fit(noise=1.0, **options):
    return physical_parameters(five_bar_base(), *least_squares(log("train"), noise), rows=2 * len(log("train").x), **options)


def ten(found, body):
    return np.array([found.standard[f"{element}_{body}"] for element in ELEMENTS])


def cost(found, base, estimate, information, chi, prior):
    """Return the cost of standard parameters chi, written anew from its definition."""
    chi_b = base.of_standard(chi) - estimate
    total = chi_b @ information @ chi_b
    names = list(base.model.parameter_names)
    for body in found.bodies:
        places = [names.index(f"{element}_{body.name}") for element in ELEMENTS]
        P, P0 = pseudo_inertia(chi[places]), pseudo_inertia(prior[places])
        if np.linalg.eigvalsh(P)[0] <= 0:
            return np.inf
        total += np.trace(np.linalg.solve(P0, P)) - np.linalg.slogdet(np.linalg.solve(P0, P))[1] - 4
    for name in base.standard:
        k = names.index(name)
        if name.split("_")[0] in ("ia", "fv", "fs") or name == "m_p":
            if chi[k] <= 0:
                return np.inf
            total += chi[k] / prior[k] - np.log(chi[k] / prior[k]) - 1
    return total


@pytest.mark.parametrize("noise", [1.0, NOISY])
@pytest.mark.parametrize("distance", ["entropic", "euclidean"])
def test_every_body_is_real_and_nothing_drives(noise, distance):
    found = fit(noise, distance=distance)
    for body in found.bodies:
        values = np.linalg.eigvalsh(pseudo_inertia(ten(found, body.name)))
        assert values[0] >= -ROUND_OFF * values[-1] and body.mass > 0
    assert found.feasible
    assert all(value >= 0 for name, value in found.standard.items() if name[:2] in ("ia", "fv", "fs", "m_"))


def test_the_unconstrained_estimate_of_a_noisy_log_belongs_to_no_real_bodies():
    estimate = least_squares(log("train"), NOISY)
    free = physical_parameters(five_bar_base(), *estimate, weight=1e-6)
    assert free.misfit > 1e-2  # else the next tests would not see the constraints at work


def test_validation_is_no_worse_than_that_of_the_unconstrained_estimate():
    found, sample = fit(), log("val")
    errors = [np.sqrt(np.mean((sample.tau - sample.Y @ v) ** 2, axis=0)) for v in (found.values, found.estimate)]
    assert (errors[0] <= 1.02 * errors[1]).all()
    assert found.residual_ratio <= 1.02


def test_constraints_and_prior_bring_a_noisy_estimate_nearer_to_the_truth():
    values, information = least_squares(log("train"), NOISY)
    off = [v - five_bar_base().values for v in (fit(NOISY).values, values)]
    assert off[0] @ information @ off[0] < off[1] @ information @ off[1]


def test_the_base_values_are_those_of_the_standard_parameters():
    found = fit()
    assert np.allclose(five_bar_base().of_standard(found.parameters), found.values, rtol=1e-12, atol=1e-15)


def test_no_small_step_lowers_the_cost():
    base, estimate = five_bar_base(), least_squares(log("train"), NOISY)
    found, names = fit(NOISY), list(five_bar_base().model.parameter_names)
    nothing = np.diag(np.full(base.count, 1e-30))  # with no information the answer is the prior
    prior = physical_parameters(base, base.values, nothing).parameters
    chi, rng = found.parameters, np.random.default_rng(3)
    lowest = cost(found, base, *estimate, chi, prior)
    inner = np.array([k for k, name in enumerate(names) if name in base.standard and name not in base.without_effect])
    for size in (1e-2, 1e-3, 1e-4):
        for _ in range(60):
            step = np.zeros(len(chi))
            step[inner] = size * np.abs(chi[inner]) * rng.standard_normal(len(inner))
            assert not cost(found, base, *estimate, chi + step, prior) < lowest - SOLVED * lowest


def test_exact_data_of_the_prior_give_the_prior():
    base = five_bar_base()
    information = least_squares(log("train")).information
    found = physical_parameters(base, base.values, information)
    assert found.misfit < 1e-3
    given = dict(zip(base.model.parameter_names, base.model.parameters, strict=True))
    for name in (*base.names, "m_q11", "m_q12", "mx_q12", "zz_q12"):
        assert found.standard[name] == pytest.approx(given[name], rel=2e-3), name


@pytest.mark.parametrize("scale", [1.0, 1e16, 1e20])
def test_a_log_without_noise_has_a_share_in_every_parameter(scale):
    """The information of computed efforts is so large that the prior is lost beside it; a Cholesky factor had no root there."""
    base = five_bar_base()
    program = _program(base, _prior(base, None), *_estimate(base, base.values, scale * least_squares(log("train")).information),
                       None, "entropic", 1.0)  # fmt: skip
    shares = dict(zip(base.model.parameter_names, data_shares(program), strict=True))
    assert all(-1e-9 < share <= 1 for share in shares.values())
    assert shares["fv_q11"] > 0.999 and shares["fs_q21"] > 0.999
    assert abs(shares["mz_q11"]) < 1e-9 and abs(shares["yz_q22"]) < 1e-9


def test_parameters_without_effect_are_told_to_be_at_the_prior():
    found, base = fit(), five_bar_base()
    assert set(base.without_effect) & set(found.shares) <= {n for n, s in found.shares.items() if s < 0.999}
    assert {"mz_q11", "xz_q12", "yz_q22"} <= set(found.at_prior)
    assert not {"fv_q11", "fs_q21"} & set(found.at_prior)


def test_links_without_mass_and_parameters_outside_the_set_stay_at_the_file():
    base = base_parameters(five_bar_base().model, friction=None, rotors=None)
    found = physical_parameters(base, base.values * 1.02, np.diag(1 / (0.01 * base.values) ** 2))
    given = dict(zip(base.model.parameter_names, base.model.parameters, strict=True))
    assert all(found.standard[name] == given[name] for name in given if name not in base.standard)
    assert found.standard["m_q13"] == 0


def test_a_point_mass_platform_stays_a_point_mass():
    assert fit().standard["m_p"] > 0
    assert all(fit().standard[f"{element}_p"] == 0 for element in ELEMENTS[:9])


def test_bounds_hold_and_are_told():
    found = fit(bounds=None)
    mass, com = found.standard["m_q12"], found.standard["mx_q12"] / found.standard["m_q12"]
    bounds = {"m_q12": (1.02 * mass, 2 * mass), "com_q12": [(0, 0.98 * com), (-1, 1), (-1, 1)], "fv_q11": (6.8, 7)}
    bound = physical_parameters(five_bar_base(), *least_squares(log("train")), bounds=bounds)
    assert bound.standard["m_q12"] >= 1.02 * mass * (1 - ROUND_OFF)
    assert bound.standard["mx_q12"] / bound.standard["m_q12"] <= 0.98 * com * (1 + ROUND_OFF)
    assert bound.standard["fv_q11"] >= 6.8 * (1 - ROUND_OFF)
    assert "fv_q11 = 6.8" in bound.active
    assert any(remark.startswith("q12: the mass or the centre of mass") for remark in bound.remarks)


def test_a_prior_of_the_caller_decides_what_the_data_do_not():
    base, estimate = five_bar_base(), least_squares(log("train"))
    moved = physical_parameters(base, *estimate, prior={"m_q22": 0.24})
    assert moved.standard["m_q22"] > 1.3 * fit().standard["m_q22"]
    assert moved.misfit < 1.0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"estimate": [1.0]}, "estimate: 21 base parameters are expected"),
        ({"information": np.ones((2, 2))}, "information: a symmetric matrix"),
        ({"information": -np.eye(21)}, "information: the diagonal entry of .* is not positive"),
        ({"information": 2 * np.ones((21, 21)) - np.eye(21)}, "information: the matrix has a negative eigenvalue"),
        ({"weight": 0}, "weight: a positive number"),
        ({"distance": "riemannian"}, "use entropic, euclidean"),
        ({"rows": 5}, "rows: a whole number of at least 22"),
        ({"prior": {"m_q13": 1.0}}, "'m_q13' is not in the set"),
        ({"prior": 3}, "prior: a dictionary"),
        ({"bounds": {"m_q12": (2, 1)}}, "the lower bound is not below the upper bound"),
        ({"bounds": {"com_q12": (0, 1)}}, "three pairs of bounds"),
        ({"bounds": {"com_q99": (0, 1)}}, "'com_q99' is not a parameter or centre of mass"),
        ({"bounds": {"fv_q11": (-2, -1)}}, "no real bodies are within all bounds"),
    ],
)
def test_a_wrong_argument_is_refused_in_one_sentence(change, words):
    base = five_bar_base()
    call = {"base": base, "estimate": base.values, "information": np.eye(base.count), **change}
    with pytest.raises(parados.InputError, match=words) as caught:
        physical_parameters(**call)
    assert "\n" not in str(caught.value)


def test_a_missing_solver_is_named_with_the_way_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "cvxpy", None)
    with pytest.raises(parados.InputError, match=r'pip install "parados\[identify\]"'):
        physical_parameters(five_bar_base(), five_bar_base().values, np.eye(21))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gough-stewart-lopes", "delta-d3-1200", "hexa", "3-rps", "orthoglide"])
def test_noisy_parameters_of_other_robots_become_real_bodies(name):
    base = base_parameters(parados.load(name).compile("vm"))
    rng, survey = np.random.default_rng(1), base.model.survey
    x = survey.lower + (survey.upper - survey.lower) * rng.random((800, len(survey.lower)))
    Y = base.regressor(x, rng.standard_normal((800, base.model.mechanism.n_dof)), 5 * rng.standard_normal(x.shape))
    Y = Y[np.isfinite(Y).all(axis=(1, 2))].reshape(-1, base.count)
    information = Y.T @ Y / (0.02 * np.sqrt(np.mean((Y @ base.values) ** 2))) ** 2
    noise = np.linalg.solve(np.linalg.cholesky(information).T, rng.standard_normal(base.count))
    found = physical_parameters(base, base.values + noise, information, rows=len(Y))
    off = found.values - base.values
    assert off @ information @ off < noise @ information @ noise
    for body in found.bodies:
        values = np.linalg.eigvalsh(pseudo_inertia(ten(found, body.name)))
        assert values[0] >= -ROUND_OFF * values[-1] and body.mass > 0
    assert found.residual_ratio < 1.02

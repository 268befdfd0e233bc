"""First-order kinematics of section 7.3.4 against the engine, against slopes of the inverse geometry, and with own numbers."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import parados
from parados.errors import InputError, UnreachableError
from parados.sources.briot_khalil.first_order_models import (
    GoughStewart,
    GoughStewartParameters,
    Orthoglide,
    OrthoglideParameters,
    ThreeRPR,
    ThreeRPRParameters,
)
from parados.sources.formulations import formulation

SAME = 1e-12
"""Relative: round-off of a few dozen operations."""

PAIRS = {"briot_3_rpr": "3-rpr", "briot_orthoglide": "orthoglide", "briot_gough_stewart": "gough-stewart-lopes"}


def poses(model: parados.Model) -> np.ndarray:
    rng, survey = np.random.default_rng(4), model.survey
    return survey.home + 0.3 * (survey.upper - survey.lower) * rng.uniform(-0.5, 0.5, (5, len(survey.home)))


@pytest.mark.parametrize("name", PAIRS)
def test_matrices_and_joints_are_those_of_the_engine(name: str) -> None:
    one, model = formulation(name), parados.load(PAIRS[name]).compile("vm")
    for x in poses(model):
        found, engine = one.evaluate("matrices", x=x), model.matrices(x)
        assert np.abs(found["J_inv"] - engine.J_inv).max() < SAME * np.abs(engine.J_inv).max()
        assert np.abs(one.evaluate("inverse_geometry", x=x)["q_a"][:, 0] - model.inverse_kinematics(x)).max() < SAME
        sizes = np.sum(found["A_r"] * engine.A_r, axis=1) / np.sum(engine.A_r**2, axis=1)
        assert (
            np.abs(found["A_r"] - sizes[:, None] * engine.A_r).max() < 1e-10
        )  # the engine's rows may have other signs and sizes
        t_r = np.random.default_rng(1).normal(size=len(found["J_inv"]))
        qd = one.evaluate("first_order", x=x, t_r=t_r)["qd_a"][:, 0]
        assert np.abs(found["A_r"] @ t_r + found["B"] @ qd).max() < SAME * np.abs(qd).max()  # (7.134), (7.147), (7.153)


@pytest.mark.parametrize(
    "own", [ThreeRPR(), Orthoglide(), Orthoglide(mode=(1, -1, 1)), ThreeRPR(ThreeRPRParameters(A_1=((0, 0), (2, 0.1), (1, 2))))]
)
def test_inverse_jacobian_is_the_slope_of_the_inverse_geometry(own: ThreeRPR | Orthoglide) -> None:
    """Here t_r is the rate of x."""
    difference = ca.Function("d", [own.x], [ca.jacobian(own.q_a, own.x) - own.J_inv])
    x = [0.5, 0.35, 0.25] if isinstance(own, ThreeRPR) else [0.03, 0.05, 0.3]
    assert np.abs(difference(x).full()).max() < SAME


def test_own_points_of_a_gough_stewart_platform() -> None:
    rng = np.random.default_rng(8)
    base, plate = (
        GoughStewartParameters().A_1 + rng.normal(0, 0.1, (6, 3)),
        GoughStewartParameters().A_6 + rng.normal(0, 0.1, (6, 3)),
    )
    own = GoughStewart(GoughStewartParameters(base, plate))
    x = np.array([0.1, -0.2, 1.8, 0.2, -0.1, 0.3])
    R = parados.spatial.rotation("ZYX", x[3:])
    ends = x[:3] + plate @ R.T
    bars = (ends - base) / np.linalg.norm(ends - base, axis=1)[:, None]
    expected = np.hstack([bars, np.cross(ends - x[:3], bars)])
    assert np.abs(own.functions()["matrices"](x)[-1].full() - expected).max() < SAME


def test_wrong_numbers_and_poses_get_a_sentence() -> None:
    with pytest.raises(InputError, match=r"d_4: a positive number \[m\] is expected, not 0"):
        OrthoglideParameters(d_4=0.0)
    with pytest.raises(InputError, match=r"A_3\[1\]: shape \(2,\) is expected"):
        ThreeRPRParameters(A_3=((0, 0), (1, 0, 0), (0, 1)))
    with pytest.raises(InputError, match="A_1: the 6 points lie on one line"):
        GoughStewartParameters(A_1=np.zeros((6, 3)))
    with pytest.raises(UnreachableError, match="briot_orthoglide: leg 1 cannot reach this pose"):
        formulation("briot_orthoglide").evaluate("matrices", x=[1.0, 1.0, 0.3])

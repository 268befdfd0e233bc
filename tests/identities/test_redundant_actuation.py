"""Robots with more actuators than degrees of freedom: distribution of the efforts (Briot & Khalil 8.5)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.linalg import null_space

import parados

SAME = 1e-11
"""Relative; projections of vectors of size 1 to 100 by a matrix with a condition number of at most 13."""


@pytest.fixture(scope="module")
def dualv(model):
    return model("dualv")


def test_dualv_has_one_redundant_actuator(dualv):
    assert (len(dualv.actuated_names), dualv.mechanism.n_dof) == (4, 3)


@given(data=st.data())
def test_efforts_have_the_least_norm(data, dualv, draw, off):
    x, xd, xdd = draw(data, dualv)
    tau, Ji = dualv.inverse_dynamics(x, xd, xdd), dualv.inverse_jacobian(x)
    idle = null_space(Ji.T)
    assert idle.shape == (4, 1)
    assert np.abs(idle.T @ tau).max() < SAME * max(1.0, np.abs(tau).max())
    assert off(tau, np.linalg.pinv(Ji.T) @ (Ji.T @ tau)) < SAME


@given(data=st.data())
def test_efforts_of_the_book_give_the_same_motion(data, dualv, draw, off):
    x, xd, xdd = draw(data, dualv)
    least, book = (dualv.inverse_dynamics(x, xd, xdd, solution=s) for s in ("minimum-norm", "book"))
    Ji = dualv.inverse_jacobian(x)
    assert off(Ji.T @ book, Ji.T @ least) < SAME
    assert np.linalg.norm(least) <= np.linalg.norm(book) * (1 + SAME)


@given(data=st.data())
def test_overconstraint_does_not_change_the_motion(data, dualv, draw, draw_vector, off):
    x, xd, xdd = draw(data, dualv)
    eta = draw_vector(data, 4, 30.0)
    plain, tightened = dualv.inverse_dynamics(x, xd, xdd), dualv.inverse_dynamics(x, xd, xdd, overconstraint=eta)
    Ji = dualv.inverse_jacobian(x)
    assert off(Ji.T @ tightened, Ji.T @ plain) < SAME
    idle = null_space(Ji.T)
    assert off(tightened - plain, idle @ (idle.T @ eta)) < SAME


def test_overconstraint_changes_the_efforts(dualv):
    x, still = np.zeros(3), np.zeros(3)
    assert np.abs(dualv.inverse_dynamics(x, still, still, overconstraint=[1.0, 0.0, 0.0, 0.0])).max() > 0.1


def test_actuator_space_raises(dualv):
    with pytest.raises(parados.InputError, match="as many actuators as degrees of freedom"):
        dualv.mass_matrix(np.zeros(3), space="actuators")

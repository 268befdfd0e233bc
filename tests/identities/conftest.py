"""States that hypothesis draws inside the workspace of a robot."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume
from hypothesis import strategies as st

from sharing import models


@pytest.fixture(scope="session")
def model():
    """Function model(name) that returns a model on the virtual machine; for a few states, compiling C takes longer.

    `tests/oracle` and `tests/graph` compare both back ends.
    """
    return models("vm")


@pytest.fixture(scope="session")
def draw(in_workspace, well_conditioned, new_state):
    """Function draw(data, model) that returns a State (x, xd up to 1, xdd up to 10) far from Type 2 singularities."""

    def vector(data, n, low, high):
        return np.array(data.draw(st.lists(st.floats(low, high), min_size=n, max_size=n)))

    def state(data, model):
        n = model.mechanism.n_dof
        x = in_workspace(model, vector(data, n, 0.0, 1.0))
        assume(well_conditioned(model, x))
        return new_state(x, vector(data, n, -1.0, 1.0), vector(data, n, -10.0, 10.0))

    return state


@pytest.fixture(scope="session")
def kinds_of_friction():
    """Function kinds_of_friction(model, x, xd) that returns the options of friction under which efforts have one value.

    Dry friction jumps at rest. If a joint that has it rests, up to round-off, while others move, each graph may take another
    side; only efforts without friction are then compared.
    """

    def kinds(model, x, xd):
        rates = np.abs(model.joint_rates(x, xd, joints="all"))
        dry = np.array([joint.friction.fs != 0 or joint.friction.fb != 0 for joint in model.mechanism.joints])
        jumps = dry & (rates < 1e-12 * rates.max())
        return (False,) if jumps.any() else (True, False)

    return kinds


@pytest.fixture(scope="session")
def draw_vector():
    """Function draw_vector(data, n, bound) that returns (n,) numbers between -bound and bound."""

    def vector(data, n, bound):
        return np.array(data.draw(st.lists(st.floats(-bound, bound), min_size=n, max_size=n)))

    return vector


@pytest.fixture(scope="session")
def platform_twist(along, slope, new_state):
    """Function platform_twist(model, x): (6, n) twists at P, base axes, for unit rates, from differences of the frame."""

    def columns(model, x):
        n, still = model.mechanism.n_dof, np.zeros(model.mechanism.n_dof)
        R = model.platform_frame(x)[:3, :3]
        out = np.zeros((6, n))
        for k in range(n):
            T_dot = slope(lambda h, k=k: model.platform_frame(along(model, new_state(x, np.eye(n)[k], still), h)[0]), 4e-3)
            W = T_dot[:3, :3] @ R.T
            out[:3, k] = T_dot[:3, 3]
            out[3:, k] = [W[2, 1], W[0, 2], W[1, 0]]
        return out

    return columns

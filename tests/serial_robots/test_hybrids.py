"""Hybrids: a parallel robot that carries a wrist, and a wrist that carries a parallel robot."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from tests.robots.independent import dynamics, relative_difference

from parados.model.model import Model

from .open_chains import compiled

EXACT = 1e-10
"""Relative error of identities of the engine with itself: round-off times the condition of the robots here."""

DIFFERENCES = 1e-9
"""Relative error against finite differences of order 8 with a step of 4 ms."""

THEN_WRIST, WITH_WRIST, ON_WRIST = "3-rps-then-wrist", "3-rps-with-wrist", "wrist-then-3-rps"
HYBRIDS = [THEN_WRIST, *[pytest.param(name, marks=pytest.mark.slow) for name in (WITH_WRIST, ON_WRIST)]]


@cache
def hybrid(name: str) -> Model:
    return compiled(name)


def state(model: Model, seed: int = 3) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng, n = np.random.default_rng(seed), model.mechanism.n_dof
    return model.survey.home + rng.uniform(-0.08, 0.08, n), rng.normal(0, 0.3, n), rng.normal(0, 0.5, n)


@pytest.mark.parametrize("name", HYBRIDS)
def test_dynamics_agree_with_the_poses_of_the_bodies(name: str) -> None:
    model = hybrid(name)
    x, xd, xdd = state(model)
    wanted = dynamics(model, x, xd, xdd)
    tau = model.inverse_dynamics(x, xd, xdd, friction=False)
    assert relative_difference(model.inverse_jacobian(x).T @ tau, wanted.force) < DIFFERENCES
    assert relative_difference(model.ground_reaction(x, xd, xdd), wanted.ground) < DIFFERENCES


@pytest.mark.parametrize("name", HYBRIDS)
def test_identities(name: str) -> None:
    model = hybrid(name)
    x, xd, xdd = state(model)
    tau = model.inverse_dynamics(x, xd, xdd)
    M = model.mass_matrix(x)
    assert np.abs(M - M.T).max() < EXACT * np.abs(M).max()
    assert np.linalg.eigvalsh(M).min() > 0
    assert relative_difference(model.inverse_jacobian(x).T @ tau, M @ xdd + model.bias(x, xd)) < EXACT
    assert relative_difference(model.forward_dynamics(x, xd, tau), xdd) < EXACT
    assert relative_difference(model.regressor(x, xd, xdd) @ model.parameters, tau) < EXACT
    assert 2 * model.energy(x, xd).kinetic == pytest.approx(xd @ M @ xd, rel=EXACT)
    assert np.abs(model.forward_kinematics(model.inverse_kinematics(x)) - x).max() < 1e-9
    book = model.matrices(x)
    assert np.abs(book.A @ book.Psi_t + book.B @ model.inverse_jacobian(x)).max() < EXACT  # (7.60)


def test_two_descriptions_of_one_hybrid_agree() -> None:
    """The plate of the 3-RPS is a floating body of the tree in one file, and the platform in the other."""
    one, other = hybrid(THEN_WRIST), hybrid(WITH_WRIST)
    x, xd, xdd = state(one)
    for quantity in ("inverse_dynamics", "ground_reaction"):
        assert relative_difference(getattr(one, quantity)(x, xd, xdd), getattr(other, quantity)(x, xd, xdd)) < EXACT
    assert relative_difference(one.mass_matrix(x), other.mass_matrix(x)) < EXACT
    ahead = np.eye(4)
    ahead[2, 3] = 0.12
    tool = other.link_frames(x)[other.joint_names.index("w2")] @ ahead
    assert np.abs(one.platform_frame(x) - tool).max() < 1e-10


@pytest.mark.parametrize("name", [THEN_WRIST, pytest.param(ON_WRIST, marks=pytest.mark.slow)])
def test_tool_of_a_hybrid_moves_as_its_jacobian_says(name: str) -> None:
    model, h = hybrid(name), 1e-4
    x, xd, _ = state(model)
    ahead, behind = model.platform_frame(x + h * xd), model.platform_frame(x - h * xd)
    slope, R = (ahead - behind) / (2 * h), model.platform_frame(x)[:3, :3]
    S = slope[:3, :3] @ R.T
    twist = np.concatenate([slope[:3, 3], [S[2, 1], S[0, 2], S[1, 0]]])
    assert np.abs(model.platform_twist(x, xd) - twist).max() < 1e-7
    assert np.abs(model.platform_jacobian(x) @ xd - model.platform_twist(x, xd)).max() < 1e-12

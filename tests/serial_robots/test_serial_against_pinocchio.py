"""Serial arms and trees against Pinocchio, which is given their MDH rows and inertias."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import parados
from parados.model.model import Model
from parados.robot.reading import parse_robot

from .open_chains import HERE, OpenChain, compiled, open_chain

AGREEMENT = 1e-11
"""Relative difference; both engines compute with the same numbers, so round-off remains."""

ROBOTS = ["arm-6r-tool", "arm-7r", "tree-4-1", "two-arms"]
TOOLS = ["arm-6r-tool", "arm-7r", "two-arms"]


@cache
def both(name: str) -> tuple[Model, OpenChain]:
    model = compiled(name)
    return model, open_chain(model.spec)


def states(model: Model, count: int = 5) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    rng, n = np.random.default_rng(4), model.mechanism.n_dof
    return [(rng.uniform(-3, 3, n), rng.normal(size=n), rng.normal(size=n)) for _ in range(count)]


def off(found: object, wanted: object) -> float:
    return float(np.abs(np.asarray(found) - np.asarray(wanted)).max()) / max(float(np.abs(np.asarray(wanted)).max()), 1e-9)


@pytest.mark.parametrize("name", ROBOTS)
def test_dynamics_agree_with_pinocchio(name: str) -> None:
    model, peer = both(name)
    for q, qd, qdd in states(model):
        tau = peer.efforts(q, qd, qdd)
        assert off(model.inverse_dynamics(q, qd, qdd, friction=False), tau) < AGREEMENT
        assert off(model.mass_matrix(q), peer.mass_matrix(q)) < AGREEMENT
        assert off(model.bias(q, qd, friction=False), peer.efforts(q, qd, 0 * qdd)) < AGREEMENT
        assert off(model.forward_dynamics(q, qd, tau, friction=False), qdd) < 1e-9
        assert off(model.regressor(q, qd, qdd, friction=False) @ model.parameters, tau) < AGREEMENT
        assert off(model.mass_matrix(q, space="actuators"), peer.mass_matrix(q)) < AGREEMENT


@pytest.mark.parametrize("name", ROBOTS)
def test_energies_agree_with_pinocchio(name: str) -> None:
    model, peer = both(name)
    q, qd, _ = states(model)[0]
    found = model.energy(q, qd)
    assert found.kinetic == pytest.approx(qd @ peer.mass_matrix(q) @ qd / 2, rel=AGREEMENT)
    assert found.potential == pytest.approx(peer.potential(q), rel=AGREEMENT)


@pytest.mark.parametrize("name", TOOLS)
def test_tool_agrees_with_pinocchio(name: str) -> None:
    model, peer = both(name)
    for q, qd, qdd in states(model):
        assert off(model.platform_frame(q), peer.tool_frame(q)) < AGREEMENT
        assert off(model.platform_jacobian(q), peer.tool_jacobian(q)) < AGREEMENT
        assert off(model.platform_twist(q, qd), peer.tool_jacobian(q) @ qd) < AGREEMENT
        assert off(model.platform_acceleration(q, qd, qdd), peer.tool_acceleration(q, qd, qdd)) < AGREEMENT


@pytest.mark.parametrize("name", TOOLS)
def test_a_wrench_on_the_tool_is_balanced_through_its_jacobian(name: str) -> None:
    model, peer = both(name)
    wrench = np.array([3.0, -2, 5, 0.4, 0.7, -0.3])
    for q, qd, qdd in states(model, 2):
        wanted = peer.efforts(q, qd, qdd) - peer.tool_jacobian(q).T @ wrench
        assert off(model.inverse_dynamics(q, qd, qdd, wrench=wrench, friction=False), wanted) < AGREEMENT
        ground = model.ground_reaction(q, qd, qdd, wrench=wrench) - model.ground_reaction(q, qd, qdd)
        P = model.platform_frame(q)[:3, 3]
        assert off(ground, -np.concatenate([wrench[:3], wrench[3:] + np.cross(P, wrench[:3])])) < AGREEMENT


def test_a_spring_on_the_tool_is_a_wrench_on_it() -> None:
    model, _ = both("arm-6r-tool")
    post, hook = np.array([0.5, 0.2, 1.0]), np.array([0.03, 0.01, 0.02])
    spring = f"springs: [{{between: [base, platform], at: [{post.tolist()}, {hook.tolist()}], stiffness: 300, length: 0.2}}]\n"
    sprung = parados.Robot(parse_robot((HERE / "arm-6r-tool.yaml").read_text() + spring)).checked().compile("vm")
    q, still = model.survey.home, np.zeros(6)
    T = model.platform_frame(q)
    arm = T[:3, :3] @ hook
    pull = post - T[:3, 3] - arm
    f = 300 * (1 - 0.2 / np.linalg.norm(pull)) * pull
    wrench = np.concatenate([f, np.cross(arm, f)])
    assert off(sprung.inverse_dynamics(q, still, still), model.inverse_dynamics(q, still, still, wrench=wrench)) < AGREEMENT


def test_a_wrench_on_a_link_of_a_tree_is_balanced() -> None:
    """A force on link 3 of Table 4.1 along the axis of its slide is the effort of this slide."""
    model, peer = both("tree-4-1")
    q, qd, qdd = states(model)[0]
    axis = model.link_frames(q)[2][:3, 2]
    found = model.inverse_dynamics(q, qd, qdd, link_wrenches={"q3": [*(7 * axis), 0, 0, 0]}, friction=False)
    assert found[2] - peer.efforts(q, qd, qdd)[2] == pytest.approx(-7, abs=1e-12)

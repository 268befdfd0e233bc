"""Test the tree and the platform by themselves against Pinocchio, the book's five-bar and plain sums along each chain."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.as_pinocchio import as_pinocchio, pin
from scipy.spatial.transform import Rotation

import parados
from parados.api import Robot
from parados.errors import InputError, UnknownNameError
from parados.robot.reading import parse_robot
from parados.sources.briot_khalil.five_bar_model import FiveBar
from parados.topology.mechanism import PLATFORM

from .body_balance import motions
from .test_generality import compiled, states
from .test_reactions import OWN, robot_states

EXACT = 1e-12
"""Relative: both sides are recursions without any solve."""

ROBOTS = ["3-rhr", *[pytest.param(name, marks=pytest.mark.slow) for name in ("hexaglide", "hexa", "gough-stewart-lopes", "2-6r")]]


def close(a, b) -> bool:
    return np.allclose(a, b, rtol=0, atol=EXACT * max(1.0, np.abs(b).max()))


@pytest.mark.parametrize("name", ROBOTS)
def test_tree_and_platform_agree_with_pinocchio_at_open_configurations(name: str) -> None:
    model, rng = compiled(name), np.random.default_rng(2)
    peer, tree, n = as_pinocchio(model), model.tree, len(model.joint_names)
    q, qd, qdd = rng.normal(size=(3, n))
    T, twist, acceleration = np.eye(4), *rng.normal(size=(2, 6))
    T[:3, :3], T[:3, 3] = Rotation.from_rotvec(rng.normal(size=3)).as_matrix(), rng.normal(size=3)
    own = np.kron(np.eye(2), T[:3, :3].T)  # Pinocchio has the platform's twist in its own axes, and its derivative there
    drift = np.concatenate([np.cross(twist[3:], twist[:3]), np.zeros(3)])
    state = np.concatenate([q, pin.SE3ToXYZQUAT(pin.SE3(T))])
    rates, second = np.concatenate([qd, own @ twist]), np.concatenate([qdd, own @ (acceleration - drift)])
    data = peer.model.createData()
    wanted = pin.rnea(peer.model, data, state, rates, second).copy()
    M = pin.crba(peer.model, data, state)
    M = np.triu(M) + np.triu(M, 1).T
    assert close(tree.inverse_dynamics(q, qd, qdd, friction=False), wanted[:n])
    assert close(own @ tree.platform_wrench(T, twist, acceleration), wanted[n:])
    assert close(tree.mass_matrix(q), M[:n, :n])
    assert close(own @ tree.platform_mass_matrix(T) @ own.T, M[n:, n:])
    assert close(tree.bias(q, qd, friction=False), pin.nonLinearEffects(peer.model, data, state, rates)[:n])
    pin.forwardKinematics(peer.model, data, state, rates, second)
    pin.computeJointJacobians(peer.model, data, state)
    aligned, twists, accelerations = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED, tree.twists(q, qd), tree.accelerations(q, qd, qdd)
    for k, joint in enumerate(model.joint_names):
        index = peer.model.getJointId(joint)
        assert close(tree.frame(q, joint), data.oMi[index].homogeneous)
        assert close(twists[k], pin.getVelocity(peer.model, data, index, aligned).vector)
        assert close(accelerations[k], pin.getClassicalAcceleration(peer.model, data, index, aligned).vector)
        assert close(tree.jacobian(q, joint), pin.getJointJacobian(peer.model, data, index, aligned)[:, :n])
        assert close(tree.jacobian(q, joint) @ qd, twists[k])


def test_efforts_of_the_tree_are_those_of_the_book_for_a_five_bar() -> None:
    """tau_ta, tau_td and w_r of (8.116)-(8.124), and M_t, c_t of (8.127)-(8.136)."""
    model = compiled("five-bar")
    book = FiveBar(None, tuple(model.working_mode())).functions()
    for x, xd, xdd in states("five-bar"):
        q, qd = model.joints(x), model.joint_rates(x, xd, joints="all")
        qdd = model.joint_accelerations(x, xd, xdd, joints="all")
        tau_t = model.tree.inverse_dynamics(q, qd, qdd)
        tau_ta, tau_td, w_r = (np.array(v).ravel() for v in book["tree"](x, xd, xdd))
        assert close(tau_t[list(model.mechanism.actuated)], tau_ta)
        assert close(tau_t[list(model.mechanism.passive)], tau_td)
        motion = model.platform_twist(x, xd), model.platform_acceleration(x, xd, xdd)
        assert close(model.tree.platform_wrench(model.platform_frame(x), *motion)[:2], w_r)
        direct = dict(zip(book["direct_model"].name_out(), book["direct_model"](x, xd), strict=True))
        assert close(model.tree.mass_matrix(q), np.array(direct["M_t"]))
        assert close(model.tree.bias(q, qd), np.array(direct["c_t"]).ravel())


@pytest.mark.parametrize("of", ["five-bar-sprung", "planar-3-rrr-on-rail"])
def test_efforts_of_the_tree_at_closed_states_are_those_that_the_loops_close_with(of: str) -> None:
    """(8.71): the efforts of the tree, with springs and friction, and the wrench of the platform give the actuator efforts."""
    model, some = robot_states(of)
    for x, xd, xdd in some:
        q, qd = model.joints(x), model.joint_rates(x, xd, joints="all")
        tau_t = model.tree.inverse_dynamics(q, qd, model.joint_accelerations(x, xd, xdd, joints="all"))
        found = model.multipliers(x, xd, xdd)
        assert close(tau_t[list(model.mechanism.actuated)], found.tau_ta)
        assert close(tau_t[list(model.mechanism.passive)], found.tau_td)


@pytest.mark.parametrize("of", ["3-prs", OWN.stem, "planar-3-rrr-on-rail"])
def test_motions_of_links_and_platform_are_plain_sums(of: str) -> None:
    model, some = robot_states(of)
    for x, xd, xdd in some:
        wanted = motions(model, x, xd, xdd)
        twist, acceleration = model.platform_twist(x, xd), model.platform_acceleration(x, xd, xdd)
        assert close(np.concatenate([twist, acceleration]), np.concatenate(wanted[PLATFORM]))
        links, second = model.link_twists(x, xd), model.link_accelerations(x, xd, xdd)
        for k in range(len(model.joint_names)):
            assert close(np.concatenate([links[k], second[k]]), np.concatenate(wanted[k]))
        q, qd = model.joints(x), model.joint_rates(x, xd, joints="all")
        qdd = model.joint_accelerations(x, xd, xdd, joints="all")
        moving = {"platform_frame": model.platform_frame(x), "platform_twist": twist}
        assert close(model.tree.twists(q, qd, **moving), links)
        assert close(model.tree.accelerations(q, qd, qdd, **moving, platform_acceleration=acceleration), second)
        tau_t = model.tree.inverse_dynamics(q, qd, qdd, **moving, platform_acceleration=acceleration)
        M, c = (model.tree.mass_matrix(q, platform_frame=moving["platform_frame"]),
                model.tree.bias(q, qd, **moving, platform_acceleration=acceleration))  # fmt: skip
        assert close(M @ qdd + c, tau_t)
        assert np.linalg.eigvalsh(M).min() > -EXACT


def test_frames_and_jacobians_of_points() -> None:
    model, some = robot_states(OWN.stem)
    x, tree = some[0].x, model.tree
    q, T = model.joints(x), model.platform_frame(x)
    assert close(tree.frames(q, platform_frame=T), model.link_frames(x))
    given = {"platform_frame": T}
    there, back = tree.frame(q, "q32", "q12", **given), tree.frame(q, "q12", "q32", **given)
    assert close(there @ back, np.eye(4))
    assert close(tree.frame(q, "platform", "q31", **given), np.linalg.inv(model.link_frames(x)[4]) @ T)
    for closure in model.mechanism.closures:
        gap = tree.frame(q, (closure.name, "first"), (closure.name, "second"), **given)
        assert np.abs(gap[:2, 3]).max() < 1e-9  # all closures of this robot share their z axis
        assert gap[:3, 2] == pytest.approx([0, 0, 1], abs=1e-9)
    h, at = 1e-6, np.array([0.1, -0.2, 0.3])
    J = tree.jacobian(q, "s2", at=at, **given)
    for k in range(len(q)):
        step = h * np.eye(len(q))[k]
        ends = [(tree.frame(q + sign * step, "s2", **given) @ [*at, 1])[:3] for sign in (1, -1)]
        assert J[:3, k] == pytest.approx((ends[0] - ends[1]) / (2 * h), abs=1e-8)
    stacked = tree.jacobian(np.stack([q, q + 0.1]), "s2", at=at, **given)
    assert close(stacked[0], J) and stacked.shape == (2, 6, len(q))


@pytest.mark.parametrize("of", ["3-prs", "delta-d3-1200"])
def test_twists_of_a_leg_carry_the_platform(of: str) -> None:
    """(7.53): the platform's twist is the sum of the unit twists of a leg, with rates of its joints and of its closure."""
    model, some = robot_states(of)
    x, xd, _ = some[0]
    for leg in model.mechanism.leg_names:
        system = model.tree.leg_twists(model.joints(x), leg, model.platform_frame(x))
        count = len(system.names) - len(model.mechanism.closures[0].free)
        rates = model.joint_rates(x, xd, joints="all")[[model.joint_names.index(name) for name in system.names[:count]]]
        rest = model.platform_twist(x, xd) - system.matrix[:, :count] @ rates
        free = system.matrix[:, count:]
        assert close(rest, free @ np.linalg.lstsq(free, rest, rcond=None)[0] if free.size else np.zeros(6))


def test_live_parameters_change_the_tree() -> None:
    live = parados.load("five-bar").compile("vm", live=["d12"])
    other = parados.load("five-bar").with_parameters(d12=0.3).compile("vm")
    q = np.linspace(-1, 1, 5)
    assert close(live.with_parameters({"d12": 0.3}).tree.mass_matrix(q), other.tree.mass_matrix(q))
    several = live.with_parameters({"d12": [0.2, 0.3]}).tree.frame(q, "q12", "base")
    assert close(several[1], other.tree.frame(q, "q12"))


def test_wrong_calls_are_rejected_in_a_sentence() -> None:
    model, some = robot_states(OWN.stem)
    tree, q = model.tree, model.joints(some[0].x)
    with pytest.raises(InputError, match="since the platform carries joints"):
        tree.frames(q)
    with pytest.raises(InputError, match="perpendicular unit vectors"):
        tree.mass_matrix(q, platform_frame=np.ones((4, 4)))
    with pytest.raises(InputError, match=r"\(4, 4\) or \(N, 4, 4\) is expected"):
        tree.mass_matrix(q, platform_frame=np.eye(3))
    with pytest.raises(InputError, match="is not a body; use base, platform, q11"):
        tree.frame(q, "elbow", platform_frame=np.eye(4))
    with pytest.raises(UnknownNameError, match="is not a leg that holds the platform; use leg1"):
        tree.leg_twists(q, "strut", np.eye(4))
    plain = compiled("five-bar").tree
    with pytest.raises(InputError, match="is needed for a frame of the platform"):
        plain.frame(np.zeros(5), "platform")


ONE_LEG = """
name: one-leg
title: A four-bar whose cranks are branches of one leg; the coupler is the platform
platform: {coordinates: [a3], dependent: [px, py], link: {mass: 1}}
legs:
  - name: cranks
    joints:
      - {name: q1, kind: R, active: true}
      - {name: q2, kind: R, antecedent: base, d: 0.5}
    closure: {of: q1, joint: R, frame: {d: 0.2}}
    loops: [{name: second, between: [q2, platform], joint: R, frames: [{d: 0.25}, {d: 0.5}]}]
home: [0.2]
guess: {q1: 0.43, q2: 0.81}
"""


def test_twists_of_a_leg_with_two_closures_need_the_name_of_one() -> None:
    model = Robot(parse_robot(ONE_LEG)).checked().compile("vm")
    x = model.survey.home
    q, frame = model.joints(x), model.platform_frame(x)
    with pytest.raises(InputError, match=r"leg: cranks has 2 closures .* name one of them: cranks to platform, second"):
        model.tree.leg_twists(q, "cranks", frame)
    assert model.tree.leg_twists(q, "cranks to platform", frame).names == ("q1", "Rz of cranks to platform")
    assert model.tree.leg_twists(q, "second", frame).names == ("q2", "Rz of second")

"""Test what joints and closures carry: balance of every body, feet, efforts along the joints, and what is not determined."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import parados
from parados.api import Robot
from parados.model.model import Model
from parados.model.reaction_result import Reactions
from parados.model.reactions import parts_of
from parados.robot.reading import parse_robot
from parados.topology.mechanism import BASE, PLATFORM

from .body_balance import needed
from .test_generality import HERE, State, compiled, states

BALANCE = 1e-9
"""Relative to the largest wrench of the robot: round-off times the condition of the closures."""

OWN = HERE.parent / "dynamics" / "data" / "leg-from-platform.yaml"
QUICK = ["five-bar", "delta-d3-1200", "dualv", "3-rrr-parallelogram", "c5-plates-on-rods", "3-prs", "planar-3-rrr-on-rail"]
QUICK += [OWN.stem]
"""One robot of each sort: planar, spatial, redundant, with inner loops, with plates, numeric, with a redundant joint;
`leg-from-platform` has a leg on the platform and a strut between two legs."""

FILES = sorted(path.stem for path in HERE.glob("*.yaml"))
ROBOTS = [OWN.stem, *parados.catalog(), *FILES]


@cache
def robot_states(name: str) -> tuple[Model, list[State]]:
    if name != OWN.stem:
        return compiled(name), states(name)
    model = parados.load(OWN).compile("vm")
    rng = np.random.default_rng(1)
    home = model.survey.home
    return model, [State(home + 0.03 * rng.normal(size=3), *rng.normal(size=(2, 3))) for _ in range(3)]


def _marked(name: str) -> object:
    return pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow])


def on_bodies(model: Model, reactions: Reactions) -> dict[int, np.ndarray]:
    """Sum of the wrenches that joints and closures apply to every body, at the base origin."""
    total = {k: np.zeros(6) for k in (BASE, PLATFORM, *range(len(model.joint_names)))}
    for k, (by, on) in enumerate(reactions.parts.between):
        w = reactions.balanced[k]
        w = np.concatenate([w[:3], w[3:] + np.cross(reactions.points[k], w[:3])])
        total[on] += w
        total[by] -= w
    return total


@pytest.mark.parametrize("of", [_marked(name) for name in ROBOTS])
def test_every_body_is_in_balance(of: str, record_property) -> None:
    model, some = robot_states(of)
    for x, xd, xdd in some:
        wrench = np.linspace(-3, 2, 6)
        reactions = model.reactions(x, xd, xdd, wrench=wrench)
        applied, wanted = on_bodies(model, reactions), needed(model, x, xd, xdd)
        wanted[PLATFORM] -= np.concatenate([wrench[:3], wrench[3:] + np.cross(model.platform_frame(x)[:3, 3], wrench[:3])])
        carrier = model.mechanism.platform.carrier
        if carrier is not None:  # one body with its carrier: nothing is told between the two
            assert not applied[PLATFORM].any()
            wanted[carrier] = wanted[carrier] + wanted.pop(PLATFORM)
        size = np.abs(reactions.balanced).max()
        worst = max(float(np.abs(applied[k] - w).max() / size) for k, w in wanted.items())
        record_property("imbalance of a body", worst)
        assert worst < BALANCE
        ground = model.ground_reaction(x, xd, xdd, wrench=wrench)
        assert np.abs(reactions.anchors - applied[BASE] - ground).max() < BALANCE * size
        assert np.abs(reactions.ground - ground).max() < BALANCE * size


@pytest.mark.parametrize("of", [_marked(name) for name in ROBOTS])
def test_component_along_a_joint_is_the_effort_less_rotor_and_friction(of: str) -> None:
    """Couplings add efforts in proportion to their factors. Friction is left out if its law has other terms than those below."""
    model, some = robot_states(of)
    x, xd, xdd = some[0]
    plain = all(joint.friction.model_fields_set <= {"fv", "fs", "fb", "vs", "width"} for joint in model.mechanism.joints)
    reactions = model.reactions(x, xd, xdd, axes="own", friction=plain)
    rest = np.zeros(len(model.joint_names))
    rest[list(model.mechanism.actuated)] = -model.inverse_dynamics(x, xd, xdd, friction=plain)
    qd, qdd = model.joint_rates(x, xd, joints="all"), model.joint_accelerations(x, xd, xdd, joints="all")
    q = model.joints(x)
    for k, joint in enumerate(model.mechanism.joints):
        f, w = joint.friction, reactions.balanced[k]
        direction = np.tanh(qd[k] / f.width) if f.width else np.sign(qd[k])
        lost = (f.fv * qd[k] + (f.fs + f.fb * np.exp(-((qd[k] / f.vs) ** 2))) * direction) * plain
        if joint.spring is not None:
            lost += joint.spring.stiffness * (q[k] - joint.spring.rest) + joint.spring.damping * qd[k] + joint.spring.effort
        rest[k] += joint.screw.turn * w[5] + joint.screw.slide * w[2] + joint.rotor * qdd[k] + lost
    K = np.array([[one.factors.get(k, 0.0) for k in range(len(rest))] for one in model.mechanism.couplings])
    if len(K):
        rest -= K.T @ np.linalg.lstsq(K.T, rest, rcond=None)[0]
    assert np.abs(rest).max() < BALANCE * np.abs(reactions.balanced).max()


@pytest.mark.parametrize("of", [OWN.stem, "delta-d3-1200", "dualv"])
def test_determined_part_does_not_depend_on_the_set_of_closure_forces(of: str) -> None:
    """Projector: symmetric, idempotent, and of the same trace in other axes; whole components are those of the wrenches."""
    model, some = robot_states(of)
    x, xd, xdd = some[0]
    reactions, own = model.reactions(x, xd, xdd), model.reactions(x, xd, xdd, axes="own")
    P = reactions.projectors
    assert np.allclose(P, P.swapaxes(1, 2), atol=1e-12)
    assert np.allclose(P @ P, P, atol=1e-12)
    assert (reactions.determined == own.determined).all()
    assert (reactions.determined.min() < 6) == (reactions.undetermined > 0) == (model.robot.mobility().overconstraint > 0)
    assert int(reactions.undetermined) == model.robot.mobility().overconstraint
    assert np.isnan(reactions.wrenches).any() == bool(reactions.undetermined)
    known = np.isfinite(reactions.wrenches)
    assert np.allclose(reactions.wrenches[known], reactions.projected[known], atol=1e-9 * np.abs(reactions.balanced).max())


def test_axes_turn_the_wrenches() -> None:
    model, some = robot_states("delta-d3-1200")
    x, xd, xdd = some[0]
    base, own = model.reactions(x, xd, xdd), model.reactions(x, xd, xdd, axes="own")
    platform = model.reactions(x, xd, xdd, axes="platform")
    frames, R_p = model.link_frames(x), model.platform_frame(x)[:3, :3]
    for k, name in enumerate(model.joint_names):
        for half in (slice(0, 3), slice(3, 6)):
            assert np.allclose(frames[k, :3, :3] @ own.balanced[k][half], base.balanced[k][half], atol=1e-9), name
            assert np.allclose(R_p @ platform.balanced[k][half], base.balanced[k][half], atol=1e-9), name
    assert np.allclose(own.ground, base.ground, atol=1e-9)


def test_stacks_equal_single_states_and_rows_out_of_reach_are_nan() -> None:
    model, some = robot_states("five-bar")
    x, xd, xdd = (np.array(part) for part in zip(*some, strict=True))
    together = model.reactions(x, xd, xdd)
    for row, state in enumerate(some):
        assert np.array_equal(together["q12"][row], model.reactions(*state)["q12"], equal_nan=True)
    x[1] = 100.0
    with pytest.warns(RuntimeWarning, match="1 of 3 rows are NaN"):
        partly = model.reactions(x, xd, xdd)
    assert np.isnan(partly["q12"][1]).all()
    assert np.array_equal(partly["q12"][2], together["q12"][2], equal_nan=True)
    with pytest.raises(parados.errors.UnreachableError):
        model.reactions(x[1], xd[1], xdd[1])


def test_wrenches_that_do_not_balance_all_bodies_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """As at a constraint singularity: here the motors get efforts that do not belong to the motion."""
    model, some = robot_states("five-bar")
    monkeypatch.setattr("parados.model.reactions.efforts", lambda *_: np.array([1e3, 0.0]))
    with pytest.raises(parados.SingularConfigurationError, match="no wrenches through the joints balance all bodies"):
        model.reactions(*some[0])


def test_names_stand_for_legs_and_composite_joints() -> None:
    robot = Robot(parados.describe(HERE / "planar-and-cylindrical.yaml"))
    parts = parts_of(robot.mechanism, robot.spec)
    assert parts.names[parts.index("u1")] == "u1b"
    assert parts.names[parts.index(robot.spec.legs[0].name)] == f"{robot.spec.legs[0].name} to platform"
    with pytest.raises(parados.errors.UnknownNameError, match="neither a joint nor a closure"):
        parts.index("elbow 17")
    model, some = robot_states("five-bar")
    with pytest.raises(parados.errors.InputError, match="axes"):
        model.reactions(*some[0], axes="world")


def test_massless_bars_of_a_five_bar_pull_along_themselves() -> None:
    """With all weight at the platform each far bar pulls along itself, and a motor holds lever times force."""
    robot = parados.load("five-bar-feasible")
    weightless = {name: 0.0 for name in robot.parameters if name.startswith(("zz", "mx", "my", "m1", "m2"))}
    model, x = robot.with_parameters(**weightless, m4=2.5).compile("vm"), np.array([0.03, 0.25])
    reactions = model.reactions(x, [0, 0], [0, 0])
    elbows = [reactions.point(name)[:2] for name in ("q12", "q22")]
    bars = np.array([x - elbow for elbow in elbows])
    pulls = np.linalg.solve(bars.T, [0, 2.5 * 9.81])  # balance of the platform
    for leg, bar, pull, elbow in zip("12", bars, pulls, elbows, strict=True):
        force, lever = pull * bar, elbow - reactions.point(f"q{leg}1")[:2]
        for name in (f"leg{leg}", f"q{leg}2", f"q{leg}1"):
            assert reactions[name][:2] == pytest.approx(force, abs=1e-12)
        assert reactions[f"q{leg}1"][5] == pytest.approx(lever[0] * force[1] - lever[1] * force[0], abs=1e-12)


@pytest.mark.parametrize("of", [_marked(name) for name in ROBOTS])
def test_multipliers_fulfil_the_equations_of_the_book(of: str) -> None:
    model, some = robot_states(of)
    for x, xd, xdd in some[:2]:
        m, found = model.matrices(x), model.multipliers(x, xd, xdd)
        size = BALANCE * max(np.abs(found.w_b).max(), np.abs(found.w_d).max(), np.abs(found.lambda_1).max())
        assert np.allclose(m.J_td.T @ found.lambda_2, found.tau_td, rtol=0, atol=size)  # (8.84)
        assert np.allclose(m.A_r.T @ found.lambda_1 - m.J_t.T @ found.lambda_2, found.w_r, rtol=0, atol=size)  # (8.83)
        tau = found.tau_ta - m.B.T @ found.lambda_1 - m.J_ta.T @ found.lambda_2  # (8.82)
        assert np.allclose(tau, model.inverse_dynamics(x, xd, xdd), rtol=0, atol=size)
        assert np.allclose(found.w_d, m.A_r.T @ found.lambda_1, rtol=0, atol=size)  # (9.4)


ONE_JOINT = """
name: one-joint
title: A turning platform
platform: {coordinates: [a3], link: {mass: 2, com: [0.3, 0, 0], inertia: [0.01, 0.01, 0.02]}}
legs:
  - {name: arm, joints: [{name: q, kind: R, active: true}], closure: {joint: fixed}}
gravity: [0, -9.81, 0]
"""


def test_reactions_of_a_robot_with_one_joint() -> None:
    """The weight of the platform goes through the closure and the joint to the ground."""
    loads = Robot(parse_robot(ONE_JOINT)).checked().compile("vm").reactions([0.0], [0.0], [0.0])
    assert (loads.bodies("q"), loads.bodies("arm")) == (("base", "q"), ("q", "platform"))
    for name in ("q", "arm"):
        assert loads[name] == pytest.approx([0, 2 * 9.81, 0, 0, 0, 0.6 * 9.81], abs=1e-12)


def test_axes_may_be_those_of_a_composite_joint() -> None:
    """A composite joint stands for the link of its last axis, as in `loads[name]`."""
    model, some = robot_states("3-rrcu")
    name = next(iter(parts_of(model.mechanism, model.spec).first))
    last = parts_of(model.mechanism, model.spec).also[name]
    state = (some[0].x, some[0].xd, some[0].xdd)
    assert np.array_equal(model.reactions(*state, axes=name).balanced, model.reactions(*state, axes=last).balanced)

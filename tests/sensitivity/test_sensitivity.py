"""Exact sensitivities against formulas derived by hand, finite differences and motions sampled by hand."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.live_families import frozen

import parados
from parados.model.quantities import QUANTITIES
from parados.sensitivity import sensitivity
from parados.sensitivity.output_names import OUTPUTS
from parados.trajectory import point_to_point

G = 9.81
EXACT = 1e-9
"""Relative difference between exact derivatives and formulas: round-off."""
DIFFERENCES = 1e-6
"""Relative error of central differences with a step of 1e-5 of each value."""

STATE = ([0.02, 0.25], [0.3, -0.2], [2.0, 1.0])
STATES = {
    "inverse_kinematics": 1, "joints": 1, "pose": 1, "jacobian": 1, "inverse_jacobian": 1, "joint_rates": 2,
    "joint_accelerations": 3, "all_joint_rates": 2, "inverse_dynamics": 3, "platform_force": 3, "forward_dynamics": 3,
    "mass_matrix": 1, "bias": 2, "ground_reaction": 3, "energy": 2, "centre_of_mass": 1, "regressor": 3,
    "ground_regressor": 3,
}  # fmt: skip
"""Number of states of each quantity; forward_dynamics takes efforts in place of accelerations."""


def of_frozen(robot, quantity, states, values):
    """Outputs (n_f,) of a robot of its own, whose numbers are constants."""
    model = frozen(robot, values)
    if quantity == "all_joint_rates":
        return model.joint_rates(*states, joints="all")
    found = getattr(model, quantity)(*states)
    return np.array([found.kinetic, found.potential]) if quantity == "energy" else np.ravel(found)


@pytest.mark.parametrize("quantity", STATES)
def test_derivatives_equal_differences_of_frozen_robots(five_bar, quantity):
    robot, states = parados.load("five-bar"), STATE[: STATES[quantity]]
    found = sensitivity(five_bar, quantity, *states, wrt=["d12", "m4"])
    assert found.derivatives.shape == (len(found.outputs), 2)
    assert np.allclose(found.values, of_frozen(robot, quantity, states, {}), rtol=EXACT, atol=1e-12)
    for k, name in enumerate(("d12", "m4")):
        h = 1e-5 * five_bar.live[name]
        high, low = (of_frozen(robot, quantity, states, {name: five_bar.live[name] + side * h}) for side in (1, -1))
        scale = max(np.abs(found.derivatives[:, k]).max(), 1e-9)
        assert np.abs((high - low) / (2 * h) - found.derivatives[:, k]).max() < DIFFERENCES * scale


@pytest.mark.parametrize("name", ["five-bar", "delta-d3-1200", "navaro"])
def test_outputs_have_names(name):
    model = parados.load(name).compile("vm", live=["payload"])
    for quantity, number in {**STATES, "all_joint_accelerations": 3, "pose_rates": 2, "pose_accelerations": 3}.items():
        n = model.mechanism.n_dof
        states = [model.survey.home, *[np.ones(n)] * (number - 1)]
        if quantity == "forward_dynamics":
            states[2] = np.ones(len(model.actuated_names))
        outputs = sensitivity(model, quantity, *states).outputs
        assert len({one.name for one in outputs}) == len(outputs)
        assert not any(one.name.startswith(quantity) for one in outputs)
    public = {key for key, entry in QUANTITIES.items() if entry.public}
    assert public - set(OUTPUTS) == {"link_frames"}


def test_lengths_of_a_five_bar_leg_by_hand(five_bar):
    """The elbow E = (d11 + d12 cos q, d12 sin q) stays at the distance d13 from P."""
    P = np.array([0.02, 0.25])
    q = five_bar.inverse_kinematics(P)[0]
    d11, d12, d13 = (five_bar.live[name] for name in ("d11", "d12", "d13"))
    along, across = np.array([np.cos(q), np.sin(q)]), np.array([-np.sin(q), np.cos(q)])
    rod = P - [d11, 0] - d12 * along
    lever = rod @ across * d12
    expected = np.array([-rod[0], -rod @ along, -d13]) / lever
    found = sensitivity(five_bar, "inverse_kinematics", P, wrt=["d11", "d12", "d13"])
    assert np.allclose(found.derivatives[0], expected, rtol=EXACT)
    assert np.allclose(found.relative[0], expected * [d11, d12, d13] / q, rtol=EXACT)
    assert np.allclose(found.effects[0], 0.01 * np.abs(expected * [d11, d12, d13]), rtol=EXACT)
    assert np.allclose(found.derivatives[1], 0, atol=1e-12)


def vertical_delta(model, z):
    """Return (dtheta/dz, dz/drf, dz/dl1, dz/dl2) of a Delta on its axis, from (r + l1 c)^2 + (z + l1 s)^2 = l2^2, r = rf - re."""
    theta = model.inverse_kinematics([0.0, 0.0, z])[0]
    rf, re, l1, l2 = (model.live[name] for name in ("rf", "re", "l1", "l2"))
    c, s = np.cos(theta), np.sin(theta)
    across, down = rf - re + l1 * c, z + l1 * s
    assert np.isclose(np.hypot(across, down), l2, rtol=1e-12)
    return down / (l1 * (across * s - down * c)), -across / down, -(across * c + down * s) / down, l2 / down


def test_mass_of_the_platform_of_a_vertical_delta_by_hand(delta):
    """Three equal torques lift the platform: 3 tau dtheta = m g dz."""
    still = np.zeros(3)
    found = sensitivity(delta, "inverse_dynamics", [0, 0, -0.8], still, still, wrt="m0", tolerances={"m0": 0.05})
    by_hand = G / (3 * vertical_delta(delta, -0.8)[0])
    assert np.allclose(found.derivatives[:, 0], by_hand, rtol=EXACT)
    assert np.allclose(found.effects[:, 0], 0.05 * abs(by_hand), rtol=EXACT)
    anywhere = np.array([[0.1, 0.05, -0.8], [-0.2, 0.1, -0.7]])
    projected = np.einsum("nji,j->ni", delta.jacobian(anywhere), [0, 0, G])  # J^T of the weight, with a unit mass
    found = sensitivity(delta, "inverse_dynamics", anywhere, still, still, wrt="m0")
    assert np.allclose(found.derivatives[:, :, 0], projected, rtol=EXACT)


def test_height_error_of_a_vertical_delta_by_hand(delta):
    found = sensitivity(delta, "forward_kinematics", x=[0, 0, -0.75], wrt=["rf", "re", "l1", "l2"])
    _, by_rf, by_l1, by_l2 = vertical_delta(delta, -0.75)
    assert np.allclose(found.derivatives[2], [by_rf, -by_rf, by_l1, by_l2], rtol=EXACT)
    assert np.allclose(found.derivatives[:2], 0, atol=1e-12)


def test_payload_and_gravity_of_the_ground_reaction(delta):
    model = parados.load("delta-d3-1200").compile("vm", live=["payload", "gravity"])
    still = np.zeros(3)
    found = sensitivity(model, "ground_reaction", [0.1, 0, -0.8], still, still)
    slopes = dict(zip(found.parameters, found.derivatives.T, strict=True))
    assert np.allclose(slopes["mass"][:3], [0, 0, G]) and np.allclose(slopes["mass"][4], -0.1 * G)
    mass = 0.94 + 3 * (1.4 + 0.39)
    assert np.allclose(slopes["gz"][2], -mass)
    assert found.tolerances[found.parameters.index("mass")] == 0


def test_motion_gives_the_states_of_its_instants(five_bar):
    motion = point_to_point([-0.05, 0.25], [0.05, 0.28], 0.4)
    t = np.linspace(0, 0.4, 7)
    along = sensitivity(five_bar, "inverse_dynamics", motion, times=t)
    stack = sensitivity(five_bar, "inverse_dynamics", *motion(t))
    assert np.array_equal(along.derivatives, stack.derivatives) and np.array_equal(along.times, t)
    assert stack.times is None
    assert len(sensitivity(five_bar, "inverse_dynamics", motion).times) == 101
    assert np.allclose(along.largest, along.effects.max(axis=0))
    assert np.allclose(along.rms, np.sqrt((along.effects**2).mean(axis=0)))
    poses = sensitivity(five_bar, "forward_kinematics", motion, times=t)
    assert np.allclose(poses.values, motion(t).x)


def test_options_change_the_quantity(five_bar):
    wrench = np.array([[0, 5.0, 0, 0, 0, 0], [3.0, 0, 0, 0, 0, 0]])
    x, xd, xdd = (np.tile(part, (2, 1)) for part in STATE)
    loaded = sensitivity(five_bar, "inverse_dynamics", x, xd, xdd, wrench=wrench, wrt="d12")
    for k in range(2):
        single = sensitivity(five_bar, "inverse_dynamics", *STATE, wrench=wrench[k], wrt="d12")
        assert np.allclose(loaded.derivatives[k], single.derivatives)
    frictionless = sensitivity(five_bar, "inverse_dynamics", *STATE, friction=False, wrt="fv11")
    assert np.array_equal(frictionless.derivatives, np.zeros((2, 1)))
    longer = sensitivity(five_bar, "inverse_kinematics", STATE[0], wrt="d12", parameters={"d12": 0.22})
    other = sensitivity(five_bar.with_parameters({"d12": 0.22}), "inverse_kinematics", STATE[0], wrt="d12")
    assert longer.nominal == [0.22] and np.array_equal(longer.derivatives, other.derivatives)
    inside = sensitivity(five_bar, "inverse_kinematics", STATE[0], wrt="d12", mode=[-1, 1])
    assert not np.allclose(inside.derivatives, other.derivatives)


def test_ranking_and_summary_name_the_most_important_parameter(five_bar):
    found = sensitivity(five_bar, "inverse_dynamics", *STATE, tolerances={"d12": 1e-4, "fv11": 1.0})
    assert found.ranking("q11")[:2] == ["fv11", "d12"]
    assert found.tolerances[found.parameters.index("m4")] == 0 and not found.assumed
    assert "as given; 2 numbers of 8" in found.summary()
    assert "1 % of each value (assumed" in sensitivity(five_bar, "inverse_dynamics", *STATE).summary()


def test_states_out_of_reach_are_nan_and_counted(five_bar):
    with pytest.warns(RuntimeWarning, match="1 of 3 rows") as warned:
        found = sensitivity(five_bar, "inverse_kinematics", [[0, 0.25], [0, 2.0], [0.02, 0.25]])
    assert len(warned) == 1
    assert np.isnan(found.derivatives[1]).all() and np.isfinite(found.derivatives[[0, 2]]).all()
    assert found.failed == 1 and np.isfinite(found.largest).all() and np.isfinite(found.rms).all()
    assert "states without a result: 1 of 3" in found.summary()
    with pytest.raises(parados.UnreachableError):
        sensitivity(five_bar, "inverse_kinematics", [0, 2.0])

"""Energy balance: the work of the actuators becomes kinetic energy, potential energy and friction losses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

BALANCE = 1e-8
"""Relative to the largest power or energy; extrapolated differences have about ten digits (truncation h^8, round-off 1e-15/h)."""

FROZEN_INERTIA = ["gough-stewart-fried"]
"""Robots whose rod inertia varies with the rod length. The source treats this inertia as constant in the equations of motion,
so dE/dt = P + 1/2 w Idot w. The variant of the robot with a constant inertia satisfies the energy balance."""


def _dissipated(m, x, xd):
    """Power of friction in all joints, from an independent implementation of the friction law."""
    qd = m.joint_rates(x, xd, joints="all")
    total = 0.0
    for joint, rate in zip(m.mechanism.joints, qd, strict=True):
        f = joint.friction
        direction = np.tanh(rate / f.width) if f.width > 0 else np.sign(rate)
        total += rate * (f.fv * rate + (f.fs + f.fb * np.exp(-((rate / f.vs) ** 2))) * direction)
    return total


def _balance(m, state, along, slope):
    """dE/dt - (power in - power dissipated), relative to the largest of the powers."""
    x, xd, xdd = state
    gain = slope(lambda h: m.energy(*along(m, state, h)).total, 2e-3)
    tau, qd = m.inverse_dynamics(x, xd, xdd), m.joint_rates(x, xd)
    largest = max(1.0, np.abs(m.energy(x, xd).total), np.abs(tau * qd).sum())
    return (gain - (tau @ qd - _dissipated(m, x, xd))) / largest


def test_only_robots_with_frozen_inertia_are_exempt(mechanisms):
    varying = [name for name, mechanism in mechanisms.items() if any(joint.varying for joint in mechanism.joints)]
    assert varying == FROZEN_INERTIA


@pytest.mark.robots_but(*FROZEN_INERTIA)
@given(data=st.data())
def test_actuator_power_equals_energy_rate_plus_friction_losses(data, every_robot, model, draw, along, slope):
    m = model(every_robot)
    assert abs(_balance(m, draw(data, m), along, slope)) < BALANCE


@given(data=st.data())
def test_friction_efforts_dissipate_the_power_of_the_friction_law(data, every_robot, model, draw, off):
    m = model(every_robot)
    x, xd, xdd = draw(data, m)
    difference = m.inverse_dynamics(x, xd, xdd) - m.inverse_dynamics(x, xd, xdd, friction=False)
    lost = _dissipated(m, x, xd)
    assert lost >= 0
    assert off(difference @ m.joint_rates(x, xd), lost) < BALANCE


@pytest.mark.parametrize("name", FROZEN_INERTIA)
def test_frozen_inertia_violates_the_balance_by_its_rate_of_change(name, model, some_states, along, slope):
    """The difference is the sum of 1/2 w Idot w over the rods; I(q) = 6.25e-4 + 0.083 (q - 0.83)^2 about both transverse axes."""
    m = model(name)
    for state in some_states(name, 5):
        x, xd, xdd = state
        q, qd, missing = m.inverse_kinematics(x), m.joint_rates(x, xd), 0.0
        rates = dict(zip(m.joint_names, m.joint_rates(x, xd, joints="all"), strict=True))
        angles = dict(zip(m.joint_names, m.joints(x), strict=True))
        for i in range(6):
            beta_d, gamma_d, gamma = rates[f"beta_b{i + 1}"], rates[f"gamma_b{i + 1}"], angles[f"gamma_b{i + 1}"]
            transverse = (beta_d * np.cos(gamma)) ** 2 + gamma_d**2  # the part of w normal to the leg
            missing += 0.083 * (q[i] - 0.83) * qd[i] * transverse
        gain = slope(lambda h, s=state: m.energy(*along(m, s, h)).total, 2e-3)
        power = m.inverse_dynamics(x, xd, xdd) @ qd
        assert abs(missing) > 1e-5
        assert abs(gain - power - missing) < BALANCE * max(1.0, abs(power), np.abs(m.energy(x, xd).total))

"""External loads act by virtual power: J_inv^T (tau - tau_0) = -(twist columns)^T wrench."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

VIRTUAL_POWER = 1e-8
"""Relative; the platform twist from extrapolated differences of its frame has about ten correct digits."""

SUPERPOSED = 1e-10
"""Relative; both sides add the same terms in another order, with round-off times the condition number of J_inv."""


@settings(max_examples=10)
@given(data=st.data())
def test_a_wrench_on_the_platform_acts_by_virtual_power(data, every_robot, model, draw, draw_vector, platform_twist, off):
    m = model(every_robot)
    x, xd, xdd = draw(data, m)
    wrench = draw_vector(data, 6, 50.0)
    change = m.inverse_dynamics(x, xd, xdd, wrench=wrench) - m.inverse_dynamics(x, xd, xdd)
    assert off(m.inverse_jacobian(x).T @ change, -platform_twist(m, x).T @ wrench) < VIRTUAL_POWER


@settings(max_examples=10)
@given(data=st.data())
def test_a_wrench_on_a_link_acts_by_virtual_power(data, every_robot, model, draw, draw_vector, along, slope, new_state, off):
    m = model(every_robot)
    x, xd, xdd = draw(data, m)
    joint = data.draw(st.integers(0, len(m.joint_names) - 1))
    wrench = draw_vector(data, 6, 50.0)
    change = m.inverse_dynamics(x, xd, xdd, link_wrenches={m.joint_names[joint]: wrench}) - m.inverse_dynamics(x, xd, xdd)
    R = m.link_frames(x)[joint][:3, :3]

    def power(rates):
        path = new_state(x, rates, 0 * rates)
        T_dot = slope(lambda h: m.link_frames(along(m, path, h)[0])[joint], 4e-3)
        W = T_dot[:3, :3] @ R.T
        return wrench @ np.array([*T_dot[:3, 3], W[2, 1], W[0, 2], W[1, 0]])

    expected = [-power(unit) for unit in np.eye(m.mechanism.n_dof)]
    assert off(m.inverse_jacobian(x).T @ change, expected) < VIRTUAL_POWER


@given(data=st.data())
def test_efforts_of_several_loads_add(data, every_robot, model, draw, draw_vector, off, kinds_of_friction):
    m = model(every_robot)
    x, xd, xdd = draw(data, m)
    a, b = draw_vector(data, 6, 50.0), draw_vector(data, 6, 50.0)
    for friction in kinds_of_friction(m, x, xd):
        free = m.inverse_dynamics(x, xd, xdd, friction=friction)
        each = [m.inverse_dynamics(x, xd, xdd, wrench=w, friction=friction) - free for w in (a, b, a - 2 * b)]
        assert off(each[2], each[0] - 2 * each[1], scale=max(1.0, np.abs(each[0]).max(), np.abs(each[1]).max())) < SUPERPOSED


@given(data=st.data())
def test_the_ground_reaction_balances_a_wrench_on_the_platform(data, every_robot, model, draw, draw_vector, off):
    """The ground reaction changes by minus the applied force and minus its moment about the base origin."""
    m = model(every_robot)
    x, xd, xdd = draw(data, m)
    wrench = draw_vector(data, 6, 50.0)
    p = m.platform_frame(x)[:3, 3]
    change = m.ground_reaction(x, xd, xdd, wrench=wrench) - m.ground_reaction(x, xd, xdd)
    assert off(change, -np.concatenate([wrench[:3], wrench[3:] + np.cross(p, wrench[:3])])) < SUPERPOSED

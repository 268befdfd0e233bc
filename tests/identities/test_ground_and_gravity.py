"""Newton's law for the whole robot, its weight, and gravity in any direction."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import parados

MOMENTUM = 1e-7
"""Relative; second differences of the centre of mass, with extrapolation, have about nine correct digits."""

WEIGHT = 1e-10
"""Relative; both sides add the same terms in another order, with round-off times the condition number of J_inv (at most 200)."""

TILTED = (3.1, -4.7, 6.3)


def _first_moment(m, x):
    """Sum of m r over all bodies, base axes."""
    links, platform = m.link_frames(x), m.platform_frame(x)
    bodies = [*zip(links, [j.standard for j in m.mechanism.joints], strict=True), (platform, m.mechanism.platform.standard)]
    return sum(p[9] * T[:3, 3] + T[:3, :3] @ p[6:9] for T, p in bodies)


def _mass(m):
    return sum(j.standard[9] for j in m.mechanism.joints) + m.mechanism.platform.standard[9]


@pytest.fixture(scope="module")
def tilted(model):
    """Function tilted(name) that returns the model of a robot with another gravity vector."""
    made = {}

    def with_gravity(name, gravity=TILTED):
        if (name, gravity) not in made:
            spec = parados.load(name).spec.model_copy(update={"gravity": gravity})
            made[name, gravity] = parados.Robot(spec).compile("vm")
        return made[name, gravity]

    return with_gravity


@given(data=st.data())
def test_ground_force_equals_rate_of_momentum_minus_weight(
    data, every_robot, model, draw, along, slope, off, well_conditioned
):
    m = model(every_robot)
    state = draw(data, m)
    # differences use times up to 0.02; a border of the reach, where positions are roots, must be farther away than that
    assume(all(well_conditioned(m, along(m, state, t)[0]) for t in (-0.04, -0.02, 0.02, 0.04)))

    def momentum(t):
        return slope(lambda h: _first_moment(m, along(m, state, t + h)[0]), 1e-2)

    expected = slope(momentum, 1e-2) - _mass(m) * m.mechanism.gravity
    assert off(m.ground_reaction(*state)[:3], expected) < MOMENTUM


@given(data=st.data())
def test_ground_reaction_at_rest_carries_the_weight(data, every_robot, draw, tilted, off):
    m = tilted(every_robot)
    x = draw(data, m).x
    still, g = np.zeros(m.mechanism.n_dof), np.array(TILTED)
    expected = np.concatenate([-_mass(m) * g, -np.cross(_first_moment(m, x), g)])
    assert off(m.ground_reaction(x, still, still), expected) < WEIGHT


@given(data=st.data())
def test_potential_energy_is_that_of_the_centre_of_mass_and_of_springs(data, every_robot, draw, tilted, off):
    m = tilted(every_robot)
    x = draw(data, m).x
    energy = m.energy(x, np.zeros(m.mechanism.n_dof))
    assert off(energy.potential - energy.springs, -_first_moment(m, x) @ np.array(TILTED)) < WEIGHT


@given(data=st.data())
def test_efforts_at_rest_are_linear_in_gravity(data, every_robot, model, draw, tilted, off):
    """The efforts for the sum of two gravity vectors are the sum of the efforts for each of them, if springs count once."""
    own = model(every_robot)
    both = tuple(float(a + b) for a, b in zip(own.mechanism.gravity, TILTED, strict=True))
    x, still = draw(data, own).x, np.zeros(own.mechanism.n_dof)
    robots = (own, tilted(every_robot), tilted(every_robot, both))
    a, b, total = (m.inverse_dynamics(x, still, still, friction=False) for m in robots)
    if own.energy(x, still).springs:
        total = total + tilted(every_robot, (0.0, 0.0, 0.0)).inverse_dynamics(x, still, still, friction=False)
    assert off(total, a + b, scale=max(1.0, np.abs(a).max(), np.abs(b).max())) < WEIGHT


@pytest.mark.parametrize("name", ["five-bar", "dualv"])
def test_efforts_at_rest_without_gravity_are_zero(name, model, some_states):
    m = model(name)
    assert not m.mechanism.gravity.any()
    for x, xd, _ in some_states(name, 5):
        assert np.abs(m.inverse_dynamics(x, 0 * xd, 0 * xd)).max() == 0

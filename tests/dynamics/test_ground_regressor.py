"""The wrench of the ground is linear in the dynamic parameters: its regressor, and a mass found from a force plate."""

from __future__ import annotations

import numpy as np
import pytest
from tests.robots.test_generality import compiled, states

SAME = 1e-11
"""Relative to the largest component: round-off of sums of a few hundred terms."""


@pytest.mark.parametrize("of", ["five-bar", "delta-d3-1200", "five-bar-sprung", pytest.param("quattro", marks=pytest.mark.slow)])
def test_regressor_times_parameters_is_the_ground_reaction(of: str) -> None:
    """Also for bars that the efforts replace by masses, for springs on the ground, and for an articulated platform."""
    model = compiled(of)
    for x, xd, xdd in states(of):
        w = model.ground_reaction(x, xd, xdd)
        Y = model.ground_regressor(x, xd, xdd)
        assert Y.shape == (6, len(model.parameters))
        assert np.abs(Y @ model.parameters - w).max() < SAME * np.abs(w).max()


def test_columns_of_rotors_and_friction_are_zero_and_a_mass_weighs_its_weight() -> None:
    model = compiled("delta-d3-1200")
    x, still = model.survey.home, np.zeros(3)
    Y, names = model.ground_regressor(x, still, still), list(model.parameter_names)
    idle = [k for k, name in enumerate(names) if name.startswith(("ia", "fv", "fs"))]
    assert idle and not Y[:, idle].any()
    place, g = model.platform_frame(x)[:3, 3], model.mechanism.gravity
    assert np.allclose(Y[:, names.index("m_p")], [*-g, *np.cross(place, -g)])


def test_platform_mass_comes_back_from_reactions_along_a_motion() -> None:
    """Least squares for one unknown; the other parameters are known."""
    model = compiled("delta-d3-1200")
    rng = np.random.default_rng(2)
    x = model.survey.home + 0.02 * rng.normal(size=(20, 3))
    xd, xdd = rng.normal(size=(2, 20, 3))
    w, Y = model.ground_reaction(x, xd, xdd), model.ground_regressor(x, xd, xdd)
    k = list(model.parameter_names).index("m_p")
    known = np.delete(Y, k, axis=2) @ np.delete(model.parameters, k)
    column = Y[:, :, k].ravel()
    assert np.isclose(column @ (w - known).ravel() / (column @ column), model.parameters[k], rtol=1e-10)

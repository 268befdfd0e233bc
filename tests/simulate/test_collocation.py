"""Test the collocation formulas: known members of the family, order, and spectral radius."""

import numpy as np
import pytest

from parados.errors import InputError
from parados.simulate.collocation import Collocation


def growth(formula, y):
    """Return the growth factor R(i y) of the test equation."""
    one = np.ones(len(formula.b))
    return 1 + 1j * y * formula.b @ np.linalg.solve(np.eye(len(one)) - 1j * y * formula.a, one)


def test_nodes_of_radau_iia_and_gauss():
    root = np.sqrt(6)
    np.testing.assert_allclose(Collocation.of(3, 0.0).c, [(4 - root) / 10, (4 + root) / 10, 1], atol=1e-15)  # Radau IIA
    np.testing.assert_allclose(Collocation.of(2, 1.0).c, [0.5 - np.sqrt(3) / 6, 0.5 + np.sqrt(3) / 6], atol=1e-15)  # Gauss


@pytest.mark.parametrize("stages", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("radius", [0.0, 0.3, 0.8, 1.0])
def test_spectral_radius_is_the_given_one_and_formula_is_stable(stages, radius):
    formula = Collocation.of(stages, radius)
    assert abs(growth(formula, 1e9)) == pytest.approx(radius, abs=1e-6)
    assert max(abs(growth(formula, y)) for y in np.geomspace(1e-2, 1e6, 200)) <= 1 + 1e-12


@pytest.mark.parametrize("radius", [0.0, 0.5, 1.0])
def test_quadrature_has_the_reported_order(radius):
    formula = Collocation.of(3, radius)
    for k in range(1, formula.order + 1):
        assert formula.b @ formula.c ** (k - 1) == pytest.approx(1 / k, abs=1e-14)
    assert abs(formula.b @ formula.c**formula.order - 1 / (formula.order + 1)) > 1e-5


@pytest.mark.parametrize("stages, radius", [(3, 1.5), (3, -0.1), (0, 1.0), (9, 1.0)])
def test_invalid_stages_or_radius_are_rejected(stages, radius):
    with pytest.raises(InputError):
        Collocation.of(stages, radius)

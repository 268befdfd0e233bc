"""Displacement fields of beams: the element of F.1, values at the tip, fields of the user."""

import casadi as ca
import numpy as np
import pytest

from parados.errors import InputError
from parados.flexible.clamped_elements import planar_element, spatial_element
from parados.flexible.shape_functions import bernoulli, tip

EXACT = 1e-13
L = 0.45


@pytest.mark.parametrize("x", [0.0, 0.1, 0.37, L])
def test_fields_of_the_spatial_element_equal_F_1(x):
    """(F.1) as printed."""
    xi, shapes = x / L, spatial_element(L)
    bow, turned = 3 * xi**2 - 2 * xi**3, L * (xi**3 - xi**2)
    slope, bend = 6 * (xi - xi**2) / L, 3 * xi**2 - 2 * xi
    displacement = [[xi, 0, 0, 0, 0, 0], [0, bow, 0, 0, 0, turned], [0, 0, bow, 0, -turned, 0]]
    rotation = [[0, 0, 0, xi, 0, 0], [0, 0, -slope, 0, bend, 0], [0, slope, 0, 0, 0, bend]]
    np.testing.assert_allclose(shapes.displacement(x), displacement, rtol=EXACT, atol=EXACT)
    np.testing.assert_allclose(shapes.rotation(x), rotation, rtol=EXACT, atol=EXACT)


def test_coordinates_are_displacements_and_rotations_of_the_tip():
    d, r = tip(spatial_element(L))
    np.testing.assert_array_equal(np.vstack([d, r]), np.eye(6))
    d, r = tip(planar_element(L))
    np.testing.assert_array_equal(np.vstack([d[:2], r[2]]), np.eye(3))


def test_the_clamped_end_does_not_move():
    shapes = spatial_element(L)
    assert not shapes.displacement(0.0).any() and not shapes.rotation(0.0).any()


def test_strains_are_derivatives_of_the_fields():
    shapes, x, h = spatial_element(L), 0.2, 1e-5
    rotations = (shapes.rotation(x + h) - shapes.rotation(x - h)) / (2 * h)
    stretch = (shapes.displacement(x + h)[0] - shapes.displacement(x - h)[0]) / (2 * h)
    np.testing.assert_allclose(shapes.strain(x), np.vstack([stretch, rotations]), atol=1e-8)


def test_sine_fields_have_exactly_zero_displacement_at_the_tip():
    """sin(pi) is zero, not 1.2e-16; the rotations at the tip are not zero."""
    shapes = bernoulli(L, lambda x: [{"v": ca.sin(ca.pi * x / L)}, {"v": ca.sin(2 * ca.pi * x / L), "u": x / L}])
    d, r = tip(shapes)
    np.testing.assert_array_equal(d, [[0, 1], [0, 0], [0, 0]])
    np.testing.assert_allclose(r, [[0, 0], [0, 0], [-np.pi / L, 2 * np.pi / L]], rtol=EXACT)


def test_invalid_fields_raise():
    with pytest.raises(InputError, match="length"):
        spatial_element(-1.0)
    with pytest.raises(InputError, match=r"fields\[0\]: 'y' is not a field; use u, v, w, twist"):
        bernoulli(L, lambda x: [{"y": x}])

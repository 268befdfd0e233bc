"""Clamped-free Bernoulli beam element (Briot & Khalil F.1).

Its elastic coordinates are the displacements and small rotations of its tip. The cubic fields are exact for loads at the tip.
"""

from __future__ import annotations

from parados.flexible.shape_functions import BernoulliFields, bernoulli
from parados.spatial.vectors import SX

__all__ = ["planar_element", "spatial_element"]


def spatial_element(length: float) -> BernoulliFields:
    """Build the spatial element; its coordinates are the displacements and rotations dx dy dz rx ry rz of its tip (F.1)."""

    def fields(x: SX) -> list[dict[str, SX]]:
        xi = x / length
        stretch, offset, turned = xi, 3 * xi**2 - 2 * xi**3, length * (xi**3 - xi**2)
        return [{"u": stretch}, {"v": offset}, {"w": offset}, {"twist": stretch}, {"w": -turned}, {"v": turned}]

    return bernoulli(length, fields, degree=3)


def planar_element(length: float) -> BernoulliFields:
    """Build the element in the plane x, y; its coordinates are dx dy rz of its tip."""
    whole = spatial_element(length)
    return BernoulliFields(whole.length, whole.x, whole.centre_line[:, [0, 1, 5]], whole.points)

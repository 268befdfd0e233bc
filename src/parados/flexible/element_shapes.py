"""Displacement fields of an element of a beam, and its coordinates."""

from __future__ import annotations

from parados.flexible.clamped_elements import planar_element, spatial_element
from parados.flexible.ritz_shapes import ritz_shapes
from parados.flexible.shape_functions import ShapeFunctions
from parados.robot.beams import BeamSpec

__all__ = ["PLANAR", "SPATIAL", "element_shapes", "internal_coordinates"]

SPATIAL = ((True, 0), (True, 1), (True, 2), (False, 0), (False, 1), (False, 2))
PLANAR = ((True, 0), (True, 1), (False, 2))
"""Coordinates of a tip and of the platform: True for a displacement, False for a rotation, and the index of the axis."""


def element_shapes(beam: BeamSpec, length: float) -> ShapeFunctions:
    """Build the fields of one element of a given length; its first coordinates are those of its tip."""
    if beam.shapes:
        return ritz_shapes(beam.shapes, length, beam.planar)
    return planar_element(length) if beam.planar else spatial_element(length)


def internal_coordinates(beam: BeamSpec) -> int:
    """Return the number of coordinates of an element that do not move its tip."""
    return max(len(beam.shapes) - len(PLANAR if beam.planar else SPATIAL), 0)

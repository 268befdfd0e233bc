"""Centre lines of the beams of a flexible robot, undeformed and in a vibration mode.

A mode is a small motion, so that the positions of all points are computed to first order: displaced = undeformed + factor
times the derivative along the mode. The loops then stay closed for every factor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import real_array
from parados.errors import InputError
from parados.flexible.elastic_dynamics import FlexibleMotion
from parados.flexible.element_shapes import element_shapes
from parados.flexible.flexible_structure import Element
from parados.spatial.vectors import SX, Frame, column
from parados.topology.tree import JointPosition

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["CentreLines", "centre_lines"]

Array = NDArray[np.float64]

POINTS = 11
"""Number of points along each element."""


@dataclass(frozen=True)
class CentreLines:
    """Centre lines of the elements of a robot at one pose.

    Attributes
    ----------
    places : (elements, points, 3) undeformed positions in base axes [m]
    moved : (modes, elements, points, 3) displacements in each mode; the largest one of a mode is 1
    largest : (modes,) the largest displacement of each mode before it was made 1 [m per unit of the shape]
    """

    places: Array
    moved: Array
    largest: Array


def centre_lines(model: Model, x: Array, shapes: ArrayLike, *, mode: ArrayLike | None = None) -> CentreLines:
    """Compute the centre lines at the pose x (n_x,).

    shapes : (modes, n) shapes over all coordinates of the tree (`VibrationModes.shapes`)
    mode : working mode in which the shapes were computed; by default that of the file
    """
    table = _checked_shapes(model, shapes)
    structure = model.single_robot().flexible
    dz = SX.sym("dz", len(structure.mechanism.joints))
    z = np.zeros(dz.numel())
    z[list(structure.place_of)] = model.joints(x, mode=mode)
    positions = [JointPosition.at(float(at) + step) for at, step in zip(z, ca.vertsplit(dz), strict=True)]
    pose = model.platform_frame(x, mode=mode)
    still = SX(dz.numel(), 1)
    motion = FlexibleMotion(structure, positions, still, still, Frame.constant(pose))
    points = ca.horzcat(*[_points(motion, element) for element in structure.elements])
    along = SX.sym("along", dz.numel())
    both = ca.Function("centre_lines", [dz, along], [points, ca.jtimes(points, dz, along)])
    found = [[part.full().T.reshape(len(structure.elements), POINTS, 3) for part in both(0, shape)] for shape in table]
    largest = np.array([np.linalg.norm(derivative, axis=-1).max() for _, derivative in found])
    moved = np.array([derivative / size for (_, derivative), size in zip(found, largest, strict=True)])
    return CentreLines(found[0][0], moved, largest)


def _checked_shapes(model: Model, shapes: ArrayLike) -> Array:
    """(modes, n) shapes as a table; raises InputError if it does not have a column for each coordinate of the tree."""
    table = np.atleast_2d(real_array("shapes", shapes))
    n = len(model._evaluator.graphs.elastic.linear.structure.mechanism.joints)
    if table.ndim != 2 or table.shape[1] != n or not len(table):
        raise InputError(f"shapes: shape (k, {n}) is expected, a row for each mode, not {table.shape}")
    return table


def _points(motion: FlexibleMotion, element: Element) -> SX:
    """(3, POINTS) points of one element in base axes; a condensed body is drawn as a straight line to its first node."""
    place = Frame.constant(element.frame)
    if element.beam is None or element.length is None:
        start, end = motion.tree.point_to_base(element.carrier, place.p), motion.tree.point_to_base(element.joints[5], SX(3, 1))
        return ca.horzcat(*[start + part * (end - start) for part in np.linspace(0, 1, POINTS)])
    shapes = element_shapes(element.beam, element.length)
    q = ca.vertcat(*[motion.positions[k].q for k in element.joints])
    here = [column([at, 0, 0]) + SX(ca.DM(shapes.displacement(at))) @ q for at in np.linspace(0, element.length, POINTS)]
    return ca.horzcat(*[motion.tree.point_to_base(element.carrier, place.p + place.turn(p)) for p in here])

"""Joints and closures of a flexible body that are not at a node: they must stay clear of its beams."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["AT", "Clearance"]

Array = NDArray[np.float64]

AT = 1e-9
"""A point closer than this to a node is at the node [m]."""

CLOSE = 1e-3
"""A point that is closer to a node than this fraction of the beam's length, but not at it, is an error in the robot file."""


@dataclass(frozen=True)
class Clearance:
    """A joint or closure that the rigid frame of a link with a beam carries. All numbers may be live.

    Attributes
    ----------
    point : (3,) its place in the frame of the link [m]
    nodes : (k, 3) places of the nodes of the link there [m]
    start : (4, 4) frame of the beam
    length, elements : length of the beam [m], and the number of its elements
    """

    point: Array
    nodes: Array
    start: Array
    length: float
    elements: int

    @property
    def numbers(self) -> Array:
        """(n,) point, nodes, frame and length, one after the other."""
        return np.concatenate([self.point, self.nodes.ravel(), self.start.ravel(), [self.length]])

    def at(self, numbers: Array) -> Clearance:
        """Return the clearance with other `numbers` (n,)."""
        point, nodes, start, length = np.split(numbers, np.cumsum([3, self.nodes.size, 16]))
        return Clearance(point, nodes.reshape(-1, 3), start.reshape(4, 4), float(length[0]), self.elements)

    def problem(self) -> str | None:
        """Say what is wrong with the place, whose numbers are not live: it is nearly at a node, or on the beam between nodes."""
        nearest = float(np.linalg.norm(self.nodes - self.point, axis=1).min())
        if nearest < CLOSE * self.length:
            return (
                f"a joint or closure is {nearest:.3g} m from a node of a beam of {self.length:g} m, but not at it; "
                "move it exactly to the node, or further away"
            )
        x, y, z, _ = np.linalg.inv(self.start) @ [*self.point, 1.0]
        if AT < x < self.length - AT and np.hypot(y, z) < AT:
            return (
                f"a joint or closure is on a beam of {self.length:g} m at {x / self.length:.4g} of its length, between its "
                f"nodes; change elements, now {self.elements}, so that the beam has a node there"
            )
        return None

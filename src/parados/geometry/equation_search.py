"""Search the closures for equations that determine one joint after the other.

The search knows some joints and platform coordinates and asks every closure for an equation of a single further joint
(`closed_form`). How a joint that was found is written down is left to the subclasses: as an expression of x and of the
signs of its roots (`inverse`), or as one of the unknowns of a numeric geometry (`placements`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from parados.geometry.closed_form import Candidate, candidates
from parados.geometry.loops import Key, loop_elements, loop_keys
from parados.geometry.platform_motion import Coordinates
from parados.spatial.vectors import SX, Frame
from parados.topology.mechanism import Mechanism
from parados.topology.tree import JointPosition

__all__ = ["EquationSearch"]

Array = NDArray[np.float64]

WEIGHT = 1e-9
"""An equation whose weight is below this (in m^2, or for unit vectors) at every sample does not determine its joint."""


class EquationSearch(ABC):
    """Joints and platform coordinates that are known so far, and the next equation.

    Attributes
    ----------
    x : (n_x,) symbol of the robot's coordinates
    known : position of every joint and coordinate that was found
    """

    def __init__(self, mechanism: Mechanism, x: SX) -> None:
        self.mechanism = mechanism
        self.x = x
        self.known: dict[Key, JointPosition] = {}
        self._fruitless: set[tuple[int, frozenset[Key]]] = set()

    @abstractmethod
    def at_samples(self, expression: SX) -> Array:
        """(n, k) finite values of an expression at sampled configurations."""

    @abstractmethod
    def accept(self, candidate: Candidate) -> None:
        """Enter the joint of a candidate among the known ones."""

    def determines(self, candidate: Candidate) -> bool:
        """Whether the equation of a candidate has a weight at the samples."""
        for expression in (candidate.root.weight, candidate.root.discriminant):
            if expression is None:
                continue
            values = self.at_samples(expression)
            if len(values) == 0 or np.median(np.abs(values)) < WEIGHT:
                return False
        return True

    def pose(self) -> Frame | None:
        """The platform's frame, once all dependent coordinates are known."""
        platform = self.mechanism.platform
        dependent = {k: self.known["coordinate", k] for k in platform.dependent if ("coordinate", k) in self.known}
        if len(dependent) < len(platform.dependent):
            return None
        return Coordinates.at(self.mechanism, self.x, dependent).frame()

    def preference(self, key: Key) -> int | None:
        """Rank of an unknown: actuated joints first, then passive ones, then coordinates; None for the motions that a
        closure leaves free, which are not needed."""
        kind, index = key
        if kind != "joint":
            return 2 if kind == "coordinate" else None
        return 0 if index in self.mechanism.actuated else 1

    def next_candidate(self) -> Candidate | None:
        """The first equation that determines a joint; a loop that gave none is left out until more of it is known."""
        pose = self.pose()
        for number, closure in enumerate(self.mechanism.closures):
            tried = number, frozenset(key for key in loop_keys(self.mechanism, closure) if key in self.known)
            if tried in self._fruitless:
                continue
            elements = loop_elements(self.mechanism, closure, self.known, pose)
            for candidate in candidates(elements, self.preference):
                kind, _ = candidate.key
                if kind == "coordinate" and candidate.root.discriminant is not None:
                    continue
                if self.determines(candidate):
                    return candidate
            self._fruitless.add(tried)
        return None

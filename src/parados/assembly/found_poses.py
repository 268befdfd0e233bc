"""Result of a solver for all poses at given actuated joints."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["FoundPoses", "PoseSolver"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class FoundPoses:
    """Solutions of the equations of the pose.

    frames : (k, 4, 4) real frames of the platform [m];  route : name of the solver
    complex_found, complex_expected : number of complex solutions, found and in general; None if they were not all followed
    is_curve : True if the solutions form a curve: the robot has a self-motion
    polynomial : (n + 1,) coefficients of the polynomial in T = tan(a / 2), lowest power first; None for other solvers
    six : (k, 6) px, py, pz, a1, a2, a3 of the frames, if the solver knows them
    joints : (k, n_t) positions of the joints that the solver knows, NaN for the others; None if it knows none
    doubt : what the number of expected solutions rests on, if it is not known for sure
    """

    frames: Array
    route: str
    complex_found: int | None
    complex_expected: int | None
    complete: bool
    is_curve: bool = False
    polynomial: Array | None = None
    six: Array | None = None
    joints: Array | None = None
    doubt: str = ""


class PoseSolver(ABC):
    """A prepared robot."""

    @property
    @abstractmethod
    def joints(self) -> Array:
        """(n, n_a) actuated joints of sampled configurations; home is the first."""

    @abstractmethod
    def solve(self, q: Array) -> FoundPoses:
        """Find all poses at the actuated joints q (n_a,)."""

"""The live parameters of a family of robots: their symbols, and the values that some members of the family have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from casadi import SX
from numpy.typing import NDArray

from parados.spatial.live_numbers import LiveNumber

__all__ = ["ALONE", "Family"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Family:
    """Robots that differ only in the values of their live parameters.

    symbol : (n_p, 1) symbols of the live parameters
    members : (K, n_p) values for some members; the first is the robot of the file, the others are near it
    """

    symbol: SX
    members: Array

    def __reduce__(self) -> tuple[Callable[..., Family], tuple[object, ...]]:
        """Copy and pickle the family of a single robot, too: its empty expression cannot be pickled, but it is always `ALONE`."""
        return (_alone, ()) if self.symbol.is_empty() else (Family, (self.symbol, self.members))

    @property
    def nominal(self) -> Array:
        """(n_p,) values of the robot file."""
        return self.members[0]

    def number(self, k: int) -> LiveNumber:
        """Return parameter k as a live number."""
        return LiveNumber(self.symbol[k], self.members[:, k])

    def rows(self, count: int) -> Array:
        """(count, n_p) values of the members in turn, the robot of the file first."""
        return np.asarray(self.members[np.arange(count) % len(self.members)])


ALONE = Family(SX(0, 1), np.zeros((1, 0)))
"""The family of a robot without live parameters."""


def _alone() -> Family:
    return ALONE

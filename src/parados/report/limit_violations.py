"""Find the parts of a motion in which joints are beyond the limits of the robot file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.text.numbers import counted
from parados.trajectory.motion_table import MotionTable

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["LimitCheck", "Violation", "check_limits"]

Array = NDArray[np.float64]

ROUND_OFF = 1e-12
"""Distance beyond a limit below which a joint is at the limit [rad, m]."""

HEADINGS = ("joint", "limit", "from", "to", "worst at", "beyond by")


class Violation(NamedTuple):
    """Interval of a motion in which a joint is beyond one of its limits.

    `first`, `last` and `worst` are times or numbers of rows, as in `LimitCheck`; `unit` is rad or m.
    """

    joint: str
    limit: float
    first: float
    last: float
    worst: float
    beyond: float
    unit: str

    def cells(self) -> list[str]:
        """Return the cells of one row, in the order of `HEADINGS`."""
        times = [f"{value:.6g}" for value in (self.first, self.last, self.worst)]
        return [self.joint, f"{self.limit:.6g} {self.unit}", *times, f"{self.beyond:.4g} {self.unit}"]


@dataclass(frozen=True)
class LimitCheck:
    """Comparison of the joints with their limits along a motion.

    Attributes
    ----------
    names, units, bounds : names, units and limits (k, 2) [rad, m] of the joints that have limits
    beyond : (N, k) distance of each joint beyond its limits [rad, m]: negative below the lower one, positive above the upper one
    abscissa : (N,) time [s], or the number of the row if the motion has no times
    timed : True if the abscissa is time
    """

    names: list[str]
    units: list[str]
    bounds: Array
    beyond: Array
    abscissa: Array
    timed: bool

    @property
    def rows(self) -> NDArray[np.bool_]:
        """(N,) True for rows in which a joint is beyond its limits."""
        return (self.beyond != 0).any(axis=1)

    @cached_property
    def violations(self) -> list[Violation]:
        """All violations, in the order of the joints."""
        return [found for k in range(len(self.names)) for found in self._of_joint(k)]

    def _of_joint(self, k: int) -> Iterator[Violation]:
        side = np.sign(self.beyond[:, k])
        starts = np.flatnonzero(np.diff(side, prepend=0.0) != 0)
        for start, stop in pairwise([*starts.tolist(), len(side)]):
            if side[start]:
                worst = start + int(np.abs(self.beyond[start:stop, k]).argmax())
                limit = self.bounds[k, 0 if side[start] < 0 else 1]
                first, last, at = self.abscissa[[start, stop - 1, worst]].tolist()
                yield Violation(self.names[k], float(limit), first, last, at, float(abs(self.beyond[worst, k])), self.units[k])

    def cells(self) -> list[list[str]]:
        """Return the headings, with the unit of the abscissa, and the rows of the table of violations."""
        headings = [f"{name} [s]" if self.timed and name in HEADINGS[2:5] else name for name in HEADINGS]
        return [headings, *[found.cells() for found in self.violations]]

    def sentence(self) -> str:
        """Return the result of the comparison in a sentence."""
        if not self.violations:
            return f"Joint limits: {counted(len(self.names), 'joint')} with limits; all states are within the limits."
        names = list(dict.fromkeys(found.joint for found in self.violations))
        at = f"{int(self.rows.sum())} of {counted(len(self.rows), 'state')}"
        return f"JOINT LIMITS EXCEEDED: {', '.join(names)} at {at}. The efforts are those of a robot without mechanical stops."


def check_limits(model: Model, motion: MotionTable) -> LimitCheck | None:
    """Compare every joint with its limits; angles are continuous from row to row. Return None for a robot without limits."""
    from parados.model.joint_limits import beyond_limits, joint_bounds, limited_joints

    own = limited_joints(model.mechanism)
    if not own:
        return None
    beyond = beyond_limits(model.mechanism, np.atleast_2d(model.joints(motion.x, motion=True)), motion=True)[:, own]
    return LimitCheck(
        names=[model.joint_names[k] for k in own],
        units=[model.mechanism.joints[k].unit for k in own],
        bounds=joint_bounds(model.mechanism)[own],
        beyond=np.where(np.abs(beyond) > ROUND_OFF, beyond, 0.0),
        abscissa=motion.t,
        timed=motion.timed,
    )

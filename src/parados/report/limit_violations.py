"""Where along a motion joints are beyond the limits of the robot file."""

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
"""A joint that is beyond its limit by less than this [rad, m] stands at it."""

HEADINGS = ("joint", "limit", "from", "to", "worst at", "beyond by")


class Violation(NamedTuple):
    """A stretch of a motion on which a joint is beyond one of its limits; `unit` is rad or m, times as in `LimitCheck`."""

    joint: str
    limit: float
    first: float
    last: float
    worst: float
    beyond: float
    unit: str

    def cells(self) -> list[str]:
        """What stands under `HEADINGS`."""
        times = [f"{value:.6g}" for value in (self.first, self.last, self.worst)]
        return [self.joint, f"{self.limit:.6g} {self.unit}", *times, f"{self.beyond:.4g} {self.unit}"]


@dataclass(frozen=True)
class LimitCheck:
    """The joints of a motion against their limits.

    Attributes
    ----------
    names, units, bounds : of the joints that have limits; bounds (k, 2) [rad, m]
    beyond : (N, k) how far they are beyond them [rad, m]: negative below the lower one, positive above the upper one
    abscissa : (N,) time [s], or the number of the row where the motion has no time
    timed : whether the abscissa is time
    """

    names: list[str]
    units: list[str]
    bounds: Array
    beyond: Array
    abscissa: Array
    timed: bool

    @property
    def rows(self) -> NDArray[np.bool_]:
        """(N,) at which some joint is beyond its limits."""
        return (self.beyond != 0).any(axis=1)

    @cached_property
    def violations(self) -> list[Violation]:
        """Every stretch, joint by joint."""
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
        """Headings, with the unit of the abscissa, and rows of the table of violations."""
        headings = [f"{name} [s]" if self.timed and name in HEADINGS[2:5] else name for name in HEADINGS]
        return [headings, *[found.cells() for found in self.violations]]

    def sentence(self) -> str:
        """What was found, in one sentence."""
        if not self.violations:
            return f"Joint limits: {counted(len(self.names), 'joint')} with limits, none beyond them at any of the states."
        names = list(dict.fromkeys(found.joint for found in self.violations))
        at = f"{int(self.rows.sum())} of {counted(len(self.rows), 'state')}"
        return f"JOINT LIMITS ARE NOT KEPT: {', '.join(names)} beyond them at {at}. Efforts are those of a robot without stops."


def check_limits(model: Model, motion: MotionTable) -> LimitCheck | None:
    """Compare every joint with its limits, angles followed from the first row on; None for a robot without limits."""
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

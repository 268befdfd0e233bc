"""A motion as the studio plays it: frames of all bodies at every instant, with efforts, joints and energies beside them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.studio.posed_robot import PosedRobot

if TYPE_CHECKING:
    from parados.api import Robot
    from parados.geometry.working_modes import Mode
    from parados.model.model import Model

__all__ = ["PlayedMotion"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PlayedMotion:
    """N instants of a motion of one robot.

    Attributes
    ----------
    t : (N,) times [s];  x : (N, n_x) coordinates;  modes : (N,) index of the working mode of every row in `used`
    links : (N, n_t, 4, 4) frames of the links in base axes, as the file gives them; NaN out of reach
    platform : (N, 4, 4) frames of the platform, or None for a robot without one
    joints : (N, n_t) positions of all joints;  beyond : (N, n_t) distances beyond their limits [rad, m]
    efforts : (N, n_a) efforts of the actuators, NaN where they are not finite;  measured : (N, n_a) of a log, or None
    energies : by name, (N,) each [J]
    remarks : sentences about the motion, such as rows out of reach
    ghost : a motion to compare with, such as the naive one beside a crossing; or None
    given : what the motion was made from
    """

    model: Model
    title: str
    t: Array
    x: Array
    used: tuple[Mode, ...]
    modes: NDArray[np.intp]
    links: Array
    platform: Array | None
    joints: Array
    beyond: Array
    efforts: Array
    energies: dict[str, Array]
    measured: Array | None = None
    remarks: tuple[str, ...] = ()
    ghost: PlayedMotion | None = None
    given: Any = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.t)

    @property
    def duration(self) -> float:
        """Time from the first to the last row [s]."""
        return float(self.t[-1] - self.t[0])

    @cached_property
    def reached(self) -> NDArray[np.bool_]:
        """(N,) True where the robot reaches the pose."""
        return np.asarray(np.isfinite(self.links).all(axis=(1, 2, 3)))

    @cached_property
    def _shown(self) -> NDArray[np.intp]:
        """(N,) row to show: the row itself, or the last one before it that is within reach (at the start, the first one)."""
        rows = np.where(self.reached, np.arange(len(self)), -1)
        return np.maximum(np.maximum.accumulate(rows), np.flatnonzero(self.reached)[0])

    def row_at(self, time: float) -> int:
        """Return the row to show at a time [s]: the nearest one, or the last one before it within reach."""
        k = int(np.searchsorted(self.t, time).clip(1, len(self) - 1))
        return int(self._shown[k - 1 if time - self.t[k - 1] < self.t[k] - time else k])

    def pose(self, row: int, robot: Robot) -> PosedRobot:
        """Return the robot at a row, with frames and joints of the motion: nothing is computed again."""
        moved = PosedRobot(robot, self.model, self.x[row], self.used[self.modes[row]])
        known = {"links": self.links[row], "joints": self.joints[row], "beyond": self.beyond[row]}
        vars(moved).update(known, platform=np.eye(4) if self.platform is None else self.platform[row])
        return moved

    def of_model(self, model: Model) -> PlayedMotion:
        """Return the same motion with another model of the same robot."""
        return replace(self, model=model, ghost=None if self.ghost is None else self.ghost.of_model(model))

    @cached_property
    def path(self) -> Array:
        """(m, 3) places of P within reach [m]; none for a robot without a platform."""
        return np.zeros((0, 3)) if self.platform is None else self.platform[self.reached, :3, 3]

"""The reference of a law: a trajectory of the platform or a constant pose, with the joints that belong to it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import read_only
from parados.errors import InputError, RobotWarning
from parados.model.joint_turns import TurnsAlong
from parados.model.model import Model
from parados.model.state_arguments import check_state, kept_mode
from parados.spatial.turns import nearest_turn
from parados.trajectory.base import Trajectory
from parados.trajectory.held_ends import held_outside

__all__ = ["Reference"]

Array = NDArray[np.float64]


class Reference:
    """Wanted motion of a robot.

    wanted : trajectory of x, which is at rest outside its duration; or a pose (n_x,)
    passages : times at which the reference is singular [s];  window : time before and after them that counts as near [s]
    friction : True if the efforts of the model along the reference contain friction
    """

    def __init__(
        self,
        model: Model,
        wanted: Trajectory | ArrayLike,
        mode: ArrayLike | None,
        passages: tuple[float, ...] = (),
        window: float = 0.0,
        friction: bool = True,
    ) -> None:
        self.model, self.passages, self.window, self.friction = model, passages, window, friction
        self.mode = kept_mode(model, mode)
        self._warned = False
        n_x, n = len(model.labels["x"]), len(model.labels["xd"])
        self.trajectory: Trajectory | None = None
        if not isinstance(wanted, Trajectory):
            self.pose = read_only(check_state("reference", wanted, {"reference": model.labels["x"]}))
            return
        self.trajectory = wanted
        if (self.trajectory.n, self.trajectory.n_rates) != (n_x, n):
            raise InputError(
                f"reference: a trajectory of {n_x} coordinates with {n} rates is expected, not of {self.trajectory.n}"
            )

    def __str__(self) -> str:
        if self.trajectory is None:
            return f"the pose {np.round(self.pose, 6).tolist()}"
        return f"a trajectory of {self.trajectory.duration:g} s"

    def states(self, times: Array) -> tuple[Array, Array, Array]:
        """Return x, xd, xdd at times (k,) since the start."""
        if self.trajectory is not None:
            return held_outside(self.trajectory, times)
        still = np.zeros((len(times), len(self.model.labels["xd"])))
        return np.tile(self.pose, (len(times), 1)), still, still

    def table(self, times: Array, names: Sequence[str], near: Array | None = None) -> dict[str, Array]:
        """Return parts of the reference by name at increasing times (k,).

        They are x_r, xd_r, xdd_r, q_r, qd_r, qdd_r, unknowns_r; tau_r (k, n_a), the efforts of the model, and
        friction_r (k, n_a), the part of them that overcomes friction;
        clear_r (k, 1), 0 near a passage and 1 far from all.

        near : (n_a,) positions of the actuated joints; the angles of the first row lie within half a turn of them
        """
        x, xd, xdd = self.states(times)
        found = {"x_r": x, "xd_r": xd, "xdd_r": xdd}
        turns = self._turns(times, x, near)
        model = self._along.made(turns)
        same: dict[str, Any] = {"mode": self.mode, "motion": len(times) > 1}
        if "q_r" in names:
            turning = model.mechanism.periodic[list(model.mechanism.actuated)]
            q = model.inverse_kinematics(x, **same)
            if near is not None:
                q = q + np.where(turning, nearest_turn(q[0], near) - q[0], 0.0)
            found["q_r"] = q
        if "qd_r" in names:
            found["qd_r"] = model.joint_rates(x, xd, **same)
        if "qdd_r" in names:
            found["qdd_r"] = model.joint_accelerations(x, xd, xdd, **same)
        if "unknowns_r" in names:
            found["unknowns_r"] = self._along.unknowns(x, turns)
        if "tau_r" in names:
            found["tau_r"] = model.inverse_dynamics(x, xd, xdd, jerk=self._jerk(times), friction=self.friction, **same)
        if "friction_r" in names:
            whole = model.inverse_dynamics(x, xd, xdd, jerk=self._jerk(times), **same)
            found["friction_r"] = whole - model.inverse_dynamics(x, xd, xdd, jerk=self._jerk(times), friction=False, **same)
        if "clear_r" in names:
            found["clear_r"] = self._clear(times)[:, None]
        return {name: np.ascontiguousarray(found[name]) for name in names}

    def _turns(self, times: Array, x: Array, near: Array | None) -> Array:
        """(k, n) whole turns [rad] of the joints at times (k,), at which the reference is at x (k, n_x).

        near : (n_a,) positions of the actuators, to which those of the first row are nearest; None for those of the reference
        """
        turns = self._along.turns(times, x)
        told = self._along.of_actuators.any(axis=1) if turns.size else np.zeros(0, dtype=bool)
        self._warn_untold(np.any(turns != 0, axis=0) & ~told)
        if near is not None and turns.size:
            turns[:, told] += (self._along.to(near, x[0]) - turns[0])[told]
        return turns

    def _warn_untold(self, untold: NDArray[np.bool_]) -> None:
        """Warn once if the reference turns joints (k,) over turns that a law cannot know, and a spring depends on them."""
        if untold.any() and not self._warned:
            self._warned = True
            names = ", ".join(name for name, one in zip(self._along.names, untold, strict=True) if one)
            told = f"reference: {names} makes whole turns that the actuators do not tell; laws take its spring within half a turn"
            warnings.warn(f"{told} of home, so that their model of its effort is wrong there", RobotWarning, stacklevel=2)

    @cached_property
    def _along(self) -> TurnsAlong:
        """The turns that joints make along the reference."""
        duration = 0.0 if self.trajectory is None else self.trajectory.duration
        return TurnsAlong(self.model, lambda times: self.states(times)[0], (0.0, duration), self.mode)

    def _jerk(self, times: Array) -> Array:
        """(k, n) third derivatives of x, zero outside the duration, and if the trajectory does not have them."""
        trajectory = self.trajectory
        if trajectory is None or trajectory.highest_derivative < 3:
            return np.zeros((len(times), len(self.model.labels["xd"])))
        since = trajectory.start + times
        moving = (since >= trajectory.times[0]) & (since <= trajectory.times[1])
        return np.where(moving[:, None], trajectory.derivative(np.clip(since, *trajectory.times), 3), 0.0)

    def _clear(self, times: Array) -> Array:
        """(k,) 0 within half a window of a passage, 1 beyond a window of all, with a smooth step between."""
        if not self.passages:
            return np.ones(len(times))
        far = np.abs(times[:, None] - np.array(self.passages)).min(axis=1)
        s = np.clip(2 * far / self.window - 1, 0.0, 1.0)
        return np.asarray(s**3 * (10 - 15 * s + 6 * s**2))

"""Simulations of both papers of Fried et al.: a platform of constant orientation moves along a path, computed by two models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.sources.comparing import agree, difference
from parados.sources.entry import Line
from parados.trajectory.base import Trajectory
from parados.trajectory.motion_table import MotionTable
from parados.trajectory.sampled_motion import sampled
from parados.trajectory.speed_laws import law_over

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["Helix", "Run", "agreement", "angles_first", "path_choices"]

Array = NDArray[np.float64]


def angles_first(motion: MotionTable) -> tuple[Array, Array, Array]:
    """Return X, Xd, Xdd (6, N) in the order of the papers, angles first, from x = [px py pz a1 a2 a3]."""
    X, Xd, Xdd = (np.roll(values, 3, axis=1).T for values in motion.states)
    return X, Xd, Xdd


@dataclass(frozen=True)
class Helix:
    """One turn of a rising helix about z, from rest to rest, with a time law of the fifth degree.

    degrees : constant angles alpha, beta, gamma as printed [deg]
    start : height of the lower end [m]
    radius, rise : radius and rise of the turn [m]
    duration : time of the motion [s]
    """

    degrees: tuple[float, float, float]
    start: float
    radius: float
    rise: float
    duration: float

    def trajectory(self) -> Trajectory:
        """Return the motion as a function of time: a spline through 2001 samples."""
        table = self.motion(2001)
        return sampled(table.t, table.x)

    def motion(self, samples: int = 401) -> MotionTable:
        """Return the motion at equally spaced times."""
        t = np.linspace(0, self.duration, samples)
        u, ud, udd = (part[:, 0] for part in law_over(1.0, self.duration, "quintic")(t))
        turn = 2 * np.pi
        c, sn = self.radius * np.cos(turn * u), self.radius * np.sin(turn * u)
        w, a = turn * ud, turn * udd
        p = (c, sn, self.start + self.rise * u)
        v = (-w * sn, w * c, self.rise * ud)
        vd = (-a * sn - w**2 * c, a * c - w**2 * sn, self.rise * udd)
        angles = [np.full(samples, angle) for angle in np.deg2rad(self.degrees)]
        still = [np.zeros(samples)] * 3
        x, xd, xdd = (np.stack([*linear, *turning], axis=1) for linear, turning in ((p, angles), (v, still), (vd, still)))
        return MotionTable(t, x, xd, xdd)


@dataclass(frozen=True)
class Run:
    """One robot along a motion: the model of the engine and the results of the paper's formulation, leg 1 first.

    q, qd, qdd : (N, 6) positions [m], rates [m/s] and accelerations [m/s^2] of the actuators
    tau : (N, 6) forces of the actuators [N]
    """

    model: Model
    motion: MotionTable
    q: Array
    qd: Array
    qdd: Array
    tau: Array

    def engine(self, quantity: str) -> Array:
        """Return q, qd, qdd or tau as the engine computes it."""
        x, xd, xdd = self.motion.states
        if quantity == "q":
            return self.model.inverse_kinematics(x)
        if quantity == "qd":
            return self.model.joint_rates(x, xd)
        if quantity == "qdd":
            return self.model.joint_accelerations(x, xd, xdd)
        return self.model.inverse_dynamics(x, xd, xdd)

    def energy_gap(self) -> Array:
        """(N,) work of the actuators minus the increase of the robot's energy, since the start [J]."""
        from scipy.integrate import cumulative_simpson

        energy = self.model.energy(self.motion.x, self.motion.xd).total
        power = np.sum(self.tau * self.qd, axis=1)
        return cumulative_simpson(power, x=self.motion.t, initial=0) - (energy - energy[0])

    def peak_kinetic(self) -> float:
        """Return the largest kinetic energy of the motion [J]."""
        return float(self.model.energy(self.motion.x, self.motion.xd).kinetic.max())


def agreement(runs: Mapping[str, Run], quantity: str, what: str) -> list[Line]:
    """Build a line for each robot: formulation and engine must agree on q, qd, qdd or tau."""
    gaps = {name: difference(getattr(run, quantity), run.engine(quantity)) for name, run in runs.items()}
    return [agree(f"{what} of {name}: formulation and engine", "", gap) for name, gap in gaps.items()]


def path_choices(helix: Helix) -> list[str]:
    """Describe what the papers do not print about the motion and what was chosen here."""
    return [
        f"The path is not printed: one turn of a helix about z, radius {1e3 * helix.radius:g} mm, rising {1e3 * helix.rise:g} mm "
        f"from z = {helix.start:g} m.",
        f"The time law is not printed: from rest to rest in {helix.duration:g} s by a polynomial of the fifth degree.",
    ]

"""Impedance and admittance in platform coordinates: the platform yields to forces like a mass on a spring with a damper.

Wanted behaviour, with e = x_r - x and the generalised force F of the environment, dual to xd:

    M_d edd + D ed + K e = -F

Impedance control computes efforts from the measured motion. With the robot's own inertia (M_d = M) no force is measured:

    tau = J^T (M xdd_r + c + D ed + K e).

With another inertia M_d the force enters: tau = ID(x, xd, xdd_r + M_d^-1 (D ed + K e + F)) - J^T F. Admittance control moves
the reference instead: a virtual mass, M_d xcdd = F + D (xd_r - xcd) + K (x_r - xc) + M_d xdd_r, is followed by computed torque.

References
----------
N. Hogan, Impedance control: an approach to manipulation, J. Dynamic Systems, Measurement, and Control 107 (1985), 1-24.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag
from parados.control.force_distribution import Preload
from parados.control.gain_arguments import gain, gain_matrix
from parados.control.law import Law
from parados.control.law_signals import Signals, pose_error
from parados.errors import InputError
from parados.model.model import Model
from parados.spatial.vectors import SX
from parados.trajectory.base import Trajectory

__all__ = ["Admittance", "Impedance"]

Array = NDArray[np.float64]


def _environment(s: Signals) -> SX:
    """(n, 1) generalised force of the measured wrench, dual to xd: what the actuators need less because of it."""
    without = s.value("platform_force", s.here, friction=False)
    return without - s.value("platform_force", s.here, friction=False, wrench=s.wrench, loaded=True)


def _inverse(name: str, inertia: ArrayLike, n: int) -> Array:
    return np.asarray(np.linalg.inv(gain_matrix(name, inertia, n, definite=True)), dtype=np.float64)


class Impedance(Law):
    """The platform behaves like M_d edd + D ed + K e = -F, with the robot's own inertia or a chosen one.

    stiffness, damping : one number, n numbers, or a symmetric (n, n) matrix, dual to the coordinates x [N/m, N m/rad; N s/m]
    inertia : None for the robot's own, which needs no measured force; otherwise as above [kg, kg m^2]
    friction : True if the law compensates the friction of the joints, with the measured rates
    Other parameters: see `Law`.
    """

    title = "impedance law"

    def __init__(
        self,
        model: Model,
        reference: Trajectory | ArrayLike,
        stiffness: ArrayLike,
        damping: ArrayLike,
        *,
        inertia: ArrayLike | None = None,
        friction: bool = True,
        mode: ArrayLike | None = None,
        preload: Preload | None = None,
    ) -> None:
        super().__init__(model, reference, mode=mode, preload=preload)
        n, self.friction = self.n, flag("friction", friction)
        self.gains = {"stiffness": gain_matrix("stiffness", stiffness, n), "damping": gain_matrix("damping", damping, n)}
        if inertia is not None:
            self.gains["mobility"] = _inverse("inertia", inertia, n)

    @property
    def needs_wrench(self) -> bool:  # type: ignore[override]
        """True if the law uses a measured wrench."""
        return "mobility" in self.gains

    def _write(self, s: Signals, gains: dict[str, SX]) -> tuple[SX, SX, dict[str, SX]]:
        pull = gains["damping"] @ (s.xd_r - s.xd) + gains["stiffness"] @ pose_error(self.model, s.x_r, s.x)
        if "mobility" not in gains:
            F = s.value("platform_force", s.here, xd=s.xd, xdd=s.xdd_r, friction=self.friction) + pull
        else:
            outside = _environment(s)
            xdd = s.xdd_r + gains["mobility"] @ (pull + outside)
            F = s.value("platform_force", s.here, xd=s.xd, xdd=xdd, friction=self.friction) - outside
        return s.value("jacobian", s.here).T @ F, SX(0, 1), {}


class Admittance(Law):
    """A virtual mass on a spring yields to the measured wrench; computed torque follows it.

    The discrete state is the position of the virtual mass relative to the reference, y = xc - x_r, and its rate:
    M_d ydd + D yd + K y = F. It is advanced by yd <- yd + period ydd, then y <- y + period yd.

    inertia, damping, stiffness : of the virtual mass, as in `Impedance`
    kp, kd : gains of the computed torque that follows it, one number or one for each coordinate [1/s^2, 1/s]
    friction : True if the law compensates the friction of the joints, with the measured rates
    Other parameters: see `Law`.
    """

    title = "admittance law"
    needs_wrench = True

    def __init__(
        self,
        model: Model,
        reference: Trajectory | ArrayLike,
        inertia: ArrayLike,
        damping: ArrayLike,
        stiffness: ArrayLike,
        kp: ArrayLike,
        kd: ArrayLike,
        *,
        friction: bool = True,
        mode: ArrayLike | None = None,
        preload: Preload | None = None,
    ) -> None:
        super().__init__(model, reference, mode=mode, preload=preload)
        if model.mechanism.platform.is_quaternion:
            raise InputError("model: an admittance needs coordinates that can be added; use Euler angles, not a quaternion")
        n, self.friction = self.n, flag("friction", friction)
        self.gains = {
            "mobility": _inverse("inertia", inertia, n),
            "damping": gain_matrix("damping", damping, n),
            "stiffness": gain_matrix("stiffness", stiffness, n),
            "kp": gain("kp", kp, n),
            "kd": gain("kd", kd, n),
        }

    def start(self) -> Array:
        """(2 n,) the virtual mass at the reference, at rest relative to it."""
        return np.zeros(2 * self.n)

    def _write(self, s: Signals, gains: dict[str, SX]) -> tuple[SX, SX, dict[str, SX]]:
        y, yd = s.state[: self.n], s.state[self.n :]
        outside = _environment(s)
        ydd = gains["mobility"] @ (outside - gains["damping"] @ yd - gains["stiffness"] @ y)
        xdd = s.xdd_r + ydd + gains["kd"] * (s.xd_r + yd - s.xd) + gains["kp"] * (s.x_r + y - s.x)
        F = s.value("platform_force", s.here, xd=s.xd, xdd=xdd, friction=self.friction) - outside
        faster = yd + s.dt * ydd
        following = ca.vertcat(y + s.dt * faster, faster)
        return s.value("jacobian", s.here).T @ F, following, {"displacement": y}

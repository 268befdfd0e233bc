"""Kinematics of a model: Jacobians, rates, accelerations and twists of joints, links and platform."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import word
from parados.model.method_calls import Parameters, live, quick
from parados.model.model_part import ModelPart

__all__ = ["KinematicMethods"]

Array = NDArray[np.float64]


class KinematicMethods(ModelPart):
    """Methods of `Model` about velocities and accelerations."""

    @quick("jacobian", "x")
    @live
    def jacobian(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(n, n_a) Jacobian J with xd = J @ qd; if actuation is redundant, the pseudo-inverse of `inverse_jacobian` (7.65)."""
        return self._value("jacobian", mode, motion, x=x)

    @quick("inverse_jacobian", "x")
    @live
    def inverse_jacobian(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(n_a, n) inverse Jacobian with qd = inverse_jacobian @ xd."""
        return self._value("inverse_jacobian", mode, motion, x=x)

    @quick("joint_rates", "x", "xd")
    @live
    def joint_rates(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        joints: str = "actuated",
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n_a,) rates of the actuated joints; with joints="all", (n_t,) rates of all joints of the tree [rad/s, m/s]."""
        word("joints", joints, ("actuated", "all"))
        return self._value("joint_rates" if joints == "actuated" else "all_joint_rates", mode, motion, x=x, xd=xd)

    @quick("joint_accelerations", "x", "xd", "xdd")
    @live
    def joint_accelerations(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        joints: str = "actuated",
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n_a,) accelerations of the actuated joints; with joints="all", (n_t,) of all joints of the tree [rad/s^2, m/s^2]."""
        word("joints", joints, ("actuated", "all"))
        name = "joint_accelerations" if joints == "actuated" else "all_joint_accelerations"
        return self._value(name, mode, motion, x=x, xd=xd, xdd=xdd)

    @live
    def pose_rates(
        self, x: ArrayLike, xd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(6,) rates of px, py, pz, a1, a2, a3 (`pose`) [m/s, rad/s]; for quaternion platforms the twist [v, omega]."""
        return self._value("pose_rates", mode, motion, x=x, xd=xd)

    @live
    def pose_accelerations(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(6,) time derivatives of `pose_rates` [m/s^2, rad/s^2]."""
        return self._value("pose_accelerations", mode, motion, x=x, xd=xd, xdd=xdd)

    @live
    def link_twists(
        self, x: ArrayLike, xd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(n_t, 6) twists [v, omega] of all links, base axes [m/s, rad/s]; v is the velocity of a link's origin."""
        return self._value("link_twists", mode, motion, x=x, xd=xd)

    @live
    def link_accelerations(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n_t, 6) time derivatives [v_dot, omega_dot] of `link_twists`, base axes [m/s^2, rad/s^2]."""
        return self._value("link_accelerations", mode, motion, x=x, xd=xd, xdd=xdd)

    @quick("platform_twist", "x", "xd")
    @live
    def platform_twist(
        self, x: ArrayLike, xd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(6,) twist t_p = [v, omega] of the platform at P, base axes [m/s, rad/s]."""
        return self._value("platform_twist", mode, motion, x=x, xd=xd)

    @live
    def platform_acceleration(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(6,) acceleration of P, then angular acceleration of the platform, base axes [m/s^2, rad/s^2]."""
        return self._value("platform_acceleration", mode, motion, x=x, xd=xd, xdd=xdd)

    @quick("platform_jacobian", "x")
    @live
    def platform_jacobian(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(6, n) Jacobian J_p with platform_twist = J_p @ xd, at P in base axes; for a serial arm the Jacobian of its tool."""
        return self._value("platform_jacobian", mode, motion, x=x)

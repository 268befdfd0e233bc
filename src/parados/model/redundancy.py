"""Kinematic redundancy (Briot & Khalil 7.3.2.4 and 7.4.2.4): rates of x for a given motion of the platform.

A kinematically redundant robot has x = [platform coordinates, redundant joints]. If only the motion of the platform is
given, the actuator rates are those of least norm, plus the part of a free vector that does not move the platform, (7.66).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["resolve_accelerations", "resolve_rates"]

Array = NDArray[np.float64]


def _least_norm(J_p: Array, wanted: Array, null: Array) -> Array:
    """Return J^+ wanted + (1 - J^+ J) null."""
    pseudo = np.linalg.pinv(J_p)
    return np.asarray(pseudo @ wanted + null - pseudo @ (J_p @ null))


def resolve_rates(J: Array, platform_rates: Array, null: Array) -> Array:
    """(n,) rates of x whose first entries are `platform_rates`; J (n, n_a) maps actuator rates to rates of x."""
    return np.asarray(J @ _least_norm(J[: len(platform_rates)], platform_rates, null))


def resolve_accelerations(J: Array, drift: Array, platform_accelerations: Array, null: Array) -> Array:
    """(n,) second derivatives of x whose first entries are `platform_accelerations`.

    J : (n, n_a) maps actuator rates to rates of x;  drift : (n_a,) actuator accelerations at xdd = 0
    """
    J_p = J[: len(platform_accelerations)]
    qdd = _least_norm(J_p, platform_accelerations + J_p @ drift, null)
    return np.asarray(J @ (qdd - drift))

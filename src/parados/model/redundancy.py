"""Kinematic redundancy (Briot & Khalil 7.3.2.4 and 7.4.2.4): rates of x for a given motion of the platform.

A kinematically redundant robot has x = [platform coordinates, redundant joints], or a platform on a link with fewer motions than
there are joints. If only the motion of the platform is given, the actuator rates are those of least norm, plus the part of a free
vector that does not move the platform, (7.66).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError

__all__ = ["check_possible", "resolve_accelerations", "resolve_rates"]

Array = NDArray[np.float64]

POSSIBLE = 1e-8
"""Largest error of a resolved motion, relative to its largest entry [m/s, rad/s] or to 1."""


def _least_norm(J_p: Array, wanted: Array, null: Array) -> Array:
    """Return J^+ wanted + (1 - J^+ J) null."""
    pseudo = np.linalg.pinv(J_p)
    return np.asarray(pseudo @ wanted + null - pseudo @ (J_p @ null))


def resolve_rates(J: Array, P: Array, platform_rates: Array, null: Array) -> Array:
    """(n,) rates of x that give the platform the rates (k,).

    J : (n, n_a) maps actuator rates to rates of x;  P : (k, n) maps rates of x to those of the platform
    """
    return np.asarray(J @ _least_norm(P @ J, platform_rates, null))


def resolve_accelerations(J: Array, drift: Array, P: Array, platform_accelerations: Array, null: Array) -> Array:
    """(n,) second derivatives of x that give the platform the accelerations (k,), those at xdd = 0 left out.

    J : (n, n_a) maps actuator rates to rates of x;  drift : (n_a,) actuator accelerations at xdd = 0
    P : (k, n) maps rates of x to those of the platform
    """
    qdd = _least_norm(P @ J, platform_accelerations + P @ J @ drift, null)
    return np.asarray(J @ (qdd - drift))


def check_possible(J_p: Array, xd: Array, wanted: Array, what: str, labels: Sequence[str]) -> None:
    """Raise InputError if the rates xd of least error do not give the platform what is wanted: it cannot move so at this pose.

    J_p : (k, n) maps xd to the rates of the platform;  wanted : (k,)
    what, labels : name of the argument, and names of its entries
    """
    missing = float(np.abs(J_p @ xd - wanted).max())
    if missing > POSSIBLE * max(float(np.abs(wanted).max()), 1.0):
        raise InputError(
            f"{what}: the platform cannot move so at this pose; the nearest motion differs by {missing:.3g} in one of "
            f"{', '.join(labels)}"
        )

"""Kinematic redundancy (Briot & Khalil 7.3.2.4 and 7.4.2.4): rates of x for a given motion of the platform.

A kinematically redundant robot has x = [platform coordinates, redundant joints], or a platform on a link with fewer motions than
there are joints. If only the motion of the platform is given, the actuator rates are those of least norm, plus the part of a free
vector that does not move the platform, (7.66).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError
from parados.model.platform_quantities import check_platform
from parados.model.state_arguments import check_state

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["check_possible", "redundant_accelerations", "redundant_rates", "resolve_accelerations", "resolve_rates"]

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
    """(n,) second derivatives of x that give the platform the accelerations (k,), counted from those at xdd = 0.

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


def redundant_rates(model: Model, x: ArrayLike, xd_platform: ArrayLike, null: ArrayLike | None, mode: ArrayLike | None) -> Array:
    """(n,) rates xd of a redundant robot from the rates of its platform only, `Model.resolve_redundancy`."""
    values, place = _platform_rates(model, "xd_platform", xd_platform, "xd"), check_state("x", x, model.labels)
    J, P = model.jacobian(place, mode=mode), _platform_rows(model, place, mode)
    xd = resolve_rates(J, P, values, _null(model, null))
    check_possible(P, xd, values, "xd_platform", _labels(model))
    return xd


def redundant_accelerations(
    model: Model, x: ArrayLike, xd: ArrayLike, xdd_platform: ArrayLike, null: ArrayLike | None, mode: ArrayLike | None
) -> Array:
    """(n,) accelerations xdd of a redundant robot from those of its platform only, `Model.resolve_redundant_acceleration`."""
    values = _platform_rates(model, "xdd_platform", xdd_platform, "xdd")
    place, rates = check_state("x", x, model.labels), check_state("xd", xd, model.labels)
    rest = np.zeros(model.mechanism.n_dof)
    drift = model.joint_accelerations(place, rates, rest, mode=mode)
    if model.mechanism.platform.carrier is not None:
        values = values - model.platform_acceleration(place, rates, rest, mode=mode)
    J, P = model.jacobian(place, mode=mode), _platform_rows(model, place, mode)
    xdd = resolve_accelerations(J, drift, P, values, _null(model, null))
    check_possible(P, xdd, values, "xdd_platform", _labels(model))
    return xdd


def _platform_rates(model: Model, name: str, values: ArrayLike, determined: str) -> Array:
    """Check the rates of the platform of a redundant robot: those of its coordinates, or the twist of a carried platform."""
    check_platform(model.mechanism, "rates of a platform")
    if not model._evaluator.robot.is_kinematically_redundant:
        raise InputError(f"{model.spec.name} is not kinematically redundant: the platform alone determines {determined}")
    return check_state(name, values, {name: _labels(model)})


def _labels(model: Model) -> tuple[str, ...]:
    """Names of the given rates: those of the platform's coordinates in x, or those of the twist of a carried platform."""
    carried = model.mechanism.platform.carrier is not None
    return ("vx", "vy", "vz", "wx", "wy", "wz") if carried else model.spec.platform.own_coordinates


def _platform_rows(model: Model, x: Array, mode: ArrayLike | None) -> Array:
    """(k, n) matrix from xd to the rates of the platform's coordinates, or to the twist of a carried platform."""
    if model.mechanism.platform.carrier is not None:
        return model.platform_jacobian(x, mode=mode)
    return np.eye(len(model.spec.platform.own_coordinates), model.mechanism.n_dof)


def _null(model: Model, null: ArrayLike | None) -> Array:
    return np.zeros(len(model.labels["q"])) if null is None else check_state("null", null, model.labels, "q")

"""Limits of the actuators along a path as ratios r <= 1, and their linear parts r_u, r_z in u = sdd and z = sd^2.

    effort         +-(a u + h(z)) / tau_max                       acceleration   +-(q' u + q'' z) / qdd_max
    speed          q'^2 z / qd_max^2                              power          +-(a u + h(z)) |q'| sqrt(z) / P_max

Efforts with viscous friction and the power are not linear in z. Their linear parts are taken at a profile z_0. For the power
the row is the tangent of the convex function 1 / sqrt(z) in  +-tau <= P / (|q'| sqrt(z)), which lies below it: every profile
that keeps the row keeps the limit (convex-concave procedure).

References
----------
F. Debrouwere et al., Time-optimal path following for robots with convex-concave constraints using sequential convex
programming, IEEE Transactions on Robotics 29(6), 2013.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.plan.actuator_limits import Bounds
from parados.plan.path_points import PathPoints

__all__ = ["Linear", "limit_names", "linear_parts", "ratios", "slope_of_bias"]

Array = NDArray[np.float64]

STEP = 1e-4
"""Relative step of the difference that gives the slope of h(z)."""

SIDES = np.array([1.0, -1.0])


@dataclass(frozen=True)
class Linear:
    """Ratios r0 and their slopes r_u, r_z at points of the intervals, (N, k, rows) each."""

    r0: Array
    r_u: Array
    r_z: Array


def limit_names(bounds: Bounds, actuators: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the kind of limit and the actuator of each row, in the order of `ratios`."""
    names: list[tuple[str, str]] = []
    for kind in ("effort", "acceleration", "speed", "power"):
        if kind in bounds.given:
            names += [(kind, name) for name in actuators for _ in (SIDES if kind != "speed" else SIDES[:1])]
    return names


def ratios(points: PathPoints, bounds: Bounds, z: Array, u: Array, tau: Array) -> Array:
    """Return (N, k, rows) the ratio of each limited quantity to its limit, at most 1 within the limits; of speeds the square."""
    speed = points.rates * np.sqrt(z)[..., None]
    parts = []
    if "effort" in bounds.given:
        parts.append(_both(tau / bounds.effort))
    if "acceleration" in bounds.given:
        parts.append(_both((points.rates * u[..., None] + points.curvatures * z[..., None]) / bounds.acceleration))
    if "speed" in bounds.given:
        parts.append((speed / bounds.speed) ** 2)
    if "power" in bounds.given:
        parts.append(_both(tau * np.abs(speed) / bounds.power))
    return np.concatenate(parts, axis=2)


def linear_parts(points: PathPoints, bounds: Bounds, z: Array, u: Array, friction: bool, secant: float | None = None) -> Linear:
    """Linearise the ratios at z, u (N, k).

    friction : False leaves out the friction of the joints
    secant : take the slope of h between 0 and this z, instead of at z (exact if h is linear, and independent of z)
    """
    r_u, r_z = [], []
    a, tau = points.inertia, points.efforts(z, u, friction)
    h_z = slope_of_bias(points, z, friction) if secant is None else _secant(points, secant, friction)
    if "effort" in bounds.given:
        r_u.append(_both(a / bounds.effort))
        r_z.append(_both(h_z / bounds.effort))
    if "acceleration" in bounds.given:
        r_u.append(_both(points.rates / bounds.acceleration))
        r_z.append(_both(points.curvatures / bounds.acceleration))
    if "speed" in bounds.given:
        r_u.append(np.zeros_like(points.rates))
        r_z.append((points.rates / bounds.speed) ** 2)
    if "power" in bounds.given:
        pace = np.abs(points.rates) * np.sqrt(z)[..., None] / bounds.power
        r_u.append(_both(a * pace))
        r_z.append(_both(h_z * pace) + 0.5 / z[..., None])
    return Linear(ratios(points, bounds, z, u, tau), np.concatenate(r_u, axis=2), np.concatenate(r_z, axis=2))


def _both(values: Array) -> Array:
    """Return values and their negatives side by side, (N, k, 2 n)."""
    return (values[..., None] * SIDES).reshape(*values.shape[:2], -1)


def slope_of_bias(points: PathPoints, z: Array, friction: bool) -> Array:
    """Return dh/dz at z (N, k)."""
    step = STEP * z
    after, before = (points.efforts(z + side * step, 0.0, friction) for side in (1, -1))
    return (after - before) / (2 * step)[..., None]


def _secant(points: PathPoints, z: float, friction: bool) -> Array:
    ends = (points.efforts(np.full(points.s.shape, value), 0.0, friction) for value in (z, 0.0))
    return (next(ends) - next(ends)) / z

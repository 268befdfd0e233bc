"""Check the numbers that a user gives to a formulation; every message names the parameter and what is accepted.

CasADi symbols are not checked: some formulations take them in place of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import number, positive, real_array, vector
from parados.errors import InputError

__all__ = ["check_inertia", "check_length", "check_mass", "check_number", "check_points", "check_principal", "check_vector"]

Array = NDArray[np.float64]

SLACK = 1e-9
"""Relative violation of a bound on inertias that is due to rounded numbers."""


def _is_symbol(value: Any) -> bool:
    return isinstance(value, ca.SX)


def check_mass(name: str, value: Any, least: float = 0.0) -> None:
    """Check a mass [kg] or an inertia [kg m^2]: a number of at least `least`."""
    if not _is_symbol(value):
        number(name, value, least, expected=f"a number of at least {least:g}")


def check_length(name: str, value: Any) -> None:
    """Check a length [m] that must be positive."""
    if not _is_symbol(value):
        positive(name, value, "m")


def check_number(name: str, value: Any, least: float = -np.inf, most: float = np.inf, expected: str = "a number") -> None:
    """Check a number between two bounds."""
    if not _is_symbol(value):
        number(name, value, least, most, expected)


def check_vector(name: str, value: ArrayLike, n: int = 3) -> None:
    """Check a vector (n,) of finite numbers."""
    vector(name, value, n)


def check_points(name: str, value: ArrayLike, count: int = 6) -> Array:
    """Return points (count, 3) [m] as an array; points that are all on one line are rejected."""
    points = real_array(name, value)
    if points.shape != (count, 3):
        raise InputError(f"{name}: shape ({count}, 3) is expected, a point [m] for each leg, not {points.shape}")
    spread = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    if spread[1] <= 1e-9 * max(float(np.abs(points).max()), 1e-9):
        raise InputError(f"{name}: the {count} points lie on one line, so the legs cannot hold the platform; spread them out")
    return points


def check_principal(name: str, values: Sequence[Any], triangle: bool = True) -> None:
    """Check three principal inertias [kg m^2]: none is negative, and (`triangle`) none exceeds the sum of the others."""
    if len(values) != 3:
        raise InputError(f"{name}: three principal inertias are expected, not {len(values)}")
    if any(_is_symbol(value) for value in values):
        return
    for axis, value in zip("xyz", values, strict=True):
        check_mass(f"{name}_{axis}{axis}", value)
    if triangle:
        _check_triangle(name, np.array(values, dtype=float))


def check_inertia(name: str, value: ArrayLike) -> None:
    """Check an inertia matrix (3, 3) at the centre of mass [kg m^2]: symmetric and physically possible."""
    I = real_array(name, value)  # noqa: E741
    if I.shape != (3, 3):
        raise InputError(f"{name}: shape (3, 3) is expected, not {I.shape}")
    uneven = np.abs(I - I.T).max()
    if uneven > SLACK * np.abs(I).max():
        raise InputError(f"{name}: an inertia matrix is symmetric; this one differs from its transpose by {uneven:g}")
    principal: Array = np.asarray(np.linalg.eigvalsh(I), dtype=float)
    if principal[0] < -SLACK * np.abs(principal).max():
        raise InputError(f"{name}: a principal inertia is {principal[0]:g} kg m^2; none may be negative")
    _check_triangle(name, principal)


def _check_triangle(name: str, principal: Array) -> None:
    excess = 2 * principal.max() - principal.sum()
    if excess > SLACK * principal.max():
        shown = ", ".join(f"{value:g}" for value in principal)
        raise InputError(f"{name}: no body has the principal inertias {shown}; none may exceed the sum of the other two")

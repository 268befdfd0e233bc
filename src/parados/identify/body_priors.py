"""Bodies of a robot as pseudo-inertias, with a prior that is a real body in the interior of the cone.

The pseudo-inertia P = integral [r; 1] [r; 1]^T dm (4, 4) of a distribution of mass is positive semi-definite, and every such
matrix with m > 0 belongs to a distribution of mass (Wensing, Kim and Slotine 2018). Robot files also have bodies on the border
of this cone: bars without thickness, point masses, plates, and bodies of planar robots of which only zz, mx, my, m are given.
Their priors are thickened a little, so that the distance from the prior is finite and no direction is forbidden.

References
----------
P. M. Wensing, S. Kim, J.-J. E. Slotine, Linear matrix inequalities for physically consistent inertial parameter identification,
IEEE Robotics and Automation Letters 3 (2018).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.identify.parameter_bounds import Bounds
from parados.spatial.inertia import INERTIAL_NAMES, NO_MASS, completed_plate, inertia_matrix, pseudo_inertia, why_impossible

__all__ = ["THICKNESS", "BodyPrior", "as_standard", "body_names", "body_prior", "central_inertia", "standard_basis"]

Array = NDArray[np.float64]

THICKNESS = 0.02
"""Smallest radius of gyration of a prior across each axis, as a part of its largest one or of the size of the robot."""

LIGHT = 0.01
"""Mass of the prior of a body without mass that belongs to the set, as a part of the mean mass of the other bodies."""

FAR = 2.0
"""Largest distance of the centre of mass of a prior from the frame of its body, divided by the size of the robot."""

EDGE = 0.01
"""Distance of a prior from its bounds, as a part of their width."""

ROUND_OFF = 1e-9


@dataclass(frozen=True)
class BodyPrior:
    """The prior of one body.

    Attributes
    ----------
    name : name of the joint of the link, or "p" for the platform
    places : (10,) places of xx ... m among the standard parameters
    file : (10,) the numbers of the file, or those that the caller gave
    factor : (4, 4) lower triangular L with L L^T the pseudo-inertia of the prior; a body is P = L X L^T, and X = 1 the prior
    remark : a sentence if the prior differs visibly from the file; empty otherwise
    """

    name: str
    places: NDArray[np.intp]
    file: Array
    factor: Array
    remark: str = ""

    @property
    def standard(self) -> Array:
        """(10,) standard parameters of the prior."""
        return as_standard(self.factor @ self.factor.T)


def as_standard(P: Array) -> Array:
    """(10,) xx xy xz yy yz zz mx my mz m of a pseudo-inertia (4, 4); the inverse of `pseudo_inertia`."""
    K = P[:3, :3]
    J = np.trace(K) * np.eye(3) - K
    return np.concatenate([J[np.triu_indices(3)], P[:3, 3], [P[3, 3]]])


def standard_basis(factor: Array) -> Array:
    """(10, 16) matrix that maps X (4, 4), flattened, to the standard parameters of the body L X L^T."""
    units = np.eye(16).reshape(16, 4, 4)
    return np.array([as_standard(factor @ (E + E.T) / 2 @ factor.T) for E in units]).T


def body_prior(name: str, places: NDArray[np.intp], file: Array, size: float, mean_mass: float, bounds: Bounds) -> BodyPrior:
    """Return the prior of a body with the numbers `file` (10,): these numbers, thickened or completed where they need it.

    size : size of the robot [m], for bodies without extent
    mean_mass : mean mass of the robot's bodies [kg], for bodies without mass
    bounds : the mass and the centre of mass of the prior are moved within these bounds
    """
    given, remark = completed_plate(file), ""
    flat = why_impossible(file) is None
    m = given[9] if given[9] > NO_MASS else LIGHT * mean_mass
    c = given[6:9] / m
    if given[9] <= NO_MASS:
        remark = f"{name}: the file gives no mass; the prior is a light body of {m:.3g} kg"
    elif np.abs(c).max() > FAR * size:
        remark = f"{name}: the centre of mass of the file is {np.abs(c).max():.3g} m away; the prior has it at the origin"
        c = np.zeros(3)
    squares, axes = np.linalg.eigh(pseudo_inertia(given)[:3, :3] / m - np.outer(c, c))
    if not np.array_equal(given, file) or (flat and squares[0] < -ROUND_OFF * squares[-1]):
        remark = f"{name}: the file gives the inertia about one axis only; the other elements are those of a flat body"
    elif not flat and not remark:
        remark = f"{name}: no real body has the numbers of the file; the prior is a real body near them"
    squares = np.maximum(squares, THICKNESS**2 * (squares[-1] if squares[-1] > 0 else size**2))
    mass, com = _inside(m, bounds.numbers.get(f"m_{name}", (0.0, np.inf))), _inside(c, bounds.boxes[name].T)
    if mass != m or not np.array_equal(com, c):
        remark = f"{name}: the mass or the centre of mass of the file is out of its bounds; the prior is moved within them"
    P = np.zeros((4, 4))
    P[:3, :3] = (axes * squares) @ axes.T + np.outer(com, com)
    P[:3, 3] = P[3, :3] = com
    P[3, 3] = 1.0
    return BodyPrior(name, places, file, np.linalg.cholesky(mass * P), remark)


def _inside(value: Any, pair: Any) -> Any:
    """Return a value, or an array, moved into the interior of its bounds (lower, upper) if it is not there."""
    low, high = (np.asarray(one, dtype=float) for one in pair)
    with np.errstate(invalid="ignore"):
        edge = np.where(np.isfinite(high - low), EDGE * (high - low), EDGE * np.abs(np.where(np.isfinite(low), low, 0.0)))
    return np.clip(value, low + edge, high - edge)


def body_names(names: list[str]) -> dict[str, NDArray[np.intp]]:
    """Return the places (10,) of the inertial parameters of each body among all standard names: joint name, or "p" -> places."""
    place = {name: k for k, name in enumerate(names)}
    own = [name.removeprefix("xx_") for name in names if name.startswith("xx_")]
    return {body: np.array([place[f"{element}_{body}"] for element in INERTIAL_NAMES]) for body in own}


def central_inertia(standard: Array) -> tuple[Array, Array]:
    """Return the centre of mass (3,) [m] and the inertia matrix (3, 3) about it [kg m^2] of ten standard parameters."""
    m = standard[9]
    c = standard[6:9] / m if m > NO_MASS else np.zeros(3)
    return c, inertia_matrix(standard[:6]) - m * (c @ c * np.eye(3) - np.outer(c, c))

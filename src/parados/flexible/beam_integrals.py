"""Compute the constants of a beam by Gauss-Legendre quadrature along its centre line (Briot & Khalil 10.2.2, F.2, F.3).

The integrals over the section are those of 1 and of eta eta^T, eta = (0, y, z). Per unit of length:

    integral Phi_k Phi_l^T = rho A d_k d_l^T + rho r_k^ E r_l^T^,   E = diag(0, Iz, Iy)

where d_k and r_k are the displacement and rotation of the section. Without rotary inertia E is zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.flexible.body_integrals import BodyIntegrals
from parados.flexible.shape_functions import ShapeFunctions
from parados.spatial.sections import Section

__all__ = ["Beam", "BodyIntegrals", "Stations", "beam_integrals", "outer"]

Array = NDArray[np.float64]

STEEPEST = 1e150
"""Largest displacement, rotation or strain of a field: its square is still a number."""

CANCELLED = 1e-13
"""An integral is zero if it is smaller than this times the integral of the absolute value of its integrand."""


@dataclass(frozen=True)
class Beam:
    """Uniform straight beam.

    Attributes
    ----------
    shapes : displacement fields and length
    section : cross-section
    E, G : Young's modulus and shear modulus [Pa]; G may be zero if nothing twists
    rho : density [kg/m^3]
    rotary_inertia : True if the sections have rotary inertia; if False, all mass is on the centre line
    """

    shapes: ShapeFunctions
    section: Section
    E: float
    G: float
    rho: float
    rotary_inertia: bool = True

    def __post_init__(self) -> None:
        for name in ("E", "G", "rho"):
            value = getattr(self, name)
            if not isfinite(value) or value < 0 or (value == 0 and name != "G"):
                raise InputError(f"beam: {name} is {value:g}; it must be finite and positive")


@dataclass(frozen=True)
class Stations:
    """Values of the beam fields at the p points of the quadrature.

    Attributes
    ----------
    weights : (p,) weights of the quadrature [m]
    r0 : (p, 3) points of the centre line [m]
    d : (p, n, 3) displacements
    turns : (p, n, 3, 3) cross-product matrices of the rotations
    strains : (p, n, 4) stretch, twist and the two curvatures
    """

    weights: Array
    r0: Array
    d: Array
    turns: Array
    strains: Array

    @staticmethod
    def along(shapes: ShapeFunctions) -> Stations:
        """Evaluate the fields at the quadrature points along the beam; `breaks`, if there are any, separate smooth parts."""
        x, weights = _quadrature(getattr(shapes, "breaks", np.array([0.0, shapes.length])), shapes.points)
        sampled = [np.array([field(at).T for at in x]) for field in (shapes.displacement, shapes.rotation, shapes.strain)]
        if not all((np.abs(field) < STEEPEST).all() for field in sampled):
            raise InputError(f"beam: its strains are too large to compute with; its length is {shapes.length:g} m")
        r0 = np.stack([x, 0 * x, 0 * x], axis=1)
        return Stations(weights, r0, sampled[0], _cross_matrices(sampled[1]), sampled[2])

    def integral(self, values: Array) -> Array:
        """Integrate (p, ...) values along the beam; results that cancel up to round-off become zero."""
        weights = self.weights.reshape(-1, *[1] * (values.ndim - 1))
        total, size = (weights * values).sum(axis=0), (weights * np.abs(values)).sum(axis=0)
        return np.where(np.abs(total) > CANCELLED * size, total, 0.0)


def _quadrature(breaks: Array, points: int) -> tuple[Array, Array]:
    """Return abscissae and weights of Gauss-Legendre quadrature, with `points` points in each interval between `breaks` [m]."""
    nodes, weights = np.polynomial.legendre.leggauss(points)
    halves = np.diff(breaks) / 2
    return (breaks[:-1, None] + halves[:, None] * (1 + nodes)).ravel(), (halves[:, None] * weights).ravel()


def beam_integrals(beam: Beam) -> BodyIntegrals:
    """Compute the constants of a beam in the frame at its clamped end."""
    at, rho, A = Stations.along(beam.shapes), beam.rho, beam.section.A
    spread = rho * np.diag([0.0, beam.section.Iz, beam.section.Iy]) * beam.rotary_inertia  # second moments of mass per length
    turned = at.turns @ spread
    return BodyIntegrals(
        m=rho * A * beam.shapes.length,
        s0=rho * A * at.integral(at.r0),
        S=rho * A * at.integral(at.d).T,
        P0=rho * A * at.integral(outer(at.r0, at.r0)) + beam.shapes.length * spread,
        N0=rho * A * at.integral(outer(at.d, at.r0[:, None])) + at.integral(turned),
        C=rho * A * at.integral(outer(at.d[:, :, None], at.d[:, None])) + at.integral(_sandwich(at.turns, spread)),
        Kee=_stiffness(beam, at),
    )


def _stiffness(beam: Beam, at: Stations) -> Array:
    """(n, n) stiffness of stretch, torsion and bending in two planes (10.35), (F.9)."""
    section = beam.section
    moduli = (beam.E * section.A, beam.G * section.I0, beam.E * section.Iy, beam.E * section.Iz)
    parts = [at.integral(at.strains[:, :, None, j] * at.strains[:, None, :, j]) for j in range(4)]
    Kee = sum((modulus * part for modulus, part in zip(moduli, parts, strict=True)), np.zeros_like(parts[0]))
    slack = np.flatnonzero(Kee.diagonal() <= 0)
    if slack.size:
        advice = "its field must have a strain, bending needs Iy or Iz, twist needs G and I0"
        raise InputError(f"beam: coordinate {slack[0]} has no stiffness; {advice}")
    return Kee


def outer(a: Array, b: Array) -> Array:
    """(..., 3, 3) outer products a b^T."""
    return a[..., :, None] * b[..., None, :]


def _sandwich(turns: Array, spread: Array) -> Array:
    """(p, n, n, 3, 3) r_k^ E r_l^T^ with a diagonal E; exactly equal if (k, row) and (l, column) are exchanged."""
    root = turns @ np.sqrt(spread)
    return sum((outer(root[:, :, None, :, j], root[:, None, :, :, j]) for j in (1, 2)), start=np.zeros(()))


def _cross_matrices(vectors: Array) -> Array:
    """(..., 3, 3) matrices a^ with a^ b = a x b, from vectors (..., 3)."""
    a = np.zeros((*vectors.shape, 3))
    a[..., 2, 1], a[..., 0, 2], a[..., 1, 0] = vectors[..., 0], vectors[..., 1], vectors[..., 2]
    return a - np.swapaxes(a, -1, -2)

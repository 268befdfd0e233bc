"""Shape functions of a beam in a robot file (Briot & Khalil 10.2.1): polynomials, or values along the beam.

A function depends on s = x / length, from 0 at the clamped start to 1 at the end of the beam.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BeforeValidator, model_validator

from parados.robot.fields import Number, Spec

__all__ = ["FIELDS", "MOST_TERMS", "ClampedFunction", "ShapeSpec", "shape_sizes", "tip_rows", "why_shapes_fail"]

Array = NDArray[np.float64]

FIELDS = ("u", "v", "w", "twist")
"""Displacements of the centre line along x, y, z and rotation of the sections about x."""

BENDING = ("v", "w")

MOST_TERMS = 100
"""Largest number of coefficients of a polynomial, of samples, and of shape functions of a beam."""

FEWEST_SAMPLES = 4

CLOSEST = 1e-6
"""Smallest distance of two samples, as a part of the length: closer ones would give slopes that are not accurate."""

CLAMPED = 1e-9
"""A function is zero at the start if it is below this times its largest value."""

POINTS = 201
"""Number of points at which functions are compared."""

DEPENDENT = 1e-8
"""Shape functions are dependent if a singular value of their values along the beam is below this times the largest one."""


def _written_short(value: object) -> object:
    """Replace a list of numbers by {"polynomial": list}, the long form of the same function."""
    return {"polynomial": value} if isinstance(value, list | tuple) else value


class ClampedFunction(Spec):
    """A function of s, given by a polynomial or by values.

    `polynomial` lists the coefficients of 1, s, s^2, ... Instead, `values` can list the values at the places `at`, which increase
    from 0 to 1; a cubic spline interpolates between them. For bending, the slope of the spline is zero at s = 0.
    """

    polynomial: tuple[Number, ...] = ()
    at: tuple[Number, ...] = ()
    values: tuple[Number, ...] = ()

    @model_validator(mode="after")
    def _check_one_form(self) -> ClampedFunction:
        most = max(len(self.polynomial), len(self.at), len(self.values))
        if most > MOST_TERMS:
            raise ValueError(f"{most} numbers are too many; at most {MOST_TERMS} coefficients or samples are accepted")
        sampled = bool(self.at or self.values)
        if bool(self.polynomial) == sampled:
            raise ValueError("give a list of coefficients, or values and the places (at) where the function has them")
        if sampled:
            self._check_samples()
        return self

    def _check_samples(self) -> None:
        if len(self.at) != len(self.values):
            raise ValueError(f"at has {len(self.at)} numbers and values has {len(self.values)}; give as many of both")
        if len(self.at) < FEWEST_SAMPLES:
            raise ValueError(f"{len(self.at)} samples are too few; give at least {FEWEST_SAMPLES}")
        if self.at[0] != 0 or self.at[-1] != 1 or (np.diff(self.at) < CLOSEST).any():
            raise ValueError(f"at: the places must increase from 0 at the start to 1 at the end, by at least {CLOSEST:g}")

    @property
    def breaks(self) -> tuple[float, ...]:
        """Places s, from 0 to 1; the function is one polynomial between two neighbouring places."""
        return self.at or (0.0, 1.0)

    @property
    def degree(self) -> int:
        """Degree of the polynomials between the places; 3 for a spline."""
        return max(len(self.polynomial) - 1, 0) if self.polynomial else 3

    def derivative(self, s: Sequence[float] | Array, order: int, bending: bool) -> Array:
        """(k,) values of the derivative of an order with respect to s, at places s (k,); order 0 is the function itself.

        bending : True for v and w; a spline then has zero slope at s = 0
        """
        if self.polynomial:
            return np.asarray(np.polynomial.Polynomial(self.polynomial).deriv(order)(np.asarray(s)), dtype=float)
        from scipy.interpolate import CubicSpline

        start = (1, 0.0) if bending else "not-a-knot"
        return np.asarray(CubicSpline(self.at, self.values, bc_type=(start, "not-a-knot"))(s, order))


Function = Annotated[ClampedFunction, BeforeValidator(_written_short)]


class ShapeSpec(Spec):
    """One shape function of a beam: its deformation if the elastic coordinate of this function is 1.

    u, v, w : displacements along x, y, z [m];  twist : rotation about x [rad]; each is a function of s
    """

    u: Function | None = None
    v: Function | None = None
    w: Function | None = None
    twist: Function | None = None

    @model_validator(mode="after")
    def _check_clamped(self) -> ShapeSpec:
        if not self.given:
            raise ValueError(f"give at least one of {', '.join(FIELDS)}")
        if "twist" in self.given and len(self.given) > 1:
            raise ValueError("twist: give it as a function of its own, apart from u, v and w")
        along = np.linspace(0, 1, POINTS)
        for name, function in self.given.items():
            largest = np.abs(function.derivative(along, 0, name in BENDING)).max()
            start = [float(function.derivative([0.0], order, name in BENDING)[0]) for order in range(1 + (name in BENDING))]
            if max(map(abs, start)) > CLAMPED * largest:
                slope = " and a slope" if name in BENDING else ""
                raise ValueError(f"{name}: the beam is clamped at its start; the function must have the value{slope} 0 there")
        return self

    @property
    def given(self) -> dict[str, ClampedFunction]:
        """Functions that the file gives, by name: u, v, w or twist."""
        return {name: getattr(self, name) for name in FIELDS if getattr(self, name) is not None}

    def numbers(self) -> list[Any]:
        """Return all coefficients, places and values of the functions."""
        return [number for f in self.given.values() for number in (*f.polynomial, *f.at, *f.values)]

    def values(self, s: Sequence[float] | Array, order: int) -> Array:
        """(4, k) derivatives of u, v, w, twist of an order with respect to s, at places s (k,); zero if not given."""
        out = np.zeros((len(FIELDS), len(s)))
        for name, function in self.given.items():
            out[FIELDS.index(name)] = function.derivative(s, order, name in BENDING)
        return out


def tip_rows(shapes: Sequence[ShapeSpec], planar: bool, length: float = 1.0) -> Array:
    """(6, n) displacements and rotations dx dy dz rx ry rz of the end of the beam for each of n shape functions [m, rad].

    planar : return only (3, n) dx dy rz;  length : length of the beam [m]
    """
    values = np.stack([shape.values([1.0], 0)[:, 0] for shape in shapes], axis=1)
    slopes = np.stack([shape.values([1.0], 1)[:, 0] for shape in shapes], axis=1) / length
    u, v, w, twist = values
    rows = np.stack([u, v, w, twist, -slopes[2], slopes[1]])
    return rows[[0, 1, 5]] if planar else rows


def _sampled(shapes: Sequence[ShapeSpec]) -> Array:
    """(4 POINTS, n) values of n shape functions at `POINTS` places along the beam: those of u, then v, w and twist."""
    along = np.linspace(0, 1, POINTS)
    return np.stack([shape.values(along, 0).ravel() for shape in shapes], axis=1)


def shape_sizes(shapes: Sequence[ShapeSpec]) -> Array:
    """(n,) largest absolute value of each shape function along the beam, over u, v, w [m] and twist [rad]."""
    return np.asarray(np.abs(_sampled(shapes)).max(axis=0))


def why_shapes_fail(shapes: Sequence[ShapeSpec], planar: bool) -> str | None:
    """Return a sentence that says why shape functions cannot describe a beam; None if they can."""
    if len(shapes) > MOST_TERMS:
        return f"shapes: {len(shapes)} functions are too many; at most {MOST_TERMS} are accepted"
    out_of_plane = [(k, name) for k, shape in enumerate(shapes) for name in shape.given if planar and name in ("w", "twist")]
    if out_of_plane:
        k, name = out_of_plane[0]
        return f"shapes[{k}].{name}: a planar beam has only u and v"
    sampled, sizes = _sampled(shapes), shape_sizes(shapes)
    if not sizes.all():
        return f"shapes[{int(np.argmin(sizes))}]: the function is zero everywhere"
    if np.linalg.svd(sampled / sizes, compute_uv=False)[-1] < DEPENDENT:
        return "shapes: the functions are linearly dependent; leave out those that are combinations of others"
    rows = tip_rows(shapes, planar)
    rank = int(np.linalg.matrix_rank(rows / sizes, tol=DEPENDENT))
    if rank < len(rows):
        names = "dx, dy, rz" if planar else "dx, dy, dz, rx, ry, rz"
        return (
            f"shapes: they move the end of the beam in {rank} of its {len(rows)} coordinates ({names}); add functions, such as "
            "u: [0, 1] for stretch, or v: [0, 0, 3, -2] and v: [0, 0, -1, 1] for bending"
        )
    return None

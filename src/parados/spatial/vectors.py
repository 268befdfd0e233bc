"""Three-vectors and frames of CasADi expressions.

A frame is the pair (R, p): `R` (3, 3) turns a vector from the moving into the reference axes, `p` (3,) is the moving
origin in the reference axes. Constants that are 0 or +-1 up to round-off are rounded, so that CasADi can simplify with them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, wraps
from typing import Any

import casadi as ca
import numpy as np
from casadi import SX
from casadi import SX as Vector  # noqa: N811 - a (3, 1) expression
from numpy.typing import ArrayLike, NDArray

from parados.spatial.live_numbers import LiveNumber, as_numbers, of_members

__all__ = ["SX", "Frame", "Vector", "column", "cross", "dot", "exact_matrix", "expression", "inverse_frame", "matrix", "snap"]
__all__ += ["tangent", "traced", "unit"]

SNAP = 1e-14
"""Constants closer than this to 0, +-1/2 or +-1 are rounded to it: the sine of a rounded multiple of pi/6 has an error of at
most a few 1e-16."""


def snap(values: ArrayLike) -> NDArray[np.float64]:
    """Round entries that are within `SNAP` of -1, -1/2, 0, 1/2 or 1 to that number."""
    array = np.array(values, dtype=float)
    halves = np.round(2 * array) / 2
    near = (np.abs(array - halves) < SNAP) & (np.abs(array) < 1.5)
    return np.where(near, halves + 0.0, array)


def _snapped(value: LiveNumber | float) -> SX | float:
    """Round a number as `snap` does; a live number only if all members of the family agree."""
    near = snap(of_members(value))
    if isinstance(value, LiveNumber) and not ((near == near[0]).all() and abs(2 * near[0]) in (0, 1, 2)):
        return value.expression
    return float(near[0])


def column(values: Any) -> Vector:
    """Build an (n, 1) expression of numbers, constant or live."""
    numbers = as_numbers(values)
    if numbers.dtype == object:
        return ca.vertcat(*[SX(_snapped(value)) for value in numbers.flat])
    return _copy(_column(numbers.tobytes()))


@lru_cache(maxsize=4096)
def _column(numbers: bytes) -> Vector:
    return SX(ca.DM(snap(np.frombuffer(numbers)).reshape(-1, 1)))


def _copy(v: SX) -> SX:
    """Copy an expression, because a caller may fill in entries; `SX(v)` takes fifteen times as long."""
    return SX.unary(ca.OP_ASSIGN, v)


def expression(values: Any) -> Vector:
    """Build an (n, 1) expression of numbers, constant or live, without rounding."""
    numbers = as_numbers(values)
    return ca.vertcat(*[SX(value) for value in numbers.flat]) if numbers.dtype == object else SX(ca.DM(numbers.reshape(-1, 1)))


def matrix(values: Any) -> SX:
    """Build a matrix expression of numbers, constant or live, whose zeros are structural."""
    numbers = as_numbers(values)
    if numbers.dtype == object:
        return ca.sparsify(ca.reshape(column(numbers.T), *numbers.shape))
    return ca.sparsify(SX(ca.DM(snap(numbers))))


def exact_matrix(values: Any) -> SX:
    """Build a matrix expression (n, m), or (n, 1), of numbers, constant or live, without rounding; its zeros are structural."""
    numbers = as_numbers(values)
    if numbers.dtype != object:
        return ca.sparsify(SX(ca.DM(numbers)))
    table = numbers.reshape(len(numbers), -1)
    entries = [SX(value) if value else SX(0) for value in table.T.flat]  # a live number is false if all members have a zero
    return ca.sparsify(ca.reshape(ca.vertcat(*entries), *table.shape))


def inverse_frame(T: NDArray[np.float64]) -> NDArray[np.float64]:
    """(4, 4) inverse of a frame of numbers, constant or live."""
    inverse = np.array(T)
    inverse[:3, :3], inverse[:3, 3] = T[:3, :3].T, -(T[:3, :3].T @ T[:3, 3])
    return inverse


@cache
def unit(axis: int) -> Vector:
    """The unit vector along axis 0, 1 or 2."""
    return column(np.eye(3)[axis])


def traced(*sizes: int) -> Callable[[Callable[..., SX]], Callable[..., SX]]:
    """Decorate a formula on column vectors of these sizes: build its graph once and copy it at every call, ten times faster."""

    def decorate(formula: Callable[..., SX]) -> Callable[..., SX]:
        @cache
        def graph() -> ca.Function:
            symbols = [SX.sym(f"v{k}", size) for k, size in enumerate(sizes)]
            return ca.Function(formula.__name__, symbols, [formula(*symbols)])

        @wraps(formula)
        def copied(*vectors: SX) -> SX:
            result = graph().call(list(vectors))[0]
            return ca.sparsify(result) if result.has_zeros() else result

        return copied

    return decorate


@traced(3, 3)
def cross(a: Vector, b: Vector) -> Vector:
    """(3, 1) cross product a x b."""
    return ca.vertcat(
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


@traced(3, 3)
def dot(a: Vector, b: Vector) -> SX:
    """Scalar product a . b; terms with structural zeros disappear from the graph."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@traced(3, 3)
def tangent(omega: Vector, omega_dot: Vector) -> SX:
    """(3, 3) matrix U such that a point r of the body has the acceleration v_dot + U r."""
    xx, yy, zz = omega[0] * omega[0], omega[1] * omega[1], omega[2] * omega[2]
    xy, xz, yz = omega[0] * omega[1], omega[0] * omega[2], omega[1] * omega[2]
    return ca.vertcat(
        ca.horzcat(-yy - zz, xy - omega_dot[2], xz + omega_dot[1]),
        ca.horzcat(xy + omega_dot[2], -xx - zz, yz - omega_dot[0]),
        ca.horzcat(xz - omega_dot[1], yz + omega_dot[0], -xx - yy),
    )


@dataclass(frozen=True)
class Frame:
    """A frame seen from a reference frame.

    Attributes
    ----------
    R : (3, 3) axes of the frame as columns
    p : (3, 1) origin of the frame [m]
    live : (4, 4) live numbers of a frame that does not move but depends on live parameters; None for all other frames
    """

    R: SX
    p: Vector
    live: NDArray[np.float64] | None = None

    @staticmethod
    def identity() -> Frame:
        """Build the reference frame itself: no rotation, no translation."""
        return Frame(matrix(np.eye(3)), column(np.zeros(3)))

    @staticmethod
    def constant(T: NDArray[np.float64]) -> Frame:
        """Build a frame of numbers (4, 4), constant or live; equal constants return the same object."""
        if T.dtype == object:
            return Frame(matrix(T[:3, :3]), column(T[:3, 3]), T)
        return _constant(np.asarray(T, dtype=float).tobytes())

    @cached_property
    def numbers(self) -> NDArray[np.float64] | None:
        """(4, 4) numbers of the frame, constant or live; None if the frame moves."""
        if self.live is not None:
            return self.live
        if not (self.R.is_constant() and self.p.is_constant()):
            return None
        T = np.eye(4)
        T[:3, :3] = ca.evalf(self.R).full()
        T[:3, 3] = ca.evalf(self.p).full().ravel()
        return T

    def __matmul__(self, other: Frame) -> Frame:
        return Frame(self.R @ other.R, self.point(other.p))

    @cached_property
    def R_t(self) -> SX:
        """(3, 3) R transposed: the reference axes in this frame as columns."""
        return self.R.T

    @cached_property
    def is_parallel(self) -> bool:
        """True if the axes of the frame are the reference axes."""
        return bool(self.R.is_eye())

    def inverse(self) -> Frame:
        """Return the reference frame seen from this frame."""
        return Frame(self.R_t, -(self.R_t @ self.p), None if self.live is None else inverse_frame(self.live))

    def turn(self, v: Vector) -> Vector:
        """Express a free vector, given in the axes of this frame, in the reference axes."""
        return _copy(v) if self.is_parallel else self.R @ v

    def unturn(self, v: Vector) -> Vector:
        """Express a free vector, given in the reference axes, in the axes of this frame."""
        return _copy(v) if self.is_parallel else self.R_t @ v

    def point(self, r: Vector) -> Vector:
        """Express a point, given in this frame, in the reference frame."""
        return self.turn(r) + self.p

    def unpoint(self, r: Vector) -> Vector:
        """Express a point, given in the reference frame, in this frame."""
        return self.unturn(r - self.p)


@lru_cache(maxsize=4096)
def _constant(numbers: bytes) -> Frame:
    T = np.frombuffer(numbers).reshape(4, 4)
    return Frame(matrix(T[:3, :3]), column(T[:3, 3]))

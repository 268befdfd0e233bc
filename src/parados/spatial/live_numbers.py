"""Numbers of a robot that stay symbols in its graphs: live numbers, for a whole family of robots.

A live number is an expression of the live parameters together with its values for some members of the family: the robot of
the file and a few others near it. The expression goes into the graphs. The values decide about the structure: two axes are
parallel, or an offset is zero, only if they are so for every member. Arrays of live numbers have the dtype object; NumPy adds
and multiplies them as it does with numbers. An array without live numbers is an ordinary array of floats.
A `Family` holds the symbols of the live parameters and the values that some members have.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
from casadi import SX
from numpy.typing import ArrayLike, NDArray

from parados.arguments import freeze

__all__ = ["ALONE", "LIVE_FUNCTIONS", "Family", "LiveNumber", "as_numbers", "is_live", "is_live_list", "nominal", "of_members"]

Array = NDArray[np.float64]


class LiveNumber:
    """A number that depends on live parameters.

    expression : scalar expression of the live parameters
    values : (K,) its values for the members of the family; the first is that of the robot file
    """

    __slots__ = ("expression", "values")

    def __init__(self, expression: SX, values: ArrayLike) -> None:
        self.expression = expression
        self.values = np.asarray(values, dtype=float)

    def __SX__(self) -> SX:
        return self.expression

    def __repr__(self) -> str:
        return f"LiveNumber({self.expression}, {self.values[0]:g})"

    def __bool__(self) -> bool:
        """True unless the number is zero for every member."""
        return bool(self.values.any())

    def _with(self, other: Any, operation: Callable[[Any, Any], Any], swapped: bool = False) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented  # NumPy then takes the entries of the array one by one
        if isinstance(other, SX):
            return operation(other, self.expression) if swapped else operation(self.expression, other)
        term, values = (other.expression, other.values) if isinstance(other, LiveNumber) else (float(other), float(other))
        if swapped:
            return LiveNumber(operation(term, self.expression), operation(values, self.values))
        return LiveNumber(operation(self.expression, term), operation(self.values, values))

    def __add__(self, other: Any) -> Any:
        return self if _is_number(other, 0) else self._with(other, operator.add)

    def __radd__(self, other: Any) -> Any:
        return self if _is_number(other, 0) else self._with(other, operator.add, swapped=True)

    def __sub__(self, other: Any) -> Any:
        return self if _is_number(other, 0) else self._with(other, operator.sub)

    def __rsub__(self, other: Any) -> Any:
        return -self if _is_number(other, 0) else self._with(other, operator.sub, swapped=True)

    def __mul__(self, other: Any) -> Any:
        if _is_number(other, 0):
            return 0.0
        return self if _is_number(other, 1) else -self if _is_number(other, -1) else self._with(other, operator.mul)

    def __rmul__(self, other: Any) -> Any:
        return self.__mul__(other) if not isinstance(other, SX) else other * self.expression

    def __truediv__(self, other: Any) -> Any:
        return self if _is_number(other, 1) else self._with(other, operator.truediv)

    def __rtruediv__(self, other: Any) -> Any:
        return 0.0 if _is_number(other, 0) else self._with(other, operator.truediv, swapped=True)

    def __pow__(self, other: Any) -> Any:
        return self if _is_number(other, 1) else self._with(other, operator.pow)

    def __rpow__(self, other: Any) -> Any:
        return self._with(other, operator.pow, swapped=True)

    def __neg__(self) -> LiveNumber:
        return LiveNumber(-self.expression, -self.values)

    def __pos__(self) -> LiveNumber:
        return self

    def mapped(self, symbolic: Callable[[SX], SX], numeric: Callable[[Array], Array]) -> LiveNumber:
        """Apply a function of one variable."""
        with np.errstate(all="ignore"):
            return LiveNumber(symbolic(self.expression), numeric(self.values))

    def cos(self) -> LiveNumber:
        return self.mapped(ca.cos, np.cos)

    def sin(self) -> LiveNumber:
        return self.mapped(ca.sin, np.sin)

    def tan(self) -> LiveNumber:
        return self.mapped(ca.tan, np.tan)

    def arccos(self) -> LiveNumber:
        return self.mapped(ca.acos, np.arccos)

    def arcsin(self) -> LiveNumber:
        return self.mapped(ca.asin, np.arcsin)

    def arctan(self) -> LiveNumber:
        return self.mapped(ca.atan, np.arctan)

    def tanh(self) -> LiveNumber:
        return self.mapped(ca.tanh, np.tanh)

    def sqrt(self) -> LiveNumber:
        return self.mapped(ca.sqrt, np.sqrt)


def _atan2(y: Any, x: Any) -> LiveNumber:
    values = np.arctan2(of_members(y), of_members(x))
    return LiveNumber(ca.atan2(y, x), values)


def _hypot(*arguments: Any) -> Any:
    squares: Any = sum((value * value for value in arguments), 0.0)
    return squares.sqrt()


LIVE_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sin": LiveNumber.sin,
    "cos": LiveNumber.cos,
    "tan": LiveNumber.tan,
    "asin": LiveNumber.arcsin,
    "acos": LiveNumber.arccos,
    "atan": LiveNumber.arctan,
    "atan2": _atan2,
    "sqrt": LiveNumber.sqrt,
    "hypot": _hypot,
    "radians": lambda value: value * (np.pi / 180),
}
"""Functions of live numbers, by the names that robot files use."""


def _is_number(value: Any, wanted: int) -> bool:
    """Tell whether a value is a plain number with the given value; a sum with 0 or a product with 0 or 1 needs no operation."""
    return isinstance(value, int | float | np.number) and bool(value == wanted)


def is_live(values: Any) -> bool:
    """Tell whether an array, a list or a number contains live numbers."""
    try:
        array = np.asarray(values)
    except ValueError:  # rows of different lengths
        return False
    return array.dtype == object and any(isinstance(value, LiveNumber) for value in array.flat)


def is_live_list(values: Any) -> bool:
    """Tell whether a list or an array (n,) contains live numbers; unlike `is_live`, for values that no validator has seen."""
    is_list = isinstance(values, list | tuple) or (isinstance(values, np.ndarray) and values.dtype == object and values.ndim == 1)
    return is_list and any(isinstance(value, LiveNumber) for value in values)


def as_numbers(values: Any) -> Array:
    """Convert to an array of floats; of dtype object if there are live numbers."""
    array = np.asarray(values)
    return array if is_live(array) else array.astype(float, copy=False)


def of_members(values: Any) -> Array:
    """(K, ...) values for each member of the family, that of the file first; (1, ...) if nothing is live."""
    array: Any = as_numbers(values)
    if array.dtype != object:
        return np.asarray(array[None])
    live = [value.values if isinstance(value, LiveNumber) else value for value in array.flat]
    count = next(len(value) for value in live if isinstance(value, np.ndarray))
    rows = np.array([np.broadcast_to(np.asarray(value, dtype=float), (count,)) for value in live])
    return np.asarray(rows.T.reshape(count, *array.shape))


def nominal(values: Any) -> Array:
    """Return the values for the robot of the file."""
    return np.asarray(of_members(values)[0])


@dataclass(frozen=True, eq=False)
class Family:
    """Robots that differ only in the values of their live parameters.

    symbol : (n_p, 1) symbols of the live parameters
    members : (K, n_p) values for some members; the first is the robot of the file, the others are near it
    """

    symbol: SX
    members: Array

    def __post_init__(self) -> None:
        freeze(self)

    def __reduce__(self) -> tuple[Callable[..., Family], tuple[object, ...]]:
        """Copy and pickle the family of a single robot, too: its empty expression cannot be pickled, but it is always `ALONE`."""
        return (_alone, ()) if self.symbol.is_empty() else (Family, (self.symbol, self.members))

    @property
    def nominal(self) -> Array:
        """(n_p,) values of the robot file."""
        return self.members[0]

    def number(self, k: int) -> LiveNumber:
        """Return parameter k as a live number."""
        return LiveNumber(self.symbol[k], self.members[:, k])

    def rows(self, count: int) -> Array:
        """(count, n_p) values of the members in turn, the robot of the file first."""
        return np.asarray(self.members[np.arange(count) % len(self.members)])


ALONE = Family(SX(0, 1), np.zeros((1, 0)))
"""The family of a robot without live parameters."""


def _alone() -> Family:
    return ALONE

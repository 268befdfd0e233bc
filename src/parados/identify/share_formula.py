"""Formulas of the shares in base parameters: small sums of products of powers, cosines and sines of live parameters.

An entry of beta (Briot & Khalil 8.273) is a function of the lengths and angles of the robot, such as -d12^2 / d13. Its values for
some members of a family show which one: along each parameter alone few functions suffice, and the products of these functions are
fitted to members with other values of all parameters. A formula holds only if it also gives the entry for members that were not
fitted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import real_array, shown
from parados.errors import InputError
from parados.identify.share_functions import FUNCTIONS, KINDS, TURNING

__all__ = ["ShareFormula", "fitted_formula", "functions_along"]

Array = NDArray[np.float64]
Factors = tuple[tuple[str, str], ...]

MOST = 3
"""Largest number of functions of one parameter."""

EXACT = 1e-9
"""Relative error of a formula; entries of beta have about 1e-12."""

DENOMINATOR = 24
"""Largest denominator of a coefficient that is written as a fraction."""


@dataclass(frozen=True)
class ShareFormula:
    """A sum of terms, each a coefficient times functions of live parameters.

    terms : coefficient and pairs (parameter, function in `FUNCTIONS`) of each term
    """

    terms: tuple[tuple[float, Factors], ...]

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the parameters on which it depends."""
        return tuple(dict.fromkeys(name for _, factors in self.terms for name, _ in factors))

    def at(self, parameters: Mapping[str, Any]) -> float | Array:
        """Evaluate the formula.

        parameters : value of each name, a number or arrays of one shape; a number of an array parameter has a name like "cp[2]"
        """
        if not isinstance(parameters, Mapping):
            raise InputError(f'parameters: a dictionary such as {{"l1": 0.4}} is expected, not {shown(parameters)}')
        missing = [name for name in self.parameters if name not in parameters]
        if missing:
            raise InputError(f"parameters: {missing[0]} is missing; the formula {self} depends on {', '.join(self.parameters)}")
        values = {name: real_array(f"parameters[{name!r}]", parameters[name]) for name in self.parameters}
        if len({value.shape for value in values.values() if value.ndim}) > 1:
            shapes = ", ".join(f"{name} {value.shape}" for name, value in values.items())
            raise InputError(f"parameters: numbers or arrays of one shape are expected, not {shapes}")
        found = np.asarray(sum(c * _product(factors, values) for c, factors in self.terms))
        return float(found) if found.ndim == 0 else found

    def __str__(self) -> str:
        words = [_term(c, factors) for c, factors in self.terms] or ["0"]
        return words[0] + "".join(f" - {word[1:]}" if word.startswith("-") else f" + {word}" for word in words[1:])


def functions_along(p: Array, values: Array) -> tuple[str, ...] | None:
    """Return the fewest functions of one parameter p (m,) whose sum has the values (m,); None if there are none."""
    for count in range(1, MOST + 1):
        for kind in KINDS:
            for names in combinations(kind, count):
                with np.errstate(divide="ignore"):
                    A = np.column_stack([FUNCTIONS[name](p) for name in names])
                if np.isfinite(A).all() and _solved(A, values)[1]:
                    return names
    return None


def fitted_formula(
    parameters: Mapping[str, Array], along: Mapping[str, Sequence[str]], values: Array, fitted: int
) -> ShareFormula | None:
    """Fit the products of functions to the first members; return None unless the others agree too.

    parameters : (m,) values of each parameter on which the entry depends;  along : its functions
    values : (m,) of the entry;  fitted : number of members that are fitted, at least one for each product
    """
    names = list(along)
    products = [tuple(zip(names, chosen, strict=True)) for chosen in product(*along.values())]
    if len(products) > fitted or fitted >= len(values):
        return None
    A = np.column_stack([_product(one, parameters) for one in products])
    coefficients, fits = _solved(A[:fitted], values[:fitted])
    sizes = np.abs(coefficients) * np.abs(A).max(axis=0)
    some = np.flatnonzero(sizes > 100 * EXACT * np.abs(values).max())
    coefficients = _solved(A[:fitted, some], values[:fitted])[0]
    rounded = np.array([_near_fraction(c) for c in coefficients])
    if not fits or np.abs(A[:, some] @ rounded - values).max() > EXACT * np.abs(values).max():
        return None
    kept = [tuple((p, f) for p, f in products[k] if f != "1") for k in some]
    return ShareFormula(tuple((float(c), factors) for c, factors in zip(rounded, kept, strict=True)))


def _product(factors: Factors, values: Mapping[str, Array]) -> Array:
    found = np.ones(())
    for name, f in factors:
        found = found * FUNCTIONS[f](values[name])
    return found


def _solved(A: Array, values: Array) -> tuple[Array, bool]:
    """Solve least squares with unit columns; tell whether the rest is round-off."""
    sizes = np.linalg.norm(A, axis=0)
    sizes = np.where(sizes > 0, sizes, 1.0)
    found = np.asarray(np.linalg.lstsq(A / sizes, values, rcond=None)[0]) / sizes
    return found, bool(np.abs(A @ found - values).max() <= EXACT * np.abs(values).max())


def _near_fraction(c: float) -> float:
    near = Fraction(c).limit_denominator(DENOMINATOR)
    return float(near) if abs(float(near) - c) <= 100 * EXACT * abs(c) else c


def _term(c: float, factors: Factors) -> str:
    """Return a term in words, such as "-d12^2/d13" or "0.5 rB cos(phi)"."""
    near = Fraction(c).limit_denominator(DENOMINATOR)
    whole = float(near) == c
    ordered = sorted(factors, key=lambda one: one[1].startswith(TURNING))  # lengths before cosines
    above = [_factor(name, f) for name, f in ordered if not f.startswith("1/")]
    below = [_factor(name, f[2:]) for name, f in factors if f.startswith("1/")]
    below = ([str(near.denominator)] if whole and near.denominator > 1 else []) + below
    size = str(abs(near.numerator)) if whole else f"{abs(c):.6g}"
    top = " ".join(([] if size == "1" and above else [size]) + above)
    return ("-" if c < 0 else "") + top + (f"/{below[0]}" if len(below) == 1 else f"/({' '.join(below)})" if below else "")


def _factor(name: str, function: str) -> str:
    """Return a function in words: "p^2" as "l1^2", "cos 2p°" as "cos(2 phi°)"."""
    if function.startswith(TURNING):
        head, angle = function.split(" ")
        return f"{head}({angle.replace('p', f' {name}', 1).strip()})"
    return function.replace("p", name, 1)

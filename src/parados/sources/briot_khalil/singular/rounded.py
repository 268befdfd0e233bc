"""Printed polynomials: rounded coefficients from rounded conditions, and the differences that rounding allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.sources.briot_khalil.flexible.printed import half_digit
from parados.sources.entry import Line, equal
from parados.trajectory.conditions import Condition, polynomials_from_conditions
from parados.trajectory.polynomials import Polynomials

__all__ = ["Conditions", "PrintedPolynomial", "as_motion"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Conditions:
    """Printed conditions: (time [s], order of the derivative) -> value as text; "0" is exact."""

    duration: float
    values: Mapping[tuple[float, int], str]

    def numbers(self) -> Array:
        return np.array([float(text) for text in self.values.values()])

    def half_digits(self) -> Array:
        return np.array([0.0 if text == "0" else half_digit(text) for text in self.values.values()])

    def sensitivity(self) -> Array:
        """Return the derivatives (k, k) of the power coefficients with respect to the conditions."""
        places = zip(self.values, np.eye(len(self.values)), strict=True)
        unit = polynomials_from_conditions([Condition(t, order, e) for (t, order), e in places], self.duration)
        return unit.power_coefficients().T


@dataclass(frozen=True)
class PrintedPolynomial:
    """Printed coefficients of t^0, t^1 ... as text; "0" if the book has no such term."""

    place: str
    variable: str
    texts: tuple[str, ...]

    @property
    def coefficients(self) -> Array:
        return np.array([float(text) for text in self.texts])

    @property
    def half_digits(self) -> Array:
        return np.array([0.0 if text == "0" else half_digit(text) for text in self.texts])

    def lines(self, ours: Array, allowed: Array | None = None) -> list[Line]:
        """Build a line for each printed coefficient; `allowed` is the error that the rounding of the conditions causes."""
        lines = []
        for power, text in enumerate(self.texts):
            if text == "0":
                continue
            room = 0.0 if allowed is None else float(allowed[power])
            note = f"within {room:.2g}, the effect of the rounding of the conditions" if room > 1e-12 else ""
            within = room + half_digit(text) * (1 + 1e-6)
            what = f"{self.place} t^{power} in {self.variable}(t)"
            lines.append(equal(what, float(text), float(ours[power]), within, note=note))
        return lines

    def lines_from(self, conditions: Conditions) -> list[Line]:
        S = conditions.sensitivity()
        return self.lines(S @ conditions.numbers(), np.abs(S) @ conditions.half_digits())

    def at(self, t: float, order: int) -> tuple[float, float]:
        """Return a derivative at a time, and the error that the rounding of the coefficients may cause."""
        powers = np.array([_power(k, order, t) for k in range(len(self.texts))])
        return float(powers @ self.coefficients), float(np.abs(powers) @ self.half_digits)


def _power(k: int, order: int, t: float) -> float:
    """Return the derivative of t^k of the given order."""
    if k < order:
        return 0.0
    return float(np.prod([k - j for j in range(order)]) * t ** (k - order))


def as_motion(polynomials: tuple[PrintedPolynomial, ...], duration: float) -> Polynomials:
    """Return the printed polynomials as a motion, with the printed digits."""
    size = max(len(p.texts) for p in polynomials)
    table = np.array([np.pad(p.coefficients, (0, size - len(p.texts))) for p in polynomials])
    return Polynomials(table * duration ** np.arange(size), duration)

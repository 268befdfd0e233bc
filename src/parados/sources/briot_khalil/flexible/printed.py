"""Numbers printed in a table, with the tolerance of their last digit."""

from __future__ import annotations

from decimal import Decimal

from parados.sources.entry import Line, corrected, equal

__all__ = ["half_digit", "table_line"]


def half_digit(text: str) -> float:
    """Return half of the last digit of a printed number: 5e-5 for "0.1261"."""
    exponent = Decimal(text).as_tuple().exponent
    assert isinstance(exponent, int), text
    return float(Decimal(5).scaleb(exponent - 1))


def table_line(place: str, quantity: str, text: str, ours: float, unit: str, reason: str = "", proof: float = 0.0) -> Line:
    """Compare with a number of a table, to its printed digits; with a `reason`, report it as misprinted.

    proof : relative difference between ours and an independent value, for a misprinted number
    """
    what, half = f"{place}: {quantity}", half_digit(text)
    if reason:
        return corrected(what, float(text), ours, reason, unit, half, proof=proof)
    return equal(what, float(text), ours, half * (1 + 1e-9), unit)

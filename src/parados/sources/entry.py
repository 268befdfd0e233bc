"""Result of an entry: figures, data, and lines that compare a printed value with the one that parados computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["MEANINGS", "Line", "Reproduction", "Verdict", "at_least", "at_most", "corrected", "equal", "holds", "same"]
__all__ += ["unprinted"]

ROUND_OFF = 1e-12
"""Smallest relative difference that is shown."""

PROVEN = 1e-8
"""Largest relative difference between a corrected value and an independent computation of it."""


class Verdict(StrEnum):
    """Outcome of a comparison; only `MISSED` is a failure. `MEANINGS` explains them."""

    AGREES = "agrees"
    FORMULA_AGREES = "formula agrees"
    CHECKED = "cross-checked"
    BETTER = "better"
    CORRECTED = "source corrected"
    FORMULA_CORRECTED = "formula corrected"
    UNPRINTED = "not printed"
    MISSED = "MISSED"


MEANINGS = {
    Verdict.AGREES: "the source prints this number or statement, and ours equals it to its printed digits",
    Verdict.FORMULA_AGREES: "the source prints a formula; evaluated here, on numbers that may be chosen, it gives our value",
    Verdict.CHECKED: "the source prints nothing; two computations of ours agree, usually its corrected model and the engine",
    Verdict.BETTER: "our count of operations is lower, or our rate higher, than printed for the same task",
    Verdict.CORRECTED: "the printed number or statement is wrong, and ours is confirmed by a second computation; see the note",
    Verdict.FORMULA_CORRECTED: "the printed formula is wrong, ours is confirmed; both are evaluated here, no number is printed",
    Verdict.UNPRINTED: "a value that the source does not give",
    Verdict.MISSED: "none of these",
}


@dataclass(frozen=True)
class Line:
    """One comparison as text: the quantity, its printed value, our value, their difference, the verdict and a note."""

    what: str
    printed: str
    ours: str
    difference: str
    verdict: Verdict
    note: str = ""


@dataclass(frozen=True)
class Reproduction:
    """Computed result of an entry. Keys of figures and data are file names without ending; data are columns of equal length.

    `choices` lists the values that the document does not print and that were chosen here, one sentence each. Each of the
    `animations` writes a GIF to a given path.
    """

    lines: list[Line]
    figures: Mapping[str, Figure] = field(default_factory=dict)
    data: Mapping[str, Mapping[str, ArrayLike]] = field(default_factory=dict)
    choices: list[str] = field(default_factory=list)
    animations: Mapping[str, Callable[[Path], None]] = field(default_factory=dict)


def equal(what: str, printed: float, ours: float, within: float, unit: str = "", note: str = "") -> Line:
    """Compare with a printed number. The difference must not exceed `within`, usually half of the last printed digit."""
    verdict = Verdict.AGREES if abs(ours - printed) <= within else Verdict.MISSED
    return _line(what, printed, ours, unit, verdict, note)


def at_most(what: str, printed: float, ours: float, unit: str = "", note: str = "") -> Line:
    """Compare with a printed cost, which must not be exceeded."""
    return _line(what, printed, ours, unit, _rank(printed - ours), note)


def at_least(what: str, printed: float, ours: float, unit: str = "", note: str = "") -> Line:
    """Compare with a printed performance, which must be reached."""
    return _line(what, printed, ours, unit, _rank(ours - printed), note)


def corrected(
    what: str,
    printed: float,
    ours: float,
    note: str,
    unit: str = "",
    differs_by: float = 0.0,
    *,
    proof: float,
    formula: bool = False,
) -> Line:
    """Report a printed number or formula that is wrong; the note gives the reason.

    The verdict is `MISSED` if the printed value is right after all, that is, if the difference does not exceed `differs_by`, and
    also if ours is not confirmed. `what` is "place: quantity", with a place that docs/errata.md lists.

    proof : relative difference between ours and an independent computation of it, at most `PROVEN`
    formula : True if the source prints a formula; `printed` is then the value of this formula
    """
    right = abs(ours - printed) > differs_by and abs(proof) <= PROVEN
    verdict = Verdict.FORMULA_CORRECTED if formula else Verdict.CORRECTED
    line = _line(what, printed, ours, unit, verdict if right else Verdict.MISSED, note)
    return replace(line, printed=f"formula: {line.printed}") if formula else line


def holds(what: str, printed: str, ours: str, true: bool, note: str = "") -> Line:
    """Check a statement that is not a number: `printed` quotes it, `ours` is our finding, `true` is the outcome.

    If `printed` is empty, the line reports a check that the source does not make.
    """
    verdict = Verdict.AGREES if printed else Verdict.CHECKED
    return Line(what, printed, ours, "", verdict if true else Verdict.MISSED, note)


def same(what: str, printed: str, ours: str, true: bool, note: str = "") -> Line:
    """Compare two of our computations; `printed` names the printed formula or relation that one of them uses, if any."""
    verdict = Verdict.FORMULA_AGREES if printed else Verdict.CHECKED
    return Line(what, printed, ours, "", verdict if true else Verdict.MISSED, note)


def unprinted(what: str, ours: float | str, unit: str = "", note: str = "") -> Line:
    """Report a useful value that the document does not print."""
    shown = ours if isinstance(ours, str) else _shown(ours, unit)
    return Line(what, "", shown, "", Verdict.UNPRINTED, note)


def _line(what: str, printed: float, ours: float, unit: str, verdict: Verdict, note: str) -> Line:
    difference = ours - printed if abs(ours - printed) > ROUND_OFF * abs(printed) else 0.0
    relative = f" ({difference / abs(printed):+.2%})" if printed and difference else ""
    shown = f"{difference:+.3g}{relative}" if difference else "0"
    return Line(what, _shown(printed, unit), _shown(ours, unit), shown, verdict, note)


def _rank(margin: float) -> Verdict:
    if not np.isfinite(margin) or margin < 0:
        return Verdict.MISSED
    return Verdict.BETTER if margin > 0 else Verdict.AGREES


def _shown(value: float, unit: str) -> str:
    number = f"{value:.0f}" if float(value).is_integer() and abs(value) < 1e7 else f"{value:.6g}"
    return f"{number} {unit}".strip()

"""Natural frequencies of the DualEMPS: Table 11.1.

The rigid data of Table 10.2 are rounded to three decimals, the frequencies of Table 11.1 to four digits or more. With data that
round to Table 10.2 all six frequencies are as printed; with the rounded data their errors are up to 3 %.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, sections 10.7 and 11.6.1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from parados.api import load
from parados.model.model import Model
from parados.sources.briot_khalil.flexible.printed import half_digit
from parados.sources.briot_khalil.flexible.variants import with_elements, with_links
from parados.sources.entry import Line, Reproduction, at_most, equal, holds, unprinted

__all__ = ["PRINTED", "START", "counts", "table_11_1"]

PRINTED = ("14.22", "25.09", "48.22", "92.37", "109.08", "423.39")
ADAMS = (14.41, 24.92, 49.78, 97.91, 110.86, 219.60)
MEASURED = (14.0, 25.0, 48.0, 93.0, 108.0, 163.0)
"""Printed frequencies at q11 = q21 = 0 [Hz]."""

START = np.array([0.28, 0.4 * np.sqrt(2) * 1.4])
"""Position of P with both sliders at zero: cos q12 = 1/3, 0.84 m from the pivot [m]."""

ROUNDED = {"b24": {"mx": (0.011, 0.0111719)}, "b14": {"zz": (0.003, 0.00307423)}, "b17": {"mx": (0.006, 0.00582014)}}
"""Parameters as printed in Table 10.2, and values that may be the unrounded ones."""

FINER = 2
"""Number of elements per link in the finer model."""

RESOLUTION = 1.0
"""Resolution of the measured frequencies [Hz]."""


def table_11_1() -> Reproduction:
    """Compute the entry 003/table-11.1: natural frequencies of the DualEMPS."""
    exact = {joint: {key: pair[1] for key, pair in change.items()} for joint, change in ROUNDED.items()}
    unrounded = with_links("dualemps", exact).compile("vm").natural_frequencies(START, count=6)
    model = load("dualemps").compile("vm")
    as_printed = model.natural_frequencies(START, count=6)
    finer = with_elements("dualemps", FINER).compile("vm").natural_frequencies(START, count=6)
    lines = [
        equal(f"Table 11.1: f{k + 1}, unrounded data", float(text), float(unrounded[k]), half_digit(text), "Hz")
        for k, text in enumerate(PRINTED)
    ]
    lines += [_rounding()]
    lines += [unprinted(f"f{k + 1} with Table 10.2 as printed", float(f), "Hz") for k, f in enumerate(as_printed)]
    lines += _statements(unrounded, finer) + counts(model)
    data: dict[str, ArrayLike] = {
        "mode": np.arange(1, 7), "book [Hz]": [float(text) for text in PRINTED], "ours, unrounded data [Hz]": unrounded,
        "ours, Table 10.2 [Hz]": as_printed, f"ours, {FINER} elements [Hz]": finer,
        "Adams [Hz]": ADAMS, "measured [Hz]": MEASURED,
    }  # fmt: skip
    choices = ["mx24 = 0.0111719, zz14 = 0.00307423 and mx17 = 0.00582014 (SI) where Table 10.2 prints 0.011, 0.003 and 0.006."]
    return Reproduction(lines, data={"frequencies": data}, choices=choices)


def _rounding() -> Line:
    """Check that the unrounded data equal Table 10.2 to its three decimals."""
    pairs = [pair for change in ROUNDED.values() for pair in change.values()]
    worst = max(abs(exact - printed) for printed, exact in pairs)
    shown = f"differ from the printed numbers by at most {worst:.2g}"
    return holds("unrounded data, rounded, are Table 10.2", "three decimals", shown, worst <= half_digit("0.001"))


def _statements(ours: np.ndarray, finer: np.ndarray) -> list[Line]:
    """Check the statements of section 11.6.1 about its table."""
    measured = np.array(MEASURED)
    gap = float(np.abs(ours - measured)[:5].max())
    coarse, fine = (abs(f[5] - measured[5]) for f in (ours, finer))
    return [
        holds("first five frequencies and measured ones", "very close", f"differ by at most {gap:.2f} Hz", gap < 2 * RESOLUTION),
        holds(
            "sixth frequency with more elements",
            "can be improved",
            f"{finer[5]:.2f} Hz with {FINER} elements per link: error {fine:.0f} Hz, with one element {coarse:.0f} Hz",
            fine < coarse,
        ),
        unprinted(f"sixth frequency with {FINER} elements per link", float(finer[5]), "Hz", "Adams, 8 parts per link: 219.60 Hz"),
    ]


def counts(model: Model) -> list[Line]:
    """Compare the operations of M and c of the deformed, moving robot with section 10.7, and report those of the linear model."""
    linear, full = model.kernel("elastic_matrices").operations["total"], model.elastic_model().kernel().operations
    return [
        unprinted("operations of mass and stiffness matrix about the undeformed robot", linear),
        at_most("section 10.7: additions and subtractions of M and c", 1287, full["+"] + full["-"]),
        at_most("section 10.7: multiplications and divisions of M and c", 1555, full["*"] + full["/"]),
        at_most("section 10.7: operations of M and c, all kinds", 1287 + 1555, full["total"]),
    ]

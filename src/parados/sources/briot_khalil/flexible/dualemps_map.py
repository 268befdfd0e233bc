"""Map of the frequencies of the DualEMPS over the strokes of its sliders.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, sections 10.7 and 11.6.1.
"""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.model.model import Model
from parados.sources.briot_khalil.flexible.dualemps_frequencies import RESOLUTION, START
from parados.sources.briot_khalil.flexible.map_figure import Field, map_figure
from parados.sources.entry import Line, Reproduction, holds, unprinted

__all__ = ["frequency_map"]

Array = NDArray[np.float64]

STROKE = 0.25
"""Stroke of both sliders [m]."""

MODE = ((-1, -1),)
"""Working mode of Fig. 10.4, with both sliders below P."""

SPACING = 0.005
"""Distance between neighbouring poses [m]."""


def frequency_map() -> Reproduction:
    """Compute the entry 003/map-dualemps: frequencies of the DualEMPS, a map."""
    model = load("dualemps").compile("vm")
    x = _reached(model)
    found = model.natural_frequencies(x, count=5, mode=MODE)
    spread = np.ptp(found, axis=0)
    found_spread = f"vary by at most {spread.max():.2f} Hz, f{int(spread.argmax()) + 1} most"
    lines = [
        holds("frequencies over the workspace", "nearly constant", found_spread, bool(spread.max() < 2 * RESOLUTION)),
        *[unprinted(f"f{k + 1} over the workspace", f"{found[:, k].min():.3f} to {found[:, k].max():.3f} Hz") for k in range(5)],
        unprinted("poses in the map", len(x)),
        _only_x(model, x, found),
    ]
    fields = [_deviation(found, k) for k in sorted({0, int(spread.argmax())})]
    figure = map_figure(x, fields, SPACING, "DualEMPS, actuators locked, over the strokes of its sliders")
    data = {"x [m]": x[:, 0], "y [m]": x[:, 1], **{f"f{k + 1} [Hz]": found[:, k] for k in range(5)}}
    choices = [f"both strokes run from q = 0 to the printed {STROKE} m; Table 10.2 as printed."]
    return Reproduction(lines, {"map": figure}, {"map": data}, choices)


def _deviation(found: Array, k: int) -> Field:
    """Return a frequency minus its lowest value; the variation is too small to be seen on the scale of the frequency."""
    lowest = float(found[:, k].min())
    mark = [(float(START[0]), float(START[1]), "sliders at 0")]
    return Field(f"f{k + 1} less {lowest:.4f} Hz", 1e3 * (found[:, k] - lowest), mark, "deviation [mHz]")


def _reached(model: Model) -> Array:
    """Return the poses (N, 2) of a grid that both sliders reach."""
    px, py = np.arange(-0.3, 0.9, SPACING), np.arange(0.6, 1.2, SPACING)
    x = np.column_stack([part.ravel() for part in np.meshgrid(px, py)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # poses out of reach are expected
        q = model.inverse_kinematics(x, mode=MODE)
    with np.errstate(invalid="ignore"):
        return x[((q >= -1e-9) & (q <= STROKE + 1e-9)).all(axis=1)]


def _only_x(model: Model, x: Array, found: Array) -> Line:
    """Check that the frequencies depend on x only: if both sliders move together, the robot moves along y unchanged."""
    same = np.abs(x[:, 0] - x[len(x) // 2, 0]) < SPACING / 2
    gap = float(np.ptp(found[same], axis=0).max() / found[0, 0])
    message = f"differ by {gap:.0e} at {same.sum()} poses with the same x"
    return holds("frequencies along the sliders' direction", "the same, since only y changes", message, gap < 1e-9)

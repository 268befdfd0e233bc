"""How figures look. Nothing global is changed: figures are made and saved under `style()`."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, BinaryIO

import matplotlib
from matplotlib.figure import Figure

__all__ = [
    "ACTUATED",
    "BEYOND",
    "GROUND",
    "LINK",
    "PALETTE",
    "PLATFORM",
    "NotebookFigure",
    "curve_styles",
    "new_figure",
    "save",
    "style",
]

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's colours, without the yellow that does not print."""

DASHES = ("-", "--", "-.", (0, (1, 1)), (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
"""So that curves can be told apart in grey."""

LINK, PLATFORM, ACTUATED, GROUND = "#3C4650", "#0072B2", "#D55E00", "#8A8F94"

BEYOND = "#C1121F"
"""What is beyond a limit."""

PAGE, SHARP = 90, 2
"""Pixels of a page for each inch of a figure in a notebook, and pixels of the picture for each of these."""

SETTINGS: Any = {
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.labelsize": 9,
    "axes.grid": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": "#D8DCE0",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "lines.linewidth": 1.5,
    "figure.dpi": 150,
    "savefig.dpi": 150,
    "svg.fonttype": "none",
    "svg.hashsalt": "parados",
}


@contextmanager
def style() -> Iterator[None]:
    with matplotlib.rc_context(SETTINGS):
        yield


class NotebookFigure(Figure):
    """A figure that a notebook shows though pyplot, which tells notebooks how to show figures, was never imported."""

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        """PNG with the width and height [pixels of a page] to show it at; it holds more pixels, for sharp screens."""
        file = io.BytesIO()
        save(self, file, dpi=SHARP * PAGE)
        png = file.getvalue()
        width, height = (int.from_bytes(png[k : k + 4], "big") for k in (16, 20))  # of the header, IHDR
        return png, {"width": width // SHARP, "height": height // SHARP}


def new_figure(width: float, height: float) -> Figure:
    """A figure of a size in inches that no window belongs to."""
    return NotebookFigure(figsize=(width, height), layout="constrained")


def curve_styles() -> Iterator[dict[str, object]]:
    """Colour and dashes of one curve after another."""
    for color, dashes in zip(cycle(PALETTE), cycle(DASHES), strict=False):
        yield {"color": color, "linestyle": dashes}


def save(figure: Figure, path: Path | BinaryIO, dpi: int = 150) -> None:
    """Write a PNG, or an SVG where the path ends so, trimmed to what is drawn; the same figure gives the same file."""
    kind = "svg" if isinstance(path, Path) and path.suffix == ".svg" else "png"
    undated = {"Date": None} if kind == "svg" else None
    with style():
        figure.savefig(path, format=kind, dpi=dpi, bbox_inches="tight", pad_inches=0.06, metadata=undated)

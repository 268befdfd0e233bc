"""Style of figures. It does not change global settings: figures are built and saved inside `style()`."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import cycle
from pathlib import Path
from typing import Any, BinaryIO

import matplotlib
from matplotlib.figure import Figure

from parados.arguments import file_path, instance, number, shown, writing
from parados.errors import InputError

__all__ = [
    "ACTUATED",
    "BEYOND",
    "GROUND",
    "LINK",
    "PALETTE",
    "PLATFORM",
    "SPRING",
    "NotebookFigure",
    "curve_styles",
    "new_figure",
    "save",
    "style",
]

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Colours of Okabe and Ito, without the yellow, which prints badly."""

DASHES = ("-", "--", "-.", (0, (1, 1)), (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
"""Dashes that distinguish curves in grey prints."""

LINK, PLATFORM, ACTUATED, GROUND, SPRING = "#3C4650", "#0072B2", "#D55E00", "#8A8F94", "#009E73"

BEYOND = "#C1121F"
"""Colour of points beyond a limit."""

PAGE, SHARP = 90, 2
"""Page pixels for each inch of a figure in a notebook, and image pixels for each page pixel."""

SHARPEST = 5000
"""Largest number of pixels for each inch of a figure."""

UNDATED: dict[str, dict[str, Any] | None] = {"png": None, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
"""Kinds of figure files, each with the metadata without which its file would change from day to day."""

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
    """Figure that a notebook can show without pyplot, which normally registers the display of figures."""

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        """Return a PNG image with the width and height to show [page pixels]; it has more pixels, for sharp screens."""
        file = io.BytesIO()
        save(self, file, dpi=SHARP * PAGE)
        png = file.getvalue()
        width, height = (int.from_bytes(png[k : k + 4], "big") for k in (16, 20))  # of the header, IHDR
        return png, {"width": width // SHARP, "height": height // SHARP}


def new_figure(width: float, height: float) -> Figure:
    """Return a figure of a size in inches, without a window."""
    return NotebookFigure(figsize=(width, height), layout="constrained")


def curve_styles() -> Iterator[dict[str, object]]:
    """Yield the colour and dashes of one curve after another."""
    for color, dashes in zip(cycle(PALETTE), cycle(DASHES), strict=False):
        yield {"color": color, "linestyle": dashes}


def save(figure: Figure, path: str | Path | BinaryIO, dpi: float = 150) -> None:
    """Write a PNG, SVG or PDF file, as the path ends, trimmed to the drawing; the same figure gives the same file.

    A path without an ending, and a binary file that is open, become PNG. `dpi` is the number of pixels for each inch.
    """
    drawn = instance("figure", figure, Figure, "a figure of Matplotlib")
    sharp = number("dpi", dpi, 1, SHARPEST, f"a number of pixels for each inch, from 1 to {SHARPEST},")
    place: Any = path if _is_open_file(path) else file_path("path", path, "the path of a figure, or a binary file that is open,")
    ending = place.suffix.lower() if isinstance(place, Path) else ""
    kind = ending.removeprefix(".") or "png"
    if kind not in UNDATED:
        raise InputError(f"{shown(str(place))}: a figure is a PNG, SVG or PDF file; use the ending .png, .svg or .pdf")
    with style(), writing("figure", place) if isinstance(place, Path) else nullcontext():
        drawn.savefig(place, format=kind, dpi=sharp, bbox_inches="tight", pad_inches=0.06, metadata=UNDATED[kind])


def _is_open_file(path: object) -> bool:
    return callable(getattr(path, "write", None)) and not isinstance(path, io.TextIOBase | Path | type)

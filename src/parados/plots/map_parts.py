"""Contents of a panel of a map: regions or a shaded quantity, lines and marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.plots.style import ACTUATED, LINK

__all__ = ["BASE", "HOME", "Heat", "Line", "MapAxes", "Marks", "PanelMap", "Regions"]

Array = NDArray[np.float64]

HOME = {"marker": "P", "markersize": 7, "markerfacecolor": "white", "markeredgecolor": LINK}
BASE = {"marker": "^", "markersize": 7, "markerfacecolor": ACTUATED, "markeredgecolor": "white"}


@dataclass(frozen=True)
class MapAxes:
    """Ranges (lower, upper) and labels of the two coordinates; `equal` is True if both are lengths."""

    x: tuple[float, float]
    y: tuple[float, float]
    labels: tuple[str, str]
    equal: bool


@dataclass(frozen=True)
class Line:
    """Polyline (k, 2) with its style; lines with the same name have one entry in the legend."""

    name: str
    points: Array
    look: dict[str, Any]


@dataclass(frozen=True)
class Marks:
    """Marked points (k, 2), with their style and their name in the legend."""

    name: str
    points: Array
    look: dict[str, Any]


@dataclass(frozen=True)
class Regions:
    """Regions of a map.

    Attributes
    ----------
    number : (n, m) number of the region at each point, -1 for none
    colours, names : colour of each region, and its name in the legend ("" for no entry)
    letters : x, y and text of the letters in the regions
    """

    number: NDArray[np.integer[Any]]
    colours: Sequence[str]
    names: Sequence[str]
    letters: Sequence[tuple[float, float, str]] = ()


@dataclass(frozen=True)
class Heat:
    """Shaded quantity of a map: values (n, m), NaN for none, label, range, and levels of the contour lines."""

    values: Array
    label: str
    limits: tuple[float, float]
    levels: Sequence[float] = ()


@dataclass(frozen=True)
class PanelMap:
    """One panel of a map.

    Attributes
    ----------
    inside : (n, m) values on a separate grid, negative out of reach
    allowed : (n, m) values on the grid of `inside`, negative beyond joint limits, NaN if unknown
    """

    title: str
    filling: Regions | Heat
    inside: Array
    lines: Sequence[Line] = ()
    marks: Sequence[Marks] = ()
    allowed: Array | None = None

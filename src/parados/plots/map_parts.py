"""What a panel of a map shows."""

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
    """Lower and upper ends and labels of the two coordinates; `equal` where both are lengths."""

    x: tuple[float, float]
    y: tuple[float, float]
    labels: tuple[str, str]
    equal: bool


@dataclass(frozen=True)
class Line:
    """A polyline (k, 2) and how it looks; lines of one name stand once in the legend."""

    name: str
    points: Array
    look: dict[str, Any]


@dataclass(frozen=True)
class Marks:
    """Points (k, 2) that are marked, with how they look and their name in the legend."""

    name: str
    points: Array
    look: dict[str, Any]


@dataclass(frozen=True)
class Regions:
    """Numbers (n, m) of regions, -1 for none, with colours, names in the legend ("" for none) and letters to put in them."""

    number: NDArray[np.integer[Any]]
    colours: Sequence[str]
    names: Sequence[str]
    letters: Sequence[tuple[float, float, str]] = ()


@dataclass(frozen=True)
class Heat:
    """A quantity (n, m), NaN for none, with its label, its range, and the levels of the lines drawn on it."""

    values: Array
    label: str
    limits: tuple[float, float]
    levels: Sequence[float] = ()


@dataclass(frozen=True)
class PanelMap:
    """One panel; `inside`, over a grid of its own, is negative where there is nothing. `allowed`, over the same grid, is negative
    where there is something that may not be used, NaN where it is not known."""

    title: str
    filling: Regions | Heat
    inside: Array
    lines: Sequence[Line] = ()
    marks: Sequence[Marks] = ()
    allowed: Array | None = None

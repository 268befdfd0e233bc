"""Explain a singular pose by the lines along which the legs act (Briot & Khalil 7.5.4.2)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, positive
from parados.errors import InputError
from parados.model.model import Model
from parados.singularity.line_geometry.kinds import GrassmannVariety, grassmann_variety
from parados.singularity.line_geometry.leg_lines import leg_lines
from parados.singularity.line_geometry.lines import TOLERANCE, common_point, independent, moved, scaled_rows
from parados.singularity.pose_display import variety_display
from parados.text.result_display import Display, Shown

__all__ = ["DependentLines", "LegsVariety", "dependent_subsets", "legs_variety"]

Array = NDArray[np.float64]

MOST_LINES = 24
"""Largest number of lines in a search for dependent sets."""


@dataclass(frozen=True)
class DependentLines(Shown):
    """A smallest set of dependent lines: without any one of them, the others are independent.

    Attributes
    ----------
    members : indices of the lines;  names : names of the lines
    variety : Grassmann variety of the set; its dimension is one less than the number of lines
    """

    members: tuple[int, ...]
    names: tuple[str, ...]
    variety: GrassmannVariety

    def _display(self) -> Display:
        facts = {"lines": ", ".join(self.names), "variety": self.variety.kind, "dimension": self.variety.dimension}
        return Display("Dependent lines", facts, sentences=self.variety.sentence)

    def summary(self) -> str:
        """Describe the set and its variety in one line."""
        return f"{', '.join(self.names)}: {self.variety.sentence} ({self.variety.kind})"


@dataclass(frozen=True)
class LegsVariety(Shown):
    """Lines of a robot's legs at a pose, and the Grassmann variety that they span.

    Attributes
    ----------
    names : names of the lines, by leg
    lines : (k, 6) unit wrenches [f, m] at P;  at : (3,) position of P [m];  length : characteristic length [m]
    variety : variety of all lines together
    dependent : smallest sets of dependent lines, shortest first; sets with more actuation lines than the platform has
        degrees of freedom are left out, since they are dependent at every pose
    """

    names: tuple[str, ...]
    lines: Array
    at: Array
    length: float
    variety: GrassmannVariety
    dependent: tuple[DependentLines, ...]

    def _display(self) -> Display:
        return variety_display(self)

    def summary(self) -> str:
        """Describe all lines together in one line of text, then each smallest dependent set in another."""
        v = self.variety
        whole = f"{len(self.lines)} lines, {v.dimension} independent: {v.sentence} ({v.kind})"
        return "\n".join([whole, *(part.summary() for part in self.dependent if len(part.members) < len(self.lines))])


def dependent_subsets(lines: ArrayLike, length: float = 1.0, tolerance: float = TOLERANCE) -> list[tuple[int, ...]]:
    """Find the smallest dependent sets among lines (k, 6), with up to six lines each; any seven lines are dependent."""
    tolerance = positive("tolerance", tolerance, "-")
    rows = scaled_rows(lines, length)
    if len(rows) > MOST_LINES:
        raise InputError(f"lines: at most {MOST_LINES} are accepted, not {len(rows)}, since every set of up to six is checked")
    rows = moved(rows, common_point(rows))
    found: list[tuple[int, ...]] = []
    for count in range(2, min(6, len(rows)) + 1):
        for members in combinations(range(len(rows)), count):
            if any(set(known) <= set(members) for known in found):
                continue
            if len(independent(rows[list(members)], tolerance)) < count:
                found.append(members)
    return found


def legs_variety(
    model: Model,
    x: ArrayLike,
    *,
    mode: ArrayLike | None = None,
    constraints: bool = False,
    length: float | None = None,
    tolerance: float = TOLERANCE,
) -> LegsVariety:
    """Find the Grassmann variety of the legs' actuation lines at one pose x (n_x,), and the dependent lines.

    constraints : True adds the constraint wrenches of the legs. Actuation and constraint wrenches together hold a platform
        with fewer than six degrees of freedom; at a regular pose they are six independent lines
    length : characteristic length [m]; by default that of the robot (`parados.model.length`)
    tolerance : tolerance of ranks, dimensionless
    """
    tolerance = positive("tolerance", tolerance, "-")
    flag("constraints", constraints)
    legs = leg_lines(model, x, mode, length)
    rows, names = legs.actuation, legs.names
    if constraints:
        rows, names = np.vstack([rows, legs.constraint]), names + legs.constraint_names

    def variety(members: tuple[int, ...]) -> GrassmannVariety:
        return grassmann_variety(rows[list(members)], legs.at, legs.length, tolerance)

    free, actuated = 6 - len(legs.constraint), len(legs.names)
    dependent = tuple(
        DependentLines(members, tuple(names[k] for k in members), variety(members))
        for members in dependent_subsets(rows, legs.length, tolerance)
        if sum(k < actuated for k in members) <= free
    )
    return LegsVariety(names, rows, legs.at, legs.length, variety(tuple(range(len(rows)))), dependent)

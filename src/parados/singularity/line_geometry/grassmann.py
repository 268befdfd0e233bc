"""Why a robot is singular at a pose, told by the lines of its legs (Briot & Khalil 7.5.4.2)."""

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
"""Lines of which dependent ones are looked for."""


@dataclass(frozen=True)
class DependentLines(Shown):
    """Lines of which none can be left out without making the others independent.

    Attributes
    ----------
    members : indices of the rows;  names : of the rows
    variety : what they span, of one dimension less than there are lines
    """

    members: tuple[int, ...]
    names: tuple[str, ...]
    variety: GrassmannVariety

    def _display(self) -> Display:
        facts = {"lines": ", ".join(self.names), "variety": self.variety.kind, "dimension": self.variety.dimension}
        return Display("Dependent lines", facts, sentences=self.variety.sentence)

    def summary(self) -> str:
        """Names of the lines and what they are."""
        return f"{', '.join(self.names)}: {self.variety.sentence} ({self.variety.kind})"


@dataclass(frozen=True)
class LegsVariety(Shown):
    """The lines of a robot's legs at a pose.

    Attributes
    ----------
    names : of the lines, by leg
    lines : (k, 6) unit wrenches [f, m] at P;  at : (3,) place of P [m];  length : characteristic length [m]
    variety : of all lines together
    dependent : smallest sets of dependent lines, shortest first; sets with more actuation lines than the platform has
        freedoms are dependent at every pose and left out
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
        """One line for the whole, one for each smallest dependent set that is not the whole."""
        v = self.variety
        whole = f"{len(self.lines)} lines, {v.dimension} independent: {v.sentence} ({v.kind})"
        return "\n".join([whole, *(part.summary() for part in self.dependent if len(part.members) < len(self.lines))])


def dependent_subsets(lines: ArrayLike, length: float = 1.0, tolerance: float = TOLERANCE) -> list[tuple[int, ...]]:
    """The smallest dependent sets among lines (k, 6), of up to six: any seven are dependent and say nothing."""
    tolerance = positive("tolerance", tolerance, "-")
    rows = scaled_rows(lines, length)
    if len(rows) > MOST_LINES:
        raise InputError(f"lines: at most {MOST_LINES} are accepted, since every set of up to six is looked at, not {len(rows)}")
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
    mode: ArrayLike | None = None,
    constraints: bool = False,
    length: float | None = None,
    tolerance: float = TOLERANCE,
) -> LegsVariety:
    """The Grassmann variety of the legs' actuation lines at one pose x (n_x,), and which of them are dependent.

    constraints : add the constraint wrenches of the legs. A platform with fewer than six freedoms is held by both together,
        which are six independent lines at a regular pose
    length : characteristic length [m], by default that of the robot (`parados.model.length`)
    tolerance : of ranks, dimensionless
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

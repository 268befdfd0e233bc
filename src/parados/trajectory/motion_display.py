"""Show a motion in a notebook: duration, extreme values and curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from parados.text.numbers import aligned, number
from parados.text.result_display import Display, Table
from parados.trajectory.names import names_of

if TYPE_CHECKING:
    from parados.trajectory.base import Trajectory
    from parados.trajectory.extremes import Extreme, Limits

__all__ = ["limit_tables", "motion_display"]


def motion_display(motion: Trajectory) -> Display:
    """Build the display of a motion: facts, and the extreme values of every coordinate."""
    start, end = motion.times
    facts = {
        "duration": f"{number(motion.duration)} s",
        "from, to": f"{number(start)} s, {number(end)} s",
        "coordinates": motion.n,
        "smooth pieces": len(motion.breaks) - 1,
    }
    return Display("Motion", facts, limit_tables(motion.limits(), *names_of(motion, None)), picture=motion.plot)


def limit_tables(limits: Limits, positions: Sequence[str], rates: Sequence[str]) -> list[Table]:
    """Build tables of the smallest and largest x, and of the largest |xd| and |xdd|, each with its instant."""
    return [
        _table(positions, {"smallest x": limits.lowest, "largest x": limits.highest}),
        _table(rates, {"largest |xd|": limits.velocity, "largest |xdd|": limits.acceleration}),
    ]


def _table(names: Sequence[str], parts: dict[str, Extreme]) -> Table:
    headings = [heading for name in parts for heading in (name, "at [s]")]
    values = np.column_stack([column for part in parts.values() for column in part])
    return Table(["", *headings], [[name, *cells] for name, cells in zip(names, aligned(values), strict=True)])

"""Write a motion as a CSV file with the columns of `parados run` and `read_motion`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from parados.arguments import writing
from parados.arguments.single_values import listed
from parados.errors import InputError
from parados.text.csv_cells import write_columns
from parados.trajectory.names import names_of, rate_columns

if TYPE_CHECKING:
    from parados.trajectory.base import Trajectory

__all__ = ["save_csv"]


def save_csv(motion: Trajectory, path: Path, count: int, labels: Sequence[str] | None) -> None:
    """Write one row for each of `count` instants, with 17 digits, so that reading gives exactly the same numbers."""
    positions, rates = names_of(motion, labels)
    t, states = motion.sample(count)
    columns = {"t": t, **dict(zip(positions, states.x.T, strict=True))}
    for of, values in (("xd", states.xd), ("xdd", states.xdd)):
        columns |= zip(rate_columns(of, rates), values.T, strict=True)
    if len(columns) != 1 + motion.n + 2 * motion.n_rates:
        raise InputError(f"labels: t and names such as xd_px are reserved for other columns; the labels are {listed(positions)}")
    with writing("path", path):
        write_columns(path, columns, digits=17)

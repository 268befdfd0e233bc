"""A motion as a CSV file, with the columns that `parados run` and `read_motion` know."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from parados.arguments import writing
from parados.text.csv_cells import CsvWriter
from parados.trajectory.names import names_of

if TYPE_CHECKING:
    from parados.trajectory.base import Trajectory

__all__ = ["save_csv"]


def save_csv(motion: Trajectory, path: Path, count: int, labels: Sequence[str] | None) -> None:
    """One row for each of `count` instants; 17 digits, so that reading gives back the same numbers."""
    positions, rates = names_of(motion, labels)
    t, states = motion.sample(count)
    with writing("path", path), path.open("w", newline="", encoding="utf-8") as file:
        rows = CsvWriter(file)
        rows.writerow(["t", *positions, *(f"xd_{name}" for name in rates), *(f"xdd_{name}" for name in rates)])
        rows.writerows([f"{value:.17g}" for value in row] for row in np.column_stack([t, *states]))

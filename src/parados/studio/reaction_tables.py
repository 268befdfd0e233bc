"""Tables of the reactions of a robot for the panel of the studio."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.studio.effort_bars import message_html
from parados.studio.html_tables import html_rows

if TYPE_CHECKING:
    from parados.model.reaction_result import Reactions

__all__ = ["reaction_tables"]

ROUND_OFF = 1e-9
"""Part of the largest value below which another one is written as 0."""


def _tidy(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return values without those that differ from zero by round-off only."""
    largest = np.nanmax(np.abs(values), initial=0.0)
    return np.where(np.abs(values) < ROUND_OFF * largest, 0.0, values)


def reaction_tables(found: Reactions) -> str:
    """Return the wrench of the ground, and force and moment through each joint and closure [N, N m].

    If statics determines only some components of a vector, their sum has a star; "-" if it determines none.
    """
    ground = _tidy(found.ground)
    table = html_rows(
        ("ground on robot, at the base origin", "x", "y", "z"),
        [("force [N]", *[f"{v:.4g}" for v in ground[:3]]), ("moment [N m]", *[f"{v:.4g}" for v in ground[3:]])],
    )
    halves = _tidy(found.wrenches).reshape(-1, 2, 3)
    rows = [(name, *[_size(vector) for vector in pair]) for name, pair in zip(found.names, halves, strict=True)]
    joints = html_rows(("joint or closure", "force [N]", "moment [N m]"), rows)
    told = ""
    if found.undetermined:
        told = f"Overconstrained: statics leaves {int(found.undetermined)} internal loads open. * has the other components alone."
    return table + message_html(told) + joints


def _size(vector: NDArray[np.float64]) -> str:
    """Return the length of the determined part of a vector (3,)."""
    known = np.isfinite(vector)
    return f"{np.linalg.norm(vector[known]):.4g}{'' if known.all() else ' *'}" if known.any() else "-"

"""Table of the stiffness of the platform for the panel of the studio."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.studio.effort_bars import message_html
from parados.studio.html_tables import html_rows

if TYPE_CHECKING:
    from parados.studio.posed_robot import PosedRobot

__all__ = ["stiffness_table"]

NAMES = {6: ("x", "y", "z", "rx", "ry", "rz"), 3: ("x", "y", "rz")}
"""Directions of the rows of a stiffness matrix in the platform's axes, by their number."""


def stiffness_table(pose: PosedRobot) -> str:
    """Return the stiffness matrix at P [N/m, N, N m/rad], and the stiffness against translation alone.

    The matrix is in the platform's axes; if only actuators are elastic, in the coordinates x.
    """
    K = pose.model.platform_stiffness(pose.x, mode=pose.mode)
    own = pose.model.mechanism.n_dof == len(K) and len(K) < 6 and not _has_bodies(pose)
    names = tuple(pose.model.labels["xd"]) if own else NAMES[len(K)]
    small = 1e-9 * np.sqrt(np.abs(np.outer(np.diag(K), np.diag(K))))
    tidy = np.where(np.abs(K) < small, 0.0, K)
    rows = [(name, *[f"{value:.3g}" for value in row]) for name, row in zip(names, tidy, strict=True)]
    where = "in the coordinates x" if own else "at P, in the platform's axes"
    return html_rows(("", *names), rows) + message_html(f"{where} [N/m, N, N m/rad]; motors locked")


def _has_bodies(pose: PosedRobot) -> bool:
    """Tell whether links bend; otherwise only joints are elastic."""
    return bool(pose.robot.flexible.elements)

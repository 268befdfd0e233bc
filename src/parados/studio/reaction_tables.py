"""Tables of the reactions of a robot for the panel of the studio."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.studio.effort_bars import message_html
from parados.studio.html_tables import html_rows

if TYPE_CHECKING:
    from parados.model.reaction_result import Reactions

__all__ = ["reaction_tables"]


def reaction_tables(found: Reactions) -> str:
    """Return the wrench of the ground, and force and moment through each joint and closure [N, N m]; "-" if not determined."""
    ground = html_rows(
        ("ground on robot, at the base origin", "x", "y", "z"),
        [("force [N]", *[f"{v:.4g}" for v in found.ground[:3]]), ("moment [N m]", *[f"{v:.4g}" for v in found.ground[3:]])],
    )
    sizes = np.linalg.norm(found.wrenches.reshape(-1, 2, 3), axis=2)
    rows = [(name, *[f"{v:.4g}" if np.isfinite(v) else "-" for v in pair]) for name, pair in zip(found.names, sizes, strict=True)]
    joints = html_rows(("joint or closure", "force [N]", "moment [N m]"), rows)
    told = ""
    if found.undetermined:
        told = f"Overconstrained: statics leaves {int(found.undetermined)} internal loads open; what depends on them is not told."
    return ground + message_html(told) + joints

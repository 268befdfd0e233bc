"""Reactions as tables: every wrench of one state, or the largest force and moment of a stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.text.numbers import aligned, counted, number_list
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from parados.model.reaction_result import Reactions

__all__ = ["reactions_display"]

LEFT = {
    "statics": 'If links are elastic, distribution="elastic" computes how they share the rest.',
    "elastic": "The rest passes through no elastic part.",
}

COMPONENTS = ("fx", "fy", "fz", "mx", "my", "mz")


def reactions_display(reactions: Reactions) -> Display:
    """Build tables of the joints and of the closures, and a text about the components that are not determined."""
    stacked = reactions.balanced.ndim == 3
    facts: dict[str, object] = {"axes": reactions.axes, "distribution": reactions.distribution}
    title = "Reactions [N, N m]"
    if stacked:
        title += f" of {len(reactions.balanced)} states: largest force and moment (determined components)"
        values, headings = _largest(reactions), ["force", "moment"]
    else:
        facts["efforts of the actuators"] = number_list(reactions.tau)
        values, headings = reactions.wrenches, list(COMPONENTS)
    n_t, cells = len(reactions.parts.joints), aligned(values) if len(values) else []
    tables = []
    for name, rows in (("joint", range(n_t)), ("closure", range(n_t, len(reactions.names)))):
        body = [[reactions.names[k], *reactions.bodies(reactions.names[k]), *cells[k]] for k in rows]
        if body:
            tables.append(Table([name, "by", "on", *headings], body))
    return Display(title, facts, tables, _told(reactions))


def _largest(reactions: Reactions) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """(n, 2) largest force and moment over the states, of the components that are determined; NaN if none is."""
    known = np.isfinite(reactions.wrenches)
    values = np.where(known, reactions.wrenches, 0.0)
    sizes = np.stack([np.linalg.norm(half, axis=-1) for half in np.split(values, 2, axis=-1)], axis=-1)
    told = np.stack([half.any(axis=(0, -1)) for half in np.split(known, 2, axis=-1)], axis=-1)
    return np.where(told, sizes.max(axis=0, initial=0.0), np.nan)


def _told(reactions: Reactions) -> str:
    """Write how many components statics does not determine; empty if it determines all."""
    count = int(np.max(reactions.undetermined, initial=0))
    if not count:
        return ""
    stacked = reactions.balanced.ndim == 3
    whole = np.asarray(reactions.whole.all(axis=0) if stacked else reactions.whole)
    known = np.asarray(reactions.determined.min(axis=0) if stacked else reactions.determined)
    return (
        f"The robot is overconstrained: {counted(count, 'change')} of the wrenches would keep every body in balance. "
        f"Of {6 * len(known)} components {known.sum()} dimensions are determined, {whole.sum()} of them whole components. "
        "The other components are nan; `projector` and `determined_part` tell what is known of them. "
        f"{LEFT[reactions.distribution]}"
    )

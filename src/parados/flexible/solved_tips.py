"""Choose the beam ends for whose coordinates the closures are solved (Briot & Khalil 10.108-10.113).

Each closure is solved for the end of the nearest element before it. In the axes of this element the displacements of the end have
the factor one, also in the deformed robot, so that almost nothing is inverted (10.111).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.flexible.dependent_coordinates import STRONG, completed
from parados.flexible.flexible_structure import Element, FlexibleStructure
from parados.geometry.residual import closure_rows
from parados.kinematics.closure_rows import RowAxes
from parados.topology.mechanism import Closure

__all__ = ["solved_axes", "solved_coordinates", "solved_tips"]

Array = NDArray[np.float64]


def solved_tips(structure: FlexibleStructure) -> list[Element | None]:
    """Return, for each closure, the nearest element of its loop that no earlier closure uses; None if there is none."""
    tips: list[Element | None] = []
    for closure in structure.mechanism.closures:
        fork = structure.mechanism.fork(closure.a, closure.b)
        links = [link for path in fork for link in reversed(path)]
        before = [element for link in links for element in structure.elements if link in element.joints and element not in tips]
        tips.append(before[0] if before else None)
    return tips


def solved_axes(structure: FlexibleStructure, tips: list[Element | None]) -> list[RowAxes]:
    """Return the axes of the closures' rows: those in which the end of the element moves, or those of link a."""
    closures = structure.mechanism.closures
    return [_axes(structure, closure, tip) for closure, tip in zip(closures, tips, strict=True)]


def _axes(structure: FlexibleStructure, closure: Closure, tip: Element | None) -> RowAxes:
    if tip is None:
        return RowAxes.own(closure)
    fork = structure.mechanism.fork(closure.a, closure.b)
    first = next(link for path in fork for link in path if link in tip.joints)  # a displacement: it does not turn the axes
    return RowAxes(first, first)


def solved_coordinates(
    structure: FlexibleStructure, tips: list[Element | None], G: Array, rows: list[int], free: list[int]
) -> list[int]:
    """Return the indices of the dependent coordinates in increasing order, as many as there are independent rows.

    G : (m, n) independent rows of the closures at the undeformed robot;  rows : their indices among all rows
    free : indices of the coordinates that may be chosen
    """
    from scipy.linalg import qr

    chosen: list[int] = []
    start = 0
    for closure, tip in zip(structure.mechanism.closures, tips, strict=True):
        stop = start + closure_rows(closure)
        own = [k for k, row in enumerate(rows) if start <= row < stop]
        start = stop
        if tip is not None and own:
            _, R, order = qr(G[np.ix_(own, tip.joints)], pivoting=True, mode="economic")
            chosen += [tip.joints[order[k]] for k in range(min(R.shape)) if abs(R[k, k]) > STRONG]
    return completed(G, chosen, free)

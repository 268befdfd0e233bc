"""Find the kind of singularity at each crossing of a grid's edges, and join crossings to curves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.singularity.maps.crossings import Crossings
from parados.singularity.maps.edges import Edges
from parados.singularity.maps.map_fields import kind_of
from parados.singularity.maps.probe import Probe
from parados.singularity.maps.singular_curves import Curve, joined_curves
from parados.singularity.singularity_kinds import KINDS, OF_PLATFORM

__all__ = ["Locus", "loci", "locus_curves"]

Array = NDArray[np.float64]

SINGULAR = 1e-4
"""A distance below this at a refined crossing counts as a singularity. At the border of the reach the distances fall to zero
like a square root, so a round-off of 1e-13 in the place gives a distance of about 1e-6."""

NEAR = (1e-8, 1e-4)
"""Two steps from the border, as fractions of an edge, at which the actuators' rates are compared."""


@dataclass(frozen=True)
class Locus:
    """Crossings that were found in the same way.

    Attributes
    ----------
    nature : "border" (border of the reach), "sign" (the determinant changes sign), or a kind that was found by its distance
    kinds : (k,) kind of the singularity at each crossing, "" if there is none
    distance : (k,) distance from this singularity
    """

    nature: str
    crossings: Crossings
    kinds: NDArray[np.str_]
    distance: Array

    def cells(self, edges: Edges) -> dict[str, NDArray[np.bool_]]:
        """Return for each kind, and for "border", the cells that the curves pass through."""
        found = {str(kind): edges.cells_at(self.crossings.edge[self.kinds == kind]) for kind in np.unique(self.kinds) if kind}
        if self.nature == "border":
            found["border"] = edges.cells_at(self.crossings.edge)
        return found


def loci(probe: Probe, edges: Edges, border: Crossings, changes: Crossings, touched: dict[str, Crossings]) -> list[Locus]:
    """Return the crossings with their kinds of singularity."""
    found = []
    for nature, crossings in {"border": border, "sign": changes, **touched}.items():
        if not len(crossings.edge):
            continue
        distances = probe.distances(edges.grid.poses(edges.points(crossings.edge, crossings.t)))
        table = np.stack([distances[kind] for kind in KINDS])
        own = kind_of(distances, OF_PLATFORM if nature == "border" else ())
        number = np.full(len(crossings.t), KINDS.index(nature)) if nature in KINDS else own
        distance = table[number, np.arange(table.shape[1])]
        singular = (number >= 0) & (distance < SINGULAR)
        kinds = np.where(singular, np.array(KINDS)[number], "")
        if nature == "border" and not singular.all():
            lost = ~singular
            lost[lost] = _rates_without_bound(probe, edges, Crossings(crossings.edge[lost], crossings.t[lost]))
            kinds, distance = np.where(lost, "type1", kinds), np.where(lost, 0.0, distance)
        found.append(Locus(nature, crossings, kinds, distance))
    return found


def _rates_without_bound(probe: Probe, edges: Edges, border: Crossings) -> NDArray[np.bool_]:
    """Return (k,) True if the actuators' rates are unbounded at the border: a Type 1 singularity by (7.62).

    The rates then grow like one over the square root of the distance from the border. No leg alone need be singular.
    """
    rates = []
    for way in NEAR:
        sides = [np.clip(border.t + side * way, 0.0, 1.0) for side in (-1.0, 1.0)]
        x = [edges.grid.poses(edges.points(border.edge, t)) for t in sides]
        rates.append(probe.fastest(np.where((probe.reach(x[0]) >= 0)[:, None], x[0], x[1])))
    with np.errstate(all="ignore"):
        return np.asarray(~(rates[0] / rates[1] < 0.3 * np.sqrt(NEAR[1] / NEAR[0])))


def locus_curves(probe: Probe, edges: Edges, found: list[Locus]) -> Iterator[Curve]:
    """Join the crossings to curves; the kind of a curve is that of most of its points."""
    grid = edges.grid

    def inside(points: Array) -> Array:
        x = grid.poses(points)
        return np.where(probe.reach(x) >= 0, probe.determinant(x) if probe.signed else 0.0, np.nan)

    for locus in found:
        border = locus.nature == "border"
        value = (lambda points: probe.reach(grid.poses(points))) if border else inside
        for chain in joined_curves(edges, locus.crossings, value):
            kinds = locus.kinds[chain]
            names, counts = np.unique(kinds, return_counts=True)
            kind = str(names[counts.argmax()]) or ("border" if border else "coordinates")
            points = edges.points(locus.crossings.edge[chain], locus.crossings.t[chain])
            yield Curve(kind, points, locus.distance[chain], border)

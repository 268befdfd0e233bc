"""Find the points at which the edges of a grid meet the border of the reach and the singularities, to round-off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.singularity.maps.edges import Edges
from parados.singularity.maps.golden_section import GoldenSection, OnPieces
from parados.singularity.maps.map_fields import PoseFields
from parados.singularity.maps.probe import Probe
from parados.singularity.maps.roots import OnEdges, Pieces, hidden_changes, refined
from parados.singularity.singularity_kinds import KINDS

__all__ = ["Crossings", "border_crossings", "sign_crossings", "touching"]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

INSET = 1e-7
"""Fraction of a piece by which its end is moved away from the border of the reach, where the inverse Jacobian is infinite."""

ROUNDS = 6
"""Largest number of times that a curve is followed from cell to cell through edges that it meets twice."""

SINGULAR = 1e-6
"""A distance below this on an edge counts as zero: golden section has an error of about 1e-9 times the usual slope."""

STEEP = 3.0
"""Largest ratio of the sum of a distance at the ends of an edge to its change between nodes, for a zero on the edge. The ratio is
1 if the distance falls to zero along a straight line; a larger value allows for curvature."""

STAGES = ((8, 0.2), (20, 0.02), (45, 0.0))
"""Steps of a search so far, and the fraction of the values at the ends to which a distance must have fallen to go on with it.
After n steps the place is known to 0.618^n of an edge, so a distance with a zero passes, even if it falls like a square root."""


@dataclass(frozen=True)
class Crossings:
    """Crossings of a grid's edges: numbers of the edges (k,), and places t (k,) on them from 0 to 1."""

    edge: Ints
    t: Array


def _crossings(f: OnEdges, edges: Edges, pieces: Pieces, near: Ints, close: float, look: bool) -> Crossings:
    """Find all zeros on the pieces.

    If `look` is True, also find pairs of zeros on the edges around cells that the curve passes or that touch edges `near`.
    """
    found = pieces[pieces.changing]
    if not look:
        return Crossings(found.edge, refined(f, found, close))
    looked = np.zeros(len(pieces), dtype=bool)
    parts: list[Pieces] = []
    met = np.concatenate([found.edge, near])
    for _ in range(ROUNDS):
        fresh = edges.around(edges.cells_at(met))[pieces.edge] & ~looked
        if not fresh.any():
            break
        looked |= fresh
        parts.append(hidden_changes(f, pieces[fresh]))
        met = parts[-1].edge
    found = Pieces.joined([*parts, pieces[pieces.changing & ~looked]])
    t = refined(f, found, close)
    order = np.lexsort((t, found.edge))
    return Crossings(found.edge[order], t[order])


def border_crossings(probe: Probe, edges: Edges, reach: Array) -> Crossings:
    """Find the points at which edges leave the reach; `reach` (size,) is `Probe.reach` at the nodes."""

    def f(edge: Ints, t: Array) -> Array:
        return probe.reach(edges.grid.poses(edges.points(edge, t)))

    every = np.arange(len(edges))
    ends = np.zeros(len(edges)), np.ones(len(edges))
    pieces = Pieces(every, *ends, reach[edges.start], reach[edges.end])
    closed_form = probe.model.survey.geometry.is_closed_form
    plane = len(edges.grid.shape) == 2
    return _crossings(f, edges, pieces, every[:0], 1e-13 if closed_form else 1e-7, plane and closed_form)


def sign_crossings(probe: Probe, edges: Edges, fields: PoseFields, border: Crossings) -> Crossings:
    """Find the points at which the determinant changes sign along an edge within the reach."""

    def f(edge: Ints, t: Array) -> Array:
        return probe.determinant(edges.grid.poses(edges.points(edge, t)))

    pieces = Pieces.joined([_whole_edges(edges, fields, border), _parts_at_border(probe, edges, border, f)])
    return _crossings(f, edges, pieces, border.edge, 1e-13, len(edges.grid.shape) == 2 and probe.signed)


def _whole_edges(edges: Edges, fields: PoseFields, border: Crossings) -> Pieces:
    whole = fields.reached[edges.start] & fields.reached[edges.end]
    whole[border.edge] = False
    k = np.flatnonzero(whole)
    value = fields.determinant
    return Pieces(k, np.zeros(len(k)), np.ones(len(k)), value[edges.start[k]], value[edges.end[k]])


def _parts_at_border(probe: Probe, edges: Edges, border: Crossings, f: OnEdges) -> Pieces:
    """Return the parts of edges within reach that end at the border, at one end or at both."""
    own = np.unique(border.edge)
    edge = np.concatenate([own, border.edge, own])
    t = np.concatenate([np.zeros(len(own)), border.t, np.ones(len(own))])
    order = np.lexsort((t, edge))
    edge, t = edge[order], t[order]
    same = edge[:-1] == edge[1:]
    k, a, b = edge[:-1][same], t[:-1][same], t[1:][same]
    inside = (probe.reach(edges.grid.poses(edges.points(k, (a + b) / 2))) >= 0) & (b - a > INSET)
    k, a, b = k[inside], a[inside], b[inside]
    a, b = np.where(a > 0, a + INSET * (b - a), a), np.where(b < 1, b - INSET * (b - a), b)
    return Pieces(k, a, b, f(k, a), f(k, b))


def touching(probe: Probe, edges: Edges, fields: PoseFields, known: Ints) -> dict[str, Crossings]:
    """Find singularities at which no determinant changes sign, such as an LPJTS; kind -> crossings with edges.

    An edge is searched if the distances at four nodes in line fall towards zero on it; edges in `known` are left out.
    """
    found = {}
    for kind in KINDS:
        if kind == "serial":  # a serial singularity of a leg is also a Type 1 or an LPJTS of that leg
            continue
        candidates = _falling(edges, fields.distances[kind])
        candidates[known] = False
        crossing = _zeros(probe, edges, kind, fields.distances[kind], np.flatnonzero(candidates))
        if len(crossing.edge):
            found[kind] = crossing
    return found


def _zeros(probe: Probe, edges: Edges, kind: str, distance: Array, own: Ints) -> Crossings:
    """Find the zeros of a distance on some edges; `distance` (size,) has its values at the nodes."""

    def on(edge: Ints) -> OnPieces:
        return lambda k, t: probe.distances(edges.grid.poses(edges.points(edge[k], t)))[kind]

    search, done = GoldenSection.over(on(own), np.zeros(len(own)), np.ones(len(own))), 0
    for steps, part in STAGES:
        search.narrow(on(own), steps - done, SINGULAR)
        ends = np.maximum(distance[edges.start[own]], distance[edges.end[own]])
        low = search.value < np.maximum(part * ends, SINGULAR)
        own, search, done = own[low], search[low], steps
    return Crossings(own, search.place)


def _falling(edges: Edges, distance: Array) -> NDArray[np.bool_]:
    """Return (E,) True if a distance could reach zero on an edge.

    The sum of the distance at both ends is then at most STEEP times its change on this edge or on the next ones in line.
    """
    hits = []
    table = distance.reshape(edges.grid.shape)
    for axis in range(table.ndim):
        d = np.moveaxis(table, axis, 0)
        before, after = np.full_like(d[:-1], np.nan), np.full_like(d[:-1], np.nan)
        with np.errstate(invalid="ignore"):
            before[1:], after[:-1] = d[:-2] - d[1:-1], d[2:] - d[1:-1]
            slope = np.fmax(np.fmax(before, after), np.abs(d[1:] - d[:-1]))
            hits.append(np.moveaxis(d[1:] + d[:-1] <= STEEP * slope, 0, axis).ravel())
    return np.concatenate(hits)

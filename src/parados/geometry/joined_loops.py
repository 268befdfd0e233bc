"""Loops that run through two closures: the loops that other cuts of the same mechanism would have.

The file cuts each loop at one joint, and the spanning tree follows from these cuts. The loop of a closure runs along the tree.
Two loops that share joints form a third one without these joints; it is the loop of the first closure if the second loop is cut
at one of the shared joints instead. So the choice of the cut in the file does not matter to the search: if a parallelogram A B
C D carries the foot E of a leg on its bar C D, the loop over D and E is found whether the file cuts the parallelogram at C or
at D.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from parados.geometry.loops import Element, Key, chain_elements, closure_elements, folded, free_keys, inverse, platform_elements
from parados.spatial.vectors import Frame
from parados.topology.mechanism import BASE, PLATFORM, Closure, Mechanism
from parados.topology.tree import JointPosition

__all__ = ["JoinedLoop", "joined_loops"]

Edge = tuple[str, int]
"""A connection of two bodies: ("joint", k), ("closure", k), or ("platform", 0) for the coordinates of the platform."""


@dataclass(frozen=True)
class JoinedLoop:
    """A loop through two closures, as the connections that it passes in order.

    steps : each connection, and True if it is passed from its first to its second body
    """

    steps: tuple[tuple[Edge, bool], ...]

    def keys(self, mechanism: Mechanism) -> list[Key]:
        """Return the joints, free motions and platform coordinates in the loop."""
        keys: list[Key] = []
        for (kind, index), _ in self.steps:
            if kind == "joint":
                keys.append(("joint", index))
            elif kind == "closure":
                keys += free_keys(mechanism, mechanism.closures[index])
            else:
                keys += [("coordinate", k) for k in range(6)]
        return keys

    def elements(self, mechanism: Mechanism, known: Mapping[Key, JointPosition], pose: Frame | None) -> list[Element]:
        """Build the loop; the product of its elements is the identity."""
        elements: list[Element] = []
        for (kind, index), forward in self.steps:
            if kind == "joint":
                own = chain_elements(mechanism, [index], known)
            elif kind == "closure":
                own = closure_elements(mechanism, mechanism.closures[index], known)
            else:
                own = platform_elements(mechanism, known, pose)
            elements += own if forward else inverse(own)
        return folded(elements)


def joined_loops(mechanism: Mechanism) -> list[JoinedLoop]:
    """Return the loops through two closures whose own loops share joints."""
    places = [k for k, closure in enumerate(mechanism.closures) if not mechanism.is_weld(closure)]
    edges = {k: _edges(mechanism, k, mechanism.closures[k]) for k in places}
    pairs = [(a, b) for a, b in combinations(places, 2) if any(kind == "joint" for kind, _ in edges[a] & edges[b])]
    walks = [_walk(mechanism, edges[a] ^ edges[b], a) for a, b in pairs]
    return [JoinedLoop(walk) for walk in walks if walk is not None]


def _edges(mechanism: Mechanism, place: int, closure: Closure) -> set[Edge]:
    """Return the connections in the loop of a closure."""
    path_a, path_b = mechanism.fork(closure.a, closure.b)
    own: set[Edge] = {("closure", place), *[("joint", k) for k in (*path_a, *path_b)]}
    return own if mechanism.is_inner(closure) else own | {("platform", 0)}


def _bodies(mechanism: Mechanism, edge: Edge) -> tuple[int, int]:
    """Return the two bodies that a connection connects."""
    kind, index = edge
    if kind == "joint":
        return mechanism.joints[index].antecedent, index
    if kind == "closure":
        return mechanism.closures[index].a, mechanism.closures[index].b
    return BASE, PLATFORM


def _walk(mechanism: Mechanism, edges: set[Edge], first: int) -> tuple[tuple[Edge, bool], ...] | None:
    """Order connections into one loop that begins at the base, if it passes there; None if they form several loops.

    first : the closure at whose link a the loop begins if it does not pass the base
    """
    left = set(edges)
    body = start = BASE if any(BASE in _bodies(mechanism, edge) for edge in edges) else mechanism.closures[first].a
    steps: list[tuple[Edge, bool]] = []
    while left:
        edge = next((edge for edge in sorted(left) if body in _bodies(mechanism, edge)), None)
        if edge is None:
            return None
        left.remove(edge)
        one, other = _bodies(mechanism, edge)
        forward = one == body
        body = other if forward else one
        steps.append((edge, forward))
        if body == start and left:
            return None
    return tuple(steps) if body == start else None

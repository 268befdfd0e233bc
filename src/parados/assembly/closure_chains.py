"""Joints that stay unknown in the closure equations, and the chains of joints between them.

With the actuated joints held, a closure connects two links by a chain of passive joints. A joint that occurs in one loop only can
often be eliminated: the chain then gives forms in the Study functions of the relative pose of its two ends (`leg_forms`). All
other joints stay unknown: those that several loops share, those of an articulated platform, and those of chains whose constraints
are not such forms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from parados.geometry.coupled_joints import CoupledJoints
from parados.topology.mechanism import Closure, Mechanism

__all__ = ["ClosureChain", "closure_chains", "unknown_joints"]


@dataclass(frozen=True)
class ClosureChain:
    """A closure with the joints that are eliminated from its loop.

    tail_a, tail_b : indices of the joints from the last link that is not eliminated to the links a and b of the closure
    passive : those of them that the actuated joints do not determine
    """

    closure: Closure
    tail_a: tuple[int, ...]
    tail_b: tuple[int, ...]
    passive: frozenset[int]

    @property
    def freedoms(self) -> int:
        """Number of passive axes of the chain."""
        return sum(k in self.passive for k in (*self.tail_a, *self.tail_b)) + len(self.closure.free)

    def shorter(self) -> Iterator[ClosureChain]:
        """Yield the chain with fewer joints eliminated, from the longest one to the one that leaves the closure alone."""
        parts = list(self._parts(self.tail_a)), list(self._parts(self.tail_b))
        for given_up in range(len(parts[0]) + len(parts[1]) - 1):
            for k in range(given_up + 1):
                if given_up - k < len(parts[0]) and k < len(parts[1]):
                    yield replace(self, tail_a=parts[0][given_up - k], tail_b=parts[1][k])

    def _parts(self, tail: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield a tail and its ends that begin with a passive joint, then the empty tail."""
        yield from (tail[k:] for k, joint in enumerate(tail) if joint in self.passive)
        yield ()

    def ends(self, mechanism: Mechanism) -> tuple[int, int]:
        """Return the links, or BASE or PLATFORM, on which the chain begins and ends."""
        a = mechanism.joints[self.tail_a[0]].antecedent if self.tail_a else self.closure.a
        b = mechanism.joints[self.tail_b[0]].antecedent if self.tail_b else self.closure.b
        return a, b


def closure_chains(mechanism: Mechanism, relations: CoupledJoints, driven: set[int]) -> list[ClosureChain]:
    """List the closures with the longest chains that can be eliminated.

    driven : indices of the joints that the actuated joints determine
    """
    loops = [mechanism.fork(closure.a, closure.b) for closure in mechanism.loops]
    uses = Counter(k for up, down in loops for k in (*up, *down))
    kept = {k for relation in relations.relations for k in relation.factors} | _wanted(mechanism)
    own = frozenset(k for k, count in uses.items() if count == 1 and k not in kept | driven)
    return [
        ClosureChain(closure, _tail(up, own, driven), _tail(down, own, driven), own)
        for closure, (up, down) in zip(mechanism.loops, loops, strict=True)
    ]


def _wanted(mechanism: Mechanism) -> set[int]:
    """Return the joints whose positions are entries of x or determine the frame of a platform that a link carries."""
    carrier = mechanism.platform.carrier
    return {*mechanism.joints_in_x, *(mechanism.path(carrier) if carrier is not None else ())}


def _tail(path: list[int], own: frozenset[int], driven: set[int]) -> tuple[int, ...]:
    """Return the end of a path without joints that stay unknown; it begins with a passive joint."""
    first = len(path)
    for k in range(len(path) - 1, -1, -1):
        if path[k] not in own and path[k] not in driven:
            break
        first = k if path[k] in own else first
    return tuple(path[first:])


def unknown_joints(mechanism: Mechanism, chains: list[ClosureChain], driven: set[int]) -> list[int]:
    """List the joints in loops, and those that x needs, that neither the actuated joints determine nor a chain eliminates."""
    gone = {k for chain in chains for k in (*chain.tail_a, *chain.tail_b)}
    looped = {k for closure in mechanism.loops for part in mechanism.fork(closure.a, closure.b) for k in part}
    return sorted((looped | _wanted(mechanism)) - gone - driven)

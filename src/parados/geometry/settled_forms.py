"""Closed forms of robots in which not only joints have two positions.

If the search of `inverse` ends before all joints are known, it begins again with more equations:

- the loops of the closures, with turn and slide of cylindrical joints in the other order, and their orientations
  (`loop_variants`);
- several equations of different loops, solved together for parasitic coordinates of the platform (`height_elimination`);
- loops through two closures: an inner loop that the file cuts at another place (`joined_loops`).

Everything that follows without a choice is taken first, also the motions that a closure leaves free. Then come, as in a numeric
geometry, joints with two positions in the loop of a closure, and the pose of the platform; then the joints that need the other
equations.

A working mode has signs for joints only. The two values of a dependent coordinate, of the free motion of a closure, or of an
axis of a ball or a free body belong to different assemblies of the robot: the one of home is settled once, as near to the guess
as possible, and Newton's method would follow the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import chain, product

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.angle_sums import joint_of_sum
from parados.geometry.closed_form import Candidate, candidates
from parados.geometry.coupled_joints import CoupledJoints
from parados.geometry.equation_search import ClosedFormSearch, is_closed
from parados.geometry.height_elimination import HeightElimination
from parados.geometry.height_equations import HeightEquation, height_equations
from parados.geometry.inverse import InverseGeometry
from parados.geometry.joined_loops import joined_loops
from parados.geometry.loop_variants import exchanged, without_slides
from parados.geometry.loops import Element, Key, free_name, loop_elements, loop_keys
from parados.geometry.placements import Placements
from parados.graph.virtual_machine import run_rows
from parados.robot.description import COORDINATES
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism
from parados.topology.tree import JointPosition

__all__ = ["settled_forms"]

Array = NDArray[np.float64]

MOST_SETTLED = 6
"""Largest number of settled roots; all 64 combinations of their signs are tried."""


class _WiderSearch(ClosedFormSearch):
    """Search that also solves for dependent coordinates and free motions with two values; their signs are symbols at first."""

    def __init__(self, placements: Placements, x: SX, samples: Array, relations: CoupledJoints) -> None:
        super().__init__(placements.geometry.mechanism, x, samples, relations)
        self.chosen = {choice.joint for choice in placements.geometry.choices}
        self.settled: list[tuple[Key, SX, SX]] = []
        self.joined = joined_loops(self.mechanism)
        self._states: dict[tuple[str, int, frozenset[Key]], _SearchedLoop] = {}
        self._tested: dict[int, tuple[Candidate, bool]] = {}

    def values(self, expression: SX) -> Array:
        """(n, k) values at the samples, NaN where a solved joint is not real; the signs alternate between samples."""
        symbols = [*self.signs, *[sign for _, sign, _ in self.settled]]
        bits = 1.0 - 2.0 * ((np.arange(len(self.samples)) >> np.arange(len(symbols))[:, None]) % 2)
        return self._evaluated(expression, symbols, np.asarray(bits.T, dtype=np.float64))

    def values_with(self, expression: SX, settled: Sequence[int]) -> Array:
        """(n, k) values at the samples with given signs of the settled roots; the signs of the mode alternate."""
        bits = 1.0 - 2.0 * ((np.arange(len(self.samples)) >> np.arange(len(self.signs))[:, None]) % 2)
        given = np.tile(np.array(settled, dtype=float), (len(self.samples), 1)).reshape(len(self.samples), -1)
        return self._evaluated(expression, [*self.signs, *[sign for _, sign, _ in self.settled]], np.hstack([bits.T, given]))

    def at_samples_with(self, settled: Sequence[int], expression: SX) -> list[Array]:
        """Return the finite values with given signs of the settled roots, for the file's robot and for other members."""
        return self.finite_values(self.values_with(expression, settled))

    def _evaluated(self, expression: SX, symbols: list[SX], signs: Array) -> Array:
        f = ca.Function("f", [ca.vertcat(self.x, self.mechanism.family.symbol, *symbols)], [ca.densify(expression)])
        rows = run_rows(f, [np.hstack([self.samples, signs])], len(self.samples))[0]
        return np.asfortranarray(rows[:, :, 0])

    def accept(self, candidate: Candidate) -> None:
        """Add the unknown of a candidate to the known ones; two values that no working mode chooses get a settled sign."""
        if candidate.root.discriminant is None or self._has_mode(candidate.key):
            super().accept(candidate)
            return
        sign = SX.sym(f"settled_{len(self.settled)}")
        position = candidate.root.solve(sign * candidate.sign)
        own = position if candidate.sign == 1 else JointPosition(-position.q, position.c, -position.s)
        self.settled.append((candidate.key, sign, candidate.root.discriminant))
        self.known[candidate.key] = self.relations.counted(candidate.key, own)

    def _has_mode(self, key: Key) -> bool:
        """Tell whether an unknown is a joint whose sign the working mode gives, or a branch that numeric geometry obeys too."""
        kind, index = key
        return kind == "joint" and (not self.mechanism.joints[index].composite or index in self.chosen)

    def add_joint_of_sum(self) -> bool:
        """Add one joint that the sum of the angles of a loop and the relations determine; return False if there is none."""
        for loop in self._loops():
            found = joint_of_sum(loop.elements, self.relations.found, self.known)
            if found is not None:
                self.known[found[0]] = self.relations.counted(*found)
                return True
        return False

    def best_candidate(self) -> Candidate | None:
        """Return the first candidate whose equation determines its unknown, or None."""
        loops, joined = list(self._loops()), list(self._joined_loops())
        both = [*loops, *joined]

        @cache
        def heights() -> HeightElimination:
            return HeightElimination([equation for loop in loops for equation in loop.heights], self.values)

        rules: list[Callable[[], Iterator[Candidate]]] = [
            lambda: (c for loop in both for c in loop.own if _has_one_value(c)),
            lambda: (c for loop in both for c in loop.varied if _has_one_value(c)),
            lambda: heights().strokes(),
            lambda: (c for loop in loops for c in loop.own if _is_joint(c)),
            lambda: (c for loop in loops for c in loop.own if _is_coordinate(c)),
            lambda: heights().angles(self._alone),
            lambda: (c for loop in loops for c in loop.varied if _is_joint(c)),
            lambda: (c for loop in loops for c in loop.varied if _is_coordinate(c)),
            lambda: (c for loop in joined for c in (*loop.own, *loop.varied) if _is_joint(c)),
            lambda: (c for loop in both for c in (*loop.own, *loop.varied)),
        ]
        found = chain.from_iterable(rule() for rule in rules)
        return next((candidate for candidate in found if self._determined(candidate)), None)

    def _determined(self, candidate: Candidate) -> bool:
        """Tell whether the equation of a candidate determines its unknown; each candidate of a loop is tested once."""
        if id(candidate) not in self._tested:
            self._tested[id(candidate)] = (candidate, self.determines(candidate))
        return self._tested[id(candidate)][1]

    def _rank(self, key: Key) -> int:
        """Return the rank of an unknown in the search; free motions come last."""
        rank = self.preference(key)
        return 3 if rank is None else rank

    def _alone(self, key: Key) -> int:
        """Return minus the number of loops that contain an unknown: what several legs share is solved first."""
        return -sum(key in loop_keys(self.mechanism, closure) for closure in self.mechanism.loops)

    def _loops(self) -> Iterator[_SearchedLoop]:
        """Yield the loops of the closures."""
        pose = self.pose()
        for place, closure in enumerate(self.mechanism.loops):
            keys = loop_keys(self.mechanism, closure)
            yield self._searched(("closure", place), keys, partial(loop_elements, self.mechanism, closure, self.known, pose))

    def _joined_loops(self) -> Iterator[_SearchedLoop]:
        """Yield the loops through two closures."""
        pose = self.pose()
        for place, loop in enumerate(self.joined):
            keys = loop.keys(self.mechanism)
            yield self._searched(("joined", place), keys, partial(loop.elements, self.mechanism, self.known, pose))

    def _searched(self, name: tuple[str, int], keys: list[Key], build: Callable[[], list[Element]]) -> _SearchedLoop:
        """Return the loop with what has been found in it since one of its unknowns became known."""
        state = (*name, frozenset(key for key in keys if key in self.known))
        if state not in self._states:
            self._states[state] = _SearchedLoop(build(), self._rank)
        return self._states[state]


class _SearchedLoop:
    """A loop with some known joints, and the equations that are found in it.

    elements : the loop;  rank : function from an unknown to its rank, small first
    """

    def __init__(self, elements: list[Element], rank: Callable[[Key], int]) -> None:
        self.elements, self.rank = elements, rank
        keys = [element.key for element in elements if element.key is not None]
        self.is_plain = len(set(keys)) == len(keys)  # a coordinate of tilt and torsion enters twice

    @cached_property
    def own(self) -> list[Candidate]:
        """Equations for single unknowns of the loop."""
        return list(candidates(self.elements, self.rank)) if self.is_plain else []

    @cached_property
    def varied(self) -> list[Candidate]:
        """Equations for single unknowns of the variants of the loop."""
        variants = [*exchanged(self.elements), without_slides(self.elements)] if self.is_plain else []
        return [candidate for elements in variants for candidate in candidates(elements, self.rank)]

    @cached_property
    def heights(self) -> list[HeightEquation]:
        """Equations with several unknowns."""
        return list(height_equations(self.elements))


def _has_one_value(candidate: Candidate) -> bool:
    return candidate.root.discriminant is None


def _is_joint(candidate: Candidate) -> bool:
    return candidate.key[0] == "joint"


def _is_coordinate(candidate: Candidate) -> bool:
    return candidate.key[0] == "coordinate"


def settled_forms(placements: Placements, samples: Array, relations: CoupledJoints) -> list[InverseGeometry]:
    """Build the closed forms that the wider search finds: one for each combination of settled signs with which the loops close.

    placements : what single equations place in the numeric geometry; the other unknowns are undecided without a guess
    samples : (n, n_given) poses and live parameters at which the equations are tested
    relations : linear relations between joints, and joints that are linear functions of x
    """
    mechanism, placed = placements.geometry.mechanism, {step.unknown for step in placements.steps}
    search = _WiderSearch(placements, SX.sym("x", mechanism.n_x), samples, relations)
    while search.missing:
        if relations.complete(search.known) or search.add_joint_of_sum() or relations.add_linear(search.known):
            continue
        candidate = search.best_candidate()
        if candidate is None or len(search.settled) > MOST_SETTLED:
            return []
        search.accept(candidate)
    undecided = [k for k in range(placements.geometry.unknowns.numel()) if k not in placed]
    form = replace(search.solution(), undecided=tuple(undecided))
    found = []
    for signs in product((1, -1), repeat=len(search.settled)):
        if is_closed(form, partial(search.at_samples_with, signs)):
            found.append(_with_signs(search, form, signs))
    return found


def _with_signs(search: _WiderSearch, form: InverseGeometry, signs: Sequence[int]) -> InverseGeometry:
    """Return a closed form with numbers in place of the settled signs."""
    if not signs:
        return form
    symbols, numbers = [sign for _, sign, _ in search.settled], [SX(sign) for sign in signs]
    positions = [*form.joints, *form.coordinates.six]
    discriminants = [*form.discriminant, *[discriminant for _, _, discriminant in search.settled]]
    stacked = ca.vertcat(*[ca.vertcat(p.q, p.c, p.s) for p in positions], *discriminants)
    (found,) = ca.substitute([stacked], symbols, numbers)
    placed = [JointPosition(*found[3 * k : 3 * k + 3].elements()) for k in range(len(positions))]
    return replace(
        form,
        joints=tuple(placed[: len(form.joints)]),
        coordinates=replace(form.coordinates, six=tuple(placed[len(form.joints) :])),
        discriminant=tuple(SX(one) for one in found[3 * len(positions) :].elements()),
        settled=tuple(_name(search.mechanism, key) for key, _, _ in search.settled),
    )


def _name(mechanism: Mechanism, key: Key) -> str:
    """Return the name of a joint, of a dependent coordinate or of a free motion of a closure."""
    kind, index = key
    if kind == "joint":
        return f"joint {mechanism.joints[index].name}"
    return f"coordinate {COORDINATES[index]}" if kind == "coordinate" else free_name(mechanism, key)

"""Place the joints of a numeric geometry one after the other, each by one equation.

In a numeric geometry Newton's method has to find some unknowns, such as the joints of one leg or the dependent coordinates
of the platform. Most other joints still follow from single equations. These equations tell which of its two positions a
joint has (its side), and they put a leg into another working mode at the same pose. The search for them is the one for
closed forms, so that the sign of a choice means the same in both. When it finds no more equations, it continues with the
whole pose of the platform as known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.closed_form import Candidate
from parados.geometry.coupled_joints import CoupledJoints
from parados.geometry.equation_search import EquationSearch
from parados.geometry.inverse import Choice, InverseGeometry, Samples, given_joints, independent_coordinates
from parados.geometry.loops import Key
from parados.spatial.turns import nearest_turn
from parados.spatial.vectors import SX
from parados.topology.tree import JointPosition

__all__ = ["Placements", "find_placements"]

Array = NDArray[np.float64]

ON_THE_BORDER = 1e-9
"""A side below this [m, or m^2 for angles] counts as zero: the two positions of the joint coincide."""


@dataclass(frozen=True)
class Placement:
    """The position of one unknown as a function of x and of the unknowns that are placed before it.

    Attributes
    ----------
    unknown : index of the joint or dependent coordinate among the unknowns
    roots : one expression of the position, or two, for the signs +1 and -1
    side : expression that is positive if the unknown has the position for +1 [m, or m^2 for angles]; None for one root
    counted : True for an angle whose whole turns a coupling counts; the roots give it without whole turns
    """

    unknown: int
    roots: tuple[SX, ...]
    side: SX | None = None
    counted: bool = False


@dataclass(frozen=True)
class Placements:
    """The placements of a numeric geometry in the order in which they can be evaluated."""

    geometry: InverseGeometry
    steps: tuple[Placement, ...] = ()

    @property
    def complete(self) -> bool:
        """True if x and the signs determine every unknown."""
        return len(self.steps) == self.geometry.unknowns.numel()

    @cached_property
    def _function(self) -> ca.Function:
        """Function from (given, unknowns) to the two roots of every step (n_steps, 2) and the sides (n_choices,)."""
        roots = [ca.vertcat(step.roots[0], step.roots[-1]) for step in self.steps]
        sides = [step.side for step in self.steps if step.side is not None]
        outputs = [ca.densify(ca.horzcat(*roots).T), ca.densify(ca.vertcat(*sides) if sides else SX(0, 1))]
        return ca.Function("placements", [self.geometry.given, self.geometry.unknowns], outputs)

    @property
    def sides_function(self) -> ca.Function:
        """Function from (x, unknowns), or from (x, parameters, unknowns) if some are live, to the sides (n_choices,)."""
        inputs = {"x": self.geometry.x, "parameters": self.geometry.live, "unknowns": self.geometry.unknowns}
        used = {name: symbol for name, symbol in inputs.items() if symbol.numel()}
        (sides,) = ca.cse(self._function.call([self.geometry.given, self.geometry.unknowns])[1:])
        return ca.Function("sides", list(used.values()), [sides], list(used), ["sides"])

    def sides(self, x: Array, u: Array) -> Array:
        """(N, n_choices) signed distances of the joints from the middle of their two positions.

        x, u : (N, n_given) poses and live parameters, and (N, n_u) closed configurations
        """
        if not self.geometry.choices or len(x) == 0:
            return np.zeros((len(x), len(self.geometry.choices)))
        return np.asarray(self._function(x.T, u.T)[1].full().T)

    def obeyed(self, x: Array, u: Array, signs: Array) -> NDArray[np.bool_]:
        """(N, n_choices) True for the choices that have the given sign, or whose two positions coincide.

        signs : (n_choices,) or (N, n_choices)
        """
        return np.asarray(self.sides(x, u) * signs > -ON_THE_BORDER)

    def place(self, x: Array, u: Array, signs: Array, near: Array) -> Array:
        """(N, n_u) the unknowns after each one that has an equation is moved to the position of its sign.

        NaN where a joint has no real position.

        signs : (n_choices,) or (N, n_choices) signs of all choices, including those that a `branch` fixes
        near : (n_u,) or (N, n_u) unknowns; angles whose whole turns a coupling counts are within half a turn of them
        """
        u, own = u.copy(), np.broadcast_to(signs, (len(x), len(self.geometry.choices)))
        count = 0
        for k, step in enumerate(self.steps):
            roots = self._function(x.T, u.T)[0].full()[k].reshape(len(x), 2)
            if step.counted:
                roots = nearest_turn(roots, near[..., step.unknown].reshape(-1, 1))
            u[:, step.unknown] = roots[:, 0]
            if step.side is not None:
                u[:, step.unknown] = np.where(own[:, count] > 0, roots[:, 0], roots[:, 1])
                count += 1
        return u

    def all_signs(self, free: Array) -> Array:
        """(n_choices,) signs of all choices: the given signs of the free ones, and the branches of the file."""
        left = iter(np.asarray(free, dtype=float))
        return np.array([next(left) if c.fixed is None else float(c.fixed) for c in self.geometry.choices])


class _PlacementSearch(EquationSearch):
    """Search that keeps every joint as an unknown and stores the equation that places it."""

    def __init__(self, geometry: InverseGeometry, samples: Samples, relations: CoupledJoints) -> None:
        super().__init__(geometry.mechanism, geometry.x, samples.inputs[:, : geometry.given.numel()])
        self.geometry, self.closed, self.relations = geometry, samples, relations
        self.steps: list[Placement] = []
        self.choices: list[Choice] = []

    def values(self, expression: SX) -> Array:
        return self.closed.values(self.geometry, expression)[:, :, 0]

    def own(self, key: Key) -> JointPosition:
        """Return the symbol of a joint or coordinate among the unknowns."""
        kind, index = key
        return self.geometry.joints[index] if kind == "joint" else self.geometry.coordinates.six[index]

    def enter(self, key: Key, roots: tuple[SX, ...], side: SX | None = None, counted: bool = False) -> None:
        """Store the placement of a joint or coordinate, which is known from now on."""
        kind, index = key
        self.known[key] = self.own(key)
        place = index if kind == "joint" else len(self.geometry.joints) + self.mechanism.platform.dependent.index(index)
        self.steps.append(Placement(place, roots, side, counted))

    def accept(self, candidate: Candidate) -> None:
        key, sign, root = candidate.key, candidate.sign, candidate.root
        counted = self.relations.counts(key)

        def position(sigma: int) -> SX:
            return sign * root.solve(SX(sigma)).q

        if root.side is None:
            self.enter(key, (position(1),), counted=counted)
            return
        own = self.own(key)
        at = own if sign == 1 else JointPosition(-own.q, own.c, -own.s)
        self.enter(key, (position(sign), position(-sign)), sign * root.side(at), counted)
        joint = self.mechanism.joints[key[1]]
        self.choices.append(Choice(key[1], joint.leg, joint.branch))

    def follows(self, relation: Callable[[dict[Key, JointPosition]], bool]) -> bool:
        """Place one joint whose position `relation` computes from the known ones; return False if there is none.

        relation : `CoupledJoints.complete` or `CoupledJoints.add_linear`, which adds one joint to the known positions
        """
        before = set(self.known)
        if not relation(self.known):
            return False
        (key,) = set(self.known) - before
        self.enter(key, (self.known[key].q,))
        return True


def find_placements(geometry: InverseGeometry, samples: Samples, relations: CoupledJoints) -> Placements:
    """Find the placements of a numeric geometry; its `choices` become the joints with two positions."""
    search = _PlacementSearch(geometry, samples, relations)
    search.known.update(independent_coordinates(geometry.mechanism, geometry.x))
    for joint, position in given_joints(geometry.mechanism, geometry.x):
        search.enter(("joint", joint), (position,))
    pose = {("coordinate", k): geometry.coordinates.six[k] for k in geometry.mechanism.platform.dependent}
    while len(search.steps) < geometry.unknowns.numel():
        if search.follows(relations.complete):
            continue
        candidate = search.next_candidate()
        if candidate is not None:
            search.accept(candidate)
        elif search.follows(relations.add_linear):
            continue
        elif pose.keys() - search.known.keys():
            search.known.update(pose)
        else:
            break
    return Placements(replace(geometry, choices=tuple(search.choices)), tuple(search.steps))

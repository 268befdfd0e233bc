"""Search the closures for equations that determine one joint after the other.

At each step some joints and platform coordinates are known. The search looks through the closures for an equation that
determines one more joint (`geometry.closed_form`). The subclasses decide how to store this joint: as an expression of x and of
the signs of its roots (`ClosedFormSearch`), or as one of the unknowns of a numeric geometry (`placements`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.closed_form import Candidate, candidates
from parados.geometry.coupled_joints import CoupledJoints
from parados.geometry.inverse import Choice, InverseGeometry, given_joints, independent_coordinates
from parados.geometry.loops import Key, loop_elements, loop_keys
from parados.geometry.platform_motion import Coordinates
from parados.graph.virtual_machine import run_rows
from parados.spatial.vectors import SX, Frame
from parados.topology.mechanism import Mechanism
from parados.topology.tree import JointPosition

__all__ = ["ClosedFormSearch", "EquationSearch", "closed_form", "is_closed"]

Array = NDArray[np.float64]

CLOSED = 1e-9
"""Largest residual of the closures [m, -] that a closed form may leave at the samples: round-off leaves 1e-15."""

WEIGHT = 1e-9
"""An equation whose weight is below this (in m^2, or for unit vectors) at every sample does not determine its joint."""


class EquationSearch(ABC):
    """The joints and platform coordinates that are known so far, and the search for the next equation.

    Attributes
    ----------
    x : (n_x,) symbol of the robot's coordinates
    samples : (n, n_given) poses and live parameters at which the equations are tested
    known : positions of the joints and coordinates found so far
    """

    def __init__(self, mechanism: Mechanism, x: SX, samples: Array) -> None:
        self.mechanism = mechanism
        self.x, self.samples = x, samples
        self._of_file = (samples[:, mechanism.n_x :] == mechanism.family.nominal).all(axis=1)
        self.known: dict[Key, JointPosition] = {}
        self._fruitless: set[tuple[int, frozenset[Key]]] = set()

    @abstractmethod
    def values(self, expression: SX) -> Array:
        """(n, k) values of an expression at the samples."""

    def at_samples(self, expression: SX) -> list[Array]:
        """Return the finite values (n, k) of an expression for the robot of the file, and then for other members, if any."""
        return self.finite_values(self.values(expression))

    def finite_values(self, values: Array) -> list[Array]:
        """Return the finite rows of values (n, k) at the samples: for the robot of the file, then for other members, if any."""
        groups = [self._of_file] if self._of_file.all() else [self._of_file, ~self._of_file]
        return [values[group & np.isfinite(values).all(axis=1)] for group in groups]

    @abstractmethod
    def accept(self, candidate: Candidate) -> None:
        """Add the joint of a candidate to the known ones."""

    def determines(self, candidate: Candidate) -> bool:
        """Tell whether the equation of a candidate determines its joint: its weight is not zero at the samples."""
        for expression in (candidate.root.weight, candidate.root.discriminant):
            if expression is None:
                continue
            if any(len(values) == 0 or np.median(np.abs(values)) < WEIGHT for values in self.at_samples(expression)):
                return False
        return True

    def pose(self) -> Frame | None:
        """Return the platform's frame, or None while a dependent coordinate is not known."""
        platform = self.mechanism.platform
        dependent = {k: self.known["coordinate", k] for k in platform.dependent if ("coordinate", k) in self.known}
        if len(dependent) < len(platform.dependent):
            return None
        return Coordinates.at(self.mechanism, self.x, dependent).frame()

    def preference(self, key: Key) -> int | None:
        """Return the rank of an unknown: 0 for an actuated joint, 1 for a passive joint, 2 for a coordinate.

        None for a motion that a closure leaves free: it is not needed.
        """
        kind, index = key
        if kind != "joint":
            return 2 if kind == "coordinate" else None
        return 0 if index in self.mechanism.actuated else 1

    def next_candidate(self) -> Candidate | None:
        """Return the first candidate whose equation determines its joint, or None.

        A loop without such an equation is not searched again until more of its joints are known.
        """
        pose = self.pose()
        for number, closure in enumerate(self.mechanism.loops):
            tried = number, frozenset(key for key in loop_keys(self.mechanism, closure) if key in self.known)
            if tried in self._fruitless:
                continue
            elements = loop_elements(self.mechanism, closure, self.known, pose)
            for candidate in candidates(elements, self.preference):
                kind, _ = candidate.key
                if kind == "coordinate" and candidate.root.discriminant is not None:
                    continue
                if self.determines(candidate):
                    return candidate
            self._fruitless.add(tried)
        return None


class ClosedFormSearch(EquationSearch):
    """Search that writes every joint as an expression of x and of the signs of its roots."""

    def __init__(self, mechanism: Mechanism, x: SX, samples: Array, relations: CoupledJoints) -> None:
        super().__init__(mechanism, x, samples)
        self.relations = relations
        self.signs: list[SX] = []
        self.choices: list[Choice] = []
        self.discriminants: list[SX] = []
        self.known.update(independent_coordinates(mechanism, x))
        for joint, q in given_joints(mechanism, x):
            self.known["joint", joint] = JointPosition.at(q)

    @property
    def missing(self) -> set[Key]:
        """Joints and dependent coordinates that are not known yet."""
        wanted: set[Key] = {("joint", k) for k in range(len(self.mechanism.joints))}
        wanted |= {("coordinate", k) for k in self.mechanism.platform.dependent}
        return wanted - set(self.known)

    def values(self, expression: SX) -> Array:
        """(n, k) values at the samples, NaN where a solved joint is not real; the signs alternate between samples."""
        f = ca.Function("f", [ca.vertcat(self.x, self.mechanism.family.symbol, *self.signs)], [ca.densify(expression)])
        choices = 1 - 2 * ((np.arange(len(self.samples)) >> np.arange(len(self.signs))[:, None]) % 2)
        rows = run_rows(f, [np.hstack([self.samples, choices.T])], len(self.samples))[0]
        return np.asfortranarray(rows[:, :, 0])

    def accept(self, candidate: Candidate) -> None:
        kind, index = candidate.key
        sigma = SX(1)
        if candidate.root.discriminant is not None:
            joint = self.mechanism.joints[index]
            if joint.branch is not None:
                sigma = SX(joint.branch * candidate.sign)
            else:
                symbol = SX.sym(f"sign_{joint.name}")
                self.signs.append(symbol)
                sigma = symbol * candidate.sign
            self.choices.append(Choice(index, joint.leg, joint.branch))
            self.discriminants.append(candidate.root.discriminant)
        position = candidate.root.solve(sigma)
        own = position if candidate.sign == 1 else JointPosition(-position.q, position.c, -position.s)
        self.known[kind, index] = self.relations.counted(candidate.key, own)

    def solution(self) -> InverseGeometry:
        """Return the inverse geometry once nothing is missing."""
        mechanism, dependent = self.mechanism, self.mechanism.platform.dependent
        return InverseGeometry(
            mechanism=mechanism,
            x=self.x,
            signs=ca.vertcat(*self.signs) if self.signs else SX(0, 1),
            unknowns=SX(0, 1),
            joints=tuple(self.known["joint", k] for k in range(len(mechanism.joints))),
            coordinates=Coordinates.at(mechanism, self.x, {k: self.known["coordinate", k] for k in dependent}),
            choices=tuple(self.choices),
            discriminant=tuple(self.discriminants),
        )


def closed_form(mechanism: Mechanism, samples: Array, relations: CoupledJoints) -> InverseGeometry | None:
    """Build the inverse geometry in closed form; None if the search does not find every joint, or if the loops stay open.

    samples : (n, n_given) poses and live parameters at which the equations are tested; the legs must reach some of these poses
    relations : linear relations between joints, and joints that are linear functions of x
    """
    search = ClosedFormSearch(mechanism, SX.sym("x", mechanism.n_x), samples, relations)
    while search.missing:
        if relations.complete(search.known):
            continue
        candidate = search.next_candidate()
        if candidate is not None:
            search.accept(candidate)
        elif not relations.add_linear(search.known):
            return None
    solution = search.solution()
    return solution if is_closed(solution, search.at_samples) else None


def is_closed(solution: InverseGeometry, at_samples: Callable[[SX], list[Array]]) -> bool:
    """Tell whether a closed form closes all loops at the samples, with cosines and sines that belong to angles.

    Two linear equations give the cosine and the sine of a joint; their squares add up to 1 only if the lengths of the loop fit.

    at_samples : function from an expression to its finite values (n, k), for the robot of the file and for other members
    """
    angles = [position.c**2 + position.s**2 - 1 for position in (*solution.joints, *solution.coordinates.six)]
    left = at_samples(ca.vertcat(solution.residual(), 1 - solution.alignment(), *angles))
    return all(len(part) and np.abs(part).max(initial=0.0) < CLOSED for part in left)

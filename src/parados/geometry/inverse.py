"""Inverse geometric model (IGM): every joint of the tree as a function of x.

Closed forms are looked for loop by loop (`closed_form`); where the search does not determine a joint, the whole inverse
geometry is numeric: the graph then takes the unknowns as inputs, and Newton's method provides them (`numeric`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.closed_form import Candidate, candidates
from parados.geometry.couplings import Coupling
from parados.geometry.loops import Key, loop_elements, loop_keys
from parados.geometry.platform import Coordinates
from parados.geometry.residual import ClosedFrames, alignment, closure_frames, residual
from parados.spatial.vectors import SX, Frame
from parados.topology.mechanism import Mechanism
from parados.topology.tree import JointPosition, Tree

__all__ = ["InverseGeometry", "Step", "closed_form", "numeric_form"]

Array = NDArray[np.float64]

WEIGHT = 1e-9
"""An equation whose weight is below this (in m^2, or for unit vectors) at every sample does not determine its joint."""

CLOSED = 1e-9
"""Largest residual of the closures [m, -] that a closed form may leave at the samples: round-off leaves 1e-15."""


@dataclass(frozen=True)
class Step:
    """How one joint was found: from two roots if it has a discriminant, whose sign tells whether the leg reaches."""

    leg: int
    joint: str
    discriminant: SX


@dataclass(frozen=True)
class InverseGeometry:
    """The configuration as expressions of x, of the signs that choose the working mode, and, if numeric, of the
    unknowns.

    Attributes
    ----------
    x : (n_x,) symbol
    signs : (n_signs,) symbol of +-1, the free choices; `sign_legs` tells whose they are
    unknowns : (n_u,) symbol, empty where the closed form is complete; else all joints, then the dependent coordinates
    joints : position of every joint of the tree
    coordinates : the platform's six coordinates
    """

    mechanism: Mechanism
    x: SX
    signs: SX
    sign_legs: tuple[int, ...]
    unknowns: SX
    joints: tuple[JointPosition, ...]
    coordinates: Coordinates
    steps: tuple[Step, ...] = ()

    @property
    def is_closed_form(self) -> bool:
        return self.unknowns.numel() == 0

    @cached_property
    def tree(self) -> Tree:
        return Tree.at(self.mechanism, self.joints)

    @cached_property
    def pose(self) -> Frame:
        return self.coordinates.frame()

    @cached_property
    def frames(self) -> list[ClosedFrames]:
        """Every closure with its two frames in the base."""
        return closure_frames(self.mechanism, self.tree, self.pose)

    def discriminants(self) -> SX:
        """(n_steps, 1) negative where the joint of a step has no real position."""
        return ca.vertcat(*[step.discriminant for step in self.steps]) if self.steps else SX(0, 1)

    def residual(self) -> SX:
        """(m, 1) rows of all closures and, where joints are unknowns, of those whose positions x gives."""
        rows = residual(self.frames)
        if self.is_closed_form:
            return rows
        return ca.vertcat(rows, *[self.joints[k].q - given for k, given in given_joints(self.mechanism, self.x)])

    def alignment(self) -> SX:
        """Cosines that are positive where the closures are not turned over."""
        return alignment(self.frames)


@dataclass
class _Search:
    mechanism: Mechanism
    x: SX
    samples: Array
    known: dict[Key, JointPosition] = field(default_factory=dict)
    signs: list[SX] = field(default_factory=list)
    sign_legs: list[int] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    fruitless: set[tuple[int, frozenset[Key]]] = field(default_factory=set)

    def at_samples(self, expression: SX) -> Array:
        """(n, k) values at the samples that the solved joints reach, with alternating signs."""
        f = ca.Function("f", [ca.vertcat(self.x, *self.signs)], [ca.densify(expression)])
        choices = 1 - 2 * ((np.arange(len(self.samples)) >> np.arange(len(self.signs))[:, None]) % 2)
        values = f(np.vstack([self.samples.T, choices])).full().T
        return values[np.isfinite(values).all(axis=1)]

    def determines(self, candidate: Candidate) -> bool:
        for expression in (candidate.root.weight, candidate.root.discriminant):
            if expression is None:
                continue
            values = self.at_samples(expression)
            if len(values) == 0 or np.median(np.abs(values)) < WEIGHT:
                return False
        return True

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
                self.sign_legs.append(joint.leg)
                sigma = symbol * candidate.sign
            self.steps.append(Step(joint.leg, joint.name, candidate.root.discriminant))
        position = candidate.root.solve(sigma)
        self.known[kind, index] = position if candidate.sign == 1 else JointPosition(-position.q, position.c, -position.s)

    def pose(self) -> Frame | None:
        platform = self.mechanism.platform
        dependent = {k: self.known["coordinate", k] for k in platform.dependent if ("coordinate", k) in self.known}
        if len(dependent) < len(platform.dependent):
            return None
        return Coordinates.at(self.mechanism, self.x, dependent).frame()

    def preference(self, key: Key) -> int | None:
        """Actuated joints first, then passive ones, then coordinates; motions that a closure leaves free are not
        needed."""
        kind, index = key
        if kind != "joint":
            return 2 if kind == "coordinate" else None
        return 0 if index in self.mechanism.actuated else 1

    def next_candidate(self) -> Candidate | None:
        """The first equation that determines a joint; a loop that gave none is left out until more of it is known."""
        pose = self.pose()
        for number, closure in enumerate(self.mechanism.closures):
            tried = number, frozenset(key for key in loop_keys(self.mechanism, closure) if key in self.known)
            if tried in self.fruitless:
                continue
            elements = loop_elements(self.mechanism, closure, self.known, pose)
            for candidate in candidates(elements, self.preference):
                kind, _ = candidate.key
                if kind == "coordinate" and candidate.root.discriminant is not None:
                    continue
                if self.determines(candidate):
                    return candidate
            self.fruitless.add(tried)
        return None


def _known_coordinates(mechanism: Mechanism, x: SX) -> dict[Key, JointPosition]:
    if mechanism.platform.is_quaternion:
        return {}
    placeholder = {k: JointPosition(SX(0), SX(1), SX(0)) for k in mechanism.platform.dependent}
    six = Coordinates.at(mechanism, x, placeholder).six
    return {("coordinate", k): six[k] for k in range(6) if k not in mechanism.platform.dependent}


def given_joints(mechanism: Mechanism, x: SX) -> list[tuple[int, SX]]:
    """The joints whose positions are entries of x, and these entries."""
    tail = mechanism.n_x - len(mechanism.redundant)
    return [(joint, x[tail + k]) for k, joint in enumerate(mechanism.redundant)]


def closed_form(mechanism: Mechanism, samples: Array, couplings: Iterable[Coupling] = ()) -> InverseGeometry | None:
    """The inverse geometry in closed form, or None where the search ends before every joint is found.

    samples : (n, n_x) poses at which equations are tried; some must be within reach
    """
    x = SX.sym("x", mechanism.n_x)
    search = _Search(mechanism, x, samples)
    search.known.update(_known_coordinates(mechanism, x))
    for joint, q in given_joints(mechanism, x):
        search.known["joint", joint] = JointPosition.at(q)
    wanted: set[Key] = {("joint", k) for k in range(len(mechanism.joints))}
    wanted |= {("coordinate", k) for k in mechanism.platform.dependent}
    relations = list(couplings)
    while wanted - set(search.known):
        if any(relation.complete(search.known) for relation in relations):
            continue
        candidate = search.next_candidate()
        if candidate is None:
            return None
        search.accept(candidate)
    solution = InverseGeometry(
        mechanism=mechanism,
        x=x,
        signs=ca.vertcat(*search.signs) if search.signs else SX(0, 1),
        sign_legs=tuple(search.sign_legs),
        unknowns=SX(0, 1),
        joints=tuple(search.known["joint", k] for k in range(len(mechanism.joints))),
        coordinates=Coordinates.at(mechanism, x, {k: search.known["coordinate", k] for k in mechanism.platform.dependent}),
        steps=tuple(search.steps),
    )
    left = search.at_samples(ca.vertcat(solution.residual(), 1 - solution.alignment()))
    return solution if len(left) and np.abs(left).max() < CLOSED else None


def numeric_form(mechanism: Mechanism) -> InverseGeometry:
    """The configuration with all joints and dependent coordinates as inputs, to be found by Newton's method."""
    x = SX.sym("x", mechanism.n_x)
    joints = [JointPosition.at(SX.sym(joint.name)) for joint in mechanism.joints]
    dependent = {}
    for k in mechanism.platform.dependent:
        q = SX.sym(f"coordinate_{k}")
        dependent[k] = JointPosition.at(q)
    unknowns = ca.vertcat(*[j.q for j in joints], *[d.q for d in dependent.values()])
    return InverseGeometry(
        mechanism=mechanism,
        x=x,
        signs=SX(0, 1),
        sign_legs=(),
        unknowns=unknowns,
        joints=tuple(joints),
        coordinates=Coordinates.at(mechanism, x, dependent),
    )

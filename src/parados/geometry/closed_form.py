"""Inverse geometry in closed form, found from the topology (Briot & Khalil 7.1.1, made systematic).

Take a joint j of a loop and split the other unknown joints, in their cyclic order, into those that follow it and
those that precede it. If each run has an invariant (a point, a direction or a plane that it leaves in place, see
`features`), the relation between the two invariants does not depend on the joints of the runs. It gives one scalar
equation for j alone:

    two points       |u - J(q) w|^2 = D^2        circle and sphere, line and sphere
    plane and point  n . J(q) w = H              circle and plane, line and plane
    two directions   a . J(q) b = K              two cones

Each equation is linear in cos q and sin q, or quadratic in the stroke q. If one of the runs is empty, the invariant of
the other run is known on both sides of the joint, and j follows without a choice. Joints that are solved become known
frames for the next step. The legs of the book and of the papers (RRR, RPR, PRRR, PUU, UPS, RUS, C5, spherical RRR) are
special cases: the search needs no list of leg types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import casadi as ca
import numpy as np

from parados.geometry.features import Feature, invariants
from parados.geometry.loops import Element, Key
from parados.spatial.vectors import SX, Frame, Vector, column, dot
from parados.topology.tree import JointPosition

__all__ = ["Candidate", "Loop", "Root", "angle_root", "candidates", "stroke_root", "turned_onto"]


@dataclass(frozen=True)
class Root:
    """Solution of one equation for the position of one joint.

    Attributes
    ----------
    solve : function from the sign +-1 of the root to the position of the joint
    weight : expression that is zero in every configuration if the equation does not determine the joint
    discriminant : expression that is positive where the equation has two roots; None if the root is unique
    side : function from a position to its signed distance from the middle of the two roots; its sign is the one that
        `solve` takes to return this position
    """

    solve: Callable[[SX], JointPosition]
    weight: SX
    discriminant: SX | None
    side: Callable[[JointPosition], SX] | None = None


@dataclass(frozen=True)
class Candidate:
    """A joint of the loop, the sign of its variable in the loop, and the solution of an equation for it."""

    key: Key
    sign: int
    root: Root


def angle_root(A: SX, B: SX, C: SX) -> Root:
    """Solve A cos q + B sin q = C: q = atan2(B, A) + sigma acos(C / sqrt(A^2 + B^2)), in (-pi, pi]; sigma is 1 or -1."""
    rho2 = A * A + B * B

    def side(position: JointPosition) -> SX:
        return A * position.s - B * position.c

    if C.is_zero():
        scale = ca.sqrt(rho2)

        def square_angle(sigma: SX) -> JointPosition:
            k = sigma / scale
            return _at_angle(-B * k, A * k)

        return Root(square_angle, rho2, rho2, side)
    discriminant = rho2 - C * C

    def solve(sigma: SX) -> JointPosition:
        root = sigma * ca.sqrt(discriminant)
        return _at_angle((A * C - B * root) / rho2, (B * C + A * root) / rho2)

    return Root(solve, rho2, discriminant, side)


def _at_angle(c: SX, s: SX) -> JointPosition:
    return JointPosition(ca.atan2(s, c), c, s)


def turned_onto(w: Vector, u: Vector) -> Root:
    """Solve Rot(z, q) w = u for the angle q, which is unique."""
    numerator_c = w[0] * u[0] + w[1] * u[1]
    numerator_s = w[0] * u[1] - w[1] * u[0]
    fixed = w if w.is_constant() else u
    rho2 = fixed[0] * fixed[0] + fixed[1] * fixed[1]
    c, s = numerator_c / rho2, numerator_s / rho2
    return Root(lambda sigma: JointPosition(ca.atan2(numerator_s, numerator_c), c, s), rho2, None)


def _stroke(q: SX) -> JointPosition:
    return JointPosition(q, SX(1), SX(0))


def stroke_root(q: SX, weight: SX = 1) -> Root:
    """Return the root of a prismatic joint whose stroke is known without a choice."""
    return Root(lambda sigma: _stroke(q), SX(weight), None)


def _scale(u: Vector, w: Vector) -> float:
    """Return 1 / length of the part normal to z of the vector that is constant; 1 if neither is constant."""
    for v in (w, u):
        if v.is_constant():
            length = float(np.hypot(float(v[0]), float(v[1])))
            if length > 0:
                return 1 / length
    return 1.0


def _linear(u: Vector, w: Vector, rest: SX) -> Root:
    """Solve u . Rot(z, q) w = rest for q; u and w enter with their parts normal to z, `rest` holds all other terms."""
    k = _scale(u, w)
    return angle_root(k * (u[0] * w[0] + u[1] * w[1]), k * (u[1] * w[0] - u[0] * w[1]), k * rest)


def _distance(joint: Element, u: Vector, w: Vector, D2: SX) -> Root:
    """Solve |u - J(q) w|^2 = D2 for q."""
    if joint.prismatic:
        gap = u - w
        discriminant = D2 - (gap[0] * gap[0] + gap[1] * gap[1])
        middle = gap[2]
        return Root(lambda sigma: _stroke(middle + sigma * ca.sqrt(discriminant)), SX(1), discriminant, lambda at: at.q - middle)
    rise = u[2] - w[2]
    rest = (u[0] * u[0] + u[1] * u[1] + (w[0] * w[0] + w[1] * w[1]) + rise * rise - D2) / 2
    return _linear(u, w, rest)


def _height(joint: Element, n: Vector, point: Vector, H: SX, plane_behind: bool) -> Root:
    """Solve n . J(q) point = H (plane before the joint) or n . J(-q) point = H (plane behind the joint) for q."""
    if joint.prismatic:
        reach = (H - dot(n, point)) / n[2]
        return Root(lambda sigma: _stroke(-reach if plane_behind else reach), n[2] * n[2], None)
    level = H - n[2] * point[2]
    return _linear(point, n, level) if plane_behind else _linear(n, point, level)


def _angle(a: Vector, b: Vector, K: SX) -> Root:
    """Solve a . Rot(z, q) b = K for q."""
    return _linear(a, b, K - a[2] * b[2])


class Loop:
    """Frames and unknown joints of a loop in cyclic order; transforms vectors and planes between its frames."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self.elements = elements
        self.unknown = [k for k, e in enumerate(elements) if e.key is not None]
        self.turns_about_one_point = all(_turns_about_origin(element) for element in elements)
        self._features: dict[tuple[int, ...], list[Feature]] = {}

    def frames(self, start: int, stop: int) -> list[Frame]:
        """Return the frames from the joint at `start` forward to the joint at `stop`."""
        n = len(self.elements)
        count = (stop - start) % n or n
        between = [self.elements[(start + k) % n] for k in range(1, count)]
        return [e.frame for e in between if e.frame is not None]

    def feature_run(self, run: Sequence[int]) -> list[Feature]:
        """Return the invariants of a run of joints, given by their indices.

        If all axes meet in one point, the equations of points and planes are 0 = 0, and only directions are returned.
        """
        if tuple(run) not in self._features:
            between = [self.frames(a, b) for a, b in pairwise(run)]
            found = invariants([self.elements[k] for k in run], between)
            self._features[tuple(run)] = [one for one in found if one.kind == "direction" or not self.turns_about_one_point]
        return self._features[tuple(run)]

    def back(self, vector: Vector, is_point: bool, start: int, stop: int) -> Vector:
        """Transform a vector from the frame at `stop` to the frame at `start`, which comes before it."""
        for frame in reversed(self.frames(start, stop)):
            vector = frame.point(vector) if is_point else frame.turn(vector)
        return vector

    def ahead(self, vector: Vector, is_point: bool, start: int, stop: int) -> Vector:
        """Transform a vector from the frame at `start` to the frame at `stop`, which comes after it."""
        for frame in self.frames(start, stop):
            vector = frame.unpoint(vector) if is_point else frame.unturn(vector)
        return vector

    def plane_back(self, n: Vector, height: SX, start: int, stop: int) -> tuple[Vector, SX]:
        """Transform a plane n . x = height from the frame at `stop` to the frame at `start`."""
        for frame in reversed(self.frames(start, stop)):
            n = frame.turn(n)
            height = height + dot(n, frame.p)
        return n, height

    def plane_ahead(self, n: Vector, height: SX, start: int, stop: int) -> tuple[Vector, SX]:
        """Transform a plane n . x = height from the frame at `start` to the frame at `stop`."""
        for frame in self.frames(start, stop):
            height = height - dot(n, frame.p)
            n = frame.unturn(n)
        return n, height


def _turns_about_origin(element: Element) -> bool:
    """Tell whether an element is a revolute joint, or a frame with the same origin as the frame before it."""
    if element.frame is None:
        return not element.prismatic
    return all(entry.is_zero() for entry in element.frame.p.elements())


def candidates(elements: Sequence[Element], preference: Callable[[Key], int | None]) -> Iterator[Candidate]:
    """Find equations for single joints of a loop.

    Joints come in the order of their preference; a joint with preference None is left out. For each joint, the
    equations with a unique root come first.
    """
    if any(e.key is not None and e.screw.turn and e.screw.slide for e in elements):
        return  # a helical joint leaves no point, plane or direction in place
    loop = Loop(elements)
    ranks = {k: preference(key) for k, j in enumerate(loop.unknown) if (key := elements[j].key) is not None}
    for position in sorted((k for k, rank in ranks.items() if rank is not None), key=lambda k: ranks[k] or 0):
        j = loop.unknown[position]
        joint = elements[j]
        others = loop.unknown[position + 1 :] + loop.unknown[:position]
        for root in chain(_seen_directly(loop, j, others), _from_two_invariants(loop, j, others)):
            assert joint.key is not None
            yield Candidate(joint.key, joint.sign, root)


def _seen_directly(loop: Loop, j: int, others: list[int]) -> Iterator[Root]:
    """Find the roots of joint j if one of the runs is empty: the invariant of the other is known on both sides of j."""
    prismatic = loop.elements[j].prismatic
    origin, x_axis = column([0, 0, 0]), column([1, 0, 0])
    if not others:
        if prismatic:
            yield stroke_root(loop.ahead(origin, True, j, j)[2])
        else:
            yield turned_onto(x_axis, loop.ahead(x_axis, False, j, j))
        return
    for feature in loop.feature_run(others):
        is_point = feature.kind == "point"
        behind = loop.back(column(feature.first), is_point, j, others[0])
        before = loop.ahead(column(feature.last), is_point, others[-1], j)
        if not prismatic:
            yield turned_onto(behind, before)
        elif is_point:
            yield stroke_root(before[2] - behind[2])
        elif feature.kind == "plane":
            _, low = loop.plane_back(column(feature.first), SX(feature.first_height), j, others[0])
            n, high = loop.plane_ahead(column(feature.last), SX(feature.last_height), others[-1], j)
            yield stroke_root((high - low) / n[2], n[2] * n[2])


def _from_two_invariants(loop: Loop, j: int, others: list[int]) -> Iterator[Root]:
    """Find the roots of joint j from an invariant of the run after it and an invariant of the run ahead of it."""
    joint = loop.elements[j]
    for split in range(1, len(others)):
        after, ahead_of = others[:split], others[split:]
        for f2 in loop.feature_run(after):
            for f1 in loop.feature_run(ahead_of):
                yield from _relation(loop, j, joint, f1, f2, after, ahead_of)


def _relation(
    loop: Loop, j: int, joint: Element, f1: Feature, f2: Feature, after: list[int], ahead_of: list[int]
) -> Iterator[Root]:
    """Solve the equation of j that the invariant f2 of the run after it and the invariant f1 of the run ahead of it give."""

    def before_joint(values: np.ndarray, is_point: bool) -> Vector:
        return loop.ahead(column(values), is_point, ahead_of[-1], j)

    def behind_joint(values: np.ndarray, is_point: bool) -> Vector:
        return loop.back(column(values), is_point, j, after[0])

    def across(values: np.ndarray, is_point: bool) -> Vector:
        """Transform a vector of f1 to the frame of the last joint of the run after j, along the part of the loop without j."""
        return loop.back(column(values), is_point, after[-1], ahead_of[0])

    match f1.kind, f2.kind:
        case "point", "point":
            gap = across(f1.first, True) - column(f2.last)
            yield _distance(joint, before_joint(f1.last, True), behind_joint(f2.first, True), dot(gap, gap))
        case "plane", "point":
            other, level = loop.plane_back(column(f1.first), SX(f1.first_height), after[-1], ahead_of[0])
            n, height = loop.plane_ahead(column(f1.last), SX(f1.last_height), ahead_of[-1], j)
            H = height + (dot(other, column(f2.last)) - level)
            yield _height(joint, n, behind_joint(f2.first, True), H, False)
        case "point", "plane":
            n, height = loop.plane_back(column(f2.first), SX(f2.first_height), j, after[0])
            H = height + (dot(column(f2.last), across(f1.first, True)) - f2.last_height)
            yield _height(joint, n, before_joint(f1.last, True), H, True)
        case "direction", "direction" if not joint.prismatic:
            K = dot(across(f1.first, False), column(f2.last))
            yield _angle(before_joint(f1.last, False), behind_joint(f2.first, False), K)

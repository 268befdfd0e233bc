"""Closure equations at velocity and acceleration level: one row for each constrained relative motion.

A constrained translation along e gives e . (v_b - v_a) = 0. Both velocities are taken at the point where the two frames
meet; the body that owns the axes carries one of these points. Two axes a (of frame a) and b (of frame b) that stay
perpendicular give (omega_b - omega_a) . (a x b) = 0. The rows are the wrenches of the closure: they are reciprocal to
the motions that the closure leaves free (Briot & Khalil, appendix C). The acceleration rows are the time derivatives of
the velocity rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.platform_motion import PlatformMotion
from parados.geometry.residual import perpendicular_axes
from parados.kinematics.link_motion import LinkAcceleration, LinkTwist
from parados.spatial.vectors import SX, Frame, Vector, column, cross, dot, matrix
from parados.topology.mechanism import BASE, PLATFORM, Closure
from parados.topology.rods import Rod
from parados.topology.tree import Tree

__all__ = ["Bodies", "RowAxes", "acceleration_rows", "rod_accelerations", "rod_rates", "velocity_rows"]

Array = NDArray[np.float64]

ORIGIN = np.zeros(3)


@dataclass(frozen=True)
class Bodies:
    """Tree and platform with their velocities and, at acceleration level, their accelerations."""

    tree: Tree
    pose: Frame
    twists: list[LinkTwist]
    platform: PlatformMotion
    accelerations: list[LinkAcceleration] | None = None

    def seen(self, body: int, vector: Vector, axes: int) -> Vector:
        """Rotate a vector from the axes of `body` (base axes for the platform) into those of the body `axes`."""
        return self.tree.seen(max(body, BASE), vector, max(axes, BASE))

    def turning(self, body: int) -> Vector:
        """Angular velocity of a body, in the body's axes (base axes for the platform)."""
        if body == BASE:
            return SX(3, 1)
        return self.platform.omega if body == PLATFORM else self.twists[body].omega

    def place(self, body: int, at: Array) -> Vector:
        """Position of a point (3,) of a body, in the base frame."""
        if body == PLATFORM:
            return self.pose.point(column(at))
        return self.tree.point_to_base(body, column(at))

    def velocity(self, body: int, at: Array) -> Vector:
        """Velocity of a point (3,) of a body, in the body's axes."""
        if body == BASE:
            return SX(3, 1)
        if body == PLATFORM:
            return self.platform.velocity(self.pose.R @ column(at))
        return self.twists[body].v + cross(self.twists[body].omega, column(at))

    def turning_dot(self, body: int) -> Vector:
        """Angular acceleration of a body, in the body's axes (base axes for the platform)."""
        if body == BASE:
            return SX(3, 1)
        assert self.accelerations is not None
        return self.platform.omega_dot if body == PLATFORM else self.accelerations[body].omega_dot

    def tangent(self, body: int) -> SX:
        """U = omega_dot^ + omega^ omega^ of a body."""
        if body == BASE:
            return SX(3, 3)
        assert self.accelerations is not None
        return self.platform.tangent if body == PLATFORM else self.accelerations[body].U

    def acceleration(self, body: int, at: Array) -> Vector:
        """Acceleration of a point (3,) of a body, in the body's axes."""
        if body == BASE:
            return SX(3, 1)
        if body == PLATFORM:
            return self.platform.acceleration(self.pose.R @ column(at))
        assert self.accelerations is not None
        return self.accelerations[body].v_dot + self.accelerations[body].U @ column(at)


@dataclass(frozen=True)
class RowAxes:
    """The links in whose axes the three rows of a fully constrained translation or rotation are written."""

    translation: int
    rotation: int

    @staticmethod
    def own(closure: Closure) -> RowAxes:
        return RowAxes(closure.a, closure.a)


@dataclass(frozen=True)
class _Sides:
    """The two sides of a closure with free translations: `near` owns the axes, `far` is the other body.

    All vectors are in the axes of `near`. The rows are derivatives of n . arm = constant, where n is the normal of a
    plate. Terms that depend on n alone are the same for closures with parallel plates, so the graph computes them once.
    """

    near: int
    far: int
    far_at: Array  # origin of the far frame in the far body
    axes: SX  # (3, 3) closure axes
    arm: Vector  # from the origin of the near body to that of the far frame

    @staticmethod
    def of(closure: Closure, bodies: Bodies) -> _Sides:
        near, near_frame, far, far_frame = (
            (closure.a, closure.frame_a, closure.b, closure.frame_b)
            if closure.owner == "a"
            else (closure.b, closure.frame_b, closure.a, closure.frame_a)
        )
        axes = matrix(near_frame[:3, :3])
        if near == PLATFORM:
            axes = bodies.pose.R @ axes
        far_at = far_frame[:3, 3]
        arm = bodies.place(far, far_at) - bodies.place(near, ORIGIN)
        return _Sides(near, far, far_at, axes, bodies.seen(BASE, arm, near))

    def rates(self, closure: Closure, bodies: Bodies) -> list[SX]:
        """n_dot . arm + n . (v_far - v_near), with n_dot = omega x n, for each constrained direction n."""
        v, omega = bodies.velocity(self.near, ORIGIN), bodies.turning(self.near)
        v_far = bodies.seen(self.far, bodies.velocity(self.far, self.far_at), self.near)
        return [dot(cross(omega, n), self.arm) + (dot(n, v_far) - dot(n, v)) for n in self._normals(closure)]

    def accelerations(self, closure: Closure, bodies: Bodies) -> list[SX]:
        """n_ddot . arm + 2 n_dot . (v_far - v_near) + n . (a_far - a_near), with n_ddot = U n."""
        v, omega = bodies.velocity(self.near, ORIGIN), bodies.turning(self.near)
        a, U = bodies.acceleration(self.near, ORIGIN), bodies.tangent(self.near)
        v_far = bodies.seen(self.far, bodies.velocity(self.far, self.far_at), self.near)
        a_far = bodies.seen(self.far, bodies.acceleration(self.far, self.far_at), self.near)
        rows = []
        for n in self._normals(closure):
            n_dot = cross(omega, n)
            near, far = 2 * dot(n_dot, v) + dot(n, a), dot(2 * n_dot, v_far) + dot(n, a_far)
            rows.append(dot(U @ n, self.arm) + (far - near))
        return rows

    def _normals(self, closure: Closure) -> list[Vector]:
        return [self.axes[:, k] for k in range(3) if k not in closure.free_translations]


def _turning_rows(closure: Closure, bodies: Bodies) -> list[tuple[Vector, Vector, Vector]]:
    """Return a, b and a x b for each pair of axes that stay perpendicular, in the axes of body a."""
    R_a = matrix(closure.frame_a[:3, :3])
    if closure.a == PLATFORM:
        R_a = bodies.pose.R @ R_a
    rows = []
    for i, k in perpendicular_axes(closure):
        a = R_a[:, i]
        if len(closure.free_rotations) == 2:
            b_own = matrix(closure.frame_b[:3, :3])[:, k]
            b = bodies.seen(closure.b, bodies.pose.R @ b_own if closure.b == PLATFORM else b_own, closure.a)
        else:
            b = R_a[:, k]  # the closed frames share this axis
        rows.append((a, b, cross(a, b)))
    return rows


def _differences(closure: Closure, bodies: Bodies, of_a: Vector, of_b: Vector, link: int) -> list[SX]:
    """Return the three components of `of_b` minus `of_a` in the axes of a link; each vector is given in its body's axes."""
    difference = bodies.seen(closure.b, of_b, link) - bodies.seen(closure.a, of_a, link)
    return [difference[k] for k in range(3)]


def velocity_rows(closure: Closure, bodies: Bodies, axes: RowAxes) -> SX:
    """(k, 1) constrained components of the relative twist."""
    return ca.vertcat(*_translation_rates(closure, bodies, axes), *_turning_rates(closure, bodies, axes))


def _translation_rates(closure: Closure, bodies: Bodies, axes: RowAxes) -> list[SX]:
    if not closure.free_translations:
        v_a, v_b = bodies.velocity(closure.a, closure.frame_a[:3, 3]), bodies.velocity(closure.b, closure.frame_b[:3, 3])
        return _differences(closure, bodies, v_a, v_b, axes.translation)
    return _Sides.of(closure, bodies).rates(closure, bodies)


def _turning_rates(closure: Closure, bodies: Bodies, axes: RowAxes) -> list[SX]:
    omega_a, omega_b = bodies.turning(closure.a), bodies.turning(closure.b)
    if not closure.free_rotations:
        return _differences(closure, bodies, omega_a, omega_b, axes.rotation)
    turning = bodies.seen(closure.b, omega_b, closure.a) - omega_a
    return [dot(n, turning) for _, _, n in _turning_rows(closure, bodies)]


def acceleration_rows(closure: Closure, bodies: Bodies, axes: RowAxes) -> SX:
    """(k, 1) derivatives of `velocity_rows`."""
    return ca.vertcat(*_translation_accelerations(closure, bodies, axes), *_turning_accelerations(closure, bodies, axes))


def _translation_accelerations(closure: Closure, bodies: Bodies, axes: RowAxes) -> list[SX]:
    if not closure.free_translations:
        a_a = bodies.acceleration(closure.a, closure.frame_a[:3, 3])
        a_b = bodies.acceleration(closure.b, closure.frame_b[:3, 3])
        return _differences(closure, bodies, a_a, a_b, axes.translation)
    return _Sides.of(closure, bodies).accelerations(closure, bodies)


def _turning_accelerations(closure: Closure, bodies: Bodies, axes: RowAxes) -> list[SX]:
    dot_a, dot_b = bodies.turning_dot(closure.a), bodies.turning_dot(closure.b)
    if not closure.free_rotations:
        return _differences(closure, bodies, dot_a, dot_b, axes.rotation)
    turning_dot = bodies.seen(closure.b, dot_b, closure.a) - dot_a
    omega_a = bodies.turning(closure.a)
    omega_b = bodies.seen(closure.b, bodies.turning(closure.b), closure.a)
    rows = []
    for a, b, n in _turning_rows(closure, bodies):
        if len(closure.free_rotations) == 1:  # omega_b - omega_a is along b, so only this term of its product with n_dot remains
            more = -dot(omega_b - omega_a, b) * dot(omega_a, a)
        else:
            more = dot(omega_b - omega_a, cross(cross(omega_a, a), b) + cross(a, cross(omega_b, b)))
        rows.append(dot(n, turning_dot) + more)
    return rows


def rod_rates(rod: Rod, bodies: Bodies) -> SX:
    """r . (v_B - v_A), the time derivative of |r|^2 / 2 for r = AB; it contains no passive joint rate."""
    r, v = _span(rod, bodies), _from_a_to_b(rod, bodies, bodies.velocity)
    return dot(r, v)


def rod_accelerations(rod: Rod, bodies: Bodies) -> SX:
    """r . (a_B - a_A) + |v_B - v_A|^2, the time derivative of `rod_rates`."""
    r, v = _span(rod, bodies), _from_a_to_b(rod, bodies, bodies.velocity)
    return dot(r, _from_a_to_b(rod, bodies, bodies.acceleration)) + dot(v, v)


def _span(rod: Rod, bodies: Bodies) -> Vector:
    return bodies.place(rod.far, rod.far_at) - bodies.place(rod.root, rod.root_at)


def _from_a_to_b(rod: Rod, bodies: Bodies, of: Callable[[int, Array], Vector]) -> Vector:
    """Difference of a quantity between the ends of a bar, B minus A, in base axes."""
    return bodies.seen(rod.far, of(rod.far, rod.far_at), BASE) - bodies.seen(rod.root, of(rod.root, rod.root_at), BASE)

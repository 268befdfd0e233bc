"""Newton's and Euler's equations of every body by itself, in base axes, for comparison with the reactions of the engine.

Frames, joint rates and joint accelerations come from the engine. Velocities and accelerations of the bodies follow from plain
sums along each chain, those of the platform from products of elementary rotations.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.model.model import Model
from parados.robot.expressions import evaluate
from parados.spatial.inertia import INERTIAL_NAMES
from parados.topology.mechanism import BASE, PLATFORM

from .independent import Body, skew, unskew

Array = NDArray[np.float64]

Motion = tuple[Array, Array, Array, Array]
"""v, omega, v_dot, omega_dot of the origin of a body, base axes."""


def platform_motion(model: Model, x: Array, xd: Array, xdd: Array) -> Motion:
    """Motion of the platform from its six coordinates, or from the twist if they contain a quaternion."""
    rates, second = model.pose_rates(x, xd), model.pose_accelerations(x, xd, xdd)
    platform = model.mechanism.platform
    if platform.is_quaternion:
        return rates[:3], rates[3:], second[:3], second[3:]
    angles = model.pose(x)[3:]
    if platform.orientation == "tilt-torsion":  # Rz(a1) Ry(a2) Rz(a3 - a1)
        turns = [(2, np.array([1.0, 0, 0])), (1, np.array([0, 1.0, 0])), (2, np.array([-1.0, 0, 1.0]))]
    else:
        turns = [("xyz".index(letter.lower()), np.eye(3)[k]) for k, letter in enumerate(platform.orientation)]
        turns = turns if platform.orientation.isupper() else turns[::-1]
    R, R_dot, R_ddot = np.eye(3), np.zeros((3, 3)), np.zeros((3, 3))
    for axis, share in turns:
        a, ad, add = share @ angles, share @ rates[3:], share @ second[3:]
        S = skew(np.eye(3)[axis])
        T = np.eye(3) + np.sin(a) * S + (1 - np.cos(a)) * S @ S
        T_dot, T_ddot = S @ T * ad, S @ T * add + S @ S @ T * ad**2
        R, R_dot, R_ddot = R @ T, R_dot @ T + R @ T_dot, R_ddot @ T + 2 * R_dot @ T_dot + R @ T_ddot
    return rates[:3], unskew(R_dot @ R.T), second[:3], unskew(R_ddot @ R.T + R_dot @ R_dot.T)


def motions(model: Model, x: Array, xd: Array, xdd: Array) -> dict[int, Motion]:
    """Motion of every body, by its index."""
    frames, still = model.link_frames(x), np.zeros(3)
    qd, qdd = model.joint_rates(x, xd, joints="all"), model.joint_accelerations(x, xd, xdd, joints="all")
    found: dict[int, Motion] = {BASE: (still, still, still, still), PLATFORM: platform_motion(model, x, xd, xdd)}
    places = {BASE: still, PLATFORM: model.platform_frame(x)[:3, 3]}
    for k, joint in enumerate(model.mechanism.joints):
        v, w, a, alpha = found[joint.antecedent]
        places[k], z = frames[k, :3, 3], frames[k, :3, 2]
        r, turn, slide = places[k] - places[joint.antecedent], joint.screw.turn, joint.screw.slide
        w_k = w + turn * qd[k] * z
        v_k = v + np.cross(w, r) + slide * qd[k] * z
        a_k = a + np.cross(alpha, r) + np.cross(w, np.cross(w, r)) + slide * (qdd[k] * z + 2 * qd[k] * np.cross(w, z))
        found[k] = v_k, w_k, a_k, alpha + turn * (qdd[k] * z + qd[k] * np.cross(w, z))
    return found


def _body(model: Model, k: int, q: float) -> Body:
    """Inertia of a body at the position q of its joint."""
    if k == PLATFORM:
        return Body.of(model.mechanism.platform.standard)
    ten = np.array(model.mechanism.joints[k].standard, dtype=float)
    for name, text in model.mechanism.joints[k].varying.items():
        ten[INERTIAL_NAMES.index(name)] += evaluate(text, {"q": q}, {"sin": np.sin, "cos": np.cos, "sqrt": np.sqrt})
    return Body.of(ten)


def needed(model: Model, x: Array, xd: Array, xdd: Array) -> dict[int, Array]:
    """Sum of all wrenches on every body at the base origin that its motion and its weight need."""
    frames = {PLATFORM: model.platform_frame(x), **dict(enumerate(model.link_frames(x)))}
    moving, q, wanted = motions(model, x, xd, xdd), model.joints(x), {}
    for k, T in frames.items():
        R, o, body = T[:3, :3], T[:3, 3], _body(model, k, q[k] if k >= 0 else 0.0)
        _, w, a, alpha = moving[k]
        a = a - model.mechanism.gravity
        first, inertia = R @ body.first, R @ body.inertia @ R.T
        f = body.mass * a + np.cross(alpha, first) + np.cross(w, np.cross(w, first))
        m = inertia @ alpha + np.cross(w, inertia @ w) + np.cross(first, a)
        wanted[k] = np.concatenate([f, m + np.cross(o, f)])
    for body, pull in spring_wrenches(model, frames, moving):
        if body != BASE:
            wanted[body] = wanted[body] - pull
    return wanted


def spring_wrenches(model: Model, frames: dict[int, Array], moving: dict[int, Motion]) -> list[tuple[int, Array]]:
    """Wrench of every spring between points on each of its two bodies, at the base origin."""
    found: list[tuple[int, Array]] = []
    every = {BASE: np.eye(4), **frames}
    for spring in model.mechanism.springs:
        ends = []
        for body, at in ((spring.a, spring.at_a), (spring.b, spring.at_b)):
            arm = every[body][:3, :3] @ np.asarray(at, dtype=float)
            ends.append((every[body][:3, 3] + arm, moving[body][0] + np.cross(moving[body][1], arm)))
        d, d_dot = ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]
        length = np.linalg.norm(d)
        tension = spring.stiffness * (length - spring.length) + spring.damping * (d @ d_dot) / length + spring.force
        for body, (point, _), sign in ((spring.a, ends[0], 1), (spring.b, ends[1], -1)):
            force = sign * tension * d / length
            found.append((body, np.concatenate([force, np.cross(point, force)])))
    return found

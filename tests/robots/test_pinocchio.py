"""Forward dynamics against Pinocchio: its mass matrix, bias and frame accelerations, the closures as Lagrange multipliers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from parados.model.model import Model
from parados.topology.mechanism import PLATFORM

from .independent import relative_difference
from .test_generality import compiled, states

pin: Any = pytest.importorskip("pinocchio")

AGREEMENT = 1e-8
"""Relative: the saddle-point matrix mixes kg with 1, and the twist of the platform comes from differences."""


def body(standard: np.ndarray) -> Any:
    xx, xy, xz, yy, yz, zz, mx, my, mz, m = standard
    c = np.array([mx, my, mz]) / m if m else np.zeros(3)
    at_origin = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return pin.Inertia(m, c, at_origin - m * (c @ c * np.eye(3) - np.outer(c, c)))


def as_pinocchio(model: Model) -> tuple[Any, list[tuple[int, int, int]]]:
    """The same tree, the platform on a free joint; the frames of each closure and its number of rows, 3 (ball) or 6 (fixed)."""
    peer = pin.Model()
    peer.gravity.linear = model.mechanism.gravity
    index: dict[int, int] = {-1: 0}
    for k, joint in enumerate(model.mechanism.joints):
        kind = pin.JointModelPZ() if joint.prismatic else pin.JointModelRZ()
        index[k] = peer.addJoint(index[joint.antecedent], kind, pin.SE3(joint.fixed), joint.name)
        peer.appendBodyToJoint(index[k], body(joint.standard), pin.SE3.Identity())
    index[PLATFORM] = peer.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "platform")
    peer.appendBodyToJoint(index[PLATFORM], body(model.mechanism.platform.standard), pin.SE3.Identity())
    peer.armature = np.array([*[j.rotor for j in model.mechanism.joints], *[0.0] * 6])
    pairs = []
    for number, c in enumerate(model.mechanism.closures):
        ends = [
            peer.addFrame(pin.Frame(f"{number} {side}", index[link], 0, pin.SE3(frame), pin.FrameType.OP_FRAME))
            for side, link, frame in (("a", c.a, c.frame_a), ("b", c.b, c.frame_b))
        ]
        pairs.append((ends[0], ends[1], {0: 6, 3: 3}[len(c.free)]))
    return peer, pairs


def constrained_accelerations(
    peer: Any, pairs: list[tuple[int, int, int]], q: np.ndarray, v: np.ndarray, efforts: np.ndarray
) -> np.ndarray:
    """M vdot + h = efforts + J^T f with J vdot + Jdot v = 0."""
    data, aligned = peer.createData(), pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    M = pin.crba(peer, data, q)
    M = np.triu(M) + np.triu(M, 1).T
    h = pin.nonLinearEffects(peer, data, q, v).copy()
    pin.forwardKinematics(peer, data, q, v, np.zeros(peer.nv))
    pin.computeJointJacobians(peer, data, q)
    pin.updateFramePlacements(peer, data)
    rows, drift = [], []
    for a, b, count in pairs:
        Ja, Jb = (pin.getFrameJacobian(peer, data, f, aligned) for f in (a, b))
        pa, pb = (pin.getFrameClassicalAcceleration(peer, data, f, aligned).vector for f in (a, b))
        rows.append((Jb - Ja)[:count])
        drift.append((pb - pa)[:count])
    J = np.vstack(rows)
    saddle = np.block([[M, J.T], [J, np.zeros((len(J), len(J)))]])
    return np.linalg.lstsq(saddle, np.concatenate([efforts - h, -np.concatenate(drift)]), rcond=1e-13)[0][: peer.nv]


@pytest.mark.parametrize("name", ["hexa", "hexaglide", "6-ups-tilt-torsion", "delta-six-rods", "2-6r"])
def test_accelerations_agree_with_pinocchio(name: str) -> None:
    model = compiled(name)
    peer, pairs = as_pinocchio(model)
    for x, xd, _ in states(name):
        tau = np.linspace(-1, 2, len(model.actuated_names))
        T = model.platform_frame(x)
        steps = 1e-3 * np.array([-2, -1, 1, 2])
        near = model.platform_frame(np.array([x + step * xd for step in steps]))
        T_dot = np.tensordot([1 / 12, -8 / 12, 8 / 12, -1 / 12], near, 1) / 1e-3
        S = T[:3, :3].T @ T_dot[:3, :3]
        twist = np.concatenate([T[:3, :3].T @ T_dot[:3, 3], [S[2, 1], S[0, 2], S[1, 0]]])
        q = np.concatenate([model.joints(x), pin.SE3ToXYZQUAT(pin.SE3(T))])
        v = np.concatenate([model.joint_rates(x, xd, joints="all"), twist])
        efforts = np.zeros(peer.nv)
        efforts[list(model.mechanism.actuated)] = tau
        found = constrained_accelerations(peer, pairs, q, v, efforts)
        xdd = model.forward_dynamics(x, xd, tau, friction=False)
        wanted = model.joint_accelerations(x, xd, xdd, joints="all")
        assert relative_difference(wanted, found[: len(wanted)]) < AGREEMENT

"""Conversion of a parados model to Pinocchio: the same tree, the platform on a free joint, a pair of frames for each closure.

The tests compare accelerations with Pinocchio, the benchmarks compare times. Needs Pinocchio (`pip install pin`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pinocchio
from numpy.typing import NDArray

from parados.model.model import Model
from parados.spatial.mdh import Screw
from parados.topology.mechanism import PLATFORM

__all__ = ["Peer", "as_pinocchio", "constrained_accelerations", "constraints", "peer_state", "pin"]

Array = NDArray[np.float64]

pin: Any = pinocchio

ROWS = {0: 6, 3: 3}
"""Number of free rotations of a closure -> number of its constraints: 0 is a rigid closure, 3 a ball joint."""


class Peer(NamedTuple):
    """Pinocchio model of a robot; `closures` holds, for each closure, its two frames and its number of constraints."""

    model: Any
    closures: list[tuple[int, int, int]]


def _kind(screw: Screw) -> Any:
    """Return the Pinocchio joint with the same motion about and along its z axis."""
    if screw.turn and screw.slide:
        return pin.JointModelHZ(screw.slide)
    return pin.JointModelRZ() if screw.turn else pin.JointModelPZ()


def as_pinocchio(model: Model) -> Peer:
    """Build the same robot in Pinocchio. A closure that is neither rigid nor a ball joint raises a KeyError."""
    peer = pin.Model()
    peer.gravity.linear = model.mechanism.gravity
    index: dict[int, int] = {-1: 0}
    for k, joint in enumerate(model.mechanism.joints):
        index[k] = peer.addJoint(index[joint.antecedent], _kind(joint.screw), pin.SE3(joint.fixed), joint.name)
        peer.appendBodyToJoint(index[k], _body(joint.standard), pin.SE3.Identity())
    index[PLATFORM] = peer.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "platform")
    peer.appendBodyToJoint(index[PLATFORM], _body(model.mechanism.platform.standard), pin.SE3.Identity())
    peer.armature = np.array([*[j.rotor for j in model.mechanism.joints], *[0.0] * 6])
    closures = []
    for number, c in enumerate(model.mechanism.closures):
        ends = [
            peer.addFrame(pin.Frame(f"{number} {side}", index[link], 0, pin.SE3(frame), pin.FrameType.OP_FRAME))
            for side, link, frame in (("a", c.a, c.frame_a), ("b", c.b, c.frame_b))
        ]
        closures.append((ends[0], ends[1], ROWS[len(c.free)]))
    return Peer(peer, closures)


def _body(standard: Array) -> Any:
    xx, xy, xz, yy, yz, zz, mx, my, mz, m = standard
    c = np.array([mx, my, mz]) / m if m else np.zeros(3)
    at_origin = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return pin.Inertia(m, c, at_origin - m * (c @ c * np.eye(3) - np.outer(c, c)))


def constraints(peer: Peer) -> tuple[Any, Any]:
    """Return the closures as constraints of Pinocchio: their models and their data."""
    models, data = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    kinds = {3: pin.ContactType.CONTACT_3D, 6: pin.ContactType.CONTACT_6D}
    for *ends, count in peer.closures:
        a, b = (peer.model.frames[end] for end in ends)
        places = (a.parentJoint, a.placement, b.parentJoint, b.placement)
        models.append(pin.RigidConstraintModel(kinds[count], peer.model, *places, pin.ReferenceFrame.LOCAL))
        data.append(models[-1].createData())
    return models, data


def peer_state(model: Model, x: Array, xd: Array) -> tuple[Array, Array]:
    """Return the closed state q (nq,), v (nv,) of Pinocchio: all joints, then pose and twist of the platform, in its own axes."""
    T = model.platform_frame(x)
    T_dot = np.asarray(model.derivatives("pose", wrt="x")(x)["frame"]) @ xd
    S = T[:3, :3].T @ T_dot[:3, :3]
    twist = np.concatenate([T[:3, :3].T @ T_dot[:3, 3], [S[2, 1], S[0, 2], S[1, 0]]])
    q = np.concatenate([model.joints(x), pin.SE3ToXYZQUAT(pin.SE3(T))])
    return q, np.concatenate([model.joint_rates(x, xd, joints="all"), twist])


def constrained_accelerations(peer: Peer, q: Array, v: Array, efforts: Array) -> Array:
    """Return vdot (nv,) that solves M vdot + h = efforts + J^T f with J vdot + Jdot v = 0."""
    tree, data, aligned = peer.model, peer.model.createData(), pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    M = pin.crba(tree, data, q)
    M = np.triu(M) + np.triu(M, 1).T
    h = pin.nonLinearEffects(tree, data, q, v).copy()
    pin.forwardKinematics(tree, data, q, v, np.zeros(tree.nv))
    pin.computeJointJacobians(tree, data, q)
    pin.updateFramePlacements(tree, data)
    rows, drift = [], []
    for a, b, count in peer.closures:
        Ja, Jb = (pin.getFrameJacobian(tree, data, f, aligned) for f in (a, b))
        pa, pb = (pin.getFrameClassicalAcceleration(tree, data, f, aligned).vector for f in (a, b))
        rows.append((Jb - Ja)[:count])
        drift.append((pb - pa)[:count])
    J = np.vstack(rows)
    saddle = np.block([[M, J.T], [J, np.zeros((len(J), len(J)))]])
    return np.linalg.lstsq(saddle, np.concatenate([efforts - h, -np.concatenate(drift)]), rcond=1e-13)[0][: tree.nv]

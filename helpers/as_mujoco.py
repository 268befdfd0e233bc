"""Conversion of a parados model to MuJoCo: the same tree, the platform on a free joint, an equality constraint for each closure.

MuJoCo rejects moving bodies without mass or inertia. Such bodies get the mass and inertia TINY, which changes the efforts by
about the same amount.
"""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from parados.model.model import Model
from parados.topology.mechanism import PLATFORM, Joint

__all__ = ["TINY", "as_mujoco"]

Array = NDArray[np.float64]

TINY = 1e-9
"""Mass [kg] of a body without mass, and inertia [kg m^2] of a body about an axis without inertia."""

mj: Any = mujoco

KINDS = {("Rx", "Ry", "Rz"): mj.mjtEq.mjEQ_CONNECT, (): mj.mjtEq.mjEQ_WELD}
"""Free motions of a closure -> equality of MuJoCo."""


def as_mujoco(model: Model, *, sliding: bool = False, balance: bool = False) -> Any:
    """Build and compile the same robot in MuJoCo. All closures must be rigid or ball joints.

    sliding : put a platform that does not turn on three slides; then a universal joint holds it as a ball joint does
    balance : let MuJoCo change inertias that no body can have, as those of base parameters
    """
    spec = mj.MjSpec()
    spec.compiler.balanceinertia = balance
    spec.option.gravity = model.mechanism.gravity
    spec.option.disableflags |= int(mj.mjtDisableBit.mjDSBL_CONTACT)
    bodies = {-1: spec.worldbody}
    for k, joint in enumerate(model.mechanism.joints):
        bodies[k] = _add_link(bodies[joint.antecedent], joint)
    bodies[PLATFORM] = spec.worldbody.add_body(name="platform", **_inertia(model.mechanism.platform.standard))
    if sliding:
        for axis in np.eye(3):
            bodies[PLATFORM].add_joint(type=mj.mjtJoint.mjJNT_SLIDE, axis=axis)
    else:
        bodies[PLATFORM].add_freejoint()
    kinds = {**KINDS, ("Rx", "Ry"): mj.mjtEq.mjEQ_CONNECT} if sliding else KINDS
    for number, closure in enumerate(model.mechanism.closures):
        tie = spec.add_equality(type=kinds[closure.free], objtype=mj.mjtObj.mjOBJ_SITE)
        tie.name1, tie.name2 = f"{number} a", f"{number} b"
        for body, name, frame in ((closure.a, tie.name1, closure.frame_a), (closure.b, tie.name2, closure.frame_b)):
            bodies[body].add_site(name=name, pos=frame[:3, 3], quat=_quaternion(frame))
    return spec.compile()


def _add_link(parent: Any, joint: Joint) -> Any:
    place = {"pos": joint.fixed[:3, 3], "quat": _quaternion(joint.fixed)}
    body = parent.add_body(name=joint.name, **place, **_inertia(joint.standard))
    kind = mj.mjtJoint.mjJNT_SLIDE if joint.unit == "m" else mj.mjtJoint.mjJNT_HINGE
    body.add_joint(type=kind, axis=[0, 0, 1], armature=joint.rotor)
    return body


def _quaternion(frame: Array) -> Array:
    quaternion = np.zeros(4)
    mj.mju_mat2Quat(quaternion, frame[:3, :3].flatten())
    return quaternion


def _inertia(standard: Array) -> dict[str, Any]:
    """Return mass, centre of mass (3,) and central inertia (6,), in the order xx yy zz xy xz yz."""
    xx, xy, xz, yy, yz, zz, *first, m = standard
    mass = max(m, TINY)
    c = np.array(first) / mass
    central = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - mass * (c @ c * np.eye(3) - np.outer(c, c))
    central += TINY * np.eye(3)
    six = [central[i] for i in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
    return {"mass": mass, "ipos": c, "fullinertia": six, "explicitinertial": True}

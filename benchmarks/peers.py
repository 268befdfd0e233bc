"""Inverse dynamics of the same Gough-Stewart platform by general engines, in the same run.

Both engines get the tree of the legs and a free platform, and the same states. Timed is only the smallest part that
they need for the efforts: for Pinocchio the recursive Newton-Euler algorithm on the tree and the Jacobians of the
closures, for MuJoCo its inverse dynamics with the closures as equality constraints; the projection on the actuators,
which parados includes, is left out in their favour.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import parados
from benchmarks.speed import states
from benchmarks.timing import best_of
from parados.model.model import Model

__all__ = ["peers"]

COUNT = 2000


def peers() -> Iterator[tuple[str, str, float, float]]:
    """(engine, what, microseconds a state, ratio to parados)."""
    model = parados.load("gough-stewart-lopes").compile()
    x, xd, xdd = states(model, COUNT)
    ours = best_of(lambda: model.inverse_dynamics(x, xd, xdd)) / COUNT * 1e6
    yield "parados", "inverse dynamics, complete", ours, 1.0
    for name, engine in (("Pinocchio", _pinocchio), ("MuJoCo", _mujoco)):
        try:
            what, run = engine(model)
        except ImportError:
            yield name, "not installed (pip install parados[bench])", float("nan"), float("nan")
            continue
        taken = best_of(lambda run=run: [run(k) for k in range(COUNT)]) / COUNT * 1e6
        yield name, what, taken, taken / ours


def _pinocchio(model: Model):
    import pinocchio as pin

    tree = pin.Model()
    ends = []
    for joint in model.mechanism.joints:
        parent = 0 if joint.antecedent < 0 else joint.antecedent + 1
        kind = pin.JointModelPZ() if joint.prismatic else pin.JointModelRZ()
        placement = pin.SE3(joint.fixed[:3, :3], joint.fixed[:3, 3])
        index = tree.addJoint(parent, kind, placement, joint.name)
        tree.appendBodyToJoint(index, _inertia(pin, joint.standard), pin.SE3.Identity())
        ends.append(index)
    platform = tree.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "platform")
    tree.appendBodyToJoint(platform, _inertia(pin, model.mechanism.platform.standard), pin.SE3.Identity())
    data = tree.createData()
    rng = np.random.default_rng(0)
    q = pin.randomConfiguration(tree, -np.ones(tree.nq), np.ones(tree.nq))
    v, a = rng.normal(size=tree.nv), rng.normal(size=tree.nv)
    tips = ends[2::3]

    def run(k: int) -> None:
        pin.rnea(tree, data, q, v, a)
        pin.computeJointJacobians(tree, data, q)
        for tip in tips:
            pin.getJointJacobian(tree, data, tip, pin.LOCAL)

    return "RNEA of the tree and Jacobians of the closures", run


def _inertia(pin, standard: np.ndarray):
    mass = max(float(standard[9]), 1e-9)
    com = standard[6:9] / mass
    six = standard[:6]
    J = np.array([[six[0], six[1], six[2]], [six[1], six[3], six[4]], [six[2], six[4], six[5]]])
    central = J - mass * (com @ com * np.eye(3) - np.outer(com, com))
    return pin.Inertia(mass, com, central)


def _mujoco(model: Model):
    import mujoco

    spec = mujoco.MjSpec()
    spec.option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    bodies = []
    for joint in model.mechanism.joints:
        parent = spec.worldbody if joint.antecedent < 0 else bodies[joint.antecedent]
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, joint.fixed[:3, :3].flatten())
        body = parent.add_body(
            pos=joint.fixed[:3, 3],
            quat=quaternion,
            name=joint.name,
            mass=0.39,
            inertia=[0.1, 0.1, 0.1],
            ipos=[0, 0, 0],
            explicitinertial=True,
        )
        body.add_joint(type=mujoco.mjtJoint.mjJNT_SLIDE if joint.prismatic else mujoco.mjtJoint.mjJNT_HINGE, axis=[0, 0, 1])
        bodies.append(body)
    platform = spec.worldbody.add_body(name="platform", mass=1.43, inertia=[0.2, 0.2, 0.4], ipos=[0, 0, 0], explicitinertial=True)
    platform.add_freejoint()
    for closure in model.mechanism.closures:
        tie = spec.add_equality(type=mujoco.mjtEq.mjEQ_CONNECT, objtype=mujoco.mjtObj.mjOBJ_BODY)
        tie.name1, tie.name2 = model.mechanism.joints[closure.a].name, "platform"
        tie.data[:3] = closure.frame_a[:3, 3]
    compiled = spec.compile()
    data = mujoco.MjData(compiled)
    data.qvel[:] = 0.1
    data.qacc[:] = 0.1

    def run(k: int) -> None:
        mujoco.mj_inverse(compiled, data)

    return "mj_inverse with the closures as equalities", run

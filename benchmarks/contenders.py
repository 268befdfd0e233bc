"""Dynamics of Pinocchio and MuJoCo, to be timed on the same robot and in the same closed states as parados; see `peers`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.model.model import Model

__all__ = [
    "Contender",
    "Run",
    "States",
    "closed_states",
    "mujoco_inverse",
    "pinocchio_direct",
    "pinocchio_inverse",
    "pinocchio_loops",
]

Array = NDArray[np.float64]
Run = Callable[[int], object]

AGREEMENT = 1e-6
"""Largest allowed difference of accelerations [rad/s^2, m/s^2] and forces [N, N m]; massless links have 1e-9 kg in MuJoCo."""


LOOPS_AGREEMENT = 1e-4
"""Largest allowed difference of accelerations by `lcaba`, relative to the largest one; its proximal iterations stop earlier."""


class States(NamedTuple):
    """The same states for parados (x, xd, xdd, tau) and for a tree with a free platform (q, v, a, efforts), one row per state."""

    x: Array
    xd: Array
    xdd: Array
    tau: Array
    q: Array
    v: Array
    a: Array
    efforts: Array


class Contender(NamedTuple):
    """One engine: `run(k)` computes state k, `idle(k)` makes the same Python calls on a model with one joint."""

    name: str
    what: str
    run: Run
    idle: Run


# -- the same states for all engines --------------------------------------------------------------------------------------------


def closed_states(model: Model, x: Array, xd: Array, xdd: Array, tau: Array) -> States:
    """Convert states to Pinocchio. Raises AssertionError if the accelerations of Pinocchio and parados differ."""
    from helpers.as_pinocchio import as_pinocchio, constrained_accelerations, peer_state

    peer, n_t = as_pinocchio(model), len(model.joint_names)
    wanted = model.joint_accelerations(x, xd, model.forward_dynamics(x, xd, tau), joints="all")
    efforts = np.zeros((len(x), peer.model.nv))
    efforts[:, list(model.mechanism.actuated)] = tau
    q, v = (np.array(part) for part in zip(*[peer_state(model, x[k], xd[k]) for k in range(len(x))], strict=True))
    a = np.array([constrained_accelerations(peer, *state) for state in zip(q, v, efforts, strict=True)])
    _must_agree("accelerations of parados and Pinocchio", wanted, a[:, :n_t])
    return States(x, xd, xdd, tau, q, v, a, efforts)


def _must_agree(what: str, one: Array, other: Array, agreement: float = AGREEMENT) -> None:
    difference = float(np.abs(one - other).max())
    if not difference < agreement:
        raise AssertionError(f"{what} differ by {difference:.1e}: this is not the same robot")


def _mujoco_states(model: Model, s: States) -> tuple[Array, Array, Array]:
    """Return q, v, a of MuJoCo: the quaternion has w first, and the linear motion of the platform is in base axes."""
    n = len(model.joint_names)
    R = model.platform_frame(s.x)[:, :3, :3]
    linear, omega = s.v[:, n : n + 3], s.v[:, n + 3 :]
    change = s.a[:, n : n + 3] + np.cross(omega, linear)
    q = np.column_stack([s.q[:, : n + 3], s.q[:, n + 6], s.q[:, n + 3 : n + 6]])
    v, a = s.v.copy(), s.a.copy()
    v[:, n : n + 3], a[:, n : n + 3] = (np.einsum("kij,kj->ki", R, part) for part in (linear, change))
    return q, v, a


def _first(*columns: Array) -> list[Array]:
    """Return the first column of each array: states of a model with one joint."""
    return [column[:, :1].copy() for column in columns]


# -- Pinocchio ----------------------------------------------------------------------------------------------------------


def pinocchio_inverse(model: Model, s: States) -> Contender:
    from helpers.as_pinocchio import as_pinocchio

    work = _newton_euler_and_closures(as_pinocchio(model), s.q, s.v, s.a)
    idle = _newton_euler_and_closures(_one_joint(), *_first(s.q, s.v, s.a))
    return Contender("Pinocchio", "inverse dynamics: RNEA of the tree, Jacobian of the closures", work, idle)


def pinocchio_direct(model: Model, s: States) -> Contender:
    from helpers.as_pinocchio import as_pinocchio

    work = _constraint_dynamics(as_pinocchio(model), s.q, s.v, s.efforts)
    _must_agree("accelerations of Pinocchio by two methods", s.a[0], np.asarray(work(0)))
    idle = _constraint_dynamics(_one_joint(), *_first(s.q, s.v, s.efforts))
    return Contender("Pinocchio", "direct dynamics: constraintDynamics", work, idle)


def pinocchio_loops(model: Model, s: States) -> Contender:
    from helpers.as_pinocchio import as_pinocchio

    work = _loop_dynamics(as_pinocchio(model), s.q, s.v, s.efforts)
    size = np.abs(s.a[0]).max()
    _must_agree("accelerations by lcaba, over the largest one", s.a[0] / size, np.asarray(work(0)) / size, LOOPS_AGREEMENT)
    idle = _loop_dynamics(_one_joint(), *_first(s.q, s.v, s.efforts))
    return Contender("Pinocchio", "direct dynamics: lcaba", work, idle)


def _one_joint() -> Any:
    """Build a pendulum with one closure that always holds: a point on its axis is tied to the ground."""
    from helpers.as_pinocchio import Peer, pin

    one, here = pin.Model(), pin.SE3.Identity()
    joint = one.addJoint(0, pin.JointModelRZ(), here, "one")
    one.appendBodyToJoint(joint, pin.Inertia(1.0, np.zeros(3), np.eye(3)), here)
    ends = [one.addFrame(pin.Frame(f"{k}", k, 0, here, pin.FrameType.OP_FRAME)) for k in (joint, 0)]
    return Peer(one, [(ends[0], ends[1], 3)])


def _newton_euler_and_closures(peer: Any, q: Array, v: Array, a: Array) -> Run:
    from helpers.as_pinocchio import constraints, pin

    tree, data = peer.model, peer.model.createData()
    closures = constraints(peer)

    def run(k: int) -> None:
        pin.rnea(tree, data, q[k], v[k], a[k])
        pin.computeJointJacobians(tree, data)  # uses the placements that rnea has computed
        pin.getConstraintsJacobian(tree, data, *closures)

    return run


def _constraint_dynamics(peer: Any, q: Array, v: Array, efforts: Array) -> Run:
    from helpers.as_pinocchio import constraints, pin

    tree, data = peer.model, peer.model.createData()
    closures = constraints(peer)
    pin.initConstraintDynamics(tree, data, *closures)
    accuracy = pin.ProximalSettings(1e-10, 1e-10, 20)
    return lambda k: pin.constraintDynamics(tree, data, q[k], v[k], efforts[k], *closures, accuracy)


def _loop_dynamics(peer: Any, q: Array, v: Array, efforts: Array) -> Run:
    from helpers.as_pinocchio import constraints, pin

    tree, data = peer.model, peer.model.createData()
    closures = constraints(peer)
    pin.computeJointMinimalOrdering(tree, data, closures[0])
    accuracy = pin.ProximalSettings(1e-10, 1e-10, 20)
    return lambda k: pin.lcaba(tree, data, q[k], v[k], efforts[k], *closures, accuracy)


# -- MuJoCo -------------------------------------------------------------------------------------------------------------


def mujoco_inverse(model: Model, s: States) -> Contender:
    from helpers.as_mujoco import as_mujoco, mj

    q, v, a = _mujoco_states(model, s)
    data = mj.MjData(as_mujoco(model))
    work = _mj_inverse(data, q, v, a)
    work(0)
    _must_agree("forces of Pinocchio and MuJoCo", _forces_of_the_tree(model, s), data.qfrc_inverse + data.qfrc_constraint)
    spec = mj.MjSpec()
    spec.worldbody.add_body(mass=1, inertia=[1, 1, 1], explicitinertial=True).add_joint()
    return Contender(
        "MuJoCo",
        "inverse dynamics: mj_inverse, the closures as equalities",
        work,
        _mj_inverse(mj.MjData(spec.compile()), *_first(q, v, a)),
    )


def _mj_inverse(data: Any, q: Array, v: Array, a: Array) -> Run:
    from helpers.as_mujoco import mj

    def run(k: int) -> None:
        data.qpos[:], data.qvel[:], data.qacc[:] = q[k], v[k], a[k]
        mj.mj_inverse(data.model, data)

    return run


def _forces_of_the_tree(model: Model, s: States) -> Array:
    """Return the generalised forces of the tree without closures in the first state, with the platform's force in base axes."""
    from helpers.as_pinocchio import as_pinocchio, pin

    tree, n = as_pinocchio(model).model, len(model.joint_names)
    forces = pin.rnea(tree, tree.createData(), s.q[0], s.v[0], s.a[0]).copy()
    forces[n : n + 3] = model.platform_frame(s.x[0])[:3, :3] @ forces[n : n + 3]
    return forces

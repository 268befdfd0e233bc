"""Inverse dynamics of one Gough-Stewart platform by parados and by general engines, in the same run.

Every engine gets the same robot (tree of the legs, platform, inertias, gravity, closures) and the same closed states: joints,
rates and accelerations of all joints and the platform's pose and motion, as parados computes them. Before anything is timed,
Pinocchio's constrained accelerations must agree with those of parados, and the forces of MuJoCo with those of Pinocchio.

Timed is, of parados, the complete inverse dynamics from x, xd, xdd to the efforts, geometry included; of the others the smallest
part that they need for it, given the closed state: of Pinocchio the recursive Newton-Euler algorithm on the tree and the
Jacobians of the closures, of MuJoCo `mj_inverse` with the closures as equality constraints. The projection on the actuators is
left out in their favour.

A call from Python costs more than the engine itself, so two comparisons are made. `call`: all engines from Python, one state a
call. `engine`: without Python, which is for parados a state of one stacked call (a plain loop in C), for the others the call less
`binding`, the time of the same Python calls on a model with one joint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import parados
from benchmarks.speed import states
from benchmarks.timing import best_of
from parados.model.model import Model

__all__ = ["Figures", "peers"]

Array = NDArray[np.float64]

ROBOT = "gough-stewart-lopes"
COUNT = 1000
AGREEMENT = 1e-6
"""Largest difference of accelerations [rad/s^2, m/s^2] and forces [N, N m]; MuJoCo's massless links have 1e-9 kg."""


class Figures(NamedTuple):
    """Microseconds a state, and the ratios of `call` and of `engine` to those of parados."""

    name: str
    what: str
    call: float
    binding: float
    engine: float
    call_ratio: float
    engine_ratio: float


class States(NamedTuple):
    """The same states for parados (x, xd, xdd) and for a tree with a free platform (q, v, a), a row each."""

    x: Array
    xd: Array
    xdd: Array
    q: Array
    v: Array
    a: Array


Run = Callable[[int], object]


class Contender(NamedTuple):
    """What is done with state k, and the same Python calls with next to no work behind them."""

    what: str
    run: Run
    idle: Run


def peers() -> Iterator[Figures]:
    """Times of parados, Pinocchio and MuJoCo."""
    model = parados.load(ROBOT).compile()
    x, xd, xdd = states(model, COUNT)
    engine = best_of(lambda: model.inverse_dynamics(x, xd, xdd)) / COUNT * 1e6
    call = _time(lambda k: model.inverse_dynamics(x[k], xd[k], xdd[k]))
    yield Figures("parados", "complete, from x, xd, xdd", call, call - engine, engine, 1.0, 1.0)
    try:
        closed = _closed_states(model, x, xd, xdd)
    except ImportError:
        yield _missing("Pinocchio, which MuJoCo's states come from too")
        return
    for name, build in (("Pinocchio", _pinocchio), ("MuJoCo", _mujoco)):
        try:
            what, run, idle = build(model, closed)
        except ImportError:
            yield _missing(name)
            continue
        total, binding = _time(run), _time(idle)
        own = total - binding
        yield Figures(name, what, total, binding, own, total / call, own / engine)


def _time(run: Run) -> float:
    """Microseconds a state, one state a call."""
    return best_of(lambda: [run(k) for k in range(COUNT)]) / COUNT * 1e6


def _missing(name: str) -> Figures:
    return Figures(name, "not installed (pip install parados[bench])", *[float("nan")] * 5)


def _closed_states(model: Model, x: Array, xd: Array, xdd: Array) -> States:
    """The states as Pinocchio takes them; refuses a Pinocchio model that does not move as parados says."""
    from benchmarks.as_pinocchio import as_pinocchio, constrained_accelerations, peer_state

    peer, n_t = as_pinocchio(model), len(model.joint_names)
    tau = model.inverse_dynamics(x, xd, xdd, friction=False)
    wanted = model.joint_accelerations(x, xd, model.forward_dynamics(x, xd, tau, friction=False), joints="all")
    rows = []
    for k in range(len(x)):
        q, v = peer_state(model, x[k], xd[k])
        efforts = np.zeros(peer.model.nv)
        efforts[list(model.mechanism.actuated)] = tau[k]
        a = constrained_accelerations(peer, q, v, efforts)
        _must_agree("accelerations of parados and Pinocchio", wanted[k], a[:n_t])
        rows.append((q, v, a))
    return States(x, xd, xdd, *(np.array(column) for column in zip(*rows, strict=True)))


def _must_agree(what: str, one: Array, other: Array) -> None:
    difference = float(np.abs(one - other).max())
    if not difference < AGREEMENT:
        raise AssertionError(f"{what} differ by {difference:.1e}: this is not the same robot")


def _pinocchio(model: Model, s: States) -> Contender:
    from benchmarks.as_pinocchio import as_pinocchio, pin

    peer = as_pinocchio(model)
    one = pin.Model()
    one.appendBodyToJoint(one.addJoint(0, pin.JointModelRZ(), pin.SE3.Identity(), "one"), pin.Inertia.Random(), pin.SE3.Identity())
    frame = one.addFrame(pin.Frame("tip", 1, 0, pin.SE3.Identity(), pin.FrameType.OP_FRAME))
    tips = [end for a, b, _ in peer.closures for end in (a, b)]
    work = _newton_euler_and_jacobians(pin, peer.model, tips, s.q, s.v, s.a)
    idle = _newton_euler_and_jacobians(pin, one, [frame] * len(tips), *(c[:, :1].copy() for c in (s.q, s.v, s.a)))
    return Contender("RNEA of the tree, Jacobians of the closures", work, idle)


def _newton_euler_and_jacobians(pin: Any, tree: Any, frames: list[int], q: Array, v: Array, a: Array) -> Run:
    data, axes = tree.createData(), pin.ReferenceFrame.LOCAL_WORLD_ALIGNED

    def run(k: int) -> None:
        pin.rnea(tree, data, q[k], v[k], a[k])
        pin.computeJointJacobians(tree, data, q[k])
        for frame in frames:
            pin.updateFramePlacement(tree, data, frame)
            pin.getFrameJacobian(tree, data, frame, axes)

    return run


def _mujoco(model: Model, s: States) -> Contender:
    from benchmarks.as_mujoco import as_mujoco, mj

    q, v, a = _mujoco_states(model, s)
    full = as_mujoco(model)
    _must_agree("forces of Pinocchio and MuJoCo", *_forces(model, full, s, (q[0], v[0], a[0])))
    spec = mj.MjSpec()
    spec.worldbody.add_body(mass=1, inertia=[1, 1, 1], explicitinertial=True).add_joint()
    idle = _mj_inverse(mj, spec.compile(), *(c[:, :1].copy() for c in (q, v, a)))
    return Contender("mj_inverse, the closures as equalities", _mj_inverse(mj, full, q, v, a), idle)


def _mj_inverse(mj: Any, compiled: Any, q: Array, v: Array, a: Array) -> Run:
    data = mj.MjData(compiled)

    def run(k: int) -> None:
        data.qpos[:], data.qvel[:], data.qacc[:] = q[k], v[k], a[k]
        mj.mj_inverse(compiled, data)

    return run


def _mujoco_states(model: Model, s: States) -> tuple[Array, Array, Array]:
    """q, v, a with the quaternion's w first, and the platform's linear motion in base axes."""
    n = len(model.joint_names)
    R = model.platform_frame(s.x)[:, :3, :3]
    linear, omega = s.v[:, n : n + 3], s.v[:, n + 3 :]
    change = s.a[:, n : n + 3] + np.cross(omega, linear)
    q = np.column_stack([s.q[:, : n + 3], s.q[:, n + 6], s.q[:, n + 3 : n + 6]])
    v, a = s.v.copy(), s.a.copy()
    v[:, n : n + 3], a[:, n : n + 3] = (np.einsum("kij,kj->ki", R, part) for part in (linear, change))
    return q, v, a


def _forces(model: Model, full: Any, s: States, first: tuple[Array, Array, Array]) -> tuple[Array, Array]:
    """Generalised forces of the free tree in the first state, by Pinocchio and by MuJoCo."""
    from benchmarks.as_mujoco import mj
    from benchmarks.as_pinocchio import as_pinocchio, pin

    peer, n = as_pinocchio(model).model, len(model.joint_names)
    one = pin.rnea(peer, peer.createData(), s.q[0], s.v[0], s.a[0]).copy()
    one[n : n + 3] = model.platform_frame(s.x[0])[:3, :3] @ one[n : n + 3]
    data = mj.MjData(full)
    data.qpos[:], data.qvel[:], data.qacc[:] = first
    mj.mj_inverse(full, data)
    return one, data.qfrc_inverse + data.qfrc_constraint

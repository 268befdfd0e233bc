"""Independent dynamics from the poses of the links, for comparison with the engine.

Only the frames of the links and of the platform at given x come from the engine. Velocities and accelerations of the bodies
are finite differences of these frames in time, and partial velocities are finite differences in x. The wrenches follow from
Newton's and Euler's equations with the inertias of the file, and the generalised force is their virtual power. There is no
closure Jacobian and no recursion.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.model.model import Model
from parados.robot.description import FREEDOMS, LegSpec, LoopSpec, RobotSpec

Array = NDArray[np.float64]

#: central differences of order 8: offsets and weights of the first and second derivative
OFFSETS = np.arange(-4, 5)
FIRST = np.array([1 / 280, -4 / 105, 1 / 5, -4 / 5, 0, 4 / 5, -1 / 5, 4 / 105, -1 / 280])
SECOND = np.array([-1 / 560, 8 / 315, -1 / 5, 8 / 5, -205 / 72, 8 / 5, -1 / 5, 8 / 315, -1 / 560])

TIME_STEP = 4e-3  #: [s] with rates near 1: round-off leaves 1e-11 of the second derivatives, truncation less
SPACE_STEP = 1e-3  #: [m, rad]


@dataclass(frozen=True)
class Body:
    """A rigid body: mass, first moment and inertia at the origin of its frame, in its axes."""

    mass: float
    first: Array
    inertia: Array

    @staticmethod
    def of(standard: Array) -> Body:
        xx, xy, xz, yy, yz, zz, mx, my, mz, m = standard
        return Body(m, np.array([mx, my, mz]), np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))


def skew(v: Array) -> Array:
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def unskew(m: Array) -> Array:
    return np.array([m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]]) / 2


def advance(model: Model, x: Array, rates: Array) -> Array:
    """Return x after a step `rates`, which is a twist if x contains a quaternion."""
    if not model.mechanism.platform.is_quaternion:
        return x + rates
    angle = np.linalg.norm(rates[3:6])
    axis = rates[3:6] / angle if angle else np.zeros(3)
    w, v = np.cos(angle / 2), np.sin(angle / 2) * axis
    w0, v0 = x[3], x[4:7]
    turned = np.concatenate([[w * w0 - v @ v0], w * v0 + w0 * v + np.cross(v, v0)])
    return np.concatenate([x[:3] + rates[:3], turned, x[7:] + rates[6:]])


def bodies(model: Model) -> list[Body]:
    """Return the links in the order of `model.joint_names`, then the platform."""
    return [*[Body.of(joint.standard) for joint in model.mechanism.joints], Body.of(model.mechanism.platform.standard)]


def frames(model: Model, x: Array) -> Array:
    """(N, n_bodies, 4, 4) frames of all bodies at a stack of poses."""
    return np.concatenate([model.link_frames(x), model.platform_frame(x)[:, None]], axis=1)


@dataclass(frozen=True)
class Path:
    """A smooth path through x with the velocity xd and the acceleration xdd at time 0."""

    x: Array
    xd: Array
    xdd: Array

    def at(self, model: Model, t: float) -> Array:
        return advance(model, self.x, self.xd * t + self.xdd * t * t / 2)

    def velocity(self, model: Model, t: float) -> Array:
        """Return xd at time t; for a quaternion, the angular velocity of a rotation vector that changes its direction."""
        rates = self.xd + self.xdd * t
        if model.mechanism.platform.is_quaternion:
            vector = (self.xd * t + self.xdd * t * t / 2)[3:6]
            angle, S = float(np.linalg.norm(vector)), skew(vector)
            if angle > 0:
                left = np.eye(3) + S * (1 - np.cos(angle)) / angle**2 + S @ S * (angle - np.sin(angle)) / angle**3
                rates[3:6] = left @ rates[3:6]
        return rates


@dataclass(frozen=True)
class Dynamics:
    """Forces of a motion without friction.

    force : (n,) generalised force of the actuators, dual to xd
    ground : (6,) wrench of the ground on the robot at the base origin
    """

    force: Array
    ground: Array


def dynamics(model: Model, x: Array, xd: Array, xdd: Array) -> Dynamics:
    """Compute the virtual power and the sum of the inertia forces and weights of all bodies.

    Friction is left out. The rotors of the actuators, and the springs in joints, are added from finite differences of the joint
    positions; springs between points are added from finite differences of their lengths.
    """
    path = Path(x, xd, xdd)
    T = frames(model, np.array([path.at(model, TIME_STEP * k) for k in OFFSETS]))
    T_dot = np.tensordot(FIRST, T, 1) / TIME_STEP
    T_ddot = np.tensordot(SECOND, T, 1) / TIME_STEP**2
    here = T[4]
    partial = [np.tensordot(FIRST, frames(model, _line(model, x, k)), 1) / SPACE_STEP for k in range(len(xd))]
    gravity = model.mechanism.gravity
    force, ground = np.zeros(len(xd)), np.zeros(6)
    for b, body in enumerate(bodies(model)):
        R, R_dot, R_ddot = here[b, :3, :3], T_dot[b, :3, :3], T_ddot[b, :3, :3]
        omega = unskew(R_dot @ R.T)
        omega_dot = unskew(R_ddot @ R.T + R_dot @ R_dot.T)
        first, inertia = R @ body.first, R @ body.inertia @ R.T
        a = T_ddot[b, :3, 3] - gravity
        f = body.mass * a + np.cross(omega_dot, first) + np.cross(omega, np.cross(omega, first))
        moment = inertia @ omega_dot + np.cross(omega, inertia @ omega) + np.cross(first, a)
        ground += np.concatenate([f, moment + np.cross(here[b, :3, 3], f)])
        for k, slope in enumerate(partial):
            force[k] += f @ slope[b, :3, 3] + moment @ unskew(slope[b, :3, :3] @ R.T)
    return Dynamics(force + _rotors(model, path) + _springs(model, path), ground)


def platform_jacobian(model: Model, x: Array) -> Array:
    """(6, n) matrix that maps xd to the twist of the platform at P."""
    columns = []
    R = model.platform_frame(x)[:3, :3]
    for k in range(model.mechanism.n_dof):
        slope = np.tensordot(FIRST, model.platform_frame(_line(model, x, k)), 1) / SPACE_STEP
        columns.append(np.concatenate([slope[:3, 3], unskew(slope[:3, :3] @ R.T)]))
    return np.array(columns).T


def _line(model: Model, x: Array, k: int) -> Array:
    unit = np.eye(model.mechanism.n_dof)[k]
    return np.array([advance(model, x, SPACE_STEP * step * unit) for step in OFFSETS])


def unwrapped(model: Model, joints: Array) -> Array:
    """Return joint positions along a stack; angles have no jumps."""
    turning = [k for k, j in enumerate(model.mechanism.joints) if j.is_periodic]
    out = joints.copy()
    out[:, turning] = np.unwrap(out[:, turning], axis=0)
    return out


def _rotors(model: Model, path: Path) -> Array:
    inertia = np.array([j.rotor for j in model.mechanism.joints])
    n = len(path.xd)
    if not inertia.any():
        return np.zeros(n)
    along = unwrapped(model, model.joints(np.array([path.at(model, TIME_STEP * k) for k in OFFSETS])))
    qdd = SECOND @ along / TIME_STEP**2
    slopes = [FIRST @ unwrapped(model, model.joints(_line(model, path.x, k))) / SPACE_STEP for k in range(n)]
    return np.array([s @ (inertia * qdd) for s in slopes])


def _springs(model: Model, path: Path) -> Array:
    """(n,) generalised force against all springs: tensions times slopes of lengths, efforts times slopes of joint positions."""
    poses = np.array([path.at(model, TIME_STEP * k) for k in OFFSETS])
    joints, lengths = unwrapped(model, model.joints(poses)), spring_lengths(model, poses)
    efforts = spring_efforts(model, joints[4], FIRST @ joints / TIME_STEP)
    tensions = spring_tensions(model, lengths[4], FIRST @ lengths / TIME_STEP)
    lines = [_line(model, path.x, k) for k in range(len(path.xd))]
    by_joints = [FIRST @ unwrapped(model, model.joints(line)) / SPACE_STEP @ efforts for line in lines]
    by_lengths = [FIRST @ spring_lengths(model, line) / SPACE_STEP @ tensions for line in lines]
    return np.array(by_joints) + np.array(by_lengths)


def spring_efforts(model: Model, q: Array, qd: Array) -> Array:
    """(n_t,) efforts of the joints against their springs; the turns of a joint are counted from its position at home."""
    counted = unwrapped(model, np.array([model.joints(model.survey.home), q]))[1]
    efforts = np.zeros(len(q))
    for k, joint in enumerate(model.mechanism.joints):
        if (spring := joint.spring) is not None:
            efforts[k] = spring.stiffness * (counted[k] - spring.rest) + spring.damping * qd[k] + spring.effort
    return efforts


def spring_lengths(model: Model, x: Array) -> Array:
    """(N, n) distances between the points of each spring at a stack of poses."""
    T = np.concatenate([frames(model, x), np.tile(np.eye(4), (len(x), 1, 1, 1))], axis=1)  # links, platform, base
    n_t = len(model.mechanism.joints)
    places = {-2: n_t, -1: n_t + 1}

    def points(body: int, at: Array) -> Array:
        return np.asarray(T[:, places.get(body, body), :3] @ [*at, 1.0])

    vectors = [points(spring.b, spring.at_b) - points(spring.a, spring.at_a) for spring in model.mechanism.springs]
    return np.linalg.norm(np.array(vectors).reshape(-1, len(x), 3), axis=2).T


def spring_tensions(model: Model, lengths: Array, rates: Array) -> Array:
    """(n,) tensions of the springs for their lengths and rates (n,)."""
    constants = [(s.stiffness, s.length, s.damping, s.force) for s in model.mechanism.springs]
    k, free, c, f = np.array(constants).reshape(-1, 4).T
    return np.asarray(k * (lengths - free) + c * rates + f)


def rates_by_differences(model: Model, x: Array, xd: Array, xdd: Array) -> tuple[Array, Array]:
    """Compute rates and accelerations of all joints of the tree by finite differences."""
    path = Path(x, xd, xdd)
    along = unwrapped(model, model.joints(np.array([path.at(model, TIME_STEP * k) for k in OFFSETS])))
    return FIRST @ along / TIME_STEP, SECOND @ along / TIME_STEP**2


def closure_gaps(spec: RobotSpec, model: Model, x: Array, mode: object = None) -> dict[str, float]:
    """Compute the gap [m, rad] of every closure in its constrained motions, from the description of the robot."""
    links = dict(zip(model.joint_names, model.link_frames(x, mode=mode), strict=True))
    bodies = {"base": np.eye(4), "platform": model.platform_frame(x, mode=mode)}
    for leg in spec.legs:
        bodies |= _frames_by_name(leg, links, bodies)
    gaps: dict[str, float] = {}
    for leg in spec.legs:
        if (c := leg.closure) is not None:
            a, b = bodies[c.of or leg.joints[-1].name] @ c.frame.matrix(), bodies[c.to] @ c.platform.matrix()
            gaps[f"{leg.name} closure"] = _gap(a, b, c.freedoms(), c.axes == "leg")
        for k, loop in enumerate(leg.loops):
            gaps[f"{leg.name} loop {k}"] = _gap_of(loop, {**bodies, "base": bodies[leg.carrier] @ leg.base.matrix()})
    q = dict(zip(model.joint_names, model.joints(x, mode=mode), strict=True))
    for one in spec.couplings:
        gaps[f"coupling {one.name}"] = abs(sum(factor * q[name] for name, factor in one.terms.items()) - one.constant)
    return gaps | {f"closure {k}": _gap_of(tie, bodies) for k, tie in enumerate(spec.closures)}


def _gap_of(tie: LoopSpec, bodies: dict[str, Array]) -> float:
    first, second = (bodies[name] @ frame.matrix() for name, frame in zip(tie.between, tie.frames, strict=True))
    return _gap(first, second, tie.freedoms(), tie.axes == "first")


def _frames_by_name(leg: LegSpec, links: dict[str, Array], bodies: dict[str, Array]) -> dict[str, Array]:
    """Return the frames (4, 4) of the links of a leg by name; a link after a fixed joint moves with the link before it.

    bodies : the frames of the base, of the platform and of the links of earlier legs
    """
    foot = bodies[leg.carrier] @ leg.base.matrix()
    frames: dict[str, Array] = {}
    before = foot
    for joint in leg.joints:
        if joint.kind == "fixed":
            start = {**bodies, **frames, "base": foot}[joint.antecedent] if joint.antecedent else before
            frames[joint.name] = start @ joint.row()
        else:
            suffixes = {"U": "ab", "S": "abc", "C": "ab", "E": "abc"}.get(joint.kind, "")
            names = joint.names or tuple(joint.name + suffix for suffix in suffixes) or (joint.name,)
            frames |= {name: links[name] for name in names if name in links}
            frames |= {joint.name: links[names[-1]]} if names[-1] in links else {}  # one joint of a rod that spins is left out
        before = frames.get(joint.name, before)
    return frames


def _gap(a: Array, b: Array, free: tuple[str, ...], in_first: bool) -> float:
    """Return the difference of two frames after the best fit of the free motions; rotations need not be small."""
    for name in free:
        assert name in FREEDOMS
    owner = a if in_first else b
    d = owner[:3, :3].T @ (b[:3, 3] - a[:3, 3])
    off = [abs(d["xyz".index(f[1])]) for f in ("Tx", "Ty", "Tz") if f not in free]
    R = a[:3, :3].T @ b[:3, :3]
    turning = [i for i in range(3) if f"R{'xyz'[i]}" in free]
    e = np.eye(3)
    match len(turning):
        case 0:
            off.append(np.abs(R - e).max())
        case 1:
            off.append(np.abs(R[:, turning[0]] - e[turning[0]]).max())
        case 2:  # Rot(first axis) Rot(second axis): the first axis of a is perpendicular to the second of b
            off.append(abs(R[turning[0], turning[1]]))
    return float(max(off, default=0.0))


def relative_difference(found: Array, wanted: Array) -> float:
    scale = max(float(np.abs(wanted).max()), 1e-9)
    return float(np.abs(found - wanted).max()) / scale

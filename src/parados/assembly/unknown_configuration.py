"""A configuration as a function of the unknowns of the closure equations, and the unknowns of sampled configurations.

The unknowns are joints (angles, strokes over the robot's size), the free coordinates of the position of the platform over the
robot's size, and its orientation: one or two angles, or, for three, a chart of the quaternions up to a factor,

    e = e_0 + B v,    R = N(e) / (e . e),                                  with e_0 and the columns of B orthonormal,

so that an orientation has one v. Angles are unknowns themselves: they are complex on the way, and whole turns do not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.assembly.passive_axes import driven_positions
from parados.geometry.coupled_joints import CoupledJoints
from parados.geometry.inverse import Samples
from parados.geometry.loops import Key
from parados.geometry.platform_motion import Coordinates
from parados.geometry.survey import Survey
from parados.spatial.rotations import quaternion_matrix
from parados.spatial.vectors import SX, Frame, column, matrix
from parados.topology.mechanism import Mechanism
from parados.topology.tree import JointPosition, Tree

__all__ = ["Configuration", "configuration"]

Array = NDArray[np.float64]

CHART = np.linalg.qr(np.random.default_rng(21).normal(size=(4, 4)))[0]
"""(4, 4) the quaternion e_0, then the columns of B. Half turns about axes normal to e_0 are not in the chart."""


@dataclass(frozen=True)
class Configuration:
    """The tree of a robot at unknowns y (n,) and actuated joints q (n_a,).

    y, q : symbols;  tree : with eliminated joints at zero;  turns : (n,) True for unknowns that are angles
    values : (n_s, n) unknowns of the sampled configurations;  joints : positions of the joints that y and q determine
    unknown : indices of the joints that are unknowns; the unknowns of the platform follow them
    """

    y: SX
    q: SX
    tree: Tree
    turns: NDArray[np.bool_]
    values: Array
    joints: dict[int, JointPosition]
    unknown: tuple[int, ...]


def configuration(mechanism: Mechanism, survey: Survey, relations: CoupledJoints, unknown: Sequence[int]) -> Configuration:
    """Build the configuration with the joints `unknown` as unknowns; those that follow by relations are not among them."""
    size, samples = mechanism.size, survey.with_home
    q = SX.sym("q", len(mechanism.actuated))
    known: dict[Key, JointPosition] = {("joint", k): position for k, position in driven_positions(relations, q).items()}
    symbols: dict[int, SX] = {}
    values: list[SX] = [SX(0, 1)]
    turns: list[bool] = []
    for k in unknown:
        if ("joint", k) not in known:
            turn = bool(mechanism.joints[k].screw.turn)
            symbols[k] = SX.sym(f"y{k}")
            turns.append(turn)
            values.append(survey.geometry.joints[k].q / (1 if turn else size))
            known["joint", k] = _position(symbols[k], turn, size)
            while relations.complete(known):
                pass
    pose = _pose(mechanism, survey, samples)
    joints = {index: position for (_, index), position in known.items()}
    positions = [joints.get(k, JointPosition(SX(0), SX(1), SX(0))) for k in range(len(mechanism.joints))]
    there = np.hstack([samples.values(survey.geometry, ca.vertcat(*values))[:, :, 0], pose.values])
    y = ca.vertcat(SX(0, 1), *symbols.values(), pose.y)
    turning = np.array([*turns, *pose.turns], dtype=bool)
    tree = Tree.at(mechanism, positions, pose.frame)
    return Configuration(y, q, tree, turning, there, joints, tuple(symbols))


def _position(value: SX, turn: bool, size: float) -> JointPosition:
    return JointPosition.at(value) if turn else JointPosition(size * value, SX(1), SX(0))


class _Pose(NamedTuple):
    """Frame of a free platform, its unknowns, which of them are angles, and their values (n_s, k) at the samples."""

    frame: Frame
    y: SX
    turns: list[bool]
    values: Array


def _pose(mechanism: Mechanism, survey: Survey, samples: Samples) -> _Pose:
    platform, geometry = mechanism.platform, survey.geometry
    if platform.carrier is not None:
        return _Pose(Frame.identity(), SX(0, 1), [], np.zeros((len(samples.inputs), 0)))
    free = range(6) if platform.is_quaternion else sorted((*platform.coordinates, *platform.dependent))
    places, angles = [k for k in free if k < 3], [k for k in free if k >= 3]
    p, a = SX.sym("p", len(places)), SX.sym("a", len(angles))
    constant = np.zeros(6) if platform.is_quaternion else np.asarray(platform.constant, dtype=float)
    six = [JointPosition(SX(value), column([np.cos(value)]), column([np.sin(value)])) for value in constant]
    for n, k in enumerate(places):
        six[k] = _position(p[n], False, mechanism.size)
    position = ca.vertcat(*[six[k].q for k in range(3)])
    at = samples.values(geometry, geometry.pose.p[places] / mechanism.size)[:, :, 0]
    if len(angles) == 3:
        v = _chart_values(samples.values(geometry, geometry.pose.R))
        return _Pose(Frame(_chart_rotation(a), position), ca.vertcat(p, a), [False] * (len(places) + 3), np.hstack([at, v]))
    for n, k in enumerate(angles):
        six[k] = JointPosition.at(a[n])
    turned = samples.values(geometry, ca.vertcat(SX(0, 1), *[geometry.coordinates.six[k].q for k in angles]))[:, :, 0]
    turns = [False] * len(places) + [True] * len(angles)
    return _Pose(Coordinates(platform, tuple(six)).frame(), ca.vertcat(p, a), turns, np.hstack([at, turned]))


def _chart_rotation(v: SX) -> SX:
    """(3, 3) rotation with the chart v (3, 1)."""
    e = SX(ca.DM(CHART)) @ ca.vertcat(1, v)
    unit = matrix(np.eye(3))
    return unit + (quaternion_matrix(e) - unit) / ca.sumsqr(e)


def _chart_values(R: Array) -> Array:
    """(N, 3) charts of rotations (N, 3, 3)."""
    from scipy.spatial.transform import Rotation

    own = np.roll(Rotation.from_matrix(R).as_quat(), 1, axis=1) @ CHART
    return np.asarray(own[:, 1:] / own[:, :1])

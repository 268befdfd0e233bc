"""Joints that follow from other joints by linear relations, and angles that are counted from home.

A closed form gives the cosine and the sine of an angle, so the angle is known up to whole turns. A joint of a coupling such as
m = 50 q needs the angle itself. It is counted from home: it is within half a turn of its position there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.loops import Key
from parados.spatial.live_numbers import is_live
from parados.spatial.vectors import SX, column
from parados.topology.joint_couplings import Coupling, eliminated
from parados.topology.mechanism import Mechanism
from parados.topology.tree import JointPosition

__all__ = ["CoupledJoints", "LinearJoint"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LinearJoint:
    """A joint with the position constant + sum of factor * entry of x.

    factors : ("coordinate", place in px ... a3) or ("joint", index) of an entry of x -> factor; +-1 for a joint that turns
    """

    joint: int
    factors: dict[Key, float]
    constant: float
    turns: bool

    def position(self, known: dict[Key, JointPosition]) -> JointPosition:
        """Return the position of the joint as an expression of the entries of x."""
        if not self.turns:
            q = self.constant + sum((factor * known[key].q for key, factor in self.factors.items()), SX(0))
            return JointPosition(q, SX(1), SX(0))
        total = _angle(self.constant)
        for key, factor in self.factors.items():
            total = _add(total, known[key], factor)
        return total


class CoupledJoints:
    """Relations between joints: those of inner loops and the couplings of the file.

    relations : relations that inner loops impose
    home : (n_t,) positions near which the angles of coupled joints are counted [rad]
    linear : joints that are linear functions of x
    """

    def __init__(
        self, mechanism: Mechanism, relations: Sequence[Coupling], home: Array, linear: Sequence[LinearJoint] = ()
    ) -> None:
        self.mechanism, self.found, self.home, self.linear = mechanism, relations, home, linear
        self.relations = [*relations, *mechanism.couplings]
        self.counted_joints = _connected(mechanism, relations)

    def with_linear(self, linear: Sequence[LinearJoint]) -> CoupledJoints:
        """Return the same relations with joints that are linear functions of x."""
        return CoupledJoints(self.mechanism, self.found, self.home, linear)

    def add_linear(self, known: dict[Key, JointPosition]) -> bool:
        """Add one joint that is a linear function of x to `known`, which has the entries of x; return False if none is left."""
        for one in self.linear:
            if ("joint", one.joint) not in known:
                known["joint", one.joint] = one.position(known)
                return True
        return False

    def complete(self, known: dict[Key, JointPosition]) -> bool:
        """Compute the position of a joint that is not in `known` and return True, if the relations determine one."""
        missing = {k for relation in self.relations for k in relation.factors if ("joint", k) not in known}
        for relation in self.relations:
            own = [k for k in relation.factors if k in missing]
            if len(own) == 1:
                known["joint", own[0]] = self._solved(relation, own[0], known)
                return True
        for joint, relation in eliminated(self.mechanism.couplings, missing) if len(self.mechanism.couplings) > 1 else ():
            if not missing & (set(relation.factors) - {joint}):
                known["joint", joint] = self._solved(relation, joint, known)
                return True
        return False

    def _solved(self, relation: Coupling, target: int, known: dict[Key, JointPosition]) -> JointPosition:
        """Solve a relation for one joint.

        If all joints turn by equal or opposite angles, the cosine and sine come from those of the other joints.
        """
        scale = -1 / relation.factors[target]
        factors = {k: factor * scale for k, factor in relation.factors.items() if k != target}
        constant = SX(-relation.constant * scale)
        turning = all(self.mechanism.joints[k].screw.turn for k in relation.factors)
        if turning and constant.is_constant() and not any(is_live(f) or abs(f) != 1 for f in factors.values()):
            total = _angle(float(constant))
            for k, factor in factors.items():
                total = _add(total, known["joint", k], factor)
            return total
        q = constant + sum(factor * known["joint", k].q for k, factor in factors.items())
        return JointPosition.at(q) if self.mechanism.joints[target].screw.turn else JointPosition(q, SX(1), SX(0))

    def counted(self, key: Key, position: JointPosition) -> JointPosition:
        """Return a position with its angle counted from home, if a coupling of the file depends on it."""
        kind, index = key
        if kind != "joint" or index not in self.counted_joints or not self.mechanism.joints[index].screw.turn:
            return position
        home = float(self.home[index])
        c, s = np.cos(home), np.sin(home)
        away = ca.atan2(position.s * c - position.c * s, position.c * c + position.s * s)
        return JointPosition(home + away if home else position.q, position.c, position.s)


def _connected(mechanism: Mechanism, relations: Sequence[Coupling]) -> set[int]:
    """Return the joints of the file's couplings, and those on which they depend through other relations."""
    found = {k for coupling in mechanism.couplings for k in coupling.factors}
    while more := {k for one in relations if found & set(one.factors) for k in one.factors} - found:
        found |= more
    return found


def _angle(value: float) -> JointPosition:
    return JointPosition(SX(value), column([np.cos(value)]), column([np.sin(value)]))


def _add(a: JointPosition, b: JointPosition, factor: float) -> JointPosition:
    """Return a + factor * b for a factor +1 or -1."""
    sign = 1 if factor > 0 else -1
    c, s = b.c, sign * b.s
    return JointPosition(a.q + factor * b.q, a.c * c - a.s * s, a.s * c + a.c * s)

"""Positions of joints that follow from other joints by linear relations.

A closed form gives the cosine and the sine of an angle, so the angle is known only up to whole turns. A coupling such as
m = 50 q needs the angle q itself. Such an angle is counted from home: it is chosen within half a turn of its value at home. In a
family of robots the value at home is an expression of the live parameters, so that each member counts from its own home. Along a
motion, the whole turns since then are added (`Joint.turned`).
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

__all__ = ["CoupledJoints", "LinearJoint", "added_angle", "constant_angle"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LinearJoint:
    """A joint whose position is a linear function of x: constant + sum of factor * entry of x.

    joint : index of the joint;  turns : True if its position is an angle
    factors : key of an entry of x -> factor. The key is ("coordinate", k), with k from 0 to 5 for px, py, pz, a1, a2, a3, or
        ("joint", index). If the joint turns, the factors are +1 or -1
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
        total = constant_angle(self.constant)
        for key, factor in self.factors.items():
            total = added_angle(total, known[key], factor)
        return total


class CoupledJoints:
    """Linear relations between joints: those that inner loops impose, and the couplings of the file.

    An inner loop lies within one tree, so that the pose of the platform does not enter its equations.

    Parameters
    ----------
    relations : relations that inner loops impose (the attribute `found`; the attribute `relations` adds the file's couplings)
    home : (n_t,) joint positions at home, numbers or expressions of the live parameters [rad or m]; angles of coupled joints are
        chosen within half a turn of them
    linear : joints whose positions are linear functions of x
    """

    def __init__(
        self, mechanism: Mechanism, relations: Sequence[Coupling], home: Array | SX, linear: Sequence[LinearJoint] = ()
    ) -> None:
        self.mechanism, self.found, self.home, self.linear = mechanism, relations, home, linear
        self.relations = [*relations, *mechanism.couplings]
        self.counted_joints = _connected(mechanism, relations)

    def with_linear(self, linear: Sequence[LinearJoint]) -> CoupledJoints:
        """Return the same relations, with `linear` as the joints that are linear functions of x."""
        return CoupledJoints(self.mechanism, self.found, self.home, linear)

    def add_linear(self, known: dict[Key, JointPosition]) -> bool:
        """Add one joint of `linear` to `known` and return True; return False if `known` has all of them.

        known : key -> position; it must contain the entries of x
        """
        for one in self.linear:
            if ("joint", one.joint) not in known:
                known["joint", one.joint] = self._turns_kept(one.joint, one.position(known))
                return True
        return False

    def complete(self, known: dict[Key, JointPosition]) -> bool:
        """Add one joint that the relations determine to `known` and return True; return False if they determine no more."""
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
        """Return the position of the joint `target` from a relation in which all other joints are known.

        If all joints turn and have factors +1 or -1, the cosine and sine follow from those of the other joints.
        """
        scale = -1 / relation.factors[target]
        factors = {k: factor * scale for k, factor in relation.factors.items() if k != target}
        constant = SX(-relation.constant * scale)
        turning = all(self.mechanism.joints[k].screw.turn for k in relation.factors)
        if turning and constant.is_constant() and not any(is_live(f) or abs(f) != 1 for f in factors.values()):
            total = constant_angle(float(constant))
            for k, factor in factors.items():
                total = added_angle(total, known["joint", k], factor)
            return self._turns_kept(target, total)
        q = constant + sum(factor * known["joint", k].q for k, factor in factors.items())
        return JointPosition.at(q) if self.mechanism.joints[target].screw.turn else JointPosition(q, SX(1), SX(0))

    def _turns_kept(self, joint: int, angle: JointPosition) -> JointPosition:
        """Return a sum of angles as it is if a screw or a coupling depends on its turns, and without whole turns otherwise."""
        if joint in self.counted_joints or not self.mechanism.joints[joint].is_periodic:
            return angle
        return JointPosition(ca.atan2(angle.s, angle.c), angle.c, angle.s)

    def counts(self, key: Key) -> bool:
        """Tell whether a coupling of the file depends on the whole turns of an angle, so that they have to be counted."""
        kind, index = key
        return kind == "joint" and index in self.counted_joints and bool(self.mechanism.joints[index].screw.turn)

    def counted(self, key: Key, position: JointPosition) -> JointPosition:
        """Return the same position; if a coupling of the file depends on the angle, choose it within half a turn of home.

        Whole turns that the joint has made are added.
        """
        if not self.counts(key):
            return position
        index = key[1]
        home, turned = SX(self.home[index]), SX(self.mechanism.joints[index].turned)
        c, s = ca.cos(home), ca.sin(home)
        away = ca.atan2(position.s * c - position.c * s, position.c * c + position.s * s)
        return JointPosition((position.q if home.is_zero() else home + away) + turned, position.c, position.s)


def _connected(mechanism: Mechanism, relations: Sequence[Coupling]) -> set[int]:
    """Return the indices of the joints in the file's couplings, and of all joints that `relations` connect to them."""
    found = {k for coupling in mechanism.couplings for k in coupling.factors}
    while more := {k for one in relations if found & set(one.factors) for k in one.factors} - found:
        found |= more
    return found


def constant_angle(value: float) -> JointPosition:
    return JointPosition(SX(value), column([np.cos(value)]), column([np.sin(value)]))


def added_angle(a: JointPosition, b: JointPosition, factor: float) -> JointPosition:
    """Return the angle a + factor * b with its cosine and sine; `factor` is +1 or -1."""
    sign = 1 if factor > 0 else -1
    c, s = b.c, sign * b.s
    return JointPosition(a.q + factor * b.q, a.c * c - a.s * s, a.s * c + a.c * s)

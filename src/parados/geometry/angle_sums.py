"""Sums of angles in a loop with parallel axes, combined with the linear relations of a parallelogram.

If the unknown joints of a loop turn about parallel axes, the known rest of the loop gives the sum of their angles. A
parallelogram adds relations such as q3 + q4 = constant (`couplings`). Sum and relations together may determine one joint,
without the choice between the parallelogram and its crossed twin: the relations have made it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.closed_form import Loop, turned_onto
from parados.geometry.coupled_joints import added_angle, constant_angle
from parados.geometry.loops import Element, Key
from parados.spatial.vectors import SX, column
from parados.topology.joint_couplings import Coupling
from parados.topology.tree import JointPosition

__all__ = ["joint_of_sum"]

Array = NDArray[np.float64]

WHOLE = 1e-9
"""Largest distance of a factor from -1, 0 or 1 that is taken for this number."""


def joint_of_sum(
    elements: Sequence[Element], relations: Sequence[Coupling], known: Mapping[Key, JointPosition]
) -> tuple[Key, JointPosition] | None:
    """Return a joint that the sum of the angles of a loop and the relations determine, and its position; None if there is none.

    relations : linear relations whose constants are numbers and whose joints turn
    """
    keys = [element.key for element in elements if element.key is not None]
    own = [one for one in relations if {("joint", k) for k in one.factors} <= {*known, *keys}]
    if len(keys) < 2 or not own or any(kind != "joint" for kind, _ in keys):
        return None
    for start in Loop(elements).unknown:
        loop = Loop([*elements[start:], *elements[:start]])
        signs = _parallel_signs(loop)
        if signs is not None:
            ordered = [key for k in loop.unknown if (key := loop.elements[k].key) is not None]
            return _combined(ordered, signs, _sum(loop), own, known)
    return None


def _parallel_signs(loop: Loop) -> Array | None:
    """(n,) +1 or -1 for each unknown joint: the sense in which its angle enters the sum; None if the axes are not parallel."""
    joints = [loop.elements[k] for k in loop.unknown]
    if any(joint.prismatic or joint.screw.slide for joint in joints):
        return None
    if not any(feature.kind == "direction" for feature in loop.feature_run(loop.unknown)):
        return None
    signs, axis = [joints[0].sign], column([0, 0, 1])
    for a, b, joint in zip(loop.unknown, loop.unknown[1:], joints[1:], strict=False):
        axis = loop.ahead(axis, False, a, b)  # the first axis in the frame of the next joint
        signs.append(joint.sign * (1 if float(axis[2]) > 0 else -1))
    return np.array(signs, dtype=float)


def _sum(loop: Loop) -> JointPosition:
    """Return the sum of the angles of parallel joints about the axis of the first one."""
    first, x_axis = loop.unknown[0], column([1, 0, 0])
    turned = loop.ahead(x_axis, False, first, first)  # with all angles zero, the loop stays open by the sum of its angles
    return turned_onto(x_axis, turned).solve(SX(1))


def _combined(
    keys: list[Key], signs: Array, total: JointPosition, relations: Sequence[Coupling], known: Mapping[Key, JointPosition]
) -> tuple[Key, JointPosition] | None:
    """Add relations to the sum so that one unknown joint is left."""
    rows = np.array([[float(one.factors.get(key[1], 0.0)) for key in keys] for one in relations])
    for place, key in enumerate(keys):
        wanted = np.eye(len(keys))[place] * signs[place]
        factors = np.asarray(np.linalg.lstsq(rows.T, wanted - signs, rcond=None)[0], dtype=np.float64)
        whole = np.asarray(np.round(factors), dtype=np.float64)
        left = [*np.abs(factors - whole), *np.abs(whole @ rows + signs - wanted)]
        if max(left) > WHOLE or np.abs(whole).max() > 1:
            continue
        angle = total
        for factor, relation in zip(whole, relations, strict=True):
            if factor:
                angle = added_angle(angle, _known_part(relation, known), factor)
        c, s = angle.c, angle.s * signs[place]
        return key, JointPosition(ca.atan2(s, c), c, s)
    return None


def _known_part(relation: Coupling, known: Mapping[Key, JointPosition]) -> JointPosition:
    """Return the angle that the unknown joints of a relation add up to: its constant without the known joints."""
    angle = constant_angle(float(relation.constant))
    for k, factor in relation.factors.items():
        if ("joint", k) in known:
            angle = added_angle(angle, known["joint", k], -factor)
    return angle

"""A closure as a loop of one-degree-of-freedom joints and known frames.

A loop goes from the base along one leg, through the closure, and back along the other side (the platform, or another
branch). The product of all its frames is the identity. The motions that the closure leaves free, and the platform
coordinates that are not known, are joints too: each is a motion about or along the z axis of its frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.spatial.live_numbers import of_members
from parados.spatial.mdh import PRISMATIC, REVOLUTE, Screw, homogeneous
from parados.spatial.rotations import factors, turn_about
from parados.spatial.vectors import Frame, column, matrix, snap, unit
from parados.topology.mechanism import Closure, Mechanism
from parados.topology.tree import JointPosition

__all__ = ["Element", "Key", "chain_elements", "closure_elements", "folded", "free_keys", "free_name", "inverse"]
__all__ += ["loop_elements", "loop_keys", "platform_elements"]

Array = NDArray[np.float64]

Key = tuple[str, int]
"""Identifier of an unknown: ("joint", k), ("coordinate", k) or ("free", k); see `free_keys` for the last."""

_FREE = ("Tx", "Ty", "Tz", "Rx", "Ry", "Rz")

_TO_Z = (
    np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]),  # z of the new frame along x
    np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]),  # ... along y
    np.eye(3),
)


@dataclass(frozen=True)
class Element:
    """Either a known frame, or an unknown joint that moves by `sign` * its variable."""

    frame: Frame | None = None
    key: Key | None = None
    screw: Screw = REVOLUTE
    sign: int = 1

    @property
    def prismatic(self) -> bool:
        """True for a joint that slides and does not turn."""
        return not self.screw.turn


def _along(axis: int, joint: Element) -> list[Element]:
    """Return the elements of a joint that moves about or along axis 0, 1 or 2 of the current frame."""
    there = Frame.constant(homogeneous(_TO_Z[axis], np.zeros(3)))
    return [Element(there), joint, Element(there.inverse())]


def _moved(position: JointPosition, screw: Screw, sign: int) -> Frame:
    """Return the frame after a joint whose position is known."""
    R = turn_about(2, position.c, sign * position.s) if screw.turn else matrix(np.eye(3))
    return Frame(R, unit(2) * (sign * screw.slide * position.q) if screw.slide else column(np.zeros(3)))


def _joint(key: Key, screw: Screw, sign: int, known: Mapping[Key, JointPosition]) -> Element:
    if key in known:
        return Element(_moved(known[key], screw, sign))
    return Element(key=key, screw=screw, sign=sign)


def chain_elements(mechanism: Mechanism, path: list[int], known: Mapping[Key, JointPosition]) -> list[Element]:
    """Return the elements of a path along the tree, from its first to its last joint."""
    elements: list[Element] = []
    for k in path:
        joint = mechanism.joints[k]
        elements.append(Element(Frame.constant(joint.fixed)))
        elements.append(_joint(("joint", k), joint.screw, 1, known))
    return elements


def platform_elements(mechanism: Mechanism, known: Mapping[Key, JointPosition], pose: Frame | None) -> list[Element]:
    """Return the elements from the base to the platform's frame: one frame if the pose is known."""
    if pose is not None:
        return [Element(pose)]
    elements: list[Element] = []
    for axis in range(3):
        elements += _along(axis, _joint(("coordinate", axis), PRISMATIC, 1, known))
    for axis, index, sign in factors(mechanism.platform.orientation):
        elements += _along(axis, _joint(("coordinate", 3 + index), REVOLUTE, sign, known))
    return elements


def free_keys(mechanism: Mechanism, closure: Closure) -> list[Key]:
    """Return the keys ("free", k) of the motions that a closure leaves free, in the order in which they move frame b.

    k is 6 times the place of the closure in the mechanism plus 0 to 5 for Tx, Ty, Tz, Rx, Ry, Rz.
    """
    place = next(k for k, own in enumerate(mechanism.closures) if own is closure)
    translations = [6 * place + axis for axis in closure.free_translations]
    rotations = [6 * place + 3 + axis for axis in closure.free_rotations]
    return [("free", k) for k in (translations + rotations if closure.owner == "a" else rotations + translations)]


def free_name(mechanism: Mechanism, key: Key) -> str:
    """Return the name of a motion that a closure leaves free: the component and the closure."""
    return f"{_FREE[key[1] % 6]} of closure {mechanism.closures[key[1] // 6].name}"


def _free(mechanism: Mechanism, closure: Closure, known: Mapping[Key, JointPosition]) -> list[Element]:
    """Return the motions that a closure leaves free as joints."""
    elements: list[Element] = []
    for key in free_keys(mechanism, closure):
        component = key[1] % 6
        elements += _along(component % 3, _joint(key, PRISMATIC if component < 3 else REVOLUTE, 1, known))
    return elements


def closure_elements(mechanism: Mechanism, closure: Closure, known: Mapping[Key, JointPosition]) -> list[Element]:
    """Return the elements from link a of a closure, through its free motions, to link b."""
    return [
        Element(Frame.constant(closure.frame_a)),
        *_free(mechanism, closure, known),
        Element(Frame.constant(closure.frame_b).inverse()),
    ]


def inverse(elements: list[Element]) -> list[Element]:
    """Return the elements in the opposite direction."""
    return [
        Element(e.frame.inverse()) if e.frame is not None else Element(key=e.key, screw=e.screw, sign=-e.sign)
        for e in reversed(elements)
    ]


def loop_keys(mechanism: Mechanism, closure: Closure) -> list[Key]:
    """Return the joints, free motions and platform coordinates in the loop of a closure."""
    path_a, path_b = mechanism.fork(closure.a, closure.b)
    joints: list[Key] = [("joint", k) for k in [*path_a, *path_b]] + free_keys(mechanism, closure)
    return joints if mechanism.is_inner(closure) else joints + [("coordinate", k) for k in range(6)]


def loop_elements(
    mechanism: Mechanism, closure: Closure, known: Mapping[Key, JointPosition], pose: Frame | None
) -> list[Element]:
    """Build the loop of a closure; the product of its elements is the identity."""
    path_a, path_b = mechanism.fork(closure.a, closure.b)
    there, back = chain_elements(mechanism, path_a, known), chain_elements(mechanism, path_b, known)
    if not mechanism.is_inner(closure):
        back = [*platform_elements(mechanism, known, pose), *back]
    return folded([*there, *closure_elements(mechanism, closure, known), *inverse(back)])


def folded(elements: list[Element]) -> list[Element]:
    """Multiply neighbouring frames that do not move and leave out identities."""
    kept: list[Element] = []
    product: Array | None = None
    for element in [*elements, None]:
        numbers = element.frame.numbers if element is not None and element.frame is not None else None
        if numbers is not None:
            product = numbers if product is None else product @ numbers
            continue
        if product is not None and not (snap(of_members(product)) == np.eye(4)).all():
            kept.append(Element(Frame.constant(product)))
        product = None
        if element is not None:
            kept.append(element)
    return kept

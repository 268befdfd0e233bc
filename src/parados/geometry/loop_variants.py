"""Other loops that hold whenever a loop is closed, and that show equations which the loop itself does not.

Coaxial motions: a turn about an axis and a slide along the same axis can be exchanged. Let the slide of a cylindrical joint be
known, and its turn be unknown. A run of joints has a common point only if nothing moves between its joints, so the known slide
must not stand between the turn and its neighbours in the run.

Orientation: the rotations of a loop multiply to the identity, whatever its slides. Without slides and distances, all axes meet
in one point; what is left are equations between directions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

import numpy as np

from parados.geometry.loops import Element, folded
from parados.spatial.vectors import Frame, column

__all__ = ["exchanged", "without_slides"]

MOST = 4
"""Largest number of exchangeable pairs in one loop of which all orders are tried."""


def exchanged(elements: Sequence[Element]) -> Iterator[list[Element]]:
    """Yield the loop with every order of its coaxial turns and slides but the given one."""
    pairs = [k for k, (a, b) in enumerate(pairwise(elements)) if _coaxial(a, b)]
    apart = [k for n, k in enumerate(pairs) if n == 0 or k > pairs[n - 1] + 1][:MOST]
    for turned in product((False, True), repeat=len(apart)):
        if any(turned):
            order = list(elements)
            for k, swap in zip(apart, turned, strict=True):
                if swap:
                    order[k : k + 2] = order[k + 1], order[k]
            yield order


def without_slides(elements: Sequence[Element]) -> list[Element]:
    """Return the loop of the rotations: without prismatic joints, and all frames at one origin."""
    turning = [element for element in elements if element.frame is not None or not element.prismatic]
    return folded([element if element.frame is None else Element(_turned(element.frame)) for element in turning])


def _turned(frame: Frame) -> Frame:
    """Return the rotation of a frame."""
    if frame.numbers is None:
        return Frame(frame.R, column(np.zeros(3)))
    T = np.array(frame.numbers)
    T[:3, 3] = 0.0
    return Frame.constant(T)


def _coaxial(a: Element, b: Element) -> bool:
    """Tell whether two neighbours move about or along the same axis, and at least one of them is unknown."""
    return (a.key is not None or b.key is not None) and _about_z(a) and _about_z(b)


def _about_z(element: Element) -> bool:
    """Tell whether an element is an unknown joint, or a frame that turns about z or moves along z."""
    if element.frame is None:
        return True
    R, p = element.frame.R, element.frame.p
    off = [R[0, 2], R[1, 2], R[2, 0], R[2, 1], p[0], p[1]]
    return element.frame.numbers is None and all(entry.is_zero() for entry in off)

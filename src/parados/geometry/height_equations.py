"""Equations of a loop that are linear in several strokes and in the cosine and sine of one angle.

Let one run of joints leave a plane in place and another run a point (`features`). The height of the point over the plane is the
same on both ways round the loop. On these ways it is linear in the strokes of prismatic joints, and linear in cos q and sin q
of one revolute joint, if no prismatic joint moves the point relative to the plane on the far side of the revolute joint. A leg
R P S, for instance, holds the ball's centre in a plane: this is one such equation for px, py and a3 of the platform.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import casadi as ca

from parados.geometry.closed_form import Loop
from parados.geometry.features import Feature
from parados.geometry.loops import Element, Key
from parados.spatial.vectors import SX, Frame, Vector, column, dot

__all__ = ["HeightEquation", "height_equations"]

MOST_STROKES = 3
"""Largest number of unknown strokes in one equation."""


@dataclass(frozen=True)
class HeightEquation:
    """The equation: sum of strokes[key] * q(key) + cosine * cos(angle) + sine * sin(angle) + rest = 0.

    angle : the revolute unknown, or None
    """

    strokes: dict[Key, SX]
    angle: Key | None
    cosine: SX
    sine: SX
    rest: SX


class _Height:
    """A plane on its way round a loop: its normal and height as linear functions of 1, cos q and sin q of one angle.

    normal : three vectors (3, 1), the factors of 1, cos q and sin q;  height : three numbers, the same factors
    strokes : factors of the unknown strokes in the height
    """

    def __init__(self, normal: Vector, height: SX) -> None:
        zero = SX(3, 1)
        self.normal, self.height = [normal, zero, zero], [height, SX(0), SX(0)]
        self.strokes: dict[Key, SX] = {}
        self.linear = True

    def pass_frame(self, frame: Frame, forward: bool) -> None:
        """Express the plane in the next frame of the loop, ahead of the current one or back from it."""
        for k, n in enumerate(self.normal):
            if forward:
                self.height[k] = self.height[k] - dot(n, frame.p)
                self.normal[k] = frame.unturn(n)
            else:
                self.normal[k] = frame.turn(n)
                self.height[k] = self.height[k] + dot(self.normal[k], frame.p)

    def pass_joint(self, joint: Element, forward: bool) -> None:
        """Express the plane in the frame on the other side of an unknown joint."""
        assert joint.key is not None
        way = -joint.sign if forward else joint.sign
        if joint.prismatic:
            self.linear &= self.normal[1][2].is_zero() and self.normal[2][2].is_zero()
            self.strokes[joint.key] = self.strokes.get(joint.key, SX(0)) + way * self.normal[0][2]
            return
        n, turned_before = self.normal[0], any(not part.is_zero() for part in self.normal[1:])
        self.linear &= not turned_before
        across, along = ca.vertcat(n[0], n[1], 0), ca.vertcat(0, 0, n[2])
        self.normal = [along, across, way * ca.vertcat(-n[1], n[0], 0)]

    def over(self, point: Vector) -> list[SX]:
        """Return the factors of 1, cos q and sin q in the height of a point over the plane, without the strokes."""
        return [dot(n, point) - h for n, h in zip(self.normal, self.height, strict=True)]


def height_equations(elements: Sequence[Element]) -> Iterator[HeightEquation]:
    """Find the equations of a loop, each from a run with a plane and a run with a point."""
    loop = Loop(elements)
    keys = [elements[k].key for k in loop.unknown]
    if len(set(keys)) < len(keys) or any(elements[k].screw.turn and elements[k].screw.slide for k in loop.unknown):
        return  # a coordinate of tilt and torsion enters twice; a helical joint leaves no plane or point in place
    runs = list(_runs(loop))
    for run, features in runs:
        for plane in (f for f in features if f.kind == "plane"):
            for other, others in runs:
                if set(run) & set(other):
                    continue
                for point in (f for f in others if f.kind == "point"):
                    equation = _equation(loop, run, plane, other, point)
                    if equation is not None:
                        yield equation


def _runs(loop: Loop) -> Iterator[tuple[list[int], list[Feature]]]:
    """Yield the runs of consecutive unknown joints that have a point or a plane in place, as indices of elements."""
    n = len(loop.unknown)
    for start in range(n):
        for length in range(1, n):
            run = [loop.unknown[(start + k) % n] for k in range(length)]
            found = [feature for feature in loop.feature_run(run) if feature.kind != "direction"]
            if found:
                yield run, found


def _equation(loop: Loop, run: list[int], plane: Feature, other: list[int], point: Feature) -> HeightEquation | None:
    """Write the height of the point over the plane on both ways; None if it is not linear."""
    rest = [loop.elements[k] for k in loop.unknown if k not in run and k not in other]
    turning = [joint for joint in rest if not joint.prismatic]
    if not rest or len(turning) > 1 or len(rest) - len(turning) > MOST_STROKES:
        return None
    ahead = _Height(column(plane.last), SX(plane.last_height))
    for element in _between(loop, run[-1], other[0]):
        _pass(ahead, element, True)
    back = _Height(column(plane.first), SX(plane.first_height))
    for element in reversed(_between(loop, other[-1], run[0])):
        _pass(back, element, False)
    if not (ahead.linear and back.linear):
        return None
    first, second = ahead.over(column(point.first)), back.over(column(point.last))
    constant, cosine, sine = (a - b for a, b in zip(first, second, strict=True))
    strokes = {key: -factor for key, factor in ahead.strokes.items()}
    for key, factor in back.strokes.items():
        strokes[key] = strokes.get(key, SX(0)) + factor
    return HeightEquation(strokes, turning[0].key if turning else None, cosine, sine, constant)


def _between(loop: Loop, start: int, stop: int) -> list[Element]:
    """Return the elements after the one at `start` and before the one at `stop`, in the order of the loop."""
    n = len(loop.elements)
    return [loop.elements[(start + k) % n] for k in range(1, (stop - start) % n)]


def _pass(height: _Height, element: Element, forward: bool) -> None:
    if element.frame is not None:
        height.pass_frame(element.frame, forward)
    else:
        height.pass_joint(element, forward)

"""Write the leg of a drafted file: its base, its joints as MDH rows, and its closure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from parados.drafting.foot_angles import FootAngles
from parados.drafting.leg_plan import LegPlan, PlannedJoint
from parados.drafting.right_angle_rows import Row, X, axes_along, shortest_row
from parados.spatial.mdh import rotation_y, rotation_z

__all__ = ["driven", "leg_lines"]

Array = NDArray[np.float64]

SIGNED = (*np.eye(3), *-np.eye(3))
"""Unit vectors along the axes, in both senses."""

WORDS = {"rail": "a rail", "strut": "the strut, its length is the position", "slide": "slides on the platform"}
"""Comments on the sliding joints."""

ROTATED = ('gamma: "axes[0]"', 'alpha: "axes[1]"', 'theta: "axes[2]"')
"""Orientation of an orthogonal leg on the base, and of its closure on the platform."""


def leg_lines(plan: LegPlan, feet: FootAngles, active: tuple[int, ...], branches: Mapping[int, int]) -> Iterator[str]:
    """Yield the lines of the one leg in the file that `repeat` copies.

    active : places of the actuated joints among the letters of the leg, from 0
    branches : place of a joint among `plan.tree` -> sign of its solution that the file fixes
    """
    yield from _placed(plan, feet)
    before = np.eye(3)
    for k, joint in enumerate(plan.tree):
        axes = _axes(joint)
        entries = {"name": f'"q{{i}}{k + 1}"', "kind": joint.kind}
        entries |= {"active": "true"} if k in driven(plan, active) else {}
        entries |= shortest_row(before, axes, X, joint.link)
        entries |= {"branch": str(branches[k])} if k in branches else {}
        comment = f"   # {WORDS[joint.role]}" if joint.role in WORDS else ""
        more = ["rotor: Ia, friction: {fv: fv, fs: fs}"] if k in driven(plan, active) else []
        more += [f"link: {body}"] if (body := _body(plan, k)) else []
        tail = ",".join(f"\n         {part}" for part in more)
        yield f"      - {{{_entries(entries)}{',' if tail else ''}{tail}}}{comment}"
        before = axes
    yield from _closure(plan, before, feet)


def driven(plan: LegPlan, active: tuple[int, ...]) -> list[int]:
    """Places of the actuated joints in the tree: the first elementary joint of each actuated letter."""
    letters = [joint.letter for joint in plan.tree]
    return [letters.index(place) for place in active]


def _axes(joint: PlannedJoint) -> Array:
    """(3, 3) axes of the joint's frame in the straight leg; x is along the leg, unless the axis of the joint is along the leg."""
    return axes_along(joint.axis)


def _entries(row: Row) -> str:
    return ", ".join(f"{key}: {value}" for key, value in row.items())


def _placed(plan: LegPlan, feet: FootAngles) -> Iterator[str]:
    """Yield the lines that copy the leg and place its copies on the base."""
    if plan.arrangement == "orthogonal":
        yield "  - repeat: {axes: [[0, 0, 0], [pi/2, pi/2, 0], [0, -pi/2, -pi/2]]}   # z of the legs along z, x and y of the base"
        yield "    name: leg{i}"
        yield f"    base: {{{', '.join(ROTATED)}}}"
    elif feet.is_regular:
        yield f"  - repeat: {{count: {len(feet.base)}, around: z}}   # copies of this leg, evenly spaced"
        yield "    name: leg{i}"
        yield "    base: {at: [rA, 0, 0]}"
    else:
        g, h = (", ".join(f"{angle:g} deg" for angle in angles) for angles in (feet.base, feet.platform))
        yield "  - repeat:                  # one copy of this leg for each entry: angles on the base and on the platform"
        yield f"      g: [{g}]"
        yield f"      h: [{h}]"
        yield "    name: leg{i}"
        yield "    base: {turn: {z: g}, at: [rA, 0, 0]}"
    yield "    joints:                  # MDH rows; at zero the leg is straight, along x of its base frame"


def _body(plan: LegPlan, k: int) -> str:
    """Write mass, centre of mass and inertia of the link after joint k of the leg; an empty text if the link has no mass."""
    joint, after = plan.joints[k], (plan.joints[k + 1] if k + 1 < len(plan.joints) else None)
    along = _axes(joint).T @ X  # the link in its own frame
    if joint.role == "rail":
        return "{mass: ms}"
    if joint.role == "strut":
        return _bar("mr", "-c", "mr*c**2/3", along) if plan.joints[k - 1].role == "node" else ""
    if after is None or after.letter == joint.letter or joint.role == "slide":
        return ""
    if after.link:
        number = after.link[1:]
        return _bar(f"m{number}", f"l{number}/2", f"m{number}*l{number}**2/12", along)
    return _bar("mc", "c", "mc*c**2/3", along) if after.role == "strut" else ""


def _bar(mass: str, centre: str, inertia: str, along: Array) -> str:
    """Write a slender bar along one axis of its frame."""
    com = ", ".join(centre if part else "0" for part in along)
    return f"{{mass: {mass}, com: [{com}], inertia: [{', '.join('0' if part else inertia for part in along)}]}}"


def _around(axis: Array, place: int) -> list[Array]:
    """Return all frames (3, 3) with axes along x, y, z in which axis number `place` is along the given axis or opposite to it."""
    found = [np.column_stack([x, np.cross(z, x), z]) for x in SIGNED for z in SIGNED if not x @ z]
    return [axes for axes in found if abs(axes[:, place] @ axis) > 0.5]


def _closure(plan: LegPlan, before: Array, feet: FootAngles) -> Iterator[str]:
    """Yield the line of the closure; `before` (3, 3) are the axes of the last link."""
    ends = plan.joints[len(plan.tree) :]
    link = ends[0].link if ends else ""
    match plan.cut:
        case "fixed":
            half = rotation_z(np.pi) if plan.normal[2] else rotation_y(np.pi)
            own, other = (half if plan.joints[-1].role == "slide" else np.eye(3)), np.eye(3)
        case "R":
            own = other = axes_along(ends[0].axis)
        case "U":  # x of the leg's frame and y of the platform's are the two arms of the cross
            own = min(_around(ends[0].axis, 0), key=lambda axes: len(_entries(shortest_row(before, axes, X, link))))
            other = min(_around(ends[1].axis, 1), key=lambda axes: len(_entries(shortest_row(np.eye(3), axes))))
        case _:
            own, other = before, np.eye(3)
    parts = [f"joint: {plan.cut}"]
    if row := shortest_row(before, own, X, link):
        parts.append(f"frame: {{{_entries(row)}}}")
    place = ["at: [rB, 0, 0]"] if feet.is_regular else ["turn: {z: h}", "at: [rB, 0, 0]"]
    if plan.arrangement == "orthogonal":
        place = list(ROTATED)
    else:
        place += [_entries(row)] if (row := shortest_row(np.eye(3), other)) else []
    parts.append(f"platform: {{{', '.join(place)}}}")
    yield f"    closure: {{{', '.join(parts)}}}"

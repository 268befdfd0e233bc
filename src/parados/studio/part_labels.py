"""Words about the parts of a robot, which the page shows beside the cursor."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from parados.robot.joints import CLOSURES, FREEDOMS
from parados.text.html_page import html_text
from parados.topology.mechanism import BASE, PLATFORM

if TYPE_CHECKING:
    from parados.plots.skeleton_parts import SkeletonPart
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.robot_scene import RobotScene
    from parados.topology.mechanism import Closure, Mechanism

__all__ = ["joint_value", "part_label", "part_labels_html"]

JOINT_MARKS = ("motor", "pin", "slider", "strut", "rail")
"""Parts that show a joint."""


def part_kind(mechanism: Mechanism, part: SkeletonPart) -> str:
    """Return what a part is, e.g. "actuated R joint"."""
    if part.kind in ("bar", "base", "rail"):
        return {"bar": "link", "base": "base", "rail": "rail"}[part.kind]
    if part.kind in ("origin", "corner"):
        return "platform"
    joint = next((one for one in mechanism.joints if one.name == part.name), None)
    if joint is None:
        closure = next((one for one in mechanism.closures if one.name == part.name), None)
        return part.kind if closure is None else _closure_kind(closure)
    letter = "P" if not joint.screw.turn else "H" if joint.screw.slide else "R"
    return f"{'actuated' if joint.active else 'passive'} {letter} joint"


def _closure_kind(closure: Closure) -> str:
    """Return the name of a closure by its free motions, e.g. "C joint"; their order does not matter."""
    named = next((name for name, free in CLOSURES.items() if set(free) == set(closure.free)), None)
    return f"closure with {', '.join(sorted(closure.free, key=FREEDOMS.index))} free" if named is None else f"{named} joint"


def joint_value(pose: PosedRobot, part: SkeletonPart) -> str:
    """Return the value of the joint that a part shows, e.g. "q11 = 0.5 rad"; empty for other parts."""
    names = list(pose.model.joint_names)
    if part.kind not in JOINT_MARKS or part.name not in names:
        return ""
    k = names.index(part.name)
    return f"{part.name} = {pose.joints[k]:.4g} {pose.model.mechanism.joints[k].unit}"


def part_label(mechanism: Mechanism, part: SkeletonPart) -> str:
    """Return name, kind and leg of a part, e.g. "q11: actuated R joint, leg1"; a link is named after the joint that moves it."""
    kind = part_kind(mechanism, part)
    if kind == "platform":
        return kind
    if kind == "link":
        return body_label(mechanism, part.points[0].body)
    named = f"{kind} of {part.name}" if kind in ("base", "rail") else f"{part.name}: {kind}"
    return named + _leg(mechanism, part.leg)


def body_label(mechanism: Mechanism, body: int) -> str:
    """Return the words about a body: a link, PLATFORM or BASE."""
    if body in (BASE, PLATFORM):
        return "base" if body == BASE else "platform"
    joint = mechanism.joints[body]
    return f"{'elastic ' if joint.beams or joint.superelement else ''}link of {joint.name}{_leg(mechanism, joint.leg)}"


def _leg(mechanism: Mechanism, leg: int) -> str:
    return f", {mechanism.leg_names[leg]}" if leg >= 0 else ""


def part_labels_html(mechanism: Mechanism, scene: RobotScene) -> str:
    """Return a hidden element with the labels of all nodes of a robot, for the script `part_labels.js`.

    The labels are JSON in an attribute, escaped: {node: [label of each instance] or label}. The script shows them as text.
    """
    labels: dict[str, Any] = {node: [part_label(mechanism, part) for part in own] for node, own in scene.batched_parts.items()}
    labels |= {node: body_label(mechanism, body) for node, body in scene.body_nodes.items()}
    labels |= {node: part_label(mechanism, part) for node, part in scene.spring_nodes.items()}
    return f'<div hidden data-part-labels="{html_text(json.dumps(labels))}"></div>'

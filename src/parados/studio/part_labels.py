"""Words about the parts of a robot, which the page shows beside the cursor."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from parados.text.html_page import html_text
from parados.topology.mechanism import BASE, PLATFORM

if TYPE_CHECKING:
    from parados.plots.skeleton_parts import SkeletonPart
    from parados.studio.robot_scene import RobotScene
    from parados.topology.mechanism import Mechanism

__all__ = ["part_kind", "part_label", "part_labels_html"]

CUTS = {"pin": "R joint", "ball": "joint of several axes"}
"""Mark of a closure -> what it is."""


def part_kind(mechanism: Mechanism, part: SkeletonPart) -> str:
    """Return what a part is, e.g. "actuated R joint"."""
    joint = next((one for one in mechanism.joints if one.name == part.name), None)
    if part.kind in ("bar", "base", "rail"):
        return {"bar": "link", "base": "base", "rail": "rail"}[part.kind]
    if part.kind in ("origin", "corner"):
        return "platform"
    if joint is None:
        return CUTS.get(part.kind, part.kind)
    letter = "P" if not joint.screw.turn else "H" if joint.screw.slide else "R"
    return f"{'actuated' if joint.active else 'passive'} {letter} joint"


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

"""Axes of the passive joints between base and platform, when the actuated joints are held.

A closure between a leg and the platform, with the joints before it and those on the platform after it, is a chain of axes. The
joints that the actuators determine, directly or through couplings, are part of the rigid links of this chain; the free motions of
the closure are axes of the chain too. All axes are given in a reference configuration, in which the passive joints are at zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from parados.geometry.coupled_joints import CoupledJoints
from parados.geometry.loops import Key
from parados.spatial.vectors import SX, Frame, Vector
from parados.topology.mechanism import Closure, Mechanism
from parados.topology.tree import JointPosition, Link

__all__ = ["Axis", "Chain", "driven_positions", "passive_chain"]


@dataclass(frozen=True)
class Axis:
    """An axis through `origin` (3, 1) along `direction` (3, 1), in the base; kind is "R", "P" or "H" (helical)."""

    kind: str
    origin: Vector
    direction: Vector


@dataclass(frozen=True)
class Chain:
    """Passive axes from the base to the platform, or between two other bodies, and the platform's frame at reference."""

    axes: tuple[Axis, ...]
    platform: Frame


def driven_positions(relations: CoupledJoints, q: SX) -> dict[int, JointPosition]:
    """Return the positions of the joints that the actuated joints q (n_a, 1) determine, by index of the joint."""
    actuated = relations.mechanism.actuated
    known: dict[Key, JointPosition] = {("joint", joint): JointPosition.at(q[k]) for k, joint in enumerate(actuated)}
    while relations.complete(known):
        pass
    return {index: position for (_, index), position in known.items()}


ZERO = JointPosition(SX(0), SX(1), SX(0))


def passive_chain(
    mechanism: Mechanism, closure: Closure, driven: dict[int, JointPosition], ways: tuple[Sequence[int], Sequence[int]]
) -> Chain:
    """Build the chain of a closure between two bodies, in the frame of the first one.

    ways : indices of the joints from the first body to link a of the closure, and from the second body to link b
    """
    frame, axes = Frame.identity(), []
    for k in ways[0]:
        joint = mechanism.joints[k]
        frame = frame @ Frame.constant(joint.fixed)
        if k not in driven:
            axes.append(_axis(_kind(joint.screw.turn, joint.screw.slide), frame, 2))
        frame = frame @ _motion(mechanism, k, driven)
    frame = frame @ Frame.constant(closure.frame_a)
    axes += _closure_axes(closure, frame)
    frame = frame @ Frame.constant(closure.frame_b).inverse()
    for k in reversed(ways[1]):
        joint = mechanism.joints[k]
        frame = frame @ _motion(mechanism, k, driven).inverse()
        if k not in driven:
            axes.append(_axis(_kind(joint.screw.turn, joint.screw.slide), frame, 2))
        frame = frame @ Frame.constant(joint.fixed).inverse()
    return Chain(tuple(axes), frame)


def _kind(turn: int, slide: float) -> str:
    return ("H" if slide else "R") if turn else "P"


def _axis(kind: str, frame: Frame, k: int) -> Axis:
    return Axis(kind, frame.p, frame.R[:, k])


def _motion(mechanism: Mechanism, k: int, driven: dict[int, JointPosition]) -> Frame:
    """Return the frame of link k relative to its place at zero."""
    link = Link(Frame.identity(), driven.get(k, ZERO), mechanism.joints[k].screw)
    return Frame(ca.horzcat(*[link.turn(SX(ca.DM(np.eye(3)[j]))) for j in range(3)]), link.origin)


def _closure_axes(closure: Closure, frame: Frame) -> list[Axis]:
    """Return the free motions of a closure as axes: slides along the axes of their owner, turns about the common origin."""
    slides = [_axis("P", frame, k) for k in closure.free_translations]
    turns = [_axis("R", frame, k) for k in closure.free_rotations]
    return [*slides, *turns] if closure.owner == "a" else [*turns, *slides]

"""Build the mechanism of a robot from its description: expand composite joints, resolve names, connect the bodies.

A finding is a sentence about one mistake in the robot file. All findings are collected, and one RobotFileError lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parados.arguments.single_values import repeated
from parados.errors import RobotFileError
from parados.robot.description import COORDINATES, ELEMENTARY, JointSpec, LegSpec, LinkSpec, RobotSpec
from parados.spatial.mdh import PRISMATIC, REVOLUTE, Screw, mdh_matrix
from parados.topology.connections import (
    body_index,
    build_couplings,
    carried_platform,
    leg_closures,
    misplaced_springs,
    placed_springs,
    robot_closures,
    wrong_closures,
)
from parados.topology.mechanism import BASE, PLATFORM, Joint, Mechanism, Platform

__all__ = ["build_links"]

Array = NDArray[np.float64]

PERMUTED = ("E", "free")
"""Composite joints whose elementary joints move along x, y, z of the joint's frame."""


def _elementary(joint: JointSpec) -> Iterator[tuple[str, str, Array, bool]]:
    """Yield name, kind, (4, 4) row, and whether it carries the link, for each elementary joint of a joint."""
    between = _frame_between(joint.kind)
    kinds, names = ELEMENTARY[joint.kind], joint.elementary_names
    for k, kind in enumerate(kinds):
        row = between if k > 0 else joint.row() @ between if joint.kind in PERMUTED else joint.row()
        yield names[k], kind, row, k == len(kinds) - 1


def _frame_between(kind: str) -> Array:
    """(4, 4) frame of an elementary joint of a composite joint (U, S, C, E, free), in the frame of the elementary joint before.

    For E and free, each frame is turned so that the elementary joints act along (or about) x, y and z of the joint's frame.
    """
    if kind == "C":
        return np.eye(4)
    return mdh_matrix(np.pi / 2 if kind in PERMUTED else 0, 0, np.pi / 2, 0, 0, 0)


def _screw(kind: str, pitch: float | None) -> Screw:
    """Return the motion of an elementary joint."""
    return Screw(1, pitch) if pitch is not None else PRISMATIC if kind == "P" else REVOLUTE


def build_links(spec: RobotSpec) -> Mechanism:
    """Build the mechanism with each link of the file as its own body. Raises RobotFileError for names that do not exist."""
    findings: list[str] = []
    joints: list[Joint] = []
    bodies: dict[str, int] = {"base": BASE, "platform": PLATFORM}
    for number, leg in enumerate(spec.legs):
        _add_joints(leg, number, joints, bodies, findings)
    closures = [c for number, leg in enumerate(spec.legs) for c in leg_closures(leg, number, bodies, findings)]
    closures += robot_closures(spec, joints, bodies, findings)
    names = [j.name for j in joints]
    if spec.platform.carrier is not None:
        closures += carried_platform(spec, joints, bodies, closures, findings)
    joints_in_x = _find_joints_in_x(spec, joints, findings)
    couplings = build_couplings(spec, joints, findings)
    coupled = {k for coupling in couplings for k in coupling.factors}
    mechanism = Mechanism(
        name=spec.name,
        joints=tuple(replace(joint, coupled=True) if k in coupled else joint for k, joint in enumerate(joints)),
        closures=tuple(closures),
        platform=_platform(spec, bodies),
        gravity=np.array(spec.gravity),
        leg_names=tuple(leg.name for leg in spec.legs),
        actuated=tuple(k for k, j in enumerate(joints) if j.active),
        joints_in_x=tuple(joints_in_x),
        couplings=couplings,
        springs=tuple(placed_springs(spec, joints, bodies, findings)),
    )
    findings += [*_reused_names(spec, names), *_missing_parts(mechanism)]
    findings += [*_unknown_names(spec, joints), *wrong_closures(closures)]
    findings += misplaced_springs(mechanism)
    if findings:
        raise RobotFileError(spec.name, findings)
    return _ordered(mechanism)


def _missing_parts(mechanism: Mechanism) -> Iterator[str]:
    """Yield a finding if no joint is actuated, and if nothing holds the platform."""
    if not any(j.active for j in mechanism.joints):
        yield "legs: no joint is active; mark the actuated ones with active: true"
    if mechanism.platform.carrier is None and all(mechanism.is_inner(closure) for closure in mechanism.closures):
        every = ", ".join(mechanism.leg_names)
        yield f"legs: no closure ties a leg to the platform; add the key closure to {every}"


def _unknown_names(spec: RobotSpec, joints: list[Joint]) -> Iterator[str]:
    """Yield a finding for each entry of `guess` that is neither a joint that moves nor a dependent coordinate."""
    moving = [joint.name for joint in joints if not joint.welded]
    fixed = {joint.name for joint in joints if joint.welded}
    known = ", ".join([*moving, *spec.platform.dependent])
    for key in spec.guess:
        if key in moving or key.removeprefix("platform.") in spec.platform.dependent:
            continue
        if key in fixed:
            yield f"guess: {key!r} is a fixed joint, which does not move; give no position for it"
        else:
            yield f"guess: {key!r} is neither a joint nor a dependent coordinate; use {known}"


def _ordered(mechanism: Mechanism) -> Mechanism:
    """Exchange bodies a and b of closures between the two trees where needed, so that `a` is in the tree on the base."""
    swapped = [c.other_way() if mechanism.root(c.a) == PLATFORM != mechanism.root(c.b) else c for c in mechanism.closures]
    return replace(mechanism, closures=tuple(swapped))


def _reused_names(spec: RobotSpec, names: list[str]) -> Iterator[str]:
    """Yield a finding for each leg or joint name that is used twice or reserved."""
    legs = [leg.name for leg in spec.legs]
    for what, given in (("leg", legs), ("joint", names)):
        for name in repeated(given):
            yield f"legs: the {what} name {name!r} is used twice; each {what} of the robot needs its own name"
    for name, meaning in (("base", "ground"), ("platform", "platform")):
        if name in names:
            yield f"legs: no joint can have the name {name!r}, which is reserved for the {meaning}"


def _platform(spec: RobotSpec, bodies: dict[str, int]) -> Platform:
    p = spec.platform
    constant = {str(name): value for name, value in p.constant.items()}
    return Platform(
        coordinates=tuple(COORDINATES.index(c) for c in p.own_coordinates),
        dependent=tuple(COORDINATES.index(c) for c in p.dependent),
        constant=np.array([constant.get(c, 0.0) for c in COORDINATES]),
        orientation=p.orientation,
        standard=p.link.standard(),
        beams=p.link.beams,
        superelement=p.link.superelement,
        carrier=None if p.carrier is None else bodies.get(p.carrier, BASE),
        frame=p.frame.matrix(),
    )


def _add_joints(leg: LegSpec, number: int, joints: list[Joint], bodies: dict[str, int], findings: list[str]) -> None:
    """Add the joints of a leg to `joints`, and their links to `bodies` (name -> index); add a finding for each wrong name."""
    foot = body_index(leg.carrier, bodies, f"legs[{number}].carrier", findings)
    own = {"base": foot}
    last = foot
    for k, spec in enumerate(leg.joints):
        antecedent = last if spec.antecedent is None else own.get(spec.antecedent, foot)
        if spec.antecedent is not None and spec.antecedent not in own:
            place = f"legs[{number}].joints[{k}].antecedent"
            findings.append(f"{place}: {spec.antecedent!r} is not an earlier joint of this leg; use {', '.join(own)}")
        on_foot = spec.antecedent == "base" or (spec.antecedent is None and k == 0)
        for name, kind, row, carries in _elementary(spec):
            link = spec.link if carries else LinkSpec()
            joints.append(
                Joint(
                    name=name,
                    leg=number,
                    antecedent=antecedent,
                    screw=_screw(kind, spec.pitch),
                    fixed=leg.base.matrix() @ row if on_foot else row,
                    active=spec.active,
                    standard=link.standard(),
                    varying={str(name): text for name, text in link.varying.items()},
                    rotor=spec.actuator_inertia,
                    friction=spec.friction,
                    branch=spec.branch if len(ELEMENTARY[spec.kind]) == 1 else 1,
                    composite=len(ELEMENTARY[spec.kind]) > 1,
                    limits=spec.limits,
                    beams=link.beams,
                    superelement=link.superelement,
                    stiffness=spec.stiffness,
                    spring=spec.spring,
                    welded=kind == "F",
                )
            )
            on_foot, antecedent = False, len(joints) - 1
            own[name] = last = antecedent
        own[spec.name] = last
    bodies.update({name: body for name, body in own.items() if name != "base"})


def _find_joints_in_x(spec: RobotSpec, joints: list[Joint], findings: list[str]) -> list[int]:
    """Return the indices of the joints whose positions are entries of x; adds a finding for each name that is not a joint."""
    moving = {joint.name: k for k, joint in enumerate(joints) if not joint.welded}
    active = ", ".join(joint.name for joint in joints if joint.active)
    if not _joints_named(spec) and not active:
        return []  # the missing actuators are a finding of their own
    for name in spec.redundancy:
        if name not in moving:
            known = f"the actuated joints are {active}" if active else "this robot has none"
            findings.append(f"redundancy: {name!r} is not an actuated joint; {known}")
    place = "platform.coordinates" if spec.has_platform else "coordinates"
    own = "" if spec.platform.carrier is not None else "neither a coordinate of the platform (px, py, pz, a1, a2, a3) nor "
    for name in (*spec.platform.joint_coordinates, *spec.coordinates):
        if name not in moving:
            is_not = f"is {own}a joint that moves" if own else "is not a joint that moves"
            findings.append(f"{place}: {name!r} {is_not}; the joints are {', '.join(moving)}")
    return [moving[name] for name in spec.joint_coordinates if name in moving]


def _joints_named(spec: RobotSpec) -> bool:
    """Tell whether the file names joints as entries of x."""
    return bool(spec.platform.joint_coordinates or spec.coordinates or spec.redundancy)

"""Build the mechanism of a robot from its description: expand composite joints, resolve names, place closures."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from parados.errors import RobotFileError
from parados.robot.changed_bodies import elementary_names
from parados.robot.description import COORDINATES, ELEMENTARY, FrameSpec, JointSpec, LegSpec, LinkSpec, RobotSpec
from parados.spatial.joint_screw import PRISMATIC, REVOLUTE, Screw
from parados.spatial.mdh import mdh_matrix
from parados.topology.mechanism import BASE, PLATFORM, Closure, Joint, Mechanism, Platform

__all__ = ["build_links"]

Array = NDArray[np.float64]


def _elementary(joint: JointSpec) -> Iterator[tuple[str, str, Array, bool]]:
    """Yield name, kind, (4, 4) row, and whether it carries the link, for each elementary joint of a joint."""
    between = _frame_between(joint.kind)
    kinds, names = ELEMENTARY[joint.kind], elementary_names(joint)
    for k, kind in enumerate(kinds):
        row = between if k > 0 else joint.row() @ between if joint.kind == "E" else joint.row()
        yield names[k], kind, row, k == len(kinds) - 1


def _frame_between(kind: str) -> Array:
    """(4, 4) frame of an elementary joint of a composite in the one before.

    The axes of E change places, z to x to y to z: its joints are along x, along y and about z of the joint's frame.
    """
    if kind == "C":
        return np.eye(4)
    return mdh_matrix(np.pi / 2 if kind == "E" else 0, 0, np.pi / 2, 0, 0, 0)


def _screw(kind: str, pitch: float | None) -> Screw:
    """Return the motion of an elementary joint."""
    return Screw(1, pitch) if pitch is not None else PRISMATIC if kind == "P" else REVOLUTE


def build_links(spec: RobotSpec) -> Mechanism:
    """Build the mechanism with each link of the file as its own body. Raises RobotFileError for names that do not exist."""
    findings: list[str] = []
    joints: list[Joint] = []
    closures: list[Closure] = []
    for number, leg in enumerate(spec.legs):
        index = _add_joints(leg, number, spec.redundancy, joints, findings)
        _add_closures(leg, number, index, closures, findings)
    names = [j.name for j in joints]
    findings += _reused_names(spec, names)
    if not any(j.active for j in joints):
        findings.append("legs: no joint is active; mark the actuated ones with active: true")
    if not any(PLATFORM in (c.a, c.b) for c in closures):
        every = ", ".join(leg.name for leg in spec.legs)
        findings.append(f"legs: no closure ties a leg to the platform; add the key closure to {every}")
    redundant = []
    for name in spec.redundancy:
        if name not in names or joints[names.index(name)].welded:
            active = ", ".join(j.name for j in joints if j.active)
            known = f"the actuated joints are {active}" if active else "this robot has none"
            findings.append(f"redundancy: {name!r} is not an actuated joint; {known}")
        else:
            redundant.append(names.index(name))
    for key in spec.guess:
        if key not in names and key.removeprefix("platform.") not in spec.platform.dependent:
            known = ", ".join([*names, *spec.platform.dependent])
            findings.append(f"guess: {key!r} is neither a joint nor a dependent coordinate; use {known}")
    if findings:
        raise RobotFileError(spec.name, findings)
    return Mechanism(
        name=spec.name,
        joints=tuple(joints),
        closures=tuple(closures),
        platform=_platform(spec),
        gravity=np.array(spec.gravity),
        leg_names=tuple(leg.name for leg in spec.legs),
        actuated=tuple(k for k, j in enumerate(joints) if j.active),
        redundant=tuple(redundant),
    )


def _reused_names(spec: RobotSpec, names: list[str]) -> Iterator[str]:
    """Yield a finding for each leg or joint name that is used twice or reserved."""
    legs = [leg.name for leg in spec.legs]
    for what, given in (("leg", legs), ("joint", names)):
        for name in sorted({n for n in given if given.count(n) > 1}):
            yield f"legs: the {what} name {name!r} is used twice; each {what} of the robot needs its own name"
    if "base" in names:
        yield "legs: no joint can have the name 'base', which is reserved for the ground"


def _platform(spec: RobotSpec) -> Platform:
    p = spec.platform
    constant = {str(name): value for name, value in p.constant.items()}
    return Platform(
        coordinates=tuple(COORDINATES.index(c) for c in p.coordinates),
        dependent=tuple(COORDINATES.index(c) for c in p.dependent),
        constant=np.array([constant.get(c, 0.0) for c in COORDINATES]),
        orientation=p.orientation,
        standard=p.link.standard(),
        beams=p.link.beams,
        superelement=p.link.superelement,
    )


def _add_joints(
    leg: LegSpec, number: int, redundancy: tuple[str, ...], joints: list[Joint], findings: list[str]
) -> dict[str, int]:
    index: dict[str, int] = {}
    last = BASE
    for k, spec in enumerate(leg.joints):
        antecedent = last
        if spec.antecedent is not None:
            if spec.antecedent not in index and spec.antecedent != "base":
                findings.append(
                    f"legs[{number}].joints[{k}].antecedent: {spec.antecedent!r} is not an earlier joint of this leg; "
                    f"use {', '.join(['base', *index])}"
                )
            antecedent = index.get(spec.antecedent, BASE)
        for name, kind, row, carries in _elementary(spec):
            fixed = leg.base.matrix() @ row if antecedent == BASE else row
            link = spec.link if carries else LinkSpec()
            branch = spec.branch if len(ELEMENTARY[spec.kind]) == 1 else 1
            joints.append(
                Joint(
                    name=name,
                    leg=number,
                    antecedent=antecedent,
                    screw=_screw(kind, spec.pitch),
                    fixed=fixed,
                    active=spec.active,
                    standard=link.standard(),
                    varying={str(name): text for name, text in link.varying.items()},
                    rotor=spec.rotor,
                    friction=spec.friction,
                    branch=branch,
                    limits=spec.limits,
                    beams=link.beams,
                    superelement=link.superelement,
                    stiffness=spec.stiffness,
                    welded=kind == "F",
                )
            )
            antecedent = last = index[name] = len(joints) - 1
        index[spec.name] = last
    return index


def _add_closures(leg: LegSpec, number: int, index: dict[str, int], closures: list[Closure], findings: list[str]) -> None:
    last = max(index.values(), default=BASE)

    def frame(name: str, given: FrameSpec) -> Array:
        """Return the (4, 4) matrix of the frame `given` on the link `name`.

        A frame on the base is given relative to the leg's base frame; its matrix is returned relative to the robot's base.
        """
        return leg.base.matrix() @ given.matrix() if name == "base" else given.matrix()

    def link(name: str, place: str) -> int:
        if name == "base":
            return BASE
        if name not in index:
            findings.append(f"{place}: {name!r} is not a joint of {leg.name!r}; use {', '.join(['base', *index])}")
        return index.get(name, BASE)

    if (c := leg.closure) is not None:
        closures.append(
            Closure(
                name=f"{leg.name} to platform",
                leg=number,
                a=last if c.of is None else link(c.of, f"legs[{number}].closure.of"),
                frame_a=c.frame.matrix(),
                b=PLATFORM,
                frame_b=c.platform.matrix(),
                free=c.freedoms(),
                owner="a" if c.axes == "leg" else "b",
            )
        )
    for k, loop in enumerate(leg.loops):
        place = f"legs[{number}].loops[{k}].between"
        closures.append(
            Closure(
                name=f"{leg.name} loop {loop.between[0]}-{loop.between[1]}",
                leg=number,
                a=link(loop.between[0], place),
                frame_a=frame(loop.between[0], loop.frames[0]),
                b=link(loop.between[1], place),
                frame_b=frame(loop.between[1], loop.frames[1]),
                free=loop.freedoms(),
                owner="a" if loop.axes == "first" else "b",
            )
        )

"""Check a robot when it is loaded: each problem gets its own sentence, and the robot is rejected."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

from parados.arguments import LARGEST
from parados.errors import InputError, RobotFileError
from parados.geometry.working_modes import read_mode
from parados.kinematics.idle_motions import idle_motions
from parados.kinematics.mobility import RANK, Mobility, degrees_of_freedom
from parados.model.failures import MEETING
from parados.model.surveyed_robot import SurveyedRobot
from parados.robot.description import COORDINATES, LinkSpec, RobotSpec
from parados.robot.expressions import evaluate
from parados.spatial.inertia import why_distant, why_impossible
from parados.spatial.live_numbers import nominal
from parados.text.numbers import counted
from parados.topology.tree import spring_vectors

__all__ = ["check_bodies", "check_robot"]

Array = NDArray[np.float64]

STILL = 1e-9
"""Change of a dependent coordinate [m, rad] at the samples below which it does not move."""

FAR_POINT = 1e6
"""Largest distance of a point of a spring from the frame of its body, divided by the size of the mechanism. The moment about a
joint is then a difference of products 1e6 times as large, and keeps ten digits."""


def check_robot(robot: SurveyedRobot) -> None:
    """Raise RobotFileError if a check fails; it lists all problems of the first group that has any.

    The groups are: bodies; distant masses, distant springs and redundancy; mobility; mode, branches, guess and springs.
    """
    findings = list(_impossible_bodies(robot.spec))
    findings = findings or [*_distant_masses(robot), *_distant_springs(robot), *_passive_redundancy(robot)]
    findings = findings or list(_freedom(robot)) or [*_unknown_mode(robot), *_useless_branches(robot)]
    findings = findings or [*_left_out_guesses(robot), *_folded_springs(robot), *_undefined_inertias(robot)]
    if findings:
        raise RobotFileError(robot.spec.name, findings)


def check_bodies(robot: SurveyedRobot, alone: RobotSpec) -> None:
    """Raise RobotFileError for impossible and for distant bodies; the rest of the robot is known to be valid.

    alone : the robot without its payload, which is a possible body of its own. With a payload, a planar platform that is given by
        its planar parameters alone would look impossible.
    """
    findings = list(_impossible_bodies(alone)) or list(_distant_masses(robot))
    if findings:
        raise RobotFileError(robot.spec.name, findings)


def _links(spec: RobotSpec) -> Iterator[tuple[str, LinkSpec]]:
    """Return every link of a file with its place in the file."""
    for k, leg in enumerate(spec.legs):
        for j, joint in enumerate(leg.joints):
            yield f"legs[{k}].joints[{j}].link ({joint.name})", joint.link
    yield "platform.link", spec.platform.link


def _impossible_bodies(spec: RobotSpec) -> Iterator[str]:
    """Report bodies whose inertial parameters no real body can have."""
    advice = "correct it, or declare identified: true if these are identified base parameters"
    for place, link in _links(spec):
        reason = None if spec.identified or link.varying else why_impossible(link.standard())
        if reason:
            yield f"{place}: {reason}; {advice}"


def _undefined_inertias(robot: SurveyedRobot) -> Iterator[str]:
    """Report varying elements of inertia that have no finite value at home, or that make a moment of inertia negative there."""
    for joint, q in zip(robot.mechanism.joints, robot.survey.home_joints, strict=True):
        for element, text in joint.varying.items():
            place = f"{joint.name}: varying.{element} = {text!r:.60}"
            try:
                value = float(evaluate(text, {"q": float(q)}))
            except ValueError:
                value = np.nan
            if not abs(value) <= LARGEST:
                yield f"legs: {place} has no finite value at home, where q = {q:.4g}; correct it"
            elif not robot.spec.identified and value < -np.abs(nominal(joint.inertia)[:6]).sum():
                yield f"legs: {place} is {value:.4g} at home, where q = {q:.4g}, so that the inertia is negative; correct it"


def _distant_masses(robot: SurveyedRobot) -> Iterator[str]:
    """Report bodies so far from their frames that round-off hides their effect on the joints."""
    for place, link in _links(robot.spec):
        reason = why_distant(link.standard(), robot.mechanism.size)
        if reason:
            yield f"{place}: {reason}"


def _distant_springs(robot: SurveyedRobot) -> Iterator[str]:
    """Report springs with a point so far from the frame of its body that round-off hides their moments about the joints."""
    size = robot.mechanism.size
    for spring in robot.mechanism.springs:
        far = max(float(np.linalg.norm(nominal(at))) for at in (spring.at_a, spring.at_b))
        if far > FAR_POINT * size:
            yield (
                f"springs: a point of {spring.name!r} is {far:.3g} m from the frame of its body, but the links of this robot are "
                f"at most {size:.3g} m long, and round-off hides the moments of the spring; check the unit of at"
            )


def _passive_redundancy(robot: SurveyedRobot) -> Iterator[str]:
    """Report passive joints under `redundancy`: passive joints in x are named under `coordinates`."""
    joints = robot.mechanism.joints
    names = ", ".join(joints[k].name for k in robot.mechanism.actuated)
    for k in robot.mechanism.joints_in_x:
        if joints[k].name in robot.spec.redundancy and not joints[k].active:
            yield f"redundancy: {joints[k].name!r} is not an actuated joint; the actuated joints are {names}"


def _unknown_mode(robot: SurveyedRobot) -> Iterator[str]:
    """Report a mode of the file that the robot does not have."""
    try:
        if robot.spec.mode is not None:
            read_mode(robot.survey.geometry, robot.spec.mode)
    except InputError as error:
        yield str(error)


def _useless_branches(robot: SurveyedRobot) -> Iterator[str]:
    """Report a branch on a joint without a choice: it would have no effect."""
    geometry = robot.survey.geometry
    choosing = {robot.mechanism.joints[choice.joint].name for choice in geometry.choices}
    for k, leg in enumerate(robot.spec.legs):
        for j, joint in enumerate(leg.joints):
            if joint.branch is not None and joint.name not in choosing:
                own = [robot.mechanism.joints[choice.joint].name for choice in geometry.choices if choice.leg == k]
                hint = f"joints of {leg.name} with a choice: {', '.join(own)}" if own else f"no joint of {leg.name} has one"
                yield (
                    f"legs[{k}].joints[{j}].branch ({joint.name}): this joint has no choice between two positions ({hint}); "
                    "leave branch out"
                )


def _left_out_guesses(robot: SurveyedRobot) -> Iterator[str]:
    """Report positions under `guess` of joints that the model does not have: they would have no effect."""
    for spin in robot.mechanism.idle:
        if spin.left_out in robot.spec.guess:
            yield (
                f"guess: {spin.left_out!r} is left out of the model, because the rod at {spin.name} spins freely between two "
                "balls; give no position for it"
            )


def _folded_springs(robot: SurveyedRobot) -> Iterator[str]:
    """Report springs whose two points are at the same place in every sampled configuration."""
    if not robot.mechanism.springs:
        return
    geometry = robot.survey.geometry
    lengths = np.linalg.norm(robot.survey.samples.values(geometry, spring_vectors(geometry.tree)), axis=1)
    for spring, length in zip(robot.mechanism.springs, lengths.T, strict=True):
        if length.max() < MEETING * robot.mechanism.size:
            yield f"springs: the two points of {spring.name!r} are always at the same place; move one of them"


def _freedom(robot: SurveyedRobot) -> Iterator[str]:
    """Report coordinates and actuators that do not fit the mobility of the robot."""
    mechanism, (closed, dof) = robot.mechanism, _closed_and_counted(robot)
    declared = ", ".join(robot.spec.x_names)
    n_a = len(mechanism.actuated)
    if dof > mechanism.n_dof:
        yield _too_mobile(robot, closed.mobility(), declared)
        return
    if dof < mechanism.n_dof:
        others = " and list those that follow from the closures under dependent" if mechanism.platform.carrier is None else ""
        freed = "leave a coupling out" if mechanism.couplings else "free a joint"
        yield (
            f"{_place(robot)}: {mechanism.n_dof} are declared ({declared}), but the mobility is {dof} "
            f"({closed.mobility().how}); declare {dof}{others}, or {freed}"
        )
        return
    if n_a < dof:
        few = f"{counted(n_a, 'actuated joint')} cannot drive {dof} degrees of freedom"
        yield f"legs: {few}; mark more joints with active: true"
        return
    for name, value in _still_dependents(robot):
        yield f"platform.dependent: {name} is {value:.6g} in every configuration; list it under constant: {{{name}: {value:.6g}}}"
    for name in _moving_constants(robot):
        yield f"platform: {name} is taken as constant, but the closures move it; list it under coordinates or dependent"
    yield from _uncontrolled_motions(robot)


def _closed_and_counted(robot: SurveyedRobot) -> tuple[SurveyedRobot, int]:
    """Return a robot whose loops close, and its degrees of freedom.

    If the loops close at no pose, there may be too many joints under redundancy: try again without them.
    """
    try:
        return robot, degrees_of_freedom(robot.closure_jacobian)
    except RobotFileError:
        spec, count = robot.spec, len(robot.spec.redundancy)
        if count == 0:
            raise
        home = None if spec.home is None else spec.home[: len(spec.home) - count]
        workspace = {key: value for key, value in spec.workspace.items() if key not in spec.redundancy}
        platform_alone = spec.model_copy(update={"redundancy": (), "home": home, "workspace": workspace})
        closed = SurveyedRobot(platform_alone)
        dof = degrees_of_freedom(closed.closure_jacobian)
        if dof < robot.mechanism.n_dof:
            return closed, dof
        raise


def _too_mobile(robot: SurveyedRobot, found: Mobility, declared: str) -> str:
    """Write the message for a robot with more degrees of freedom than declared coordinates."""
    mechanism = robot.mechanism
    J_t = robot.closure_jacobian[0][:, : len(mechanism.joints)]
    hint = f"list {found.dof - mechanism.n_dof} more under coordinates; the dependent ones are {_dependent(robot.spec)}"
    if mechanism.platform.carrier is not None:
        hint = f"name {counted(found.dof, 'independent joint')} and mark at least as many with active: true"
    elif idle := idle_motions(mechanism, null_space(J_t, rcond=RANK)):
        hint = idle
    elif constants := _moving_constants(robot):
        hint = f"{', '.join(constants)} moves although it is taken as constant; list it under coordinates or dependent"
    return (
        f"{_place(robot)}: {mechanism.n_dof} are declared ({declared}), but the mobility is {found.dof} "
        f"({found.how}); {hint}"
    )


def _place(robot: SurveyedRobot) -> str:
    """Return the place in the file where the coordinates are."""
    return "platform.coordinates" if robot.spec.has_platform else "coordinates"


def _coordinate_rates(robot: SurveyedRobot) -> Array:
    """(n, 6, 6) matrices that map the platform's twist to the rates of px ... a3, at the samples."""
    import casadi as ca

    geometry = robot.survey.geometry
    D = robot.survey.samples.values(geometry, ca.densify(geometry.coordinates.rate_matrix()))
    rates = np.zeros((len(D), 6, 6))
    rates[:, :3, :3] = np.eye(3)
    rates[:, 3:, 3:] = np.linalg.pinv(D)
    return rates


def _dependent(spec: RobotSpec) -> str:
    return ", ".join(spec.platform.dependent) or "none"


def _moving_constants(robot: SurveyedRobot) -> list[str]:
    """Return the coordinates that are declared constant although the closures move them."""
    platform = robot.mechanism.platform
    if platform.is_quaternion or platform.carrier is not None:
        return []
    held = [k for k in range(6) if k not in platform.coordinates and k not in platform.dependent]
    n_t = len(robot.mechanism.joints)
    J_c, rates = robot.closure_jacobian, _coordinate_rates(robot)
    moving: set[int] = set()
    for J, rate in zip(J_c[:4], rates[:4], strict=True):
        motions = rate @ null_space(J, rcond=RANK)[n_t:]
        moving |= {k for k in held if np.abs(motions[k]).max() > 1e-6}
    return [COORDINATES[k] for k in sorted(moving)]


def _still_dependents(robot: SurveyedRobot) -> Iterator[tuple[str, float]]:
    """Yield the dependent coordinates that do not move, each with its value.

    Graphs are shortened where samples agree, so that a model would take such a coordinate for a constant in every assembly.
    """
    import casadi as ca

    survey, platform = robot.survey, robot.mechanism.platform
    if robot.spec.is_chart or platform.is_quaternion or not platform.dependent:
        return
    six = ca.vertcat(*[joint.q for joint in survey.geometry.coordinates.six])
    values = survey.samples.values(survey.geometry, six)[:, :, 0]
    for k in platform.dependent:
        if np.ptp(values[:, k]) < STILL:
            yield COORDINATES[k], float(np.round(values[0, k], 12)) + 0.0


def _uncontrolled_motions(robot: SurveyedRobot) -> Iterator[str]:
    """Report motions that stay free at every sample while the actuators are locked."""
    mechanism = robot.mechanism
    passive = [k for k in range(len(mechanism.joints) + 6) if k not in mechanism.actuated]
    free = [null_space(J[:, passive], rcond=RANK).shape[1] for J in robot.closure_jacobian]
    if min(free) > 0:
        names = ", ".join(mechanism.joints[k].name for k in mechanism.actuated)
        yield (
            f"legs: with the actuators {names} locked, {counted(min(free), 'motion is', 'motions are')} still free at every "
            "sampled configuration; actuate other joints"
        )

"""Remarks on a valid robot with unusual properties: one sentence for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.flexible.flexible_structure import is_elastic
from parados.geometry.inverse import Samples
from parados.geometry.survey import Survey
from parados.kinematics.mobility import closure_jacobian_expression
from parados.model.surveyed_robot import SurveyedRobot
from parados.robot.bodies import FrictionSpec
from parados.robot.description import RobotSpec
from parados.robot.file_parameters import not_converted, unused_names
from parados.robot.joints import ClosureSpec, LoopSpec
from parados.robot.mesh_files import missing_meshes

__all__ = ["remarks_on"]

Array = NDArray[np.float64]

SUSPICIOUS = 1e-4
"""Ratio of the smallest to the largest singular value below which home may be singular."""

AT_LIMIT = 1e-9
"""Distance beyond a limit below which a joint is at the limit [rad, m]; home is computed with round-off."""


def remarks_on(robot: SurveyedRobot) -> tuple[str, ...]:
    """Write sentences about unusual properties of a valid robot; each begins with the place in the file."""
    return tuple(sentence for remark in REMARKS for sentence in remark(robot))


def _turns(robot: SurveyedRobot) -> Iterator[str]:
    """Remark on ranges of angles beyond a full turn, which may have been meant in degrees."""
    spec = robot.spec
    turning = {name for name in spec.platform.own_coordinates if name.startswith("a")}
    turning |= {joint.name for joint in robot.mechanism.joints if joint.is_periodic}
    for name, (low, high) in spec.workspace.items():
        if name in turning and max(abs(low), abs(high), high - low) > 2 * np.pi:
            yield (
                f"workspace.{name}: [{low:g}, {high:g}] goes beyond a full turn; angles are in rad, and degrees may be written "
                f"as [{low:g} deg, {high:g} deg]"
            )


def _home_beyond_limits(robot: SurveyedRobot) -> Iterator[str]:
    """Remark on joints that are beyond their limits at home; angles are compared as those of a motion that starts there."""
    mechanism, survey = robot.mechanism, robot.survey
    if all(joint.limits is None for joint in mechanism.joints):
        return
    from parados.model.joint_limits import beyond_limits, joint_bounds

    joints = survey.home_joints
    beyond = beyond_limits(mechanism, joints)
    for k in np.flatnonzero(np.abs(beyond) > AT_LIMIT):
        joint = mechanism.joints[k]
        low, high = joint_bounds(mechanism)[k]
        position = (low if beyond[k] < 0 else high) + beyond[k]
        yield (
            f"limits: {joint.name} is at {position:.4g} {joint.unit} at home, outside its limits [{low:.4g}, {high:.4g}] "
            f"{joint.unit}; give another home, mode or limits"
        )


def _singular_home(robot: SurveyedRobot) -> Iterator[str]:
    """Remark on a home that is singular or out of reach."""
    if not _may_be_singular(robot.survey):
        return
    from parados.errors import UnreachableError
    from parados.model.model import Model
    from parados.singularity.classification import classify

    home = [round(float(value), 4) for value in robot.survey.home]
    try:
        found = classify(Model(robot, "vm"), robot.survey.home)
    except UnreachableError as error:
        yield f"home: {home} is out of reach in the mode of the file ({error}); give another home or mode"
        return
    if found.findings:
        least = min(finding.distance for finding in found.findings)
        details = " ".join(finding.sentence for finding in found.findings)
        yield f"home: {home} is singular ({', '.join(found.kinds)}, distance {least:.1g}); give another home. {details}"


def _may_be_singular(survey: Survey) -> bool:
    """Tell whether home may be singular or is out of reach.

    Home may be singular if a motion is nearly free with the actuators locked (Type 2, constraint and passive-joint
    singularities), or with x fixed (all singularities of a leg).
    """
    geometry = survey.geometry
    mechanism = geometry.mechanism
    platform, n_t = mechanism.platform, len(mechanism.joints)
    at_home = Samples(np.concatenate([survey.home_given, survey.default_signs, survey.home_unknowns])[None])
    J, D = (at_home.values(geometry, value)[0] for value in (closure_jacobian_expression(geometry), _angle_rates(survey)))
    if not np.isfinite(J).all():
        return True
    locked = np.delete(J, list(mechanism.actuated), axis=1)
    twists = np.eye(6)
    twists[3:, 3:] = D
    follows = J[:, n_t:] @ twists[:, list(platform.dependent)]
    held = np.hstack([np.delete(J[:, :n_t], list(mechanism.joints_in_x), axis=1), follows])
    return any(_ratio(matrix) < SUSPICIOUS for matrix in (locked, held))


def _angle_rates(survey: Survey) -> ca.SX:
    """Return the matrix (3, 3) from the rates of the angles to omega; for quaternions, which have no angles, the unit matrix."""
    coordinates = survey.geometry.coordinates
    return ca.SX.eye(3) if coordinates.platform.is_quaternion else ca.densify(coordinates.rate_matrix())


def _ratio(matrix: Array) -> float:
    """Return the ratio of the smallest to the largest singular value; 1 for a matrix without columns."""
    if not matrix.shape[1]:
        return 1.0
    sizes = np.linalg.svd(matrix, compute_uv=False)
    return float(sizes[-1] / max(sizes[0], 1e-300)) if len(sizes) == matrix.shape[1] else 0.0


def _other_assemblies(robot: SurveyedRobot) -> Iterator[str]:
    """Remark on other ways in which the loops close, if the file does not choose one."""
    yield from robot.survey.remarks


def _uneven_rods(robot: SurveyedRobot) -> Iterator[str]:
    """Remark on rods that spin freely although they are not axisymmetric."""
    names = [spin.name for spin in robot.mechanism.idle if not spin.axisymmetric]
    if names:
        yield (
            f"legs: the rods at {', '.join(names)} spin freely between two balls, but they are not axisymmetric, so that their "
            "spin would matter; the models take each as held by a universal joint in place of this ball"
        )


def _missing_meshes(robot: SurveyedRobot) -> Iterator[str]:
    """Remark on meshes whose files are missing or too large."""
    yield from missing_meshes(robot.spec)


def _idle_keys(robot: SurveyedRobot) -> Iterator[str]:
    """Remark on keys that change nothing, because the key that they belong to is missing or zero."""
    spec = robot.spec
    yield from _unused_names(spec)
    yield from _units_without_effect(spec)
    stribeck = _frictions(spec, ("vs", "exponent"), lambda friction: not friction.fb)
    if stribeck:
        yield _friction_sentence(stribeck, "no effect, since fb, which they shape, is 0; give fb")
    smooth = _frictions(spec, ("width", "ramp"), lambda friction: not friction.is_dry)
    if smooth:
        reason = "no effect on the efforts, since they smooth dry friction, and fs, fb and fn are 0; give one of these"
        yield _friction_sentence(smooth, reason) + ". The regressor and an identification of fs use them"
    axes = [place for place, tie in _ties(spec) if "axes" in tie.model_fields_set and not _slides(tie)]
    if axes:
        yield f"{', '.join(axes)}: axes has no effect, since this closure leaves no translation free; remove it"
    if spec.damping is not None and not is_elastic(robot.links):
        yield (
            "damping: this has no effect, since no part of the robot is elastic; give a link a beam or a joint a stiffness, or "
            "remove damping. A damper of a rigid robot is a spring with a damping"
        )


def _unused_names(spec: RobotSpec) -> Iterator[str]:
    """Yield sentences about the parameters and the lists of `repeat` that no expression of the file uses."""
    for place, names in unused_names(*spec.file) if spec.file else ():
        if names:
            owner = "the file" if place == "parameters" else "this leg"
            turning = ' (angles turns the legs only together with "around: x", y or z)' if "angles" in names else ""
            yield f"{place}: no expression of {owner} uses {', '.join(names)}; use or remove each of them{turning}"


def _units_without_effect(spec: RobotSpec) -> Iterator[str]:
    """Yield a sentence for each parameter whose unit promises a conversion."""
    for one, places in not_converted(*spec.file) if spec.file else ():
        taken = f"{', '.join(places)} takes {one.value} in SI units (m, rad, kg, s, N)"
        convert = f"convert it there, for example {one.name} deg or {one.name}/1000"
        yield f"parameters.{one.name}: the unit {one.unit} is only shown; {taken}; {convert}"


def _frictions(
    spec: RobotSpec, keys: tuple[str, ...], is_idle: Callable[[FrictionSpec], bool]
) -> dict[tuple[str, ...], list[str]]:
    """Return the given keys of idle frictions, each group of keys with the names of its joints."""
    found: dict[tuple[str, ...], list[str]] = {}
    for leg in spec.legs:
        for joint in leg.joints:
            given = tuple(key for key in keys if key in joint.friction.model_fields_set and getattr(joint.friction, key))
            if given and is_idle(joint.friction):
                found.setdefault(given, []).append(joint.name)
    return found


def _friction_sentence(found: dict[tuple[str, ...], list[str]], reason: str) -> str:
    """Write one sentence about keys of friction, by the names of joints."""
    places = "; ".join(f"{', '.join(keys)} of {', '.join(joints)}" for keys, joints in found.items())
    return f"friction: {places}: {reason}, or remove these keys"


def _ties(spec: RobotSpec) -> Iterator[tuple[str, ClosureSpec | LoopSpec]]:
    """Yield each closure of the robot with its place in the file."""
    for leg in spec.legs:
        if leg.closure is not None:
            yield f"closure of {leg.name}", leg.closure
        yield from ((f"loops[{k}] of {leg.name}", loop) for k, loop in enumerate(leg.loops))
    yield from ((f"closures[{k}]", loop) for k, loop in enumerate(spec.closures))


def _slides(tie: ClosureSpec | LoopSpec) -> bool:
    """Tell whether a closure leaves a translation free."""
    return any(name.startswith("T") for name in tie.freedoms())


REMARKS: tuple[Callable[[SurveyedRobot], Iterator[str]], ...] = (
    _other_assemblies,
    _uneven_rods,
    _singular_home,
    _home_beyond_limits,
    _turns,
    _idle_keys,
    _missing_meshes,
)
"""Functions that write the remarks, in this order."""

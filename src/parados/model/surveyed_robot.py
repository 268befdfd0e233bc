"""A robot's description with its mechanism and survey, shared by the robot, its models and its checks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from parados.arguments import freeze, instance, read_only
from parados.spatial.turns import nearest_turn
from parados.storage.travel import WithoutDerived

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parados.assembly.found_poses import PoseSolver
    from parados.flexible.flexible_structure import FlexibleStructure
    from parados.geometry.survey import Survey
    from parados.kinematics.mobility import Mobility
    from parados.robot.description import RobotSpec
    from parados.topology.mechanism import Mechanism

__all__ = ["SurveyedRobot", "kept_robot", "surveyed"]

KEPT = 8
"""Number of robots that are kept in memory: a worker process receives the same model with each of its tasks."""


class SurveyedRobot(WithoutDerived):
    """A robot's description; its links, mechanism, survey and mobility are computed when they are first needed.

    survey : the robot's survey, if it is already known
    """

    def __init__(self, spec: RobotSpec, survey: Survey | None = None) -> None:
        from parados.robot.description import RobotSpec

        self.spec = instance("spec", spec, RobotSpec, "a robot's description (parados.describe)")
        if survey is not None:
            from parados.geometry.survey import Survey

            self.survey = instance("survey", survey, Survey, "the survey of a robot")
            self.mechanism = survey.geometry.mechanism

    def alone(self) -> SurveyedRobot:
        """Return this robot without live parameters, with the same numbers."""
        return self

    @cached_property
    def links(self) -> Mechanism:
        """The mechanism with every link of the file as a separate body, for the flexible models."""
        from parados.topology.building import build_links

        return build_links(self.spec)

    @cached_property
    def flexible(self) -> FlexibleStructure:
        """The tree of the flexible robot; raises RobotFileError if no part is elastic."""
        from parados.flexible.flexible_structure import flexible_structure

        return flexible_structure(self.links, self.spring_homes)

    @property
    def spring_homes(self) -> dict[str, float]:
        """Position at home of each joint whose spring counts turns from there, by name [rad]."""
        joints, turning = self.mechanism.joints, self.mechanism.turning
        sprung = [k for k, joint in enumerate(joints) if joint.spring is not None and turning[k]]
        return {joints[k].name: float(self.survey.home_joints[k]) for k in sprung}

    def near_spring_homes(self, joints: NDArray[np.float64]) -> NDArray[np.float64]:
        """(N, n_t) positions of all joints, with the angles of joints in `spring_homes` within half a turn of home."""
        homes, found = self.spring_homes, joints.copy()
        for k, name in enumerate(self.mechanism.joint_names):
            if name in homes:
                found[:, k] = nearest_turn(found[:, k], homes[name])
        return found

    @cached_property
    def mechanism(self) -> Mechanism:
        """Tree, platform and closures; links that are fixed to each other form one body, and idle spins are left out."""
        from parados.topology.assembling import assembled

        found = assembled(self.spec, self.links, self.spec.first_axes or ())
        return self.survey.geometry.mechanism if found.idle and self.spec.first_axes is None else found

    @cached_property
    def survey(self) -> Survey:
        """Inverse geometry and sampled configurations."""
        from parados.geometry.ball_axes import survey_with_axes
        from parados.geometry.survey import survey
        from parados.topology.assembling import assembled

        if self.spec.first_axes is None and assembled(self.spec, self.links).idle:
            return survey_with_axes(self.spec, lambda axes: assembled(self.spec, self.links, axes))
        return survey(self.spec, self.mechanism)

    @cached_property
    def pose_solver(self) -> PoseSolver | None:
        """Solver for all assembly modes; None if no solver fits."""
        from parados.assembly.pose_solver import pose_solver

        found = pose_solver(self.mechanism, self.survey)
        if found is not None:
            freeze(found)
        return found

    @cached_property
    def closure_jacobian(self) -> NDArray[np.float64]:
        """(n, rows, n_t + 6) Jacobians of all closures over joint rates and platform twist, at the survey's samples."""
        from parados.kinematics.mobility import closure_jacobian

        return read_only(closure_jacobian(self.survey))

    @cached_property
    def is_kinematically_redundant(self) -> bool:
        """True if joints can move while the platform stands still: more degrees of freedom than the platform has."""
        return self.mobility().kinematic_redundancy > 0

    def mobility(self) -> Mobility:
        """Compute degrees of freedom, overconstraint and redundancies by the methods of Moroskine and of Gogu."""
        from parados.kinematics.mobility import mobility

        return mobility(self.mechanism, self.survey, self.closure_jacobian)


_kept: dict[str, SurveyedRobot] = {}
_lock = threading.RLock()


def surveyed(spec: RobotSpec, kind: type[SurveyedRobot]) -> SurveyedRobot:
    """Survey a description that came from another process; recent surveys are reused."""
    return kept_robot(f"{kind} {spec.is_chart} {spec.model_dump_json()}", lambda: kind(spec))


def kept_robot(key: str, make: Callable[[], SurveyedRobot]) -> SurveyedRobot:
    """Return the robot that is kept under a key, or make it, survey it and keep it."""
    with _lock:
        if key not in _kept:
            robot = make()
            _ = robot.survey  # computed under the lock, so that two threads do not compute it twice
            _kept[key] = robot
            while len(_kept) > KEPT:
                del _kept[next(iter(_kept))]
        return _kept[key]

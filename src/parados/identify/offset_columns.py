"""Columns of constant efforts f0 in the regressor: the same robot with offsets of zero in its joints."""

from __future__ import annotations

from parados.errors import InputError
from parados.model.model import Model
from parados.model.surveyed_robot import SurveyedRobot
from parados.robot.changed_bodies import with_friction_and_rotors
from parados.robot.description import JointSpec, RobotSpec

__all__ = ["with_offsets"]


def with_offsets(model: Model, joints: str | None) -> Model:
    """Return the model of the same robot with an offset f0 = 0 in joints that have none; the model itself if all have one.

    joints : None, "actuated" or "all"
    """
    lacking = [joint.name for joint in _of(model.spec, joints) if joint.friction.f0 is None]
    if not lacking:
        return model
    if model.live:
        raise InputError(
            "offsets: a model with live parameters gets no columns for offsets; give friction.f0 of these joints in the robot "
            "file, or compile the robot without live parameters"
        )
    spec = with_friction_and_rotors(model.spec, {f"f0_{name}": 0.0 for name in lacking})
    return Model(SurveyedRobot(spec), model.backend)


def _of(spec: RobotSpec, joints: str | None) -> list[JointSpec]:
    """Return the joints of a description that move, all or the actuated ones."""
    moving = [joint for leg in spec.legs for joint in leg.joints if joint.kind != "fixed"]
    return [] if joints is None else [joint for joint in moving if joint.active or joints == "all"]

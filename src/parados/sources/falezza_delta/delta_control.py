"""Pick-and-place with the torques of M_s or M_f as feed-forward, on a plant that is M_f with friction.

The paper compares the two models by their torques alone. Here each model serves a controller: its torques along the motion are
added to the same PD law, and the errors of the platform show what the complete model is worth.
"""

from __future__ import annotations

from parados.api import Robot, load
from parados.control.computed_torque import FeedForwardPD
from parados.control.named_laws import named_law
from parados.model.model import Model
from parados.report.tracking_errors import TrackingErrors
from parados.robot.description import JointSpec, RobotSpec
from parados.sources.controlled_runs import distance, error_columns, error_figure, error_lines, followed
from parados.sources.entry import Reproduction, holds
from parados.sources.falezza_delta.cycle import SHORT
from parados.sources.falezza_delta.models import COMPLETE, ROBOTS, SIMPLIFIED

__all__ = ["feed_forward"]

RATE, BANDWIDTH = 2000.0, 10.0
DRY, VISCOUS = 1.0, 0.3
"""Friction of each motor of the plant [N m, N m s]."""


def feed_forward() -> Reproduction:
    """Compute the entry 001/control: tracking errors with the torques of M_s, of M_f and without a model."""
    motion, plant = SHORT.trajectory(), _with_friction(load(ROBOTS[COMPLETE]).spec)
    models = {name: load(robot).compile() for name, robot in ROBOTS.items()}
    gains = named_law("pd", models[COMPLETE], motion, bandwidth=BANDWIDTH).gains
    results: dict[str, TrackingErrors] = {}
    results["PD law"] = followed(plant, named_law("pd", models[COMPLETE], motion, bandwidth=BANDWIDTH), motion, RATE)
    for name in (SIMPLIFIED, COMPLETE):
        law = FeedForwardPD(models[name], motion, gains["kp"], gains["kd"])
        results[f"PD law and {name}"] = followed(plant, law, motion, RATE)
    far = [float(1e3 * distance(errors).max()) for errors in results.values()]
    told = ", ".join(f"{value:.2f} mm" for value in far)
    lines = [
        holds(
            "largest error: without a model, with M_s, with M_f", "M_f describes the robot best", told, far[2] < far[1] < far[0]
        ),
        *error_lines(results),
    ]
    choices = [
        f"The plant is M_f with dry friction of {DRY:g} N m and viscous friction of {VISCOUS:g} N m s at each motor, which the "
        "controllers do not know.",
        f"The PD law has a bandwidth of {BANDWIDTH:g} Hz and {RATE:g} updates in a second; without a model it holds gravity.",
        "The cycle is 25/305/25 mm, one way in 0.2 s.",
    ]
    return Reproduction(lines, {"tracking": error_figure(results)}, {"tracking": error_columns(results)}, choices)


def _with_friction(spec: RobotSpec) -> Model:
    """Return the robot with friction at its motors."""

    def changed(joint: JointSpec) -> JointSpec:
        friction = joint.friction.model_copy(update={"fs": DRY, "fv": VISCOUS})
        return joint.model_copy(update={"friction": friction}) if joint.active else joint

    legs = [leg.model_copy(update={"joints": type(leg.joints)(map(changed, leg.joints))}) for leg in spec.legs]
    return Robot(spec.model_copy(update={"legs": type(spec.legs)(legs)})).compile()

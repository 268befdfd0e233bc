"""Force on the platform with smooth instead of dry friction, for gradient methods."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.model.graphs import Graphs
from parados.model.model import Model
from parados.model.quantities import build_quantity
from parados.model.quantity import Options
from parados.model.surveyed_robot import SurveyedRobot

__all__ = ["smooth_force"]

WIDTH = 0.02
"""Width of the smooth change of sign of dry friction, as a fraction of the joint's largest rate."""


def smooth_force(model: Model, largest_rates: NDArray[np.float64]) -> ca.Function:
    """Return J_inv^T tau as a graph of (x, xd, xdd, mode), with smooth friction.

    largest_rates : (n_t,) largest rates of the joints [rad/s, m/s]; friction is smooth below WIDTH times these
    """
    dry = [joint.friction.jumps for joint in model.mechanism.joints]
    if not any(dry):
        return model.graph("platform_force")
    widths = WIDTH * np.maximum(largest_rates, 1e-3 * max(float(largest_rates.max()), 1e-9))
    joints = [
        replace(joint, friction=joint.friction.model_copy(update={"width": float(width)})) if is_dry else joint
        for joint, width, is_dry in zip(model.survey.geometry.mechanism.joints, widths, dry, strict=True)
    ]
    mechanism = replace(model.survey.geometry.mechanism, joints=tuple(joints))
    survey = replace(model.survey, geometry=replace(model.survey.geometry, mechanism=mechanism))
    smooth = build_quantity(Graphs(SurveyedRobot(model.spec, survey)), "platform_force", Options())
    return model.with_values(smooth.function)

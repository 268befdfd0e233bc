"""Quick check whether the home pose may be singular, without compiling the robot."""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.closed_samples import Samples
from parados.geometry.survey import Survey
from parados.kinematics.mobility import closure_jacobian_expression

__all__ = ["may_be_singular"]

Array = NDArray[np.float64]

SUSPICIOUS = 1e-4
"""Ratio of the smallest to the largest singular value below which home may be singular."""


def may_be_singular(survey: Survey) -> bool:
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

"""Number of independent directions in which the platform of a robot moves."""

from __future__ import annotations

import numpy as np

from parados.errors import InputError
from parados.study.design_states import DesignStates

__all__ = ["platform_rank"]

SAME_RANK = 1e-9
"""Part of the largest singular value below which another one counts as zero."""

SAMPLES = 8
"""Number of sampled poses, besides home, of which the largest rank is taken: home alone may be singular."""


def platform_rank(at: DesignStates, rows: slice = slice(0, 6)) -> int:
    """Return the rank of some rows of the Jacobian of the platform, for the robot of the study and away from singularities.

    rows : rows of the twist: 0 to 2 are the velocity of P, 3 to 5 the angular velocity
    """
    survey = at.family.survey
    x = np.vstack([survey.home, survey.samples.named(survey.geometry, SAMPLES)["x"]])
    J_p = at.family.quietly("platform_jacobian", x, mode=at.mode)["jacobian"].reshape(len(x), 6, -1)
    known = np.isfinite(J_p).all(axis=(1, 2))
    if not known.any():
        raise InputError(f"{at.family.spec.name}: neither home nor a sampled pose is within reach in this working mode")
    J_p = J_p[known] / np.array([at.length()] * 3 + [1.0] * 3)[:, None]
    largest = np.linalg.svd(J_p, compute_uv=False)[:, :1]
    sizes = np.linalg.svd(J_p[:, rows], compute_uv=False)
    return int((sizes > SAME_RANK * largest).sum(axis=1).max())

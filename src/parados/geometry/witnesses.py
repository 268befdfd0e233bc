"""Closed configurations that test what the samples of a survey suggest.

What is constant or equal at all samples is taken for constant or equal everywhere. The samples could miss a working mode in
which it is not. Witnesses are drawn independently of the samples, at other poses and in every working mode; modes that do not
close near the default configuration are searched from random starts, as `NumericModes` does it.
"""

from __future__ import annotations

from itertools import product

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.inverse import Samples
from parados.geometry.numeric_modes import NumericModes
from parados.geometry.placements import Placements
from parados.geometry.survey import Survey, as_x

__all__ = ["find_witnesses"]

Array = NDArray[np.float64]

COUNT = 32
"""Number of witnesses that are tried, and of working modes if there are more."""

STARTS = 4
"""Number of random starts for each mode of a numeric geometry that does not close near the default configuration."""

STEPS = 4
"""Number of steps from home to the pose of a witness of a numeric geometry."""


def find_witnesses(survey: Survey) -> Samples:
    """Draw closed configurations in the workspace, in every working mode, as inputs of the geometry's graph; maybe none."""
    geometry, rng = survey.geometry, np.random.default_rng(31)
    x = as_x(geometry.mechanism, rng.uniform(survey.lower, survey.upper, (COUNT, len(survey.lower))))
    given = np.hstack([x, geometry.mechanism.family.rows(COUNT)])
    n = len(geometry.free_choices)
    modes = np.array(list(product((1.0, -1.0), repeat=n))) if 2**n <= COUNT else rng.choice([1.0, -1.0], (COUNT, n))
    signs = np.resize(modes, (COUNT, n))
    return _closed_form(survey, given, signs) if geometry.is_closed_form else _numeric(survey, given, signs, rng)


def _closed_form(survey: Survey, given: Array, signs: Array) -> Samples:
    """Evaluate a closed form; rows out of reach are left out."""
    geometry, inputs = survey.geometry, np.hstack([given, signs])
    joints = Samples(inputs).values(geometry, ca.vertcat(*[joint.q for joint in geometry.joints]))
    return Samples(inputs[np.isfinite(joints).all(axis=(1, 2))])


def _numeric(survey: Survey, given: Array, free: Array, rng: np.random.Generator) -> Samples:
    """Close the loops at home in the given modes and follow each configuration to its pose; rows that are lost are left out."""
    modes = NumericModes(survey.placements or Placements(survey.geometry), survey.home_given, survey.home_unknowns)
    signs = np.array([modes.placements.all_signs(row) for row in free])
    home = np.tile(modes.home, (len(given), 1))
    u = modes.placed(home, np.tile(modes.home_unknowns, (len(given), 1)), signs)
    for _ in range(STARTS):
        lost = np.flatnonzero(~np.isfinite(u).all(axis=1))
        if len(lost):
            u[lost] = modes.placed(home[lost], modes.solver.scattered(modes.home_unknowns, len(lost), rng), signs[lost])
    found = np.isfinite(u).all(axis=1)
    given, home, u = given[found], home[found], u[found]
    for k in range(1, STEPS + 1 if len(u) else 1):
        u, closed = modes.solver.close(modes.solver.between(home, given, k / STEPS), u)
        given, home, u = given[closed], home[closed], u[closed]
        if not closed.any():
            break
    return Samples(np.hstack([given, u]))

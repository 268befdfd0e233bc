"""Two singularities at one instant: legs 1 and 2 of the Tripteron are stretched, and both criteria (9.15) must hold (9.6)."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados import plan
from parados.singularity.classification import classify
from parados.singularity.criteria import crossing_criterion

BOTH = np.array([1.078, 0.0, 0.0])
WAY = np.array([0.05, -0.9, -0.8])


@pytest.fixture(scope="module")
def model():
    return parados.load("tripteron").in_coordinates(["q12", "q13", "q23"]).compile()


def test_each_stretched_leg_has_a_criterion(model):
    found = classify(model, BOTH)
    assert [(f.kind, f.leg) for f in found.findings] == [("LPJTS", "leg1"), ("LPJTS", "leg2")]
    criterion = crossing_criterion(model, BOTH)
    assert criterion.motions.shape == (2, 3) and criterion.equation == "(9.15)"
    xd = [0.3, 2.0, 1.7]
    xdd = criterion.least_change(xd, [1.0, 2.0, 3.0])
    assert np.abs(criterion.relative(xd, xdd)).max() < 1e-12
    assert np.abs(criterion.relative(xd, [1.0, 2.0, 3.0])).max() > 1e-3


def test_efforts_have_a_limit_if_both_criteria_hold(model):
    """The limit is approached from both sides, along a motion of constant jerk through the pose."""
    criterion = crossing_criterion(model, BOTH)
    xd, jerk = np.array([0.3, 2.0, 1.7]), np.array([5.0, -3.0, 4.0])
    xdd = criterion.least_change(xd, [1.0, 2.0, 3.0])
    limit = model.inverse_dynamics(BOTH, xd, xdd, jerk=jerk)
    for h in (1e-4, 1e-5, 1e-6):
        t = np.array([[-h], [h]])
        sides = model.inverse_dynamics(
            BOTH + xd * t + xdd * t**2 / 2 + jerk * t**3 / 6, xd + xdd * t + jerk * t**2 / 2, xdd + jerk * t
        )
        assert np.abs(sides.mean(axis=0) - limit).max() < 1e-4 * np.abs(limit).max()
    one_only = xdd + model.mechanism.n_dof * criterion.motions[1]  # violates the second criterion, and the first one too
    with pytest.raises(parados.SingularConfigurationError, match=r"violates the criterion \(9\.15\)"):
        model.inverse_dynamics(BOTH, xd, one_only, jerk=jerk)


@pytest.mark.slow
def test_planned_motion_crosses_both_singularities(model):
    motion = plan.cross(model, BOTH + 0.5 * WAY, BOTH - 0.45 * WAY, 1.0)
    before, after = motion.approach()
    assert np.abs([before[1] - before[2], after[1] - after[2], before[2] - after[2]]).max() < 1e-3 * np.abs(before).max()
    assert motion.passages[0].residual < 1e-10

"""Reproduced table and figures of Lopes: expected verdicts, and properties of motion, forces and contributions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import cumulative_simpson

from parados.sources.entry import Verdict
from parados.sources.lopes_stewart.lopes_figures import shares_by_regressor
from parados.sources.lopes_stewart.there_and_back import (
    P_1,
    P_2,
    engine,
    evaluate,
    formulation,
    there_and_back,
    trigonometric_step,
)

QUADRATURE = 1e-8
"""Largest error relative to the largest energy, by Simpson's rule (observed 6e-10)."""

VERDICTS = {
    "002/table-1": {Verdict.AGREES: 12, Verdict.BETTER: 51, Verdict.CORRECTED: 1},
    "002/table-2": {Verdict.AGREES: 18, Verdict.CHECKED: 1},
    "002/fig-4": {Verdict.AGREES: 1, Verdict.CHECKED: 3},
    "002/fig-5": {Verdict.AGREES: 0, Verdict.CHECKED: 2, Verdict.FORMULA_CORRECTED: 1},
    "002/fig-6": {Verdict.AGREES: 0, Verdict.CHECKED: 4},
}


@pytest.mark.parametrize("id", VERDICTS)
def test_entry_has_the_expected_verdicts(id, computed):
    found = [line.verdict for line in computed(id).lines]
    assert {verdict: found.count(verdict) for verdict in VERDICTS[id]} == VERDICTS[id]


def test_spline_starts_and_ends_at_rest():
    step = trigonometric_step(np.linspace(0, 1, 101))
    assert np.allclose(step[:, [0, -1]], [[0, 1], [0, 0], [0, 0]], atol=1e-15)
    assert (np.diff(step[0]) > 0).all()
    assert np.allclose(step[0] + step[0, ::-1], 1, atol=1e-15)


def test_derivatives_of_the_spline_equal_differences(slope):
    for u in (0.1, 0.37, 0.5, 0.9):
        value = trigonometric_step(np.array([u]))[:, 0]
        by_differences = slope(lambda h, u=u: trigonometric_step(np.array([u + h]))[:2, 0], 0.01)
        assert np.allclose(by_differences, value[1:], atol=1e-11)


def test_motion_passes_the_printed_points():
    motion = there_and_back()
    assert np.allclose(motion.x[[0, len(motion.t) // 2, -1]], [P_1, P_2, P_1], atol=1e-15)


def test_leg_lengths_in_P_1_follow_the_law_of_cosines():
    """A leg goes from radius 1.5 m at 15 degrees to radius 0.75 m at 60 degrees, 2 m higher."""
    lengths = evaluate(formulation()["lengths"], there_and_back())["l"]
    assert lengths[0] == pytest.approx(np.sqrt(2**2 + 1.5**2 + 0.75**2 - 2 * 1.5 * 0.75 * np.cos(np.pi / 4)), abs=1e-14)


def test_work_of_the_actuators_equals_the_energy(record_property):
    motion, model = there_and_back(601), engine()
    tau = evaluate(formulation()["inverse_dynamics"], motion)["tau"]
    power = (tau * model.joint_rates(motion.x, motion.xd)).sum(axis=1)
    work = cumulative_simpson(power, x=motion.t, initial=0)
    energy = model.energy(motion.x, motion.xd).total
    worst = np.abs(work - (energy - energy[0])).max() / np.ptp(energy)
    record_property("energy balance of P1, P2, P1", float(worst))
    assert worst < QUADRATURE


def test_contributions_are_symmetric_in_time():
    """If time is reversed, rates change sign and forces do not, since there is no friction."""
    for part in shares_by_regressor(there_and_back()).values():
        assert np.allclose(part, part[::-1], atol=1e-12)

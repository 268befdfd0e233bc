"""The crossing law carries a robot through a Type 2 singularity with encoders at its motors only."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from control_loops import weighed

import parados
from parados import InputError
from parados.control import ComputedTorque, CrossingLaw, Sampling, named_law
from parados.errors import SimulationError
from parados.simulate import simulate
from parados.sources.briot_khalil.singular.five_bar_motions import corrected_motion

ENCODERS = Sampling(rate=1000.0, measured="joints", resolution=1e-6, rates="difference", effort_limit=30.0)


FROM, TO = [0.0, 0.3], [0.0, 0.15]
FREE = {"method": "rk4", "step": 5e-4, "sampling": Sampling(rate=2e3), "friction": False, "times": 601}


@cache
def planned():
    """A crossing of the five-bar mechanism whose platform has a live mass."""
    return parados.plan.cross(weighed(), FROM, TO, 1.0)


@pytest.fixture(scope="module")
def motion():
    return corrected_motion()


def run(law, reference, sampling=ENCODERS):
    at = reference(0.0)
    same = {"method": "rk4", "step": 1e-4, "times": 151}
    return simulate(law.model, at.x, at.xd, reference.duration, control=law, sampling=sampling, **same)


def test_planned_motion_crosses_with_encoders_and_planned_efforts(motion):
    law = CrossingLaw(motion, 400.0, 40.0, 5.0, 0.5, window=0.15)
    found = run(law, motion.trajectory)
    assert np.abs(found.x - motion.trajectory(found.t).x).max() < 3e-4
    assert np.abs(found.efforts).max() < 1.02 * motion.peak.max()
    assert found.law["clear"].min() == 0 and found.law["clear"].max() == 1


@pytest.mark.parametrize("kind", ["naive", "trajectory"])
def test_computed_torque_loses_the_pose_at_the_singularity(motion, kind):
    reference = getattr(motion, kind)
    with pytest.raises(SimulationError, match="the controller finds no pose for its measured joints") as failure:
        run(ComputedTorque(motion.model, reference, 400.0, 40.0, friction="reference"), reference)
    assert 0.7 < failure.value.run.t[-1] < 0.9


def test_law_uses_the_planned_efforts_alone_within_half_a_window(motion):
    law = CrossingLaw(motion, 400.0, 40.0, 0.0, 0.0, window=0.2)
    (passage,) = motion.passages
    for t in (passage.time - 0.09, passage.time, passage.time + 0.09):
        at = motion.trajectory(t)
        wrong = law.measure(at.x + 1e-3, at.xd)
        assert np.allclose(law.update(t, wrong).efforts, motion.efforts(t), rtol=1e-9)


def test_compensation_along_the_reference_starts_a_joint_at_rest():
    model = parados.load("five-bar").compile()
    reference = parados.trajectory.point_to_point([0.0, 0.338], [0.03, 0.32], 0.5)
    errors = []
    for friction in (True, "reference"):
        found = run(ComputedTorque(model, reference, 400.0, 40.0, friction=friction), reference, Sampling(rate=10_000.0))
        errors.append(np.abs(found.x - reference(found.t).x).max())
    assert errors[1] < 2e-5 < errors[0]


def test_bad_arguments_are_rejected_in_one_sentence(motion):
    with pytest.raises(InputError, match=r"motion: the result of `parados.plan.cross` is expected"):
        CrossingLaw(motion.trajectory, 400.0, 40.0, 5.0, 0.5)
    with pytest.raises(InputError, match="window"):
        CrossingLaw(motion, 400.0, 40.0, 5.0, 0.5, window=0.0)
    with pytest.raises(InputError, match="friction: 'measured' is not known; use True, False or 'reference'"):
        CrossingLaw(motion, 400.0, 40.0, 5.0, 0.5, friction="measured")
    with pytest.raises(InputError, match="use computed-torque"):
        named_law("lqr", motion.model, motion.trajectory)


@pytest.mark.parametrize("mass", [0.272, 0.28])
def test_law_follows_the_plan_with_a_mass_that_is_three_percent_wrong(mass):
    law = CrossingLaw(planned(), 400.0, 40.0, 60.0, 3.0, friction=False)
    found = simulate(weighed(), FROM, [0.0, 0.0], 1.2, control=law, parameters={"m4": mass}, **FREE)
    error = np.abs(found.x - law.reference.states(found.t)[0]).max(axis=1)
    assert found.complete
    assert error.max() < (1e-4 if mass == 0.272 else 2e-3)
    assert error[-1] < 1e-5


def test_computed_torque_on_the_naive_motion_needs_far_larger_efforts():
    """Near the singularity the inverse dynamics at the measured pose divides by a vanishing number."""
    crossing = CrossingLaw(planned(), 400.0, 40.0, 60.0, 3.0, friction=False)
    naive = ComputedTorque(weighed(), planned().naive, 400.0, 40.0, friction=False)
    planned_peak, peak = (
        np.abs(simulate(weighed(), FROM, [0.0, 0.0], 1.2, control=law, **FREE).efforts).max() for law in (crossing, naive)
    )
    assert peak > 20 * planned_peak

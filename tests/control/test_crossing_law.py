"""A five-bar crosses a Type 2 singularity under control, with the planned efforts and errors of its model."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from control_loops import weighed

import parados
from parados import control
from parados.simulate import simulate

FROM, TO = [0.0, 0.3], [0.0, 0.15]
RUN = {"method": "rk4", "step": 5e-4, "sampling": control.Sampling(rate=2e3), "friction": False, "times": 601}


@cache
def planned():
    return parados.plan.cross(weighed(), FROM, TO, 1.0)


@pytest.mark.parametrize("mass", [0.272, 0.28])
def test_crossing_law_follows_the_plan_through_the_singularity(mass):
    """With the exact mass only the held efforts cause an error; 3 % more mass cause one of the order of Kp^-1."""
    law = control.CrossingLaw(planned(), 60.0, 3.0, friction=False)
    run = simulate(weighed(), FROM, [0.0, 0.0], 1.2, control=law, parameters={"m4": mass}, **RUN)
    error = np.abs(run.x - law.reference.states(run.t)[0]).max(axis=1)
    assert run.complete
    assert error.max() < (2e-5 if mass == 0.272 else 2e-3)
    assert error[-1] < 1e-5


def test_computed_torque_on_the_naive_motion_needs_far_larger_efforts():
    """Near the singularity the inverse dynamics at the measured pose divides by a vanishing number."""
    crossing = control.CrossingLaw(planned(), 60.0, 3.0, friction=False)
    naive = control.ComputedTorque(weighed(), planned().naive, 400.0, 40.0, friction=False)
    planned_peak, peak = (
        np.abs(simulate(weighed(), FROM, [0.0, 0.0], 1.2, control=law, **RUN).efforts).max() for law in (crossing, naive)
    )
    assert peak > 20 * planned_peak

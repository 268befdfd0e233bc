"""Test the first trajectory of section 10.7: a square in joint space, 1.8 s for each edge and a stop after it."""

import numpy as np
import pytest
from dual_emps import SQUARE, simulation

from parados.simulate.damping import ModalDamping

CONSERVED = 1e-6


@pytest.mark.slow
def test_energy_is_conserved_without_friction():
    run = simulation().prescribed(SQUARE, SQUARE.duration, 1e-3)
    assert run.energy.relative_error < CONSERVED
    assert run.drift.max() < 1e-9


@pytest.mark.slow
def test_energy_balance_holds_with_friction_and_damping():
    """The work of the actuators is the sum of stored and dissipated energy; the robot comes to rest at the end."""
    run = simulation(friction=True, friction_width=1e-3, damping=ModalDamping(0.01)).prescribed(SQUARE, SQUARE.duration, 1e-3)
    assert run.energy.relative_error < CONSERVED
    assert np.all(np.diff(run.energy.dissipated) >= -1e-12)
    assert run.energy.kinetic[-1] < 1e-6 * run.energy.kinetic.max()

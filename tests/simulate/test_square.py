"""The first trajectory of section 10.7: a square in joint space, 1.8 s an edge and a stop after each."""

import numpy as np
import pytest
from dual_emps import SQUARE, simulation

from parados.simulate.damping import ModalDamping

CONSERVED = 1e-6


@pytest.mark.slow
def test_energy_is_conserved():
    run = simulation().prescribed(SQUARE, SQUARE.duration, 1e-3)
    assert run.energy.relative_error < CONSERVED
    assert run.drift.max() < 1e-9


@pytest.mark.slow
def test_with_friction_and_damping():
    """What the actuators put in is what is stored and what is lost; after each stop the robot comes to rest."""
    run = simulation(friction=True, friction_width=1e-3, damping=ModalDamping(0.01)).prescribed(SQUARE, SQUARE.duration, 1e-3)
    assert run.energy.relative_error < CONSERVED
    assert np.all(np.diff(run.energy.dissipated) >= -1e-12)
    assert run.energy.kinetic[-1] < 1e-6 * run.energy.kinetic.max()

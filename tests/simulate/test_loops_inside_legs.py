"""Test a simulation of the NaVARo: parallelograms inside the legs, spatial beams, gravity; 126 coordinates, 30 closures."""

import numpy as np
import pytest

import parados
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.trajectory import point_by_point


@pytest.mark.slow
def test_navaro_turns_symmetrically_and_conserves_energy():
    robot = parados.load("navaro").compile("vm")
    simulation = ElasticSimulation.at(robot, [0, 0, 0], sag=True, spectral_radius=0.0, backend="vm")
    start = simulation.start[list(simulation.structure.mechanism.actuated)]
    run = simulation.prescribed(point_by_point([start, start + 0.1], travel=0.1), 0.1, 2e-3)
    assert run.energy.relative_error < 1e-6
    assert run.drift.max() < 1e-9
    assert run.pose[0, 2] < -1e-5  # the platform sags a little
    np.testing.assert_allclose(run.pose[-1, :2], 0, atol=1e-9)  # and the motion stays symmetric
    assert run.pose[-1, 5] > 0.05

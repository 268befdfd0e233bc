"""Compare a motion of the DualEMPS with a recorded motion of the same model, computed by another program.

The actuators move 0.2 m and -0.05 m in 0.5 s, then rest for 0.3 s. There is no friction and no damping; the rotations of the
beam tips are not linearised.
"""

from pathlib import Path

import numpy as np
import pytest
from dual_emps import RECORDED, simulation

TABLE = Path(__file__).parent / "data" / "fivebar_ffr_large_n1_a1.csv"
PLACE, EFFORT = 1e-10, 1e-6
"""Tolerances of positions [m] and of efforts (relative to the largest effort); the requirement is 1e-7 and 1e-5."""


@pytest.fixture(scope="module")
def table():
    return np.genfromtxt(TABLE, delimiter=",", names=True)


@pytest.fixture(scope="module")
def run():
    return simulation().prescribed(RECORDED, 0.8, 1e-4, every=5)


@pytest.mark.slow
def test_pose_of_the_platform_equals_the_record(run, table):
    np.testing.assert_allclose(run.t, table["t"], atol=1e-12)
    np.testing.assert_allclose(run.pose, np.column_stack([table["Px"], table["Py"], table["th17"]]), rtol=0, atol=PLACE)


@pytest.mark.slow
@pytest.mark.parametrize("k, name", [(0, "tau1"), (1, "tau2")])
def test_efforts_equal_the_record(run, table, k, name):
    np.testing.assert_allclose(run.efforts[:, k], table[name], rtol=0, atol=EFFORT * np.abs(table[name]).max())


@pytest.mark.slow
def test_elastic_coordinates_and_energy_equal_the_record(run, table):
    names = [f"e{beam}_{k}" for beam in (13, 16, 23) for k in (1, 2, 3)]
    np.testing.assert_allclose(run.elastic, np.column_stack([table[name] for name in names]), rtol=0, atol=PLACE)
    np.testing.assert_allclose(run.energy.total, table["energy"], rtol=0, atol=1e-8 * table["energy"].max())


def test_first_tenth_of_a_second_equals_the_record(table):
    """This is a short part of the same comparison."""
    run = simulation().prescribed(RECORDED, 0.1, 2.5e-4, every=2)
    assert np.abs(run.pose[:, 0] - table["Px"][:201]).max() < 1e-7
    assert np.abs(run.efforts[:, 0] - table["tau1"][:201]).max() < 1e-5 * np.abs(table["tau1"]).max()
    assert run.drift.max() < 1e-9

"""Test the rigid limit: the differences from the rigid robot decrease as 1/E."""

import numpy as np
import pytest
from dual_emps import RECORDED, rigid, stiffer

FACTORS = (1e2, 1e4, 1e6)


@pytest.mark.slow
def test_differences_from_the_rigid_robot_decrease_with_stiffness():
    gaps, pushes = [], []
    for factor in FACTORS:
        run = stiffer(factor, spectral_radius=0.0).prescribed(RECORDED, 0.5, 5e-4, every=10)
        x, tau = rigid(run.t)
        gaps.append(np.abs(run.pose[:, :2] - x).max())
        pushes.append(np.abs(run.efforts - tau)[5:].max() / np.abs(tau).max())  # after the first oscillations
    np.testing.assert_allclose(np.log10(np.array(gaps[:-1]) / gaps[1:]), 2.0, atol=0.01)
    assert gaps[-1] < 1e-9
    assert pushes[0] < 1e-3 and pushes[1] < 1e-6

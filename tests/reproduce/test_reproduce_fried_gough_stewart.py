"""Reproduced Table 1 and Figs. 3-9 of Fried et al."""

from __future__ import annotations

import numpy as np

from parados.sources.entry import Verdict
from parados.sources.fried_gough_stewart.fried_runs import HELIX, runs


def test_every_number_of_table_1_has_a_line(computed):
    printed = {line.printed for line in computed("000/table-1").lines if line.verdict is Verdict.AGREES}
    numbers = {float(text.split()[0]) for text in printed}
    assert numbers == {0.5, 1, 3, 0.0002, 0.0038, 0.0013, 6.25e-4, 0.083, 0.375, 0.1875}


def test_rod_of_table_1_violates_the_triangle_inequality(computed):
    """I_x <= I_y + I_z = 2 a fails for a leg shorter than 0.847 m; all legs of Fig. 6 are longer."""
    run = runs()["gough-stewart-fried"]
    I_x = dict(zip(run.model.parameter_names, run.model.parameters, strict=True))["zz_theta1"]
    theta, a = computed("000/table-1").data["rod-inertia"].values()
    assert np.array_equal(I_x > 2 * a, theta < 0.8473)
    assert run.q.min() > 0.8473


def test_motion_is_smooth_and_from_rest_to_rest():
    m = HELIX.motion(2001)
    for value, rate in ((m.x, m.xd), (m.xd, m.xdd)):
        assert np.allclose(np.gradient(value, m.t, axis=0)[2:-2], rate[2:-2], atol=2e-5)
    for rest in (m.xd, m.xdd):
        assert not rest[[0, -1]].any()
    assert not m.xd[:, 3:].any()


def test_speed_is_symmetric_about_the_middle(computed):
    v = np.stack([computed("000/fig-4").data["velocity"][f"{k}d [m/s]"] for k in "xyz"])
    speed = np.linalg.norm(v, axis=0)
    assert np.allclose(speed, speed[::-1])
    assert speed.argmax() == len(speed) // 2


def test_forces_at_rest_carry_the_weight():
    """Virtual work at the start: forces times leg rates equal the increase of the potential energy."""
    for run in runs().values():
        x, h = run.motion.x[0], 1e-5
        growth = [
            (run.model.energy(x + h * e, 0 * x).potential - run.model.energy(x - h * e, 0 * x).potential) / (2 * h)
            for e in np.eye(6)
        ]
        assert np.allclose(run.model.inverse_jacobian(x).T @ run.tau[0], growth, atol=1e-6)


def test_both_inertias_give_equal_forces_at_rest_and_different_forces_in_motion(computed):
    data = computed("000/fig-9").data["forces"]
    change = np.stack([data[f"Gamma{i}, inertia of Table 1 [N]"] - data[f"Gamma{i}, constant inertia [N]"] for i in range(1, 7)])
    assert np.abs(change[:, [0, -1]]).max() < 1e-12
    assert 0.03 < np.abs(change).max() < 0.1

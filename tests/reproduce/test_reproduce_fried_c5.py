"""Reproduced Figs. 7-10 and operation counts of the C5 paper."""

from __future__ import annotations

import numpy as np

from parados.sources.fried_c5.c5_actuator_figures import equation_16
from parados.sources.fried_c5.c5_operation_counts import counted, dense_solution
from parados.sources.fried_c5.c5_runs import runs


def test_every_printed_count_has_a_line(computed):
    printed = {line.printed for line in computed("004/costs").lines}
    assert {"18", "30", "17", "28", "29", "37", "65", "67", "134", "125", "116", "95"} <= printed


def test_operation_counts_are_below_the_printed_ones(computed):
    table = computed("004/costs").data["costs"]
    assert np.all(np.array(table["m rods"]) < table["m printed"])
    assert np.all(np.array(table["a rods"]) < table["a printed"])
    assert dense_solution() == (106, 85)  # n^3/3 + n^2 - n/3 and n^3/3 + n^2/2 - 5n/6 for n = 6
    assert sum(counted("rods")["factored"]) < sum(counted("rods")["solved"])
    assert sum(counted("platform")["factored"]) < sum(counted("platform")["solved"])


def test_equation_16_has_the_plates_on_the_platform():
    """The ball on rod i is in the plane of its plate, which turns with the platform."""
    run, L = runs()["c5"], 0.25
    T = run.model.platform_frame(run.motion.x)
    q = equation_16(T, L)
    for i in range(6):
        k, sign = i // 2, 1 - 2 * (i % 2)
        ball = q[:, [i]] * np.eye(3)[k] + sign * L * np.eye(3)[(k + 2) % 3]
        seen = np.einsum("nji,nj->ni", T[:, :3, :3], ball - T[:, :3, 3])
        assert np.abs(seen[:, k]).max() < 1e-14


def test_legs_of_a_pair_have_equal_forces_only_with_the_plates_on_the_rods(computed):
    data = computed("004/fig-10").data["forces"]
    split = {name: np.abs(data[f"Gamma11 {name} [N]"] - data[f"Gamma21 {name} [N]"]).max() for name in runs()}
    assert split["c5-plates-on-rods"] < 1e-11
    assert split["c5"] > 10


def test_tilted_mechanisms_have_different_forces_at_rest():
    """Without tilt both mechanisms are the same; with tilt their vertical rods carry different forces at rest."""
    platform, rods = runs().values()
    assert np.allclose(rods.tau[0, 4:], 24.02 * 9.81 / 2)
    assert np.abs(platform.tau[0, 4:] - rods.tau[0, 4:]).max() > 1

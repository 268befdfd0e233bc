"""Test `parados excite`: the written files, and invalid options."""

from __future__ import annotations

import numpy as np

QUICK = ("--period", "2", "--harmonics", "3", "--tries", "1", "--clearance", "0", "--rate", "50", "--periods", "2")


def test_excite_writes_a_motion_for_the_controller_a_figure_and_a_summary(parados, undrawn, tmp_path):
    result = parados("excite", "five-bar-feasible", "-o", tmp_path / "out", *QUICK, "--rest", "--speed", "5")
    assert result.exit_code == 0, result.output
    assert {f.name for f in (tmp_path / "out").iterdir()} == {"excitation.csv", "excitation.png", "excitation.txt"}
    table = np.genfromtxt(tmp_path / "out" / "excitation.csv", delimiter=",", names=True)
    assert len(table) == 201 and table["t"][-1] == 4.0
    assert np.abs(table["qd_q11"]).max() <= 5.01 and abs(table["qd_q11"][0]) < 1e-9
    assert "condition number" in result.output and "circle" in result.output


def test_excite_refuses_wrong_options_in_one_line(parados, tmp_path):
    for options, words in (
        (("--criterion", "trace"), "use condition, log-det"),
        (("--rate", "0"), "--rate: a positive number [1/s] is expected"),
        (("--effort", "0.1"), "no random motion is within the limits"),
    ):
        result = parados("excite", "five-bar-feasible", "-o", tmp_path / "out", *QUICK, *options)
        assert result.exit_code != 0 and words in result.output and "Traceback" not in result.output
    assert not (tmp_path / "out").exists()

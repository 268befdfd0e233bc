"""Large stacks need little memory besides their own arrays: numbers are checked in C, and numeric geometries part by part."""

import subprocess
import sys
from pathlib import Path

import pytest

COUNT = 1_000_000

MOST = 60.0
"""Memory beyond the arrays [MiB]. One array of unknowns or starts of all states has 24 MiB or more for each of its three columns;
the parts of a stack that are evaluated together need 35 MiB, the interpreter a few."""


NUMERIC = str(Path(__file__).parents[1] / "numeric_robots" / "3-prs.yaml")
"""A robot whose loops are closed by Newton's method."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("gough-stewart-lopes", "inverse_dynamics"),
        ("gough-stewart-lopes", "forward_kinematics"),
        ("delta-d3-1200", "pose"),
        (NUMERIC, "inverse_dynamics"),
        (NUMERIC, "forward_kinematics"),
    ],
)
def test_a_million_states_need_little_more_than_their_arrays(name, method):
    command = [sys.executable, "-m", "helpers.peak_memory", name, method, str(COUNT)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    assert float(run.stdout) < MOST

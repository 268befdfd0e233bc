"""Test `parados identify`: the written files, and logs that are refused."""

from __future__ import annotations

import json

import numpy as np
import pytest
from helpers.simulated_logs import fourier_states, write_log

from parados import load

ROBOT = "five-bar-feasible"


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    model = load(ROBOT).compile("vm")
    return write_log(tmp_path_factory.mktemp("log") / "log.csv", model, fourier_states(model, rate=250), noise=0.05)


def test_identify_writes_a_report_and_robot_files(parados, log, tmp_path):
    options = ["--method", "weighted", "--friction", "all", "--offsets", "actuated", "--gain", "q11=1", "--gain", "q21=1"]
    result = parados("identify", ROBOT, log, "-o", tmp_path / "out", *options)
    assert result.exit_code == 0, result.output
    assert "Relative errors of the fit" in result.output and "Written" in result.output
    numbers = json.loads((tmp_path / "out" / "fit.json").read_text())
    assert max(numbers["validation"]["relative_errors"]) < 0.01 and "f0_q11" in numbers["names"]
    assert load(tmp_path / "out" / "identified.yaml").spec.identified


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--gain", "many"], "--gain: NAME=NUMBER or one number is expected"),
        (["--column", "tau_q11"], "--column: NAME=VALUE is expected"),
        (["--method", "magic"], "method: 'magic' is not known"),
        (["--friction", "some"], "friction: 'some' is not known"),
        (["--gain", "q11=1", "--gain", "q11=2"], "--gain: 'q11' is given twice"),
        (["--unit", "joints"], "--unit: NAME=VALUE is expected"),
        (["--gain", "1000"], "times those of the robot file"),
    ],
)
def test_invalid_options_are_told_in_one_sentence(parados, log, tmp_path, options, message):
    result = parados("identify", ROBOT, log, "-o", tmp_path / "out", *options)
    assert result.exit_code != 0 and message in " ".join(result.output.split())
    assert not (tmp_path / "out").exists()


def test_log_with_own_names_and_units_is_read_as_by_compare(parados, log, tmp_path):
    rows = np.genfromtxt(log, delimiter=",", skip_header=1)
    rows[:, 1:3] = np.degrees(rows[:, 1:3])
    np.savetxt(tmp_path / "own.csv", rows[:, 1:], delimiter=",", header="a,b,tau_q11,tau_q21", comments="")
    options = ["--column", "q11=a", "--column", "q21=b", "--unit", "joints=deg", "--rate", "250", "--start", "0,0.275"]
    result = parados("identify", ROBOT, tmp_path / "own.csv", "-o", tmp_path / "out", *options)
    assert result.exit_code == 0, result.output
    assert max(json.loads((tmp_path / "out" / "fit.json").read_text())["validation"]["relative_errors"]) < 0.01

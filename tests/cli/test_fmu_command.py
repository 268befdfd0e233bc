"""Command `parados fmu`: it writes a valid FMU, and bad options get one line."""

from __future__ import annotations

from fmpy import read_model_description
from fmpy.validation import validate_fmu


def test_the_command_writes_a_valid_fmu(parados, tmp_path):
    path = tmp_path / "law.fmu"
    written = parados("fmu", "five-bar", "--kind", "controller", "--fmi", "2", "--live", "d12,payload", "-o", path)
    assert written.exit_code == 0, written.output
    assert "FMI 2.0, controller" in written.output
    assert validate_fmu(str(path)) == []
    names = {variable.name for variable in read_model_description(str(path)).modelVariables}
    assert {"q.q11", "kp.px", "parameters.d12", "parameters.payload_mass"} <= names


def test_wrong_options_are_refused_in_one_line(parados, tmp_path):
    for options in (("--kind", "motor"), ("--fmi", "1"), ("--live", "nothing"), ("--step", "-1"), ("--measured", "z")):
        refused = parados("fmu", "five-bar", *options, "-o", tmp_path / "robot.fmu")
        assert refused.exit_code == 2 and refused.stderr.strip().count("\n") == 0, options
    assert list(tmp_path.iterdir()) == []

"""Laws for other coordinates or another working mode than those of the simulated robot are rejected."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml
from control_loops import START, five_bar, motion
from typer.testing import CliRunner

import parados
from parados import control
from parados.cli.main import app
from parados.errors import InputError
from parados.simulate import simulate


@pytest.mark.parametrize("method", ["rk4", "DOP853"])
def test_law_for_another_working_mode_needs_the_mode_of_the_robot(method):
    """The robot would start in its default mode, and the law would drive it with the dynamics of another."""
    law = control.ComputedTorque(five_bar(), motion(0.3), 400.0, 40.0, friction=False, mode=(1, 1))
    with pytest.raises(InputError, match=r"mode: the law is for the working mode \+1 \+1; give the mode in which"):
        simulate(five_bar(), START, [0.0, 0.0], 0.3, control=law, method=method, friction=False)


@pytest.mark.parametrize("method", ["rk4", "DOP853"])
def test_law_for_other_coordinates_is_rejected(method):
    """Both robots have three coordinates and three actuators, but the third coordinate is an angle for one of them."""
    planar, spatial = parados.load("3-rpr").compile(), parados.load("orthoglide").compile()
    law = control.ComputedTorque(planar, planar.survey.home, 100.0, 20.0)
    told = r"control: the law is for the coordinates px, py, a3 \(xyz\), and the robot has px, py, pz; use the same for both"
    with pytest.raises(InputError, match=told):
        simulate(spatial, spatial.survey.home, np.zeros(3), 0.02, control=law, method=method)


@pytest.fixture(scope="module")
def exchanged(tmp_path_factory):
    """Return the path of a five-bar with its legs in the other order, so that its actuators are q21, q11."""
    path = tmp_path_factory.mktemp("robots") / "exchanged.yaml"
    content = yaml.safe_load((Path(parados.__file__).parent / "robots" / "five-bar.yaml").read_text(encoding="utf-8"))
    content["legs"].reverse()
    content["mode"].reverse()
    path.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")
    return path


@pytest.mark.parametrize("options", [{"method": "rk4"}, {"method": "DOP853"}, {"period": 1e-3}])
def test_law_for_actuators_in_another_order_is_rejected(exchanged, options):
    """The effort of each motor would act on the other one."""
    law = control.PDGravity(five_bar(), motion(0.3), 100.0, 20.0)
    own = control.RunningLaw(law, 1e-3) if "period" in options else law
    told = r"control: the law is for the actuators q11, q21, and the robot has q21, q11; use the same for both, in the same order"
    with pytest.raises(InputError, match=told):
        simulate(parados.load(exchanged).compile(), START, [0.0, 0.0], 0.01, control=own, **options)


def test_command_rejects_a_plant_with_its_actuators_in_another_order(exchanged, tmp_path):
    rows = tmp_path / "motion.csv"
    lines = [f"{0.02 * k:g},{0.001 * k:g},0.25" for k in range(8)]
    rows.write_text("\n".join(["t,px,py", *lines]) + "\n", encoding="utf-8")
    given = ["simulate", "five-bar", "--motion", str(rows), "--plant", str(exchanged), "-o", str(tmp_path / "out")]
    found = CliRunner().invoke(app, given)
    told = "the law is for the actuators q11, q21, and the robot has q21, q11"
    assert found.exit_code == 2 and told in " ".join(found.output.split())

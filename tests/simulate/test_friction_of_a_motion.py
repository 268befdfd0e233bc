"""Test that a simulation includes the friction of the robot file, all or only viscous, and never ignores it silently."""

from pathlib import Path

import numpy as np
import pytest
from dual_emps import MODE, RECORDED, START, model

import parados
from parados.errors import InputError
from parados.simulate.elastic_simulation import ElasticSimulation

FV, FS, WIDTH = 250.0, 25.0, 1e-4
"""Friction parameters of the sliders in the file of the DualEMPS."""

SMALL = 2e-2
"""Friction of the other joints at the sliders, as a part of the friction of the sliders."""


def run(**options):
    simulation = ElasticSimulation.at(model(), START, mode=MODE, backend="vm", **options)
    return simulation.prescribed(RECORDED, 0.02, 5e-4)


@pytest.fixture(scope="module")
def smooth():
    return run(friction=False)


@pytest.mark.parametrize(
    ("options", "dry"),
    [({}, FS), ({"friction": True, "friction_width": 1e-3}, FS), ({"friction": "viscous"}, 0.0)],
    ids=["as in the file", "another width", "viscous"],
)
def test_efforts_contain_the_friction_of_the_file(smooth, options, dry):
    found = run(**options)
    qd = RECORDED(found.t)[1]
    expected = FV * qd + dry * np.tanh(qd / options.get("friction_width", WIDTH))
    late = found.t > 0.01
    assert np.allclose((found.efforts - smooth.efforts)[late], expected[late], atol=SMALL * np.abs(expected).max())
    assert found.energy.dissipated[-1] > 0


def robot_with(folder, friction):
    text = (Path(parados.__file__).parent / "robots" / "dualemps.yaml").read_text()
    path = folder / "robot.yaml"
    path.write_text(text.replace("{fv: fv1, fs: fs1, width: 1e-4}", friction))
    return parados.load(path).compile("vm")


def test_message_names_the_joints_whose_dry_friction_jumps(tmp_path):
    robot = robot_with(tmp_path, "{fv: 250, fs: 25}")
    with pytest.raises(InputError, match=r"dry friction of q11, q21 jumps .* give friction_width"):
        ElasticSimulation.at(robot, START, mode=MODE)
    for options in ({"friction": "viscous"}, {"friction": False}, {"friction_width": 1e-3}):
        ElasticSimulation.at(robot, START, mode=MODE, **options)


def test_unknown_friction_is_rejected():
    with pytest.raises(InputError, match="friction: 'dry' is not known; use True, False or 'viscous'"):
        ElasticSimulation.at(model(), START, mode=MODE, friction="dry")

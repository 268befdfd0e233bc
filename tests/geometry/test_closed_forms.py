"""Robots of the catalog have closed forms, with the expected number of working modes."""

import numpy as np
import pytest

import parados

MODES = {
    "five-bar": 4,
    "3-rpr": 1,
    "dualv": 16,
    "orthoglide": 8,
    "tripteron": 8,
    "delta-d3-1200": 8,
    "gough-stewart-lopes": 1,
    "c5": 1,
    "hexa": 64,
    "3-rrr": 8,
    "3-prrr-redundant": 8,
    "3-rrr-parallelogram": 8,
    "agile-eye": 8,
    "linear-delta": 8,
    "hexaglide": 64,
    "quadrupteron": 16,
    "schoenflies-4-ruu": 256,
    "3-upu": 1,
    "3-prs": 8,
    "3-rps": 8,
    "3-rps-wrist": 8,
    "exechon": 2,
    "tricept": 32,
    "par2": 8,
}
"""Number of working modes: two for each leg whose elbow, knee or slide can be on either side (Briot & Khalil, figures 7.4,
7.9). The lengths of UPS and RPR legs are positive because of their `branch`."""

CLOSED = 1e-12
"""Residual of the closures [m, -]; round-off leaves about 1e-16."""


@pytest.mark.parametrize("name", parados.catalog())
def test_robots_of_the_catalog_have_a_closed_form(name: str) -> None:
    assert parados.load(name).survey.geometry.is_closed_form


@pytest.mark.parametrize("name", MODES)
def test_number_of_working_modes(name: str) -> None:
    assert len(parados.load(name).compile(backend="vm").working_modes()) == MODES[name]


@pytest.mark.parametrize("name", ["five-bar", "orthoglide", "delta-d3-1200", "dualv"])
def test_all_working_modes_reach_home_with_different_joints(name: str) -> None:
    model = parados.load(name).compile()
    x = model.survey.home
    solutions = [model.inverse_kinematics(x, mode=mode) for mode in model.working_modes()]
    assert len({tuple(np.round(q, 9)) for q in solutions}) == len(solutions)
    for mode, q in zip(model.working_modes(), solutions, strict=True):
        assert model.forward_kinematics(q, guess=x + 1e-3, mode=mode) == pytest.approx(x, abs=1e-10)


def test_sign_plus_one_gives_the_larger_angle() -> None:
    model = parados.load("five-bar").compile()
    x = model.survey.home
    upper, lower = model.inverse_kinematics(x, mode=[1, 1]), model.inverse_kinematics(x, mode=[-1, -1])
    assert (upper > lower).all()

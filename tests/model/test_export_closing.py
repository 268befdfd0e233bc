"""Functions of exported C for numeric geometry: NAME_close, and unknowns that do not belong to the pose."""

from pathlib import Path

import numpy as np
import pytest
from c_states import EXPORTED, STATUS, arguments

from parados.geometry.working_modes import mode_signs

NUMERIC = str(Path(__file__).parents[1] / "numeric_robots" / "3-prs.yaml")


def test_close_gives_the_unknowns_of_python(model, exported_c):
    m, c = model(NUMERIC, "vm"), exported_c(NUMERIC)
    x, unknowns = m.survey.home + 0.01, m.survey.home_unknowns.copy()
    assert c.close(x, unknowns) == STATUS["OK"]
    assert np.abs(unknowns - m.unknowns(x)).max() < 1e-10
    status, out = c.call("inverse_kinematics", {"x": x, "unknowns": unknowns})
    assert status == STATUS["OK"] and np.abs(out["q"] - m.inverse_kinematics(x)).max() < 1e-10


@pytest.mark.parametrize("wrong", ["x", "unknowns"])
def test_close_rejects_arguments_that_are_not_finite_and_keeps_the_unknowns(wrong, model, exported_c):
    m, c = model(NUMERIC, "vm"), exported_c(NUMERIC)
    values = {"x": m.survey.home.copy(), "unknowns": m.survey.home_unknowns.copy()}
    values[wrong][0] = np.nan
    before = values["unknowns"].copy()
    assert c.close(**values) == STATUS["NOT_FINITE"]
    assert np.array_equal(values["unknowns"], before, equal_nan=True)


@pytest.mark.parametrize("far", [10.0, 1e200])
def test_close_keeps_the_unknowns_if_it_fails(far, model, exported_c):
    m, c = model(NUMERIC, "vm"), exported_c(NUMERIC)
    unknowns = m.survey.home_unknowns.copy()
    assert c.close(m.survey.home + far, unknowns) in (STATUS["NOT_CLOSED"], STATUS["SINGULAR"])
    assert np.array_equal(unknowns, m.survey.home_unknowns)


def test_close_rejects_unknowns_of_another_mode(model, exported_c):
    m, c = model(NUMERIC, "vm"), exported_c(NUMERIC)
    unknowns, signs = m.survey.home_unknowns.copy(), mode_signs(m.survey.geometry, m.survey.mode)
    assert len(signs)
    for k in range(len(signs)):
        other = np.where(np.arange(len(signs)) == k, -signs, signs)
        assert c.close(m.survey.home + 0.01, unknowns, other) == STATUS["OTHER_MODE"]
        assert np.array_equal(unknowns, m.survey.home_unknowns)
    assert c.close(m.survey.home, unknowns, 0.5 * signs) == STATUS["BAD_MODE"]


def test_every_function_rejects_unknowns_that_do_not_close(model, exported_c):
    m, c = model(NUMERIC, "vm"), exported_c(NUMERIC)
    for shift in (1e-9, 0.1, 3.0):
        values = {key: v[0] for key, v in arguments(m, m.survey.home).items()} | {"unknowns": m.survey.home_unknowns + shift}
        for quantity in EXPORTED:
            status, out = c.call(quantity, values)
            assert status == STATUS["NOT_CLOSED"] and all(np.isnan(v).all() for v in out.values())

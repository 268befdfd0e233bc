"""Test that the table of a motion has its own arrays, with one row for each instant."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.trajectory import MotionTable
from parados.trajectory.path_files import read_path


def test_table_of_a_motion_does_not_follow_later_changes():
    given = [np.linspace(0, 1, 3), *(np.ones((3, 2)) for _ in range(3))]
    table = MotionTable(*given)
    for array in given:
        array[:] = 7.0
    assert table.t.tolist() == [0.0, 0.5, 1.0]
    assert all((one == 1).all() for one in (table.x, table.xd, table.xdd))


WRONG = {
    "words": ({"x": "abc"}, "x: numbers are expected"),
    "complex numbers": ({"x": np.ones((3, 2)) * 1j}, "x: numbers are expected"),
    "another number of rows": ({"x": np.ones((4, 2))}, r"x: shape \(3, n\) is expected, a row for each instant, not \(4, 2\)"),
    "one axis": ({"xd": np.ones(3)}, r"xd: shape \(3, n\) is expected"),
    "other rates": ({"xdd": np.ones((3, 3))}, r"xdd: the shape of xd, \(3, 2\), is expected, not \(3, 3\)"),
    "times as a table": ({"t": np.ones((3, 1))}, r"t: shape \(N,\) is expected"),
    "timed": ({"timed": 1}, "timed: True or False is expected"),
}


@pytest.mark.parametrize("name", WRONG)
def test_table_with_wrong_arrays_is_rejected(name):
    change, told = WRONG[name]
    given = {"t": np.arange(3.0), **{key: np.ones((3, 2)) for key in ("x", "xd", "xdd")}, **change}
    with pytest.raises(parados.InputError, match=told):
        MotionTable(**given)


@pytest.mark.parametrize(("options", "told"), [({"corner": "arc"}, "need a blend"), ({"corner": "round"}, "use arc, smooth")])
def test_corners_of_a_path_are_checked_without_a_blend(tmp_path, options, told):
    path = tmp_path / "points.csv"
    path.write_text("px,py\n-0.05,0.25\n0.0,0.29\n0.08,0.3\n", encoding="utf-8")
    with pytest.raises(parados.InputError, match=told):
        read_path(path, parados.load("five-bar").compile(), **options)

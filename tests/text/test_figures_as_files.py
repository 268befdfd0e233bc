"""Test that `parados.plots` checks its arguments: the model, the pose, sizes and files."""

from __future__ import annotations

import io

import numpy as np
import pytest

import parados
from parados.plots import draw_robot, save


@pytest.fixture(scope="module")
def model():
    return parados.load("five-bar").compile()


FIGURES = {
    "no path": ((None,), {}, "path: the path of a figure"),
    "empty path": (("",), {}, "path: the path of a figure"),
    "text file": ((io.StringIO(),), {}, "path: the path of a figure, or a binary file that is open, is expected"),
    "unknown ending": (("a.gif",), {}, "use the ending .png, .svg or .pdf"),
    "no pixels": (("a.png",), {"dpi": 0}, "dpi: a number of pixels for each inch, from 1 to 5000, is expected, not 0"),
    "nan pixels": (("a.png",), {"dpi": np.nan}, "dpi: nan is not a finite number"),
    "word of pixels": (("a.png",), {"dpi": "x"}, "dpi: a number of pixels"),
    "many pixels": (("a.png",), {"dpi": 1e6}, "dpi: a number of pixels"),
}


@pytest.mark.parametrize("name", FIGURES)
def test_figure_is_not_saved_with_a_wrong_argument(model, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    arguments, options, told = FIGURES[name]
    with pytest.raises(parados.InputError, match=told):
        save(draw_robot(model), *arguments, **options)
    assert not list(tmp_path.iterdir())


def test_only_a_figure_is_saved(tmp_path):
    with pytest.raises(parados.InputError, match="figure: a figure of Matplotlib is expected, not 'five-bar'"):
        save("five-bar", tmp_path / "a.png")


def test_figure_is_saved_by_a_text_a_path_and_an_open_file(model, tmp_path):
    figure, file = draw_robot(model, size=(3, 2)), io.BytesIO()
    save(figure, str(tmp_path / "a.png"))
    save(figure, tmp_path / "b.png", dpi=np.float64(150))
    save(figure, file)
    for png in ((tmp_path / "a.png").read_bytes(), (tmp_path / "b.png").read_bytes(), file.getvalue()):
        assert png.startswith(b"\x89PNG")


ROBOTS = {
    "pose of a word": ({"x": "home"}, "x: numbers are expected, not 'home'"),
    "complex pose": ({"x": [0.1j, 0.3]}, "x: numbers are expected"),
    "stack of poses": ({"x": np.zeros((3, 2))}, r"x: shape \(2,\) is expected, one pose \[px, py\], not \(3, 2\)"),
    "no size": ({"size": None}, "size: a width and a height, each from 1 to 100 inches, is expected, not None"),
    "one side": ({"size": (3,)}, "size: a width and a height"),
    "negative side": ({"size": (3, -1)}, "size: a width and a height, each from 1 to 100 inches, is expected, not -1"),
    "title": ({"title": object()}, "title: a text is expected"),
    "mode": ({"mode": "x"}, "mode: "),
}


@pytest.mark.parametrize("name", ROBOTS)
def test_robot_is_not_drawn_with_a_wrong_argument(model, name):
    options, told = ROBOTS[name]
    with pytest.raises(parados.InputError, match=told):
        draw_robot(model, **options)


@pytest.mark.parametrize("value", ["five-bar", None, parados.load("five-bar")])
def test_only_a_compiled_model_is_drawn(value):
    with pytest.raises(parados.InputError, match=r"model: a compiled model \(robot.compile\(\)\) is expected, not"):
        draw_robot(value)

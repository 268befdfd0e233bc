"""Test `parados map`: the written files, and invalid arguments."""

from __future__ import annotations

import numpy as np
import pytest

WRITTEN = {f"{kind}.{end}" for kind in ("aspects", "distance", "classes", "condition") for end in ("png", "svg")}
WRITTEN |= {"map.npz", "map.html", "curves.csv"}

OVER = ("--over", "px=-0.3:0.3:24", "--over", "py=20")


def test_map_writes_arrays_figures_and_a_page(parados, tmp_path):
    result = parados("map", "five-bar", *OVER, "--modes", "1,1;1,-1", "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert {f.name for f in (tmp_path / "out").iterdir()} == WRITTEN
    arrays = np.load(tmp_path / "out" / "map.npz")
    assert arrays["reached"].shape == (2, 24, 20) and arrays["modes"].tolist() == [[1, 1], [1, -1]]
    assert "+1 -1" in result.output and "type2" in result.output


def test_map_with_fixed_coordinates_and_chosen_modes(parados, tmp_path):
    arguments = ("--over", "px=12", "--over", "pz=-1:-0.5:11", "--fix", "py=0.1", "--modes", "1,1,1;-1,-1,-1")
    result = parados("map", "delta-d3-1200", *arguments, "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    arrays = np.load(tmp_path / "out" / "map.npz")
    assert arrays["at"][1] == 0.1 and arrays["modes"].tolist() == [[1, 1, 1], [-1, -1, -1]]


BAD = {
    "coordinate": (("--over", "pq=9", "--over", "px"), "'pq' is not a coordinate that a map can vary"),
    "range": (("--over", "px=a:b", "--over", "py"), "--over: px=lower:upper:count"),
    "no range": (("--over", "px=", "--over", "py"), "--over: px=lower:upper:count is expected"),
    "one": (("--over", "px"), "two or three coordinates, not 1"),
    "fix": ((*OVER, "--fix", "py"), "--fix: a name and a number such as pz=0.5 are expected"),
    "mode": ((*OVER, "--modes", "up"), "--modes: 'all' or signs such as 1,-1 are expected"),
    "no such mode": ((*OVER, "--modes", "1,5"), "--modes[1]: leg2 has one choice (q21) and takes 1 or -1, not 5"),
}


@pytest.mark.parametrize("case", BAD)
def test_invalid_arguments_are_rejected_with_one_sentence(parados, tmp_path, case):
    arguments, expected = BAD[case]
    result = parados("map", "five-bar", *arguments, "-o", tmp_path / "out")
    assert result.exit_code == 2
    assert expected in result.stderr and len(result.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_interrupted_map_writes_no_files(parados, tmp_path, monkeypatch):
    def interrupted(made, folder):
        raise KeyboardInterrupt

    monkeypatch.setattr("parados.singularity.maps.files.save_map", interrupted)
    result = parados("map", "five-bar", *OVER, "-o", tmp_path / "out")
    assert result.exit_code == 130 and "was not changed" in result.output
    assert list(tmp_path.iterdir()) == []


def test_mode_of_a_leg_with_two_choices_is_read(parados, tmp_path, monkeypatch):
    """The signs of such a leg are written in parentheses, as they are printed."""
    monkeypatch.setattr("parados.singularity.maps.files.save_map", lambda made, folder: [])
    result = parados("map", "dualemps", "--over", "px=5", "--over", "py=5", "--modes", "(-1 -1)", "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "(-1 -1)" in result.output

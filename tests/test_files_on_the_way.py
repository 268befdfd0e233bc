"""Test that the way from a robot file to a torque goes through no more files than before."""

from __future__ import annotations

from pathlib import Path

from helpers.files_on_the_way import PACKAGE, files_on_the_way

REACHED = (Path(__file__).parent / "files_on_the_way.txt").read_text(encoding="utf-8").split()
"""The files on the way, as `python -m helpers.files_on_the_way --names` lists them; there may be fewer, not more."""


def test_no_more_files_on_the_way_from_a_robot_file_to_a_torque():
    files = files_on_the_way()
    new, left = sorted(set(files) - set(REACHED)), sorted(set(REACHED) - set(files))
    assert len(files) <= len(REACHED), f"{len(files)} files instead of {len(REACHED)}; new: {new}; no longer used: {left}"
    every = {"robot/reading.py", "geometry/closed_form.py", "dynamics/newton_euler.py", "graph/compiled_library.py"}
    assert every <= set(files), "the counter sees every step"


def test_list_of_files_on_the_way_names_existing_files():
    assert len(set(REACHED)) == len(REACHED)
    assert not [name for name in REACHED if not (PACKAGE / name).is_file()]

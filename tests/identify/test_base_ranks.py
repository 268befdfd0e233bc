"""Numbers of base parameters against independent ones: `ranks.csv` has the ranks of robots and of sets of parameters."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import parados
from parados.identify import base_parameters

HERE = Path(__file__).parent

SETS = {
    "inertial": {"rotors": None, "friction": None},
    "inertial+rotor": {"friction": None},
    "inertial+friction+rotor": {},
    "all13(ia on every joint)": {"rotors": "all"},
}

ROBOTS = {
    "five-bar/nograv": ("five-bar", "all"),
    "five-bar/nograv/no13/pointmass": ("five-bar", "given"),
    "five-bar/grav": ("five-bar-feasible", "all"),
    "five-bar/grav/no13/pointmass": ("five-bar-feasible", "given"),
    "3-rpr/grav": ("3-rpr", "all"),
    "3-rpr/grav/no3": ("3-rpr", "given"),
    "orthoglide": ("orthoglide", "all"),
    "gough-stewart/book": ("gough-stewart-book.yaml", "all"),
    "delta": ("delta-five-links.yaml", "given"),
    "c5_B/2bodies": ("c5-plates-on-rods", "all"),
    "dualv": ("dualv", "all"),
    "tripteron/no4": ("tripteron", "given"),
}
"""Key of the file -> robot of the catalog or file beside this one, and `bodies`."""

MERGED = {"c5_B/2bodies": 60, "dualv": 10}
"""Parameters of bodies that are fixed on the platform: the robots of the catalog have them in the platform."""

QUICK = ("five-bar/grav", "five-bar/grav/no13/pointmass", "3-rpr/grav", "dualv", "tripteron/no4")


def _rows():
    with (HERE / "ranks.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert {row["key"] for row in rows} == set(ROBOTS)
    slow = [[] if row["key"] in QUICK else pytest.mark.slow for row in rows]
    return [pytest.param(row, marks=marks, id=f"{row['key']} {row['set']}") for row, marks in zip(rows, slow, strict=True)]


@pytest.fixture(scope="module")
def models():
    found = {}

    def of(name):
        if name not in found:
            found[name] = parados.load(HERE / "robots" / name if name.endswith(".yaml") else name).compile("vm")
        return found[name]

    return of


@pytest.mark.parametrize("row", _rows())
def test_number_of_base_parameters_is_the_independent_one(row, models):
    name, bodies = ROBOTS[row["key"]]
    base = base_parameters(models(name), bodies=bodies, **SETS[row["set"]])
    assert base.count == int(row["n_base"])
    assert len(base.standard) == int(row["n_standard"]) - MERGED.get(row["key"], 0)
    if row["key"] not in MERGED:
        assert len(base.without_effect) == int(row["n_without_effect"])
    assert base.gap.kept > 1e-5 > 1e-12 > base.gap.dropped

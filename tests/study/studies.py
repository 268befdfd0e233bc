"""Studies that several tests share: a Delta along a pick-and-place cycle, and a five-bar over a small region."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import parados
from parados.study import Study
from parados.trajectory import pick_and_place_cycle

STUDIES = Path(__file__).parents[2] / "examples" / "studies"

VARIABLES = {"h": [0.7, 0.9], "rf": [0.2, 0.3], "l1": [0.33, 0.42], "l2": [0.8, 1.0]}
"""Ranges in which every design reaches the cycle."""

DESIGNS = np.array([[0.8, 0.25, 0.375, 0.9], [0.74, 0.22, 0.4, 0.95], [0.87, 0.29, 0.35, 0.85]])


@cache
def delta() -> parados.Robot:
    return parados.load(STUDIES / "delta.yaml")


@cache
def hexapod() -> parados.Robot:
    return parados.load(STUDIES / "hexapod.yaml")


@cache
def cycle(states: int = 41) -> Any:
    motion = pick_and_place_cycle([-0.1525, 0, 0], [0.1525, 0, 0], [0, 0, 0.025], 0.2)
    return motion.table(np.linspace(*motion.times, states))


def delta_study(indices: dict[str, Any], **more: Any) -> Study:
    """A study of the Delta along the cycle; `more` are other arguments of `Study`."""
    given: dict[str, Any] = {"variables": VARIABLES, "motions": {"cycle": cycle()}, **more}
    return Study(delta(), indices=indices, **given)


def five_bar_study(**more: Any) -> Study:
    """A quick study of the five-bar: dexterity and speeds over a small region, in which every design is reached."""
    motion = parados.trajectory.point_to_point([-0.03, 0.25], [0.03, 0.27], 0.5)
    given: dict[str, Any] = {
        "variables": {"d12": [0.2, 0.23], "d13": [0.18, 0.2]},
        "motions": {"way": motion.table(np.linspace(0.0, 0.5, 21))},
        "indices": {"speed": "peak_speed", "dexterity": {"index": "dexterity", "over": "way"}},
        "objectives": {"speed": "min", "dexterity": "max"},
        "search": {"kind": "sobol", "designs": 24, "seed": 3},
        **more,
    }
    return Study(parados.load("five-bar"), **given)

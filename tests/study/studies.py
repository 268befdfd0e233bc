"""Studies that several tests share: a Delta along a pick-and-place cycle, and a five-bar over a small region."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import yaml

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


ARM = """
name: arm
title: Two links with elastic transmissions, which move in a vertical plane
parameters: {l1: 0.4, l2: 0.3}
gravity: [0, 0, 0]
platform: {carrier: q2, frame: {at: [l2, 0, 0]}, link: {mass: 1}}
legs:
  - name: a
    joints:
      - {name: q1, kind: R, active: true, stiffness: 1000, link: {mass: 1, inertia: [0.01, 0.01, 0.01]}}
      - {name: q2, kind: R, active: true, d: l1, stiffness: 400, link: {mass: 1, inertia: [0.01, 0.01, 0.01]}}
home: [0.3, 0.9]
workspace: {q1: [0, 1], q2: [0.5, 1.3]}
"""


def loaded(text: str) -> parados.Robot:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "robot.yaml"
        path.write_text(text, encoding="utf-8")
        return parados.load(path)


@cache
def arm() -> parados.Robot:
    """An arm whose coordinates x are the positions of its joints."""
    return loaded(ARM)


@cache
def with_springs(name: str, stiffness: float) -> parados.Robot:
    """A robot of the catalog with springs in its transmissions [N m/rad, N/m]."""
    content = yaml.safe_load(Path(parados.__file__).with_name("robots").joinpath(f"{name}.yaml").read_text(encoding="utf-8"))
    for joint in (one for leg in content["legs"] for one in leg["joints"] if one.get("active")):
        joint["stiffness"] = stiffness
    return loaded(yaml.safe_dump(content, sort_keys=False))

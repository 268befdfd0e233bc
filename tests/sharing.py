"""Share what is costly between the tests of a session: loaded robots, and the worker that holds the models of a robot.

Also says which robots `make test` leaves to `make test-all`, since another one of the same topology stands for them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any

from benchmarks.crossing_ways import ALIKE

import parados
from parados.reproduce.index import ENTRIES

__all__ = ["VARIANTS", "is_variant", "scope", "share_loaded_robots"]

HERE = Path(__file__).parent

VARIANTS = {**ALIKE, "five-bar-feasible": "five-bar", "gough-stewart-fried": "gough-stewart-lopes", "c5": "c5-plates-on-rods"}
"""Robot -> another one of the same topology, whose graphs differ from its own in numbers alone."""

GENERAL = ("derivatives", "geometry", "identities", "kinematics", "model", "oracle", "robots", "singularity")
"""Folders whose tests say the same of every robot; elsewhere a variant is meant itself."""

PARAMETERS = ("every_robot", "robot", "name", "file")
"""Names of parameters that hold the name of a robot."""

NAMES = sorted([*parados.catalog(), *[path.stem for path in (HERE / "robots").glob("*.yaml")]], key=len, reverse=True)

DOCUMENTS = {entry.id: entry.place.partition(".")[0] for entry in ENTRIES}


def is_variant(item: Any) -> bool:
    """Whether a test repeats, on a variant, what is tested on the robot that stands for it."""
    if item.path.parent.relative_to(HERE).parts[:1] not in [(folder,) for folder in GENERAL]:
        return False
    given = getattr(item, "callspec", None)
    return given is not None and any(given.params.get(key) in VARIANTS for key in PARAMETERS)


def scope(nodeid: str) -> str:
    """What a worker takes as a whole: the tests of a robot, of a document, an example, or a file of tests."""
    file, _, test = nodeid.partition("::")
    inside = test.partition("[")[2].rstrip("]")
    if file.endswith("test_every_entry.py"):
        return DOCUMENTS.get(inside, file)
    if "/reproduce/test_reproduce_" in f"/{file}":
        own = Path(file).stem.removeprefix("test_reproduce_")
        return {"flexible": "briot_khalil_flexible"}.get(own, own)
    if file.endswith("test_examples.py"):
        return nodeid
    return next((name for name in NAMES if name in inside), file)


def share_loaded_robots() -> None:
    """Load a robot of the catalog or of the tests once a session; what is refused, or lies elsewhere, is loaded anew."""
    load: Callable[[str | Path], parados.Robot] = parados.load
    once = cache(load)

    @wraps(load)
    def shared(robot: str | Path) -> parados.Robot:
        known = isinstance(robot, str) and robot in parados.catalog()
        return once(robot) if known or (isinstance(robot, Path) and robot.is_relative_to(HERE)) else load(robot)

    parados.load = parados.api.load = shared

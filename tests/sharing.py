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

__all__ = ["VARIANTS", "is_long", "is_variant", "scope", "share_loaded_robots"]

HERE = Path(__file__).parent

VARIANTS = {**ALIKE, "five-bar-feasible": "five-bar", "gough-stewart-fried": "gough-stewart-lopes", "c5": "c5-plates-on-rods"}
"""Robot -> another one of the same topology, whose graphs differ from its own in numbers alone."""

RELATIVES = {
    "hexa": "gough-stewart-lopes",
    "orthoglide": "delta-d3-1200",
    "navaro": "3-rrr-parallelogram",
    "dualemps": "five-bar",
}
"""Robot -> another one with the same freedom and closures of the same sort; the reference cases are tried on both."""

LONG = (
    "test_every_entry.py::test_entry[003/section-10.7-square]",
    "test_every_entry.py::test_entry[003/section-10.7-circle]",
    "test_every_entry.py::test_entry[000/fig-5]",
    "test_reproduce_flexible.py::test_table_11_4_needs_rotary_inertia_and_the_thin_platform[printed",
    "test_modes.py::test_frequencies_converge_from_above_with_the_fourth_power",
    "test_examples.py::test_example_holds[04_dynamics]",
    "test_examples.py::test_example_holds[07_flexible_robot]",
    "test_examples.py::test_example_holds[11_crossing]",
    "test_fried_gough_stewart.py::test_equals_the_engine[gough-stewart-fried-constant]",
    "test_fried_gough_stewart.py::test_equals_the_engine_with_fat_links_and_an_eccentric_platform",
    "test_maps.py::test_five_bar_agrees_on_other_grids",
    "test_optimal.py::test_it_is_better_and_still_crosses[3-rpr-rms]",
    "test_pickling.py::test_every_robot_and_its_model_travel[gough-stewart",
    "test_equivalents.py::test_the_parametrisation_of_the_orientation_does_not_matter",
    "test_export.py::test_the_driver_compiles_strictly_and_passes[",
    "test_export_status.py::test_c_refuses_what_python_refuses_and_gives_the_same_numbers[gough-stewart",
)
"""Beginnings of tests that take long, each beside shorter ones of its kind; they are left to `make test-all`."""

SHORT = ("[five-bar]", "[tripteron]", "3-prs.yaml]")
"""Ends of tests that stay all the same."""

GENERAL = ("derivatives", "geometry", "identities", "kinematics", "model", "oracle", "robots", "singularity")
"""Folders whose tests say the same of every robot; elsewhere a variant is meant itself."""

PARAMETERS = ("every_robot", "robot", "name", "file")
"""Names of parameters that hold the name of a robot."""

NAMES = sorted([*parados.catalog(), *[path.stem for path in (HERE / "robots").glob("*.yaml")]], key=len, reverse=True)

DOCUMENTS = {entry.id: entry.place.partition(".")[0] for entry in ENTRIES}


def is_variant(item: Any) -> bool:
    """Whether a test repeats, on a variant or relative, what is tested on the robot that stands for it."""
    folder = next(iter(item.path.parent.relative_to(HERE).parts), "")
    given = getattr(item, "callspec", None)
    if given is None:
        return False
    named = {value for key in PARAMETERS if isinstance(value := given.params.get(key), str)}
    alike = {*VARIANTS, *RELATIVES} if folder != "oracle" else set(VARIANTS)
    return bool(named & alike) and folder in (*GENERAL, *(["plan"] if named & set(RELATIVES) else []))


def is_long(item: Any) -> bool:
    """Whether a test is one of the long ones."""
    return any(beginning in item.nodeid for beginning in LONG) and not item.nodeid.endswith(SHORT)


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

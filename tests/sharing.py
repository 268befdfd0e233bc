"""Share costly objects between the tests of a session: loaded robots, and one worker for the models of each robot.

This file also lists the robots and tests that only `make test-all` runs, because `make test` runs a similar one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any

from helpers.crossing_ways import ALIKE

import parados
from parados.model.model import Model
from parados.sources.index import ENTRIES

__all__ = ["VARIANTS", "is_about_pages", "is_long", "is_variant", "models", "scope", "share_loaded_robots"]

HERE = Path(__file__).parent

VARIANTS = {**ALIKE, "five-bar-feasible": "five-bar", "gough-stewart-fried": "gough-stewart-lopes", "c5": "c5-plates-on-rods"}
"""Robots, each with another one of the same topology, whose graphs differ only in numbers."""

RELATIVES = {
    "hexa": "gough-stewart-lopes",
    "orthoglide": "delta-d3-1200",
    "navaro": "3-rrr-parallelogram",
    "dualemps": "five-bar",
    "3-rrr": "3-rpr",
    "h4": "quattro",
}
"""Robots, each with another one of the same degrees of freedom and kinds of closures; the reference cases test both."""

FEWER = {
    "identities": ("3-rpr", "tripteron", "quattro"),
    "derivatives": ("gough-stewart-lopes", "3-rpr", "dualv", "tripteron", "quattro"),
}
"""Robots that only `make test-all` tests, by folder. The others represent every kind of closed form: planar, spatial,
redundantly actuated, overconstrained (Delta), with inner loops, and in `identities` with six degrees of freedom. Numeric geometry
is tested in the folders `geometry`, `numeric_robots` and `robots`."""

SHOWN = ("3-prs", "3-rps", "3-upu", "agile-eye", "andrews-squeezer", "exechon", "hexaglide", "linear-delta", "quadrupteron")
SHOWN += ("schoenflies-4-ruu", "tricept", "par2", "3-rps-wrist", "3-prrr-redundant")
"""Robots of the catalog that `make test` loads and whose mobility it checks; in the folder `robots` it tests some of them as it
tests robots that do not ship. `make test-all` runs every test of the catalog on them."""

QUICK_ENTRIES = {"000/fig-7", "001/fig-10", "001/table-1", "001/table-6", "001/pick-and-place-305", "002/fig-5"}
QUICK_ENTRIES |= {"002/table-2", "004/fig-8", "004/costs"}
QUICK_ENTRIES |= {"003/fig-7.9", "003/fig-7.19", "003/section-8.4.3.1", "003/section-8.6.1", "003/fig-9.6", "003/table-10.4"}
QUICK_ENTRIES |= {"003/table-11.1", "003/appendix-a"}
"""Entries of the sources that the quick tests compute: one of each kind of table and figure in each document."""

LONG = tuple((HERE / "long_tests.txt").read_text(encoding="utf-8").splitlines())
"""First letters of the names of long tests that only `make test-all` runs; `make test` runs shorter ones of the same kind."""

SHORT = ("test_effort_bounds_are_kept[five-bar]",)
"""Ends of the names of tests that `make test` runs although they begin as in `LONG`."""

EXPORTED = ("five-bar", "delta-d3-1200")
SHAPES = ("five-bar", "3-prs")

CHOSEN = {
    "test_compiled_newton.py::test_a_motion_in_c_is_followed_as_far_as_in_python": ("3-prs",),
    "test_export_forward.py::test_forward_kinematics_finds_the_poses_from_home": ("five-bar",),
    "test_export.py::test_driver_compiles_without_warnings_and_passes": ("five-bar",),
    "test_export.py::test_exported_files_compile_as_cpp_without_warnings": ("five-bar",),
    "test_export.py::test_sanitizers_find_nothing": ("four-bar",),
    "test_export_status.py::test_c_and_python_agree_in_numbers_and_failures": EXPORTED,
    "test_export_status.py::test_singular_poses_have_their_own_status": EXPORTED,
    "test_export_status.py::test_unreachable_poses_have_their_own_status": EXPORTED,
    "test_export_status.py::test_unlimited_robots_reach_random_poses_far_outside_their_workspace": ("3-rpr",),
    "test_export_status.py::test_arguments_that_are_not_finite_are_rejected": EXPORTED,
    "test_kernel.py::test_backends_agree_on_a_robot": ("five-bar", "delta-d3-1200"),
    "test_listing_and_show.py::test_show_does_not_cut_cells_on_a_narrow_terminal": ("five-bar",),
    "test_wrenches.py::test_matrices_relate_the_rates_as_in_the_book": ("five-bar", "delta-d3-1200", "dualv", "tripteron"),
    "test_charts.py::test_dynamics_do_not_depend_on_the_coordinates": ("five-bar",),
    "test_charts.py::test_mass_matrices_are_congruent": ("five-bar",),
    "test_charts.py::test_conversion_to_a_chart_and_back_returns_the_same_motion": ("five-bar",),
    "test_generality.py::test_mass_matrix_is_symmetric_positive_definite": ("four-bar",),
    "test_generality.py::test_forward_dynamics_undoes_the_inverse": ("3-prs",),
    "test_generality.py::test_efforts_are_linear_in_the_parameters": ("3-prs", "four-bar"),
    "test_generality.py::test_friction_dissipates_energy": (*("3-prs", "four-bar", "planar-2-rrr-redundant"),),
    "test_centre_of_mass.py::test_potential_energy_is_the_mass_times_gravity_times_height": ("five-bar",),
    "test_centre_of_mass.py::test_centre_of_mass_follows_from_the_frames_of_the_bodies": SHAPES,
    "test_centre_of_mass.py::test_jacobian_equals_differences": SHAPES,
    "test_centre_of_mass.py::test_ground_force_is_the_mass_times_acceleration_minus_weight": SHAPES,
    "test_catalog_in_browser.py::test_every_robot_of_the_catalog_is_shown": (
        *("five-bar", "3-rpr", "3-rrr-parallelogram", "andrews-squeezer", "dualemps", "delta-d3-1200", "gough-stewart-lopes"),
        *("tripteron", "quattro", "agile-eye", "exechon", "c5", "3-prrr-redundant", "orthoglide-flexible"),
    ),
    "test_centre_of_mass.py::test_derivative_by_x_along_unit_rates_is_the_jacobian": ("five-bar", "3-prs", "3-rps-tilt-torsion"),
}
"""Tests of many robots -> the robots for which `make test` runs them; these stand for planar and spatial robots, redundant and
overconstrained ones, closed forms and numeric geometry, rigid and flexible links, as far as the test can tell them apart."""

GENERAL = ("charts", "derivatives", "geometry", "identities", "kinematics", "model", "oracle", "robots", "singularity")
"""Folders whose tests check the same statements for every robot; in other folders a variant is tested for itself."""

PARAMETERS = ("every_robot", "robot", "name", "file")
"""Names of parameters whose value is the name of a robot."""

NAMES = sorted([*parados.catalog(), *[path.stem for path in (HERE / "robots").glob("*.yaml")]], key=len, reverse=True)

DOCUMENTS = {entry.id: entry.place.partition(":")[0].rpartition(".")[0] for entry in ENTRIES}


def is_variant(item: Any) -> bool:
    """Tell whether a test repeats, for a variant or relative, a test of the robot that represents it."""
    folder = next(iter(item.path.parent.relative_to(HERE).parts), "")
    given = getattr(item, "callspec", None)
    if given is None:
        return False
    named = {value for key in PARAMETERS if isinstance(value := given.params.get(key), str)}
    chosen = CHOSEN.get(f"{item.path.name}::{item.originalname}")
    if named & set(FEWER.get(folder, ())) or (chosen is not None and not {Path(name).stem for name in named} & set(chosen)):
        return True
    if named & set(SHOWN) and folder in GENERAL and folder != "robots" and item.path.name != "test_mobility.py":
        return True
    alike = {*VARIANTS, *RELATIVES} if folder != "oracle" else set(VARIANTS)
    return bool(named & alike) and folder in (*GENERAL, *(["plan"] if named & set(RELATIVES) else []))


def is_about_pages(item: Any) -> bool:
    """Tell whether `make test-studio` runs a test: the studio, and the site of the documentation."""
    return item.path.name == "test_site.py" or item.path.parent == HERE / "studio"


def is_long(item: Any) -> bool:
    """Tell whether a test is one of the long tests."""
    if item.path.name == "test_every_entry.py":
        return item.callspec.params["id"] not in QUICK_ENTRIES
    file, _, test = item.nodeid.partition("::")
    return f"{file.rpartition('/')[2]}::{test}".startswith(LONG) and not test.endswith(SHORT)


def scope(nodeid: str) -> str:
    """Return the group of a test, which one worker runs: the tests of a robot, of a document, an example, a page, or a file."""
    file, _, test = nodeid.partition("::")
    inside = test.partition("[")[2].rstrip("]")
    if file.endswith("test_every_entry.py"):
        return DOCUMENTS.get(inside, file)
    if "/reproduce/test_reproduce_" in f"/{file}":
        own = Path(file).stem.removeprefix("test_reproduce_")
        books = {"flexible": "flexible", "briot_khalil_singular": "singular", "briot_khalil": "rigid"}
        return f"briot_khalil.{books[own]}" if own in books else own
    if file.endswith(("test_examples.py", "test_code_blocks.py", "test_notebooks.py")):
        return nodeid
    return next((name for name in NAMES if name in inside), file)


def models(usual: str) -> Callable[..., Model]:
    """Return a function models(name, backend) that compiles a robot once, on the usual back end unless another is given."""
    return cache(lambda name, backend=usual: parados.load(name).compile(backend))


def share_loaded_robots() -> None:
    """Load each robot of the catalog or of the tests once in a session; invalid or other files are loaded each time."""
    load: Callable[[str | Path], parados.Robot] = parados.load
    once = cache(load)

    @wraps(load)
    def shared(robot: str | Path) -> parados.Robot:
        known = isinstance(robot, str) and robot in parados.catalog()
        return once(robot) if known or (isinstance(robot, Path) and robot.is_relative_to(HERE)) else load(robot)

    parados.load = parados.api.load = shared

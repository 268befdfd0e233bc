"""Test that the code of every page runs from top to bottom: Python blocks, and commands in `sh` and `bash` blocks."""

from __future__ import annotations

import matplotlib
import pytest
from tests.pages import PAGES, ROOT, examples, run_page

OWN_TESTS = {
    "docs/calibration.md": "tests/calibration/test_calibration_page.py",
    "docs/control.md": "tests/control/test_control_page.py",
    "docs/crossing.md": "tests/plan/test_crossing_page.py",
    "docs/export.md": "tests/fmu/test_export_pages.py",
    "docs/first-file.md": "tests/refusals/test_first_file.py",
    "docs/flexible.md": "tests/flexible/test_page.py",
    "docs/fmu.md": "tests/fmu/test_export_pages.py",
    "docs/line-geometry.md": "tests/singularity/test_line_geometry_page.py",
    "docs/reactions.md": "tests/dynamics/test_reactions_page.py",
    "docs/sensitivity.md": "tests/sensitivity/test_sensitivity_page.py",
    "docs/simulation.md": "tests/simulate/test_simulation_page.py",
    "docs/singularities.md": "tests/singularity/test_singularities_page.py",
    "docs/spatial.md": "tests/spatial/test_screw_transforms.py",
    "docs/studies.md": "tests/study/test_study_page.py",
    "docs/time-optimal.md": "tests/plan/test_time_optimal_page.py",
    "docs/tree.md": "tests/dynamics/test_reactions_page.py",
    "README.md": "tests/test_documentation.py",
}
"""Pages whose blocks run in tests beside the code that they show."""

QUICK = {"docs/index.md", "docs/newton.md", "docs/theory/dynamics.md"}
"""Pages that `make test` runs; `make test-all` runs all."""


def _has_code(text: str) -> bool:
    return bool(examples(text)) or "\n```sh\n" in text or "\n```bash\n" in text


NAMES = [str(page.relative_to(ROOT)) for page in PAGES if _has_code(page.read_text(encoding="utf-8"))]
HERE = [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in NAMES if name not in OWN_TESTS]


@pytest.mark.parametrize("name", HERE)
def test_code_of_the_page_runs(name, tmp_path, monkeypatch):
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    assert run_page((ROOT / name).read_text(encoding="utf-8"), name) > 0


@pytest.mark.parametrize("name", OWN_TESTS)
def test_page_with_tests_of_its_own_is_named_there(name):
    assert name in NAMES
    assert name.rpartition("/")[2] in (ROOT / OWN_TESTS[name]).read_text(encoding="utf-8")


def test_pages_for_make_test_exist():
    assert set(NAMES) >= QUICK

"""The example of the page on calibration runs, and the results have the attributes that the page names."""

from __future__ import annotations

import pytest
from tests.pages import examples, page_text, run_example

from parados.calibration import Calibration, Identifiable, PoseChoice

PAGE = "calibration.md"


@pytest.mark.parametrize("block", examples(page_text(PAGE)))
def test_example_of_the_page_runs(block):
    run_example(block, PAGE)


def test_attributes_that_the_page_names_exist():
    text = page_text(PAGE)
    for kind, names in (
        (Calibration, ("accuracy", "chi_square", "remarks", "identifiable", "standard_deviations", "robot_file")),
        (Identifiable, ("groups", "free", "fixed", "sentences", "singular_values")),
        (PoseChoice, ("x", "q", "observability", "random", "standard_deviations")),
    ):
        for name in names:
            assert name in text and name in {*dir(kind), *kind.__dataclass_fields__}

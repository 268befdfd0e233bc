"""Springs on articulated platforms and beside couplings, compared with `independent`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parados
from parados.api import Robot
from parados.robot.reading import parse_robot

from .independent import dynamics, relative_difference

CATALOG = Path(parados.__file__).parent / "robots"
HERE = Path(__file__).parent

AGREES = 1e-9  #: relative; differences of order 8 of smooth motions leave 1e-12

ON_PARTS = """
springs:
  - {name: s1, between: [base, part1], at: [[0.1, 0.2, 0.1], [0.02, 0.01, 0]], stiffness: 50, length: 0.1, damping: 4}
  - {name: s2, between: [platform, bar], at: [[0.1, 0.2, 0.1], [0.02, 0.01, 0]], stiffness: 50, length: 0.1, damping: 4}
  - {name: s3, between: [q1, part2], at: [[0.1, 0.02, 0], [0, 0.01, 0.03]], force: 6}
"""

IN_GEARS = "spring: {stiffness: 0.03, rest: 40, damping: 2e-4, effort: 0.1}"

CASES = {
    "articulated platform": (CATALOG / "quattro.yaml", ON_PARTS, ()),
    "motor behind a gear": (HERE / "five-bar-geared.yaml", "", (("m1, kind: R,", f"m1, kind: R, {IN_GEARS},"),)),
    "arm behind a gear": (
        HERE / "five-bar-geared.yaml",
        "",
        (("q21, kind: R,", "q21, kind: R, spring: {stiffness: 3, rest: -2},"),),
    ),
}
SOME = [pytest.param("articulated platform", marks=pytest.mark.slow), "motor behind a gear", "arm behind a gear"]


@pytest.mark.parametrize("case", SOME)
def test_springs_agree_with_link_poses(case: str) -> None:
    path, springs, edits = CASES[case]
    text = path.read_text() + springs
    for before, after in edits:
        assert text.count(before) == 1
        text = text.replace(before, after)
    model = Robot(parse_robot(text)).compile(backend="vm")
    rng, survey, n = np.random.default_rng(1), model.survey, model.mechanism.n_dof
    x = survey.home + 0.1 * (survey.upper - survey.lower) * rng.uniform(-1, 1, len(survey.home))
    xd, xdd = rng.normal(0, 0.2, n), rng.normal(size=n)
    wanted = dynamics(model, x, xd, xdd)
    tau = model.inverse_dynamics(x, xd, xdd, friction=False)
    assert model.energy(x, xd).springs > 0.01
    assert relative_difference(model.inverse_jacobian(x).T @ tau, wanted.force) < AGREES
    assert relative_difference(model.ground_reaction(x, xd, xdd), wanted.ground) < AGREES
    assert relative_difference(model.regressor(x, xd, xdd, friction=False) @ model.parameters, tau) < AGREES

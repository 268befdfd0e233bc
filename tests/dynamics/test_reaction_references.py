"""Test reactions against reference cases of an independent method: every body free, all joints and closures as constraints."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import parados

AGREEMENT = 1e-9
"""Relative to the largest wrench of a case."""

DATA = Path(__file__).parent / "data"
PAR2 = Path(__file__).parents[1] / "robots" / "par2-coupled-arms.yaml"


@pytest.mark.parametrize("robot", ["five-bar-feasible", "gough-stewart-lopes", "par2-coupled-arms"])
def test_wrenches_and_their_determined_parts_agree(robot, record_property):
    cases = json.loads((DATA / f"{robot}-reactions.json").read_text())["cases"]
    states = [np.array([case[key] for case in cases]) for key in ("x", "xd", "xdd")]
    own = PAR2 if robot == PAR2.stem else robot
    reactions = parados.load(own).compile("vm").reactions(*states)
    worst = 0.0
    for row, case in enumerate(cases):
        size = max(np.abs(given["projected"]).max() for given in case["wrenches"].values())
        assert reactions.tau[row] == pytest.approx(case["tau"], rel=AGREEMENT)
        for name, given in case["wrenches"].items():
            wanted = np.array([np.nan if value is None else value for value in given["wrench"]])
            projector = np.eye(6) if given["projector"] is None else np.array(given["projector"])
            assert reactions.bodies(name) == (given["by"], given["on"])
            assert np.allclose(reactions.point(name)[row], given["point"], atol=AGREEMENT)
            assert np.allclose(reactions.projector(name)[row], projector, atol=AGREEMENT)
            assert np.allclose(reactions[name][row], wanted, rtol=0, atol=AGREEMENT * size, equal_nan=True)
            apart = np.abs(reactions.determined_part(name)[row] - given["projected"]).max() / size
            worst = max(worst, float(apart))
    record_property("error of a reaction", worst)
    assert worst < AGREEMENT

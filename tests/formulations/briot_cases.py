"""Helpers for the tests of the book's closed forms: reference cases, function calls by name, relative differences."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from parados.sources.comparing import difference as off

__all__ = ["ROUND_OFF", "call", "motion", "off", "reference_cases"]

ROUND_OFF = 1e-12
"""Largest relative difference of two ways to write the same formula."""


def reference_cases(robot):
    """Return all reference cases of a robot; those of other working modes are last."""
    data = json.loads((Path(__file__).parents[1] / "oracle" / "data" / f"{robot}.json").read_text())
    return [*data["cases"], *data["cases_modes"]]


def call(function, *state):
    """Call a function; return its outputs by name, vectors as 1D arrays."""
    results = {k: np.array(v) for k, v in function(**dict(zip(function.name_in(), state, strict=True))).items()}
    return {k: v.ravel() if v.shape[1] == 1 else v for k, v in results.items()}


def motion(case):
    return case["x"], case["xd"], case["xdd"]

"""Andrews' squeezing mechanism against the published accelerations, with the spring of its file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import parados

REFERENCE = json.loads((Path(__file__).parents[1] / "geometry" / "data" / "andrews.json").read_text(encoding="utf-8"))

EXACT = {"t0": 14222.443919954114, "t0.03": -24631.7642}
"""Acceleration of the crank [rad/s^2]: printed at rest; at 0.03 s an exact evaluation of the printed model at the printed state,
which differs from the printed number by 4e-8 because of the integration."""

DIGITS = {"t0": 1e-9, "t0.03": 5e-9}
"""Relative accuracy: round-off at rest, and the digits of the evaluation at 0.03 s."""


@pytest.mark.parametrize("time", ["t0", "t0.03"])
def test_acceleration_equals_the_published_one(time):
    model = parados.load("andrews-squeezer").compile("vm")
    at = {key: dict(zip(REFERENCE["angles"], REFERENCE[time][key], strict=True)) for key in "qva"}
    x, xd = [at["q"]["beta"]], [at["v"]["beta"]]
    found = model.forward_dynamics(x, xd, [REFERENCE["parameters"]["mom"]])
    assert found[0] == pytest.approx(EXACT[time], rel=DIGITS[time])
    torque = model.inverse_dynamics(x, xd, found)
    assert torque[0] == pytest.approx(REFERENCE["parameters"]["mom"], rel=1e-9)
    others = model.joint_accelerations(x, xd, found, joints="all")
    wanted = np.array([at["a"][name] for name in model.joint_names])
    assert np.abs(others - wanted).max() < 1e-6 * np.abs(wanted).max()

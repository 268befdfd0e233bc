"""Andrews' squeezing mechanism against the published accelerations; its spring acts as a wrench on link 3."""

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


def spring(angle: float) -> np.ndarray:
    """(6,) wrench of the spring on link 3 at B, from C to D = B + (sd cos g + sc sin g, sd sin g - sc cos g)."""
    p = REFERENCE["parameters"]
    arm = np.array([p["sd"] * np.cos(angle) + p["sc"] * np.sin(angle), p["sd"] * np.sin(angle) - p["sc"] * np.cos(angle)])
    way = np.array([p["xb"], p["yb"]]) + arm - np.array([p["xc"], p["yc"]])
    length = np.linalg.norm(way)
    fx, fy = -p["c0"] * (length - p["lo"]) * way / length
    return np.array([fx, fy, 0.0, 0.0, 0.0, arm[0] * fy - arm[1] * fx])


@pytest.mark.parametrize("time", ["t0", "t0.03"])
def test_acceleration_equals_the_published_one(time):
    model = parados.load("andrews-squeezer").compile("vm")
    at = {key: dict(zip(REFERENCE["angles"], REFERENCE[time][key], strict=True)) for key in "qva"}
    x, xd = [at["q"]["beta"]], [at["v"]["beta"]]
    loads = {"gamma": spring(at["q"]["gamma"])}
    found = model.forward_dynamics(x, xd, [REFERENCE["parameters"]["mom"]], link_wrenches=loads)
    assert found[0] == pytest.approx(EXACT[time], rel=DIGITS[time])
    torque = model.inverse_dynamics(x, xd, found, link_wrenches=loads)
    assert torque[0] == pytest.approx(REFERENCE["parameters"]["mom"], rel=1e-9)
    others = model.joint_accelerations(x, xd, found, joints="all")
    wanted = np.array([at["a"][name] for name in model.joint_names])
    assert np.abs(others - wanted).max() < 1e-6 * np.abs(wanted).max()

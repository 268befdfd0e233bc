"""Compare the speed of a rod's centre of mass by Falezza et al. (9), as printed and corrected, to the engine."""

from __future__ import annotations

import numpy as np
import pytest
from errata_cases import proves, reference

from parados.sources.comparing import difference
from parados.sources.falezza_delta.model import FalezzaDelta, PassiveAngles

CASES = reference("delta-d3-1200")[1]
DELTA = FalezzaDelta()
P = DELTA.parameters
MEASURED = "x xd theta thetad"


def speeds(m, case):
    """(3,) |x_2i_d|^2 [m^2/s^2]; the centre is in the middle between elbow and platform."""
    theta, rate = (np.array(v) for v in (m.inverse_kinematics(case["x"]), m.joint_rates(case["x"], case["xd"])))
    across = -P.l1 * np.sin(theta) * rate
    elbows = np.array([across * P.cos_alpha, across * P.sin_alpha, -P.l1 * np.cos(theta) * rate])
    return np.sum((elbows + np.array(case["xd"])[:, None]) ** 2, axis=0) / 4


@pytest.mark.parametrize(("length", "figure"), [(P.l2 / 2, 0), (P.a1, 0.434)], ids=["corrected", "printed"])
def test_equation_9_has_a1_instead_of_a2(length, figure, model):
    """The square of a2 k_2 has a1 instead of a2; the error is 43 % of the largest squared speed."""
    S = DELTA.symbols
    rods = PassiveAngles(DELTA.measured, S["xd"], S["thetad"], S["xdd"], S["thetadd"])
    speed2 = rods.speed2 + (length**2 - (P.l2 / 2) ** 2) * rods.k2**2
    f = DELTA.function("speed2", MEASURED, {"speed2": speed2})
    m, errors = model("delta-d3-1200"), []
    for case in CASES:
        if case.get("mode", [-1, -1, -1]) == [-1, -1, -1]:
            state = (case["x"], case["xd"], case["q"], case["qd"])
            errors.append(difference(np.array(f(*state)).ravel(), speeds(m, case)))
    assert len(errors) >= 16
    proves(errors, figure)

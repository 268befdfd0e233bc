"""The book's Tripteron: what the sign of my, (9.67) and (9.101) as printed do to the engine's forces and rates."""

from __future__ import annotations

import numpy as np
import pytest
from errata_cases import off, proves, reference

ROBOT = "tripteron"
P, CASES = reference(ROBOT)
d_3, mx, my = P["d3"], P["mx3"], P["my3"]


def passive(case):
    """(3, 3, 3): value, rate and acceleration of q_i2, q_i3, q_i4, leg by leg."""
    return np.array([case["passive"], case["passive_d"], case["passive_dd"]]).reshape(3, 3, 3).transpose(1, 0, 2)


def added(model, case, extra):
    """Forces with something more in the passive joints: tau + J_d^T extra, extra (3, 2) over q_i2 and q_i3."""
    m = model.matrices(case["x"], mode=case["mode"])
    J_d = np.linalg.solve(m.J_td, m.J_t @ m.J - m.J_ta)
    tau_td = np.column_stack([extra, np.zeros(3)]).ravel()
    return model.inverse_dynamics(case["x"], case["xd"], case["xdd"], mode=case["mode"]) + J_d.T @ tau_td


def errors(model, extra):
    m = model(ROBOT)
    return [off(added(m, case, np.array([extra(*leg) for leg in passive(case)])), np.array(case["tau"])) for case in CASES]


def printed_my(q, qd, qdd):
    """What (9.90), (9.91) have more with + my for - my."""
    c, s = np.cos(q[1]), np.sin(q[1])
    second = (2 * qdd[0] + qdd[1]) * s + qd[1] * (2 * qd[0] + qd[1]) * c
    return 2 * d_3 * my * np.array([second, qdd[0] * s - qd[0] ** 2 * c])


def printed_coefficient(q, qd, qdd):
    """What the second row of (9.101) has more."""
    c, s = np.cos(q[1]), np.sin(q[1])
    return np.array([0.0, d_3 * (mx - my * c * s - (mx * s + my * c)) * qd[0] ** 2])


@pytest.mark.parametrize(
    ("extra", "figure"),
    [(lambda *_: np.zeros(2), 0), (printed_my, 0.0448), (printed_coefficient, 0.0975)],
    ids=["corrected", "(9.90), (9.91)", "(9.101)"],
)
def test_forces(extra, figure, model):
    proves(errors(model, extra), figure)


@pytest.mark.parametrize(("sign", "figure"), [(-1, 0), (1, 2)], ids=["corrected", "printed"])
def test_9_67(sign, figure, model):
    """B is minus the permutation; (9.68) has a minus again, but no permutation."""
    B = sign * np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]])
    found = [off(-np.linalg.solve(B, case["xd"]), model(ROBOT).joint_rates(case["x"], case["xd"])) for case in CASES]
    proves(found, figure)

"""The book's Orthoglide: passive joints, frames, rates and base parameters as printed and corrected, against the engine."""

from __future__ import annotations

import numpy as np
import pytest
from errata_cases import mdh, proves, reference, turned

from parados.sources.comparing import difference

ROBOT = "orthoglide"
P, CASES = reference(ROBOT)
a, d_4, d_6 = P["a"], P["d4"], P["d6"]
FIRST = ({}, {"gamma": np.pi / 2, "b": a, "alpha": np.pi / 2}, {"b": a, "alpha": -np.pi / 2})  # Table 7.3


def joints(model, case):
    """(3, 5) by legs."""
    return model.joints(case["x"], mode=case["mode"]).reshape(3, 5)


@pytest.mark.parametrize(("offset", "figure"), [(a, 0), (0.0, 1.00)], ids=["corrected", "printed"])
def test_7_34_and_7_35(offset, figure, model):
    """q_23 = atan2(a - z, ...), q_33 = atan2(z - a, ...); printed without a."""
    m, errors = model(ROBOT), []
    for case in CASES:
        (x, y, z), q = case["x"], joints(m, case)
        q_23 = np.arctan2(offset - z, (y - d_6) / np.cos(q[1, 1]))
        q_33 = np.arctan2(z - offset, (x - d_6) / np.cos(q[2, 1]))
        errors.append(np.abs(turned(np.array([q_23 - q[1, 2], q_33 - q[2, 2]]))).max())
    proves(errors, figure)


def platform(i, q, last):
    """(4, 4) of the platform from leg i by Tables 7.3 and 7.4 with a last row."""
    r = q[0] - (0.0 if i == 0 else a)
    rows = (
        FIRST[i] | {"r": r},
        {"alpha": -np.pi / 2, "theta": q[1]},
        {"alpha": -np.pi / 2, "theta": q[2]},
        {"d": d_4, "theta": q[3]},
        {"alpha": np.pi / 2, "theta": q[4]},
        {"d": d_6} | last,
    )
    T = np.eye(4)
    for row in rows:
        T = T @ mdh(**row)
    return T


@pytest.mark.parametrize(
    ("last", "figure"), [({"theta": -np.pi / 2}, 0), ({"alpha": -np.pi / 2}, 2 * np.pi / 3)], ids=["corrected", "printed"]
)
def test_table_7_4(last, figure, model):
    """Leg 2: with alpha = -pi/2 for theta = -pi/2 P is right, but the platform's axes are a third of a turn off."""
    m, errors = model(ROBOT), []
    for case in CASES:
        T = platform(1, joints(m, case)[1], last)
        assert T[:3, 3] == pytest.approx(case["x"], abs=1e-12)
        errors.append(np.arccos(np.clip((np.trace(T[:3, :3]) - 1) / 2, -1, 1)) if figure else np.abs(T[:3, :3] - np.eye(3)).max())
    proves(errors, figure)


@pytest.mark.parametrize(("divisor", "figure"), [(1.0, 0), (d_4, 1 - d_4)], ids=["corrected", "printed"])
def test_7_140(divisor, figure, model):
    """With 1/d_4 in (7.140) beside (7.146), which is not divided, all rates shrink to d_4 of theirs."""
    m, errors = model(ROBOT), []
    for case in CASES:
        q = m.inverse_kinematics(case["x"], mode=case["mode"])
        (x, y, z), axes = case["x"], (2, 0, 1)
        A_r = np.array([[x - d_6, y, z - q[0]], [x + a - q[1], y - d_6, z - a], [x - d_6, y + a - q[2], z - a]])
        B = -np.array([A_r[i, axes[i]] for i in range(3)]) / divisor  # (7.141)-(7.143)
        errors.append(difference(-A_r / B[:, None] @ case["xd"], m.joint_rates(case["x"], case["xd"], mode=case["mode"])))
    proves(errors, figure)


def columns(model, *names):
    """(k, 3 cases) columns of the regressor."""
    Y = np.concatenate([model.regressor(case["x"], case["xd"], case["xdd"]) for case in CASES[:16]])
    return Y[:, [model.parameter_names.index(name) for name in names]].T


def test_8_278_has_the_mass_of_link_3(model):
    """m_i3 sits on the slider and joins m_i1R; m_i4 is carried by the platform and joins m_6R alone."""
    m = model(ROBOT)
    for i in (1, 2, 3):
        slider, third, fourth, own = columns(m, f"m_q{i}1", f"m_q{i}3", f"m_q{i}4", "m_p")
        assert difference(third, slider) < 1e-12
        assert difference(fourth, own) < 1e-12
        assert difference(fourth, slider) > 0.5


def test_8_279_joints_23_and_33(model):
    """q_33 = -q_23 in Table 7.3, so that the parameters of both joints act alike and are no base parameters apart."""
    m = model(ROBOT)
    for case in CASES[:16]:
        q = joints(m, case)
        assert abs(q[1, 2] + q[2, 2]) < 1e-12
    for name in ("zz", "fv", "fs"):
        second, third = columns(m, f"{name}_q23", f"{name}_q33")
        assert difference(second, third) < 1e-9

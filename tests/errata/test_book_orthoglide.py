"""Check the passive joints, frames, rates and base parameters of the book's Orthoglide, as printed and corrected."""

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
    """(3, 5) joint positions, one row for each leg."""
    return model.joints(case["x"], mode=case["mode"]).reshape(3, 5)


@pytest.mark.parametrize(("offset", "figure"), [(a, 0), (0.0, 1.00)], ids=["corrected", "printed"])
def test_equations_7_34_and_7_35_lack_the_offset_a(offset, figure, model):
    """q_23 = atan2(a - z, ...) and q_33 = atan2(z - a, ...); the printed formulas have no a."""
    m, errors = model(ROBOT), []
    for case in CASES:
        (x, y, z), q = case["x"], joints(m, case)
        q_23 = np.arctan2(offset - z, (y - d_6) / np.cos(q[1, 1]))
        q_33 = np.arctan2(z - offset, (x - d_6) / np.cos(q[2, 1]))
        errors.append(np.abs(turned(np.array([q_23 - q[1, 2], q_33 - q[2, 2]]))).max())
    proves(errors, figure)


def platform(i, q, last):
    """(4, 4) frame of the platform from leg i by Tables 7.3 and 7.4, with the given last row."""
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
def test_table_7_4_has_wrong_angles_of_leg_2(last, figure, model):
    """With alpha = -pi/2 instead of theta = -pi/2 in leg 2, P is right, but the platform axes are a third of a turn wrong."""
    m, errors = model(ROBOT), []
    for case in CASES:
        T = platform(1, joints(m, case)[1], last)
        assert T[:3, 3] == pytest.approx(case["x"], abs=1e-12)
        errors.append(np.arccos(np.clip((np.trace(T[:3, :3]) - 1) / 2, -1, 1)) if figure else np.abs(T[:3, :3] - np.eye(3)).max())
    proves(errors, figure)


@pytest.mark.parametrize(("divisor", "figure"), [(1.0, 0), (d_4, 1 - d_4)], ids=["corrected", "printed"])
def test_equation_7_140_has_a_wrong_divisor(divisor, figure, model):
    """(7.140) is divided by d_4, but (7.146) is not, so all rates are d_4 times the right ones."""
    m, errors = model(ROBOT), []
    for case in CASES:
        q = m.inverse_kinematics(case["x"], mode=case["mode"])
        (x, y, z), axes = case["x"], (2, 0, 1)
        A_r = np.array([[x - d_6, y, z - q[0]], [x + a - q[1], y - d_6, z - a], [x - d_6, y + a - q[2], z - a]])
        B = -np.array([A_r[i, axes[i]] for i in range(3)]) / divisor  # (7.141)-(7.143)
        errors.append(difference(-A_r / B[:, None] @ case["xd"], m.joint_rates(case["x"], case["xd"], mode=case["mode"])))
    proves(errors, figure)


def columns(model, *names):
    """(k, 3 cases) columns of the regressor for the given parameters."""
    Y = np.concatenate([model.regressor(case["x"], case["xd"], case["xdd"]) for case in CASES[:16]])
    return Y[:, [model.parameter_names.index(name) for name in names]].T


def test_equation_8_278_needs_the_mass_of_link_3(model):
    """The slider carries m_i3, which is part of m_i1R. The platform carries m_i4, which is part of m_6R only."""
    m = model(ROBOT)
    for i in (1, 2, 3):
        slider, third, fourth, own = columns(m, f"m_q{i}1", f"m_q{i}3", f"m_q{i}4", "m_p")
        assert difference(third, slider) < 1e-12
        assert difference(fourth, own) < 1e-12
        assert difference(fourth, slider) > 0.5


def test_equation_8_279_separates_parameters_that_act_together(model):
    """q_33 = -q_23 in Table 7.3, so the parameters of both joints have the same effect and cannot be separate base parameters."""
    m = model(ROBOT)
    for case in CASES[:16]:
        q = joints(m, case)
        assert abs(q[1, 2] + q[2, 2]) < 1e-12
    for name in ("zz", "fv", "fs"):
        second, third = columns(m, f"{name}_q23", f"{name}_q33")
        assert difference(second, third) < 1e-9

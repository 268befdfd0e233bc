"""Compare the ground reaction of the five-bar, (8.206)-(8.215), as printed and corrected, to the engine."""

from __future__ import annotations

import numpy as np
import pytest
from errata_cases import proves, reference

from parados.sources.comparing import difference

ROBOT = "five-bar-split"
P, CASES = reference(ROBOT)


def cross(r, f):
    return r[0] * f[1] - r[1] * f[0]


def leg(i, q, qd, qdd, printed):
    """f_i1 (2,) in base axes and m_i1 of leg i by (8.207)-(8.209)."""
    mx_1, my_1, mx_2, my_2, m_2 = (P[f"{k}"] for k in (f"mx{i}1", f"my{i}1", f"mx{i}2", f"my{i}2", f"m{i}2"))
    d_2, zz_2, zz_1R, Ia = (P[k] for k in (f"d{i}2", f"zz{i}2", f"zz{i}1R", f"Ia{i}1"))
    w, wd = qd[0] + qd[1], qdd[0] + qdd[1]
    first, second = np.array([mx_1, my_1]), np.array([mx_2, my_2])
    second[0] += m_2 * d_2 if printed else 0.0  # printed: m_2 d_2 turns with link 2
    first[0] += 0.0 if printed else m_2 * d_2

    def force(ms, rate, acceleration, angle):
        normal = np.array([-ms[1], ms[0]])
        c, s = np.cos(angle), np.sin(angle)
        return np.array([[c, -s], [s, c]]) @ (acceleration * normal - rate**2 * ms)

    f = force(first, qd[0], qdd[0], q[0]) + force(second, w, wd, q[0] + q[1])
    twice, coriolis, c, s = 2 * qdd[0] + qdd[1], qd[1] * (2 * qd[0] + qd[1]), np.cos(q[1]), np.sin(q[1])
    m = (zz_1R - Ia) * qdd[0] + zz_2 * wd + d_2 * mx_2 * (twice * c - coriolis * s) - d_2 * my_2 * (twice * s + coriolis * c)
    return f, m


def shift(reading, i, q_1, f):
    """Moment about O of a force (2,) at A_i1 by (8.212), (8.214)."""
    r = np.array([P[f"d{i}1"], 0.0])  # from O to A_i1, d_11 < 0
    if reading == "corrected":
        return cross(r, f)
    if reading == "k d_i1 with lengths":
        r = np.array([abs(P[f"d{i}1"]) * (-1 if i == 1 else 1), 0.0])
    else:
        r = np.array([P[f"d{i}1"] * (-1 if i == 1 else 1), 0.0])
    c, s = np.cos(q_1), np.sin(q_1)
    return -cross(r, np.array([[c, s], [-s, c]]) @ f)


def ground(case, printed_force=False, lever="corrected"):
    """(3,) force and moment about O."""
    passive = dict(
        zip(("q12", "q22", "q13"), zip(case["passive"], case["passive_d"], case["passive_dd"], strict=True), strict=True)
    )
    f_p = P["m4"] * np.array(case["xdd"])  # (8.210)
    total = np.array([*f_p, cross(case["x"], f_p)])
    for i in (1, 2):
        q, qd, qdd = zip((case["q"][i - 1], case["qd"][i - 1], case["qdd"][i - 1]), passive[f"q{i}2"], strict=True)
        f, m = leg(i, q, qd, qdd, printed_force)
        total += [*f, m + shift(lever, i, q[0], f)]
    return total


def wrenches(model, **reading):
    """Return (cases, 3) wrenches of the engine, and of the formulas."""
    m = model(ROBOT)
    engine = [m.ground_reaction(case["x"], case["xd"], case["xdd"], mode=case["mode"])[[0, 1, 5]] for case in CASES]
    return np.array(engine), np.array([ground(case, **reading) for case in CASES])


def test_equation_8_206_is_the_wrench_of_the_ground_on_the_robot(model):
    """The corrected sum equals the wrench of the engine. This wrench carries the robot: at rest it is minus the weight."""
    expected, got = wrenches(model)
    proves([difference(a, b) for a, b in zip(got, expected, strict=True)], 0)
    m = model("five-bar-feasible")
    weight = sum(p for name, p in zip(m.parameter_names, m.parameters, strict=True) if name.startswith("m_")) * m.spec.gravity[1]
    assert weight < -10
    assert m.ground_reaction(m.survey.home, [0, 0], [0, 0])[1] == pytest.approx(-weight, rel=1e-12)


def test_equation_8_209_uses_the_acceleration_of_the_wrong_link(model):
    """The term m_i2 d_i2 is added to mx_i2, with the acceleration of link 2; the error is 87 % of the force."""
    expected, got = wrenches(model, printed_force=True)
    proves([difference(a[:2], b[:2]) for a, b in zip(got, expected, strict=True)], 0.866)


@pytest.mark.parametrize(("reading", "figure"), [("k d_i1 with lengths", 0.606), ("k d_i1 as in Table 7.1", 0.325)])
def test_equations_8_212_and_8_214_have_wrong_lever_arms(reading, figure, model):
    """The printed cross product uses a lever arm in base axes with a force in axes of link i1, and has the wrong sign."""
    expected, got = wrenches(model, lever=reading)
    proves(difference(got[:, 2], expected[:, 2]), figure)

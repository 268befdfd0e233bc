"""The book's Tripteron: factored forms, and errors of the printed formulas."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from briot_cases import ROUND_OFF, call, motion, off, reference_cases

from parados.sources.briot_khalil.tripteron_model import Tripteron, TripteronParameters

CASES = reference_cases("tripteron")


def functions(case):
    return _functions(tuple(case["mode"]))


@cache
def _functions(mode):
    return Tripteron(mode=mode).functions()


def worst(error):
    return max(error(case, call(functions(case)["matrices"], case["x"])) for case in CASES)


def test_forces_equal_the_printed_product():
    """(8.71) with the matrix J_d = J_r J equals `tau`, which uses the factors of J_d."""
    for case in CASES:
        f = functions(case)
        m, tree = call(f["matrices"], case["x"]), call(f["tree"], *motion(case))
        tau = tree["tau_ta"] + m["J"].T @ (tree["w_r"] + m["J_r"].T @ tree["tau_td"])
        assert off(tau, case["tau"]) < ROUND_OFF


def test_forward_geometry_gives_the_pose():
    for case in CASES:
        assert off(call(functions(case)["forward_geometry"], case["q"])["x"], np.array(case["x"])) < ROUND_OFF


def test_inertia_is_symmetric_positive_definite():
    for case in CASES:
        M = call(functions(case)["mass_matrix"], case["x"])["M"]
        assert off(M, M.T) < ROUND_OFF
        assert np.linalg.eigvalsh(M).min() > 0


def test_printed_J_is_wrongly_the_identity():
    """(9.69) is printed as the identity, but q_11 moves the platform along z, not along x."""
    assert worst(lambda case, m: off(case["qd"], np.array(case["xd"]))) > 1
    assert worst(lambda case, m: off(m["J"] @ case["qd"], np.array(case["xd"]))) == 0


def test_printed_J_td_has_the_wrong_sign():
    """(9.80) has the wrong sign in rows 1 and 2 of every leg, which reverses the passive rates."""
    signs = np.tile([-1.0, -1.0, 1.0], 3)[:, None]
    error = worst(lambda case, m: off(np.linalg.solve(signs * m["J_td"], m["J_t"]) @ case["xd"], case["passive_d"]))
    assert error == pytest.approx(2)


def test_printed_angle_is_the_absolute_angle_of_link_i3():
    """(9.65) gives q_i2 + q_i3, the absolute angle of link i3, instead of q_i3."""
    for case in CASES:
        m = call(functions(case)["matrices"], case["x"])
        q_2, q_3, _ = case["passive"][:3]
        assert np.arctan2(-m["J_td"][0, 1], m["J_td"][1, 1]) == pytest.approx(np.arctan2(np.sin(q_2 + q_3), np.cos(q_2 + q_3)))


def weights(case, printed):
    """Return the gravity efforts in the passive joints of leg 3, (9.94)-(9.95); x_0 in the plane of that leg is vertical."""
    p = TripteronParameters()
    q_2, q_23 = case["passive"][6], case["passive"][6] + case["passive"][7]
    turn = 0.0 if printed else np.pi / 2
    m_d = p.leg.mx_1 + p.leg.m_2 * p.leg.d_2
    third = p.g * (p.leg.mx_2 * np.cos(q_23 + turn) - p.leg.my_2 * np.sin(q_23 + turn))
    second = p.g * (m_d * np.cos(q_2 + turn) - p.leg.my_1 * np.sin(q_2 + turn))
    return np.array([0, 0, 0, 0, 0, 0, second + third, third, 0])


def test_printed_gravity_of_leg_3_is_that_of_leg_2():
    """(9.94)-(9.95) give leg 3 the gravity of leg 2: the error is 18 % of the forces in these cases."""

    def error(case, m):
        wrong = weights(case, True) - weights(case, False)
        return off(case["tau"] + m["J"].T @ m["J_r"].T @ wrong, np.array(case["tau"]))

    assert 0.1 < worst(error) < 0.32


def test_printed_gravity_of_the_slider_is_wrong():
    """(9.93) has the weight of the three sliders instead of slider 1 and its leg: the error is 16 %."""
    p = TripteronParameters()
    extra = p.g * (sum(s.m for s in p.sliders) - (p.sliders[0].m + p.m_i2 + p.leg.m_2))
    assert 0.1 < worst(lambda case, m: extra / np.abs(case["tau"]).max()) < 0.2

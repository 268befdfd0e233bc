"""Briot & Khalil's singular poses and crossings: independent calculations of efforts and polynomials, and misprints."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.polynomial import Polynomial

from parados.api import load
from parados.sources.briot_khalil.singular import five_bar_motions as five
from parados.sources.briot_khalil.singular import tripteron_motions as three
from parados.sources.briot_khalil.singular.rounded import Conditions, PrintedPolynomial
from parados.sources.briot_khalil.singular.serial_robots import slides_in_line, three_rrr
from parados.sources.briot_khalil.singular.tripteron_leg import (
    A_12,
    A_21,
    D_13,
    D_14,
    M_13,
    RADIUS,
    Y_S,
    elbow,
    leg_model,
    tripteron,
)
from parados.sources.entry import Verdict

IDS = [
    *[f"003/fig-7.{k}" for k in (18, 19, 20, 21, 22)],
    *[f"003/{name}" for name in ("section-9.4", "fig-9.6", "fig-9.7", "section-9.5", "fig-9.15", "fig-9.16")],
]
ROUND_OFF = 1e-12


@pytest.mark.parametrize("id", IDS)
def test_no_line_is_missed(id, computed):
    entry = computed(id)
    assert entry.figures and entry.choices
    assert [line.what for line in entry.lines if line.verdict == Verdict.MISSED] == []


def exact(conditions):
    """Return the coefficients from the conditions by elimination with fractions, without any code of parados."""
    rows = []
    size = len(conditions.values)
    for (t, order), text in conditions.values.items():
        t = Fraction(t)
        row = []
        for k in range(size):
            factor = Fraction(1)
            for j in range(order):
                factor *= k - j
            row.append(factor * t ** (k - order) if k >= order else Fraction(0))
        rows.append([*row, Fraction(text)])
    for i in range(size):
        pivot = next(r for r in range(i, size) if rows[r][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [v / rows[i][i] for v in rows[i]]
        for r in range(size):
            if r != i:
                rows[r] = [a - rows[r][i] * b for a, b in zip(rows[r], rows[i], strict=True)]
    return np.array([float(row[-1]) for row in rows])


@pytest.mark.parametrize(
    "conditions", [*five.printed_conditions(), three.printed_conditions()], ids=["(9.53)", "(9.54)", "(9.117)"]
)
def test_coefficients_equal_those_of_rational_elimination(conditions):
    ours = conditions.sensitivity() @ conditions.numbers()
    right = exact(conditions)
    assert np.abs(ours - right).max() < 1e-11 * np.abs(right).max()


def test_wrong_velocity_gives_missed_lines():
    """With 0.17 m/s instead of 0.1671 the printed coefficients of (9.53) are missed, which shows that lines can fail."""
    x = five.printed_conditions()[0]
    moved = Conditions(x.duration, {**x.values, (five.T_S, 1): "0.1700"})
    lines = five.PRINTED[0].lines_from(moved)
    assert any(line.verdict == Verdict.MISSED for line in lines)


def test_printed_conditions_9_115_do_not_give_9_117():
    exchanged = three.printed_conditions()
    swapped = Conditions(exchanged.duration, {**exchanged.values, (three.T_S, 1): "0.147", (three.T_S, 2): "-0.693"})
    assert all(line.verdict == Verdict.MISSED for line in three.PRINTED.lines_from(swapped)[1:])


def test_rounding_of_coefficients_gives_the_error_of_a_value():
    value, rounding = PrintedPolynomial("", "x", ("1.0", "0", "2.00")).at(0.5, 0)
    assert value == 1.5 and rounding == pytest.approx(0.05 + 0.25 * 0.005)


def five_bar_torques(motion, t):
    """Return tau of (9.36)-(9.38) from circles and differences in time, for two arms and a mass at P, without the engine."""
    h = 1e-5
    arms = (((-0.14, 0.0), 1, 0.0211, 6.76, 2.94), ((0.14, 0.0), -1, 0.0224, 6.75, 2.95))

    def angle(foot, sign, s):
        X, Y = motion(s).x - foot
        return np.arctan2(Y, X) + sign * np.arccos((X * X + Y * Y + 0.213**2 - 0.1878**2) / (2 * 0.213 * np.hypot(X, Y)))

    x, _, xdd = motion(t)
    links, torques, levers = [], [], []
    for foot, sign, zz, fv, fs in arms:
        q, before, after = (angle(foot, sign, s) for s in (t, t - h, t + h))
        qd, qdd = (after - before) / (2 * h), (after - 2 * q + before) / h**2
        e = np.array([np.cos(q), np.sin(q)])
        link = (x - foot - 0.213 * e) / 0.1878
        links.append(link)
        torques.append(zz * qdd + fv * qd + fs * np.sign(qd))
        levers.append(0.213 * (e[0] * link[1] - e[1] * link[0]))
    pushes = np.linalg.solve(np.array(links).T, five.M_3 * xdd)
    return np.array(torques) + np.array(levers) * pushes


@pytest.mark.parametrize("t", [0.2, 0.5, 0.7, 0.9, 1.3])
def test_torques_of_the_five_bar_equal_an_independent_calculation(t):
    motion = five.corrected_motion()
    assert motion.efforts(t) == pytest.approx(five_bar_torques(motion.trajectory, t), rel=1e-5)


def test_printed_instant_of_fig_9_6_is_wrong():
    """The naive path is a straight line; the instant at which A_12, P, A_22 are on one line follows from a triangle."""
    motion = five.naive_motion()
    found = five.crossing(motion)
    assert found.at == pytest.approx(0.8186, abs=1e-4) and found.at - 0.75 == pytest.approx(0.069, abs=1e-3)
    q = load("five-bar").compile("vm").joints(found.x)
    elbows = [np.array([side * 0.14, 0]) + 0.213 * np.array([np.cos(q[k]), np.sin(q[k])]) for side, k in ((-1, 0), (1, 3))]
    assert np.linalg.norm(elbows[1] - elbows[0]) == pytest.approx(2 * 0.1878, rel=1e-9)
    assert abs(five.power_across(motion, found.at)) > 0.05


def test_torques_are_unbounded_without_the_criterion_and_finite_with_it():
    naive = five.approach(five.naive_motion(), five.crossing(five.naive_motion()).at)
    right = five.approach(five.corrected_motion().trajectory, five.T_S)
    assert naive.growth() == pytest.approx(np.full((2, 2), 1000), rel=5e-3)
    before, after = right.sides()
    assert np.abs(before[1:] / after[2] - 1).max() < 1e-3 and np.abs(after[1] / after[2] - 1).max() < 1e-3
    assert right.growth()[0].max() < 0.01
    assert five.corrected_motion().efforts(five.T_S) == pytest.approx(after[2], rel=1e-5)


def test_torques_of_the_printed_motion_are_unbounded():
    motion = five.printed_motion()
    wrong = five.approach(motion, five.crossing(motion).at)
    near, far = (np.abs(np.subtract(*wrong.sides([h]))).max() / 2 for h in (1e-6, 1e-2))
    assert near == pytest.approx(200, rel=0.02) and far == pytest.approx(0.4, rel=0.05)
    assert wrong.growth()[1] == pytest.approx([1000, 1000], rel=1e-3)


def test_corrected_motion_has_the_exchanged_accelerations():
    passage = five.corrected_motion().passages[0]
    assert passage.xdd == pytest.approx([-0.01, 6.8e-4], rel=0.02)
    assert passage.residual < 1e-10
    assert np.linalg.norm(passage.x - [0.0543, 0.2]) < 5e-5


def leg_forces(motion, t):
    """Return tau_2, tau_3: the second link pushes the mass at A_13 and the platform. The engine is not used."""
    y = Polynomial(motion.y.power_coefficients()[0])
    drop, rate, change = y(t) - A_12[1], y.deriv()(t), y.deriv(2)(t)
    across = np.sqrt(D_13**2 - drop**2)
    x_d = -drop * rate / across
    x_dd = -(rate**2 + drop * change + x_d**2) / across
    e = np.array([across, drop]) / D_13
    _, q_12, q_13 = motion(t).x
    link = np.array([np.cos(q_12 + q_13), np.sin(q_12 + q_13)])
    pulls = np.linalg.solve(np.column_stack([e, link]), M_13 * np.array([x_dd, change]))
    return pulls[1] * link  # the second link pulls the platform, and the actuators of x and y hold it


@pytest.mark.parametrize("t", [0.1, 0.4, 0.49, 0.51, 0.8])
def test_forces_of_the_tripteron_equal_an_independent_calculation(t):
    motion = three.corrected_motion()
    assert motion.efforts(t)[1:] == pytest.approx(leg_forces(motion.trajectory, t), rel=1e-7)


def test_leg_1_keeps_its_lengths():
    """A_14 stays on its circle, the leg is stretched at Y_S, and x = 0 at both ends."""
    motion, t = three.corrected_motion().trajectory, np.linspace(0, 1, 21)
    tips = leg_model().pose(motion(t).x)[:, :2]
    assert np.linalg.norm(tips - A_21, axis=1) == pytest.approx(np.full(21, RADIUS), rel=ROUND_OFF)
    joints = elbow(t, motion.y)
    assert np.linalg.norm(tips - joints, axis=1) == pytest.approx(np.full(21, D_14), rel=ROUND_OFF)
    assert joints[[0, -1], 0] == pytest.approx([0, 0], abs=1e-9)
    assert joints[10, 1] == pytest.approx(Y_S, abs=1e-15) and abs(motion(0.5).x[2]) < 1e-14


def test_derivatives_of_the_elbow_motion_equal_differences():
    motion, h = three.naive_motion(), 1e-5
    for k in range(3):
        slope = (motion.derivative(0.3 + h, k) - motion.derivative(0.3 - h, k)) / (2 * h)
        assert motion.derivative(0.3, k + 1) == pytest.approx(slope, rel=1e-6, abs=1e-6)


def test_platform_coordinates_fail_in_the_singularity():
    """The robot in x, y, z rejects the pose that the motion in the other coordinates crosses."""
    at = three.corrected_motion().passages[0]
    chart = leg_model()
    pose = chart.pose(at.x)[:3]
    model = tripteron().compile("vm")
    with pytest.raises(ValueError):
        model.inverse_dynamics(pose, [0.1, 0.1, 0.0], [0.0, 0.0, 0.0])
    assert np.isfinite(three.corrected_motion().efforts(three.T_S)).all()


def test_forces_are_unbounded_without_the_criterion_and_finite_with_it():
    naive = three.approach(three.naive_motion(), three.crossing(three.naive_motion()).at)
    right = three.approach(three.corrected_motion().trajectory, three.T_S)
    assert naive.growth() == pytest.approx(np.full((2, 2), 1000), rel=5e-3)
    assert right.spread() < 1e-3 and right.growth()[0].max() < 0.01


def test_printed_instant_of_fig_9_15_is_wrong():
    """(9.112) reaches y = 0.2021 m later than half of the time, since at half of the time y is 0.213 m."""
    y = Polynomial(three.NAIVE.coefficients)
    (when,) = [r.real for r in (y - Y_S).roots() if abs(r.imag) < 1e-9 and 0 < r.real < 1]
    assert three.crossing(three.naive_motion()).at == pytest.approx(when, abs=2e-5)
    assert when - 0.5 == pytest.approx(0.023, abs=5e-4)


def test_corrected_9_111_is_a_circle():
    law, t = three.naive_motion().y, np.linspace(0, 1, 11)
    printed, right = (np.linalg.norm(elbow(t, law, sign) - A_12, axis=1) / D_13 for sign in (1.0, -1.0))
    assert right == pytest.approx(np.ones(11), rel=ROUND_OFF)
    assert printed.max() - 1 == pytest.approx(0.37, abs=0.005) and printed.argmax() in (0, 10)


def test_criterion_9_108_is_linear_and_contains_both_lengths():
    """The power of the mass at A_13 along the free motion (9.106) is twice as large for twice the acceleration."""
    criterion = three.corrected_motion().passages[0].criterion
    scale = D_14 / criterion.motions[0][1]
    once, twice = (float(criterion.value([0, 0.3, 0.1], [0, a, 0.7])[0]) * scale for a in (1.0, 2.0))
    assert once == pytest.approx(M_13 * D_13**2 * D_14, rel=1e-9) and twice == pytest.approx(2 * once, rel=1e-9)
    assert M_13 * D_13**3 / once - 1 == pytest.approx(0.0053, abs=1e-4)


def test_slider_1_carries_link_13():
    t = np.linspace(0.05, 0.45, 9)
    forces = three.approach(three.naive_motion(), 0.5).model.inverse_dynamics(*three.naive_motion()(t))[:, 0]
    assert forces == pytest.approx(np.full(9, M_13 * 9.81), rel=1e-9)


@pytest.mark.parametrize("robot", [slides_in_line, three_rrr])
def test_chosen_robots_are_not_singular_at_home(robot):
    from parados.singularity.classification import classify

    model = robot().compile("vm")
    assert not classify(model, model.survey.home).findings


def test_free_motion_of_a_stretched_leg_does_not_move_the_platform(computed):
    """Fig. 7.21: the tip does not move if (d_3 + d_4) qd_12 + d_4 qd_13 = 0."""
    d_3, d_4 = 0.38, 0.36
    row = computed("003/fig-7.21").data["pose"]
    ratio = row["free rate of q13"][0] / row["free rate of q12"][0]
    assert ratio == pytest.approx(-(d_3 + d_4) / d_4, rel=1e-9)

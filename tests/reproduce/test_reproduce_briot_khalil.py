"""Briot & Khalil's rigid robots: properties that the results must have, and errors of the printed formulas."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import cumulative_simpson, simpson

import parados
from parados.sources.briot_khalil.rigid.closed_forms import FiveBarForms, OrthoglideForms
from parados.sources.briot_khalil.rigid.dualv_limits import MOTOR, strongest
from parados.sources.briot_khalil.rigid.five_bar_energy import works
from parados.sources.briot_khalil.rigid.five_bar_ground import Form, closed_form
from parados.sources.briot_khalil.rigid.mobility_counts import count, motions
from parados.sources.briot_khalil.rigid.orthoglide_parallelograms import orthoglide_with_parallelograms
from parados.sources.briot_khalil.rigid.printed_mobility import ORTHOGLIDE, along_rail
from parados.trajectory.point_by_point import point_by_point

ROUND_OFF = 1e-12


def moved(points, duration, samples):
    """Return the motion from point to point, each in `duration` seconds with `samples` samples."""
    motion = point_by_point(points, duration)
    return motion.table(np.linspace(*motion.times, samples * (len(points) - 1) + 1))


def test_all_working_modes_differ(computed):
    five_bar, orthoglide = computed("003/fig-7.4").data["modes"], computed("003/fig-7.9").data["modes"]
    assert len({*zip(five_bar["q11 [rad]"], five_bar["q21 [rad]"], strict=True)}) == 4
    assert len({*zip(*[orthoglide[f"q{i}1 [m]"] for i in (1, 2, 3)], strict=True)}) == 8


def test_assembly_modes_are_mirror_images_about_the_line_of_the_elbows():
    forms, q = FiveBarForms(), np.array([1.57, 1.22])
    above, below = forms.assemblies(q)
    one, two = forms.elbows(q)
    assert abs((above - below) @ (two - one)) < ROUND_OFF
    assert abs((above + below - one - two) @ (above - below)) < ROUND_OFF


def test_printed_orthoglide_coefficients_are_wrong_and_ours_are_right():
    forms, q = OrthoglideForms(), np.array([0.0926, 0.1073, 0.0385])
    distances = [np.linalg.norm(P - forms.centres(q), axis=1) for P in forms.assemblies(q)]
    assert np.allclose(distances, forms.d_4, rtol=0, atol=ROUND_OFF)
    assert np.isnan(forms.assemblies(q, as_printed=True)).all()


def test_distances_of_P_from_the_printed_centres_are_not_d_4():
    forms, q = OrthoglideForms(), np.array([0.0926, 0.1073, 0.0385])
    for P in forms.assemblies(q):
        assert np.abs(np.linalg.norm(P - forms.centres_printed(q), axis=1) - forms.d_4).max() > 0.02


def test_printed_8_222_has_the_wrong_sign_along_link_2(off):
    """The ends A_12 and P of link 2 have the same velocity along the link, + d_2 qd_1 sin q_2."""
    model, motion = parados.load("five-bar").compile("vm"), moved([[0.0, 0.26], [0.05, 0.3]], 0.4, 20)
    q, qd = model.joints(motion.x), model.joint_rates(motion.x, motion.xd)
    turned = q[:, 0] + q[:, 1]
    along = motion.xd[:, 0] * np.cos(turned) + motion.xd[:, 1] * np.sin(turned)
    assert off(0.213 * qd[:, 0] * np.sin(q[:, 1]), along) < ROUND_OFF


def test_time_law_is_smooth_and_reaches_its_ends():
    motion = moved([[0.0], [1.0], [-1.0]], 0.5, 400)
    assert motion.t[-1] == 1.0 and motion.x[-1, 0] == -1.0
    assert np.abs(motion.xd[[0, 400, -1]]).max() == 0
    for rate, value in ((motion.xdd, motion.xd), (motion.xd, motion.x)):
        risen = cumulative_simpson(rate[:, 0], x=motion.t, initial=0)[::2]
        assert np.abs(risen - value[::2, 0]).max() < 1e-8


def test_friction_dominates_in_the_five_bar(computed):
    """Velocity and torque of a joint have the same sign, since friction (fv = 6.76 N m s/rad) exceeds the inertial torques."""
    table = computed("003/section-8.4.3.1").data["motion"]
    qd, tau = (
        np.column_stack([table[f"{name}_{i} {unit}"] for i in (1, 2)]) for name, unit in (("qd", "[rad/s]"), ("tau", "[N m]"))
    )
    fast = np.abs(qd) > 0.05
    assert fast.any() and (np.sign(tau) == np.sign(qd))[fast].all()


def test_ground_reaction_is_the_rate_of_momentum(computed):
    """Newton's law of the whole robot: the impulse of the ground reaction over a motion from rest to rest is zero."""
    table = computed("003/section-8.6.1").data["ground"]
    for name in ("f_1 [N]", "f_2 [N]", "m_1 [N m]"):
        impulse = simpson(table[name], x=table["t [s]"])
        assert abs(impulse) < 1e-8 * np.abs(table[name]).max()


def test_each_printed_error_changes_the_ground_reaction():
    model = parados.load("five-bar-feasible").compile("vm")
    motion = moved([[0.0, 0.26], [0.05, 0.3]], 0.4, 20)
    right = closed_form(model, motion, Form())
    for form in (Form(moment=True), Form(force=True), Form(lever=True)):
        assert np.abs(closed_form(model, motion, form) - right).max() > 0.01 * np.abs(right).max()


def test_work_equals_friction_loss_on_a_closed_path():
    model = parados.load("five-bar-feasible").compile("vm")
    work, lost = works(model, moved([[0.0, 0.26], [0.05, 0.3], [0.0, 0.26]], 0.4, 100))
    assert np.diff(lost).min() >= -1e-9 and lost[-1] > 1
    assert abs(work[-1] - lost[-1]) < 1e-6 * lost[-1]


def test_dualv_torques_stay_within_its_motors(computed):
    table = computed("003/section-8.5.3").data["motion"]
    tau, book = (np.column_stack([table[f"{name}_{i} [N m]"] for i in range(1, 5)]) for name in ("tau", "tau-8.148"))
    assert 20 < np.abs(tau).max() < MOTOR
    assert (np.linalg.norm(tau, axis=1) <= np.linalg.norm(book, axis=1) * (1 + ROUND_OFF)).all()


def test_largest_acceleration_needs_the_full_torque_of_a_motor():
    from parados.sources.briot_khalil.dualv_model import DualV

    book, way = DualV(), np.array([1.0, 0.0, 0.0])
    a = strongest(book, way)
    model = parados.load("dualv").compile("vm")
    tau = model.inverse_dynamics(np.zeros(3), np.zeros(3), a * way)
    assert a > 0 and np.abs(tau).max() >= MOTOR * (1 - 1e-9)


def test_orthoglide_passes_its_points_in_20_s(computed):
    lines = {line.what: line.ours for line in computed("003/section-8.4.3.2").lines}
    assert lines["duration of the trajectory"] == "20 s"
    table = computed("003/section-8.4.3.2").data["motion"]
    assert table["t [s]"][-1] == pytest.approx(5.0)
    assert np.ptp(table["x_1 [m]"]) == pytest.approx(0.14)


def test_printed_mobility_of_the_orthoglide_is_corrected():
    """In A.4.3 leg 3 turns about x and z; the printed sets have a rotation in common; the remark on (A.2) fails for PUU legs."""
    assert motions(along_rail()[2]) == ["Tx", "Ty", "Tz", "Rx", "Rz"]
    assert "Ry" in set.intersection(*[set(printed.split(", ")) for printed in ORTHOGLIDE])
    found = count(parados.load("orthoglide"))
    assert found.common.shape[1] == found.simple() == found.moroskine == 3


def test_real_parallelograms_overconstrain_the_orthoglide():
    real = count(orthoglide_with_parallelograms())
    assert [space.shape[1] for space in real.spaces] == [4, 4, 4]
    assert (real.joints, real.moroskine, real.gogu) == (21, 3, 3)
    assert motions(real.common) == ["Tx", "Ty", "Tz"]
    assert (real.simple(0), real.simple(1)) == (2, 3)

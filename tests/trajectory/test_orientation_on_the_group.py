"""Test motions of poses in every angle convention: they agree with SciPy's rotations and do not jump."""

from __future__ import annotations

import numpy as np
import pytest
from central_differences import worst_difference, worst_jump
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation, RotationSpline, Slerp

import parados
from parados.errors import InputError
from parados.spatial.rotations import SEQUENCES, rotation
from parados.trajectory import arc, line, point_to_point, pose_along, pose_to_pose, poses_through

ANGLES = ("ZYX", "xyz", "XYZ", "ZXZ", "zyz", "tilt-torsion")
START, END = np.array([0, 0, 1, 0.1, 0.5, 3.0]), np.array([0.1, 0.2, 1.2, -0.3, 0.9, -3.0])
T = np.array([0.0, 1.0, 1.5, 3.0, 4.0])


def matrices(convention, x):
    return Rotation.from_matrix([rotation(convention, row[3:]) for row in np.atleast_2d(x)])


def with_quaternion(x):
    return np.append(x[:3], np.roll(matrices("ZYX", x)[0].as_quat(), 1))


def poses(convention):
    table = np.array([START, END, START, END, START])
    table[2, :3] += 0.3
    table[2, 3:] += [0.2, 0.1, 0.4]
    return table


def angular_velocity(motion, t, read, h=1e-6):
    """Return the angular velocity in base axes, by a central difference of rotations."""
    return (read(motion(t + h).x) * read(motion(t - h).x).inv()).as_rotvec() / (2 * h)


@pytest.mark.parametrize("convention", ANGLES)
def test_pose_to_pose_equals_slerp(convention):
    motion = pose_to_pose(convention, START, END, 2.0)
    t = np.linspace(0, 2, 101)
    s = point_to_point(0, 1, 2.0)(t).x[:, 0]
    x = motion(t).x
    slerp = Slerp([0, 1], Rotation.concatenate([matrices(convention, START), matrices(convention, END)]))(s)
    assert (matrices(convention, x) * slerp.inv()).magnitude().max() < 1e-13
    assert np.abs(x[0] - START).max() < 1e-14
    assert np.abs(x[-1] - END - [0, 0, 0, 0, 0, 2 * np.pi]).max() < 1e-13  # from 3.0 on to 3.28, not back through zero
    assert np.abs(np.diff(x, axis=0)).max() < 0.05
    assert worst_difference(motion) < 1e-7
    assert max(np.abs(motion(2.0).xd).max(), np.abs(motion(2.0).xdd).max()) < 1e-13


@pytest.mark.parametrize("convention", ANGLES)
def test_poses_through_equals_rotation_spline_of_scipy(convention):
    x = poses(convention)
    motion = poses_through(convention, x, T, ends="natural")
    spline = RotationSpline(T, matrices(convention, x))
    t = np.linspace(0, 4, 81)
    assert (matrices(convention, motion(t).x) * spline(t).inv()).magnitude().max() < 1e-13
    fine = np.linspace(0.01, 3.99, 40)
    omega = angular_velocity(motion, fine, lambda rows: matrices(convention, rows))
    assert np.abs(omega - spline(fine).apply(spline(fine, 1))).max() < 1e-8
    assert worst_difference(motion) < 1e-6
    assert worst_jump(motion, 1) < 1e-9 and worst_jump(motion, 2) < 1e-7  # SciPy iterates to 1e-9


@pytest.mark.parametrize("convention", ["ZYX", "tilt-torsion", "quaternion"])
def test_poses_through_is_at_rest_at_both_ends(convention):
    x = poses(convention)
    x = np.array([with_quaternion(row) for row in x]) if convention == "quaternion" else x
    motion = poses_through(convention, x, T)
    ends = motion(np.array([0.0, 4.0]))
    assert max(np.abs(ends.xd).max(), np.abs(ends.xdd).max()) < 1e-12
    assert np.abs(motion(T).x[:, :3] - x[:, :3]).max() < 1e-13
    assert worst_jump(motion, 2) < 1e-7


def test_quaternions_do_not_jump_and_rates_are_twists():
    a, b = with_quaternion(START), with_quaternion(END)
    x = np.array([a, b * np.array([1, 1, 1, -1, -1, -1, -1]), a, b])
    motion = poses_through("quaternion", x, T[:4], ends="natural")
    assert (motion.n, motion.n_rates) == (7, 6)
    t, states = motion.sample(301)
    assert np.abs(np.linalg.norm(states.x[:, 3:], axis=1) - 1).max() < 1e-13
    assert np.abs(np.diff(states.x[:, 3:], axis=0)).max() < 0.05
    spline = RotationSpline(T[:4], Rotation.from_quat(np.roll(x[:, 3:], -1, axis=1)))
    turned = spline(t)
    assert np.abs(states.xd[:, 3:] - turned.apply(spline(t, 1))).max() < 1e-12
    assert np.abs(states.xdd[:, 3:] - turned.apply(spline(t, 2))).max() < 1e-11  # R (dw/dt) in body axes is d(R w)/dt
    assert worst_difference(motion, orders=(1, 2)) < 1e-7
    w = np.array([[q[0], *q[1:]] for q in motion.slope(t, 0)[:, 3:]])
    h = 1e-6
    beside = (motion(t[1:-1] + h).x - motion(t[1:-1] - h).x)[:, 3:] / (2 * h)
    assert np.abs(w[1:-1] - beside).max() < 1e-8
    limits = motion.limits()
    assert limits.highest.value.shape == (7,) and limits.velocity.value.shape == (6,)
    assert (states.x <= limits.highest.value + 1e-14).all() and (np.abs(states.xdd) <= limits.acceleration.value + 1e-12).all()


angle = st.floats(-3.1, 3.1)


@given(sequence=st.sampled_from(SEQUENCES), a=st.tuples(angle, angle), b=st.tuples(angle, angle), tilt=st.floats(0.4, 1.1))
def test_angles_of_any_sequence_do_not_jump(sequence, a, b, tilt):
    start, end = (np.array([0, 0, 0, p, tilt, q]) for p, q in (a, b))
    try:
        motion = pose_to_pose(sequence, start, end, 1.0)
    except InputError as error:
        assert "singularity of the angles" in str(error)
        return
    t = np.linspace(0, 1, 51)
    x = motion(t).x
    assert np.abs(x[0] - start).max() < 1e-12
    top = motion.limits().velocity.value
    assert (np.abs(np.diff(x, axis=0)) <= top / 50 + 1e-9).all()
    assert (matrices(sequence, x[-1]) * matrices(sequence, end).inv()).magnitude()[0] < 1e-10


def test_angles_outside_the_ranges_of_scipy_are_kept():
    """The second angle is larger than 90 degrees, the first larger than a whole turn."""
    start, end = [0, 0, 0, 7.0, 2.0, 0.3], [0, 0, 0, 7.4, 2.2, 0.1]
    motion = pose_to_pose("ZYX", start, end, 1.0)
    assert np.abs(motion(np.array([0.0, 1.0])).x - [start, end]).max() < 1e-13


def test_convention_of_a_model_is_used():
    model = parados.load("hexa")
    motion = pose_to_pose(model, START, END, 2.0)
    assert np.array_equal(motion(1.0).x, pose_to_pose("ZYX", START, END, 2.0)(1.0).x)


def test_pose_along_follows_the_path_and_keeps_limits():
    path = arc([0, 0, 1], [0.1, 0.1, 1.1], [0.2, 0, 1])
    motion = pose_along("ZYX", path, START[3:], END[3:], v_max=0.5, a_max=2.0, j_max=20.0)
    assert worst_difference(motion) < 1e-6
    last = motion(motion.times[1]).x
    assert np.abs(last[:3] - [0.2, 0, 1]).max() < 1e-13
    assert (matrices("ZYX", last) * matrices("ZYX", END).inv()).magnitude()[0] < 1e-13
    assert np.linalg.norm(motion.sample(201)[1].xd[:, :3], axis=1).max() < 0.5 + 1e-12
    turned = pose_along("quaternion", path, with_quaternion(START)[3:], with_quaternion(END)[3:], law="quintic", duration=1.0)
    assert np.abs(turned(1.0).xd).max() < 1e-13


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: pose_to_pose("ZYX", [0, 0, 0, 0, 1.2, 0], [0, 0, 0, 0, 1.9, 0], 2.0),
            r"at 1\.0\d+ s the motion .* singularity of the angles ZYX",
        ),
        (lambda: pose_to_pose("tilt-torsion", [0] * 6, START, 2.0), "at 0 s"),
        (lambda: pose_to_pose("ZYXX", START, END, 1.0), "not an orientation"),
        (lambda: pose_to_pose("quaternion", START, END, 1.0), "7 entries are expected with the orientation quaternion"),
        (lambda: pose_to_pose("quaternion", [0] * 7, [0] * 7, 1.0), "length of the quaternion is not 1"),
        (lambda: pose_to_pose("ZYX", START, END[:5], 1.0), "entries"),
        (lambda: pose_to_pose("ZYX", START, END, 1.0, law="linear"), "law"),
        (lambda: pose_to_pose(parados.load("five-bar"), START, END, 1.0), "not all six; use point_to_point"),
        (lambda: poses_through("ZYX", poses("ZYX"), T, ends="periodic"), "use rest, natural"),
        (lambda: poses_through("ZYX", poses("ZYX"), T[::-1]), "increase"),
        (lambda: pose_along("ZYX", line([0, 0], [1, 1]), START[3:], END[3:], duration=1.0), "three coordinates"),
    ],
)
def test_invalid_arguments_are_rejected(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_message_names_the_instant_of_the_singularity_of_the_angles():
    """a2 goes from 1.2 to 1.9 through pi/2; the message names the instant."""
    motion = point_to_point(1.2, 1.9, 2.0)
    with pytest.raises(InputError, match=r"at (\S+) s") as error:
        pose_to_pose("ZYX", [0, 0, 0, 0, 1.2, 0], [0, 0, 0, 0, 1.9, 0], 2.0)
    at = float(str(error.value).split("at ")[1].split(" s")[0])
    assert abs(motion(at).x[0] - np.pi / 2) < 1e-5

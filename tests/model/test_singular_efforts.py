"""Efforts at singular poses: limits from both sides of the instant, rejected motions, and efforts near singularities."""

from __future__ import annotations

import warnings
from functools import cache
from itertools import pairwise
from pathlib import Path

import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import parados
from parados.errors import SingularConfigurationError, UnreachableError
from parados.singularity.criteria import crossing_criterion

CLOSE = 1e-7
"""Relative error of an extrapolated limit; the error of the efforts is about 1e-13 over the distance from the singularity."""

ROBOTS = Path(__file__).parents[1] / "robots"
ENDS = {  # regular poses with a Type 2 singularity between them, and the time step [s] of the extrapolation
    "five-bar": ([0, 0.338], [0.1, 0.1], 4e-3),
    "five-bar-feasible": ([0, 0.338], [0.1, 0.1], 4e-3),
    "3-rpr": ([0.45, 0.3, 0.2], [0.52, 0.4, -0.2], 4e-3),
    "gough-stewart-lopes": ([0, 0, 1.9, 0.1, 0, 0], [0.1, 0.1, 1.8, 2.5, 0.1, 0.2], 2e-2),
    "hexa": ([0, 0, -0.5, 0.1, 0, 0], [0.02, 0.01, -0.5, 2.0, 0.1, 0.05], 4e-3),
    "6-ups-quaternion": ([0, 0, 0.7, 1, 0, 0, 0], [0.1, 0.05, 0.7, 0.1, 0.1, 0.05, 1], 1e-2),
}


@cache
def robot(name):
    return parados.load(ROBOTS / f"{name}.yaml" if (ROBOTS / f"{name}.yaml").exists() else name).compile("vm")


@cache
def singular_pose(name):
    """Return the pose where det J_inv changes its sign on the straight line between two poses."""
    model, (a, b) = robot(name), (np.array(end, dtype=float) for end in ENDS[name][:2])

    def pose(s):
        x = a + s * (b - a)
        if model.mechanism.platform.is_quaternion:
            x[3:7] /= np.linalg.norm(x[3:7])
        return x

    s = np.linspace(0, 1, 41)
    signs = [np.sign(np.linalg.det(model.inverse_jacobian(pose(t)))) for t in s]
    (k, *_) = np.flatnonzero(np.diff(signs))
    return pose(brentq(lambda t: np.linalg.det(model.inverse_jacobian(pose(t))), s[k], s[k + 1], xtol=1e-16, rtol=1e-15))


@cache
def crossing_motion(name, seed=3, friction=True):
    """Return x, xd, xdd, jerk that fulfil the criterion at the singular pose."""
    model, rng = robot(name), np.random.default_rng(seed)
    n, x = model.mechanism.n_dof, singular_pose(name)
    xd, xdd, jerk = rng.normal(size=(3, n))
    return x, xd, crossing_criterion(model, x).least_change(xd, xdd, friction), 3 * jerk


def moved(model, x, xd, xdd, jerk, t):
    """Return the state at time t of a motion with constant jerk; a quaternion is integrated from its angular velocity."""
    step, rates = xd * t + xdd * t**2 / 2 + jerk * t**3 / 6, (xd + xdd * t + jerk * t**2 / 2, xdd + jerk * t)
    if not model.mechanism.platform.is_quaternion:
        return x + step, *rates

    def turning(s, Q):
        w = (xd + xdd * s + jerk * s**2 / 2)[3:6]
        return np.array([-w @ Q[1:], *(Q[0] * w + np.cross(w, Q[1:]))]) / 2

    Q = solve_ivp(turning, (0, t), x[3:7], rtol=1e-13, atol=1e-15).y[:, -1]
    return np.concatenate([x[:3] + step[:3], Q / np.linalg.norm(Q)]), *rates


def efforts_beside(model, state, friction, pushed=0.0):
    """Solve J^T tau = f - pushed with NumPy at a regular state; `pushed` (n,) is the part of a wrench."""
    x, xd, xdd = state
    force = model.platform_force(x, xd, xdd, friction=friction) - pushed
    return np.linalg.solve(model.inverse_jacobian(x).T, force)


def two_sided_limit(beside, h):
    """Extrapolate the mean of both sides to time zero, in even powers of the time."""
    row = [(beside(t) + beside(-t)) / 2 for t in (h, h / 2, h / 4, h / 8)]
    for order in (4, 16, 64):
        row = [(order * fine - coarse) / (order - 1) for coarse, fine in pairwise(row)]
    return row[0]


@pytest.mark.parametrize("name", ENDS)
def test_efforts_are_the_limit_from_both_sides(name, record_property):
    model, friction = robot(name), False
    x, xd, xdd, jerk = crossing_motion(name, friction=friction)
    tau = model.inverse_dynamics(x, xd, xdd, jerk=jerk, friction=friction)
    expected = two_sided_limit(lambda t: efforts_beside(model, moved(model, x, xd, xdd, jerk, t), friction), ENDS[name][2])
    off = float(np.abs(tau - expected).max() / np.abs(expected).max())
    record_property("limit of efforts", off)
    assert off < CLOSE
    # the sides converge: halving the time halves the difference
    h = ENDS[name][2] / 8
    apart = [
        np.abs(efforts_beside(model, moved(model, x, xd, xdd, jerk, t), friction) - tau).max() for t in (h, h / 2, -h, -h / 2)
    ]
    assert apart[0] / apart[1] == pytest.approx(2, rel=0.25) and apart[2] / apart[3] == pytest.approx(2, rel=0.25)


@pytest.mark.parametrize("name", ["five-bar", "3-rpr"])
def test_efforts_with_friction_are_the_limit_from_both_sides(name):
    model = robot(name)
    x, xd, xdd, jerk = crossing_motion(name)
    h = 2e-4
    turning = [np.sign(model.joint_rates(*moved(model, x, xd, xdd, jerk, t)[:2], joints="all")) for t in (-h, 0, h)]
    assert np.array_equal(turning[0], turning[1]) and np.array_equal(turning[1], turning[2])  # dry friction does not jump
    expected = two_sided_limit(lambda t: efforts_beside(model, moved(model, x, xd, xdd, jerk, t), True), h)
    assert np.allclose(model.inverse_dynamics(x, xd, xdd, jerk=jerk), expected, rtol=1e-6)


def test_limit_depends_linearly_on_the_jerk():
    """M jerk is a term of f_dot, and so changes tau along the direction that the actuators cannot resist."""
    model = robot("3-rpr")
    x, xd, xdd, jerk = crossing_motion("3-rpr", friction=False)
    still, with_jerk, double = (model.inverse_dynamics(x, xd, xdd, jerk=k * jerk, friction=False) for k in (0, 1, 2))
    assert np.allclose(double - with_jerk, with_jerk - still, rtol=1e-9)  # linear
    assert np.allclose(model.inverse_dynamics(x, xd, xdd, friction=False), still, rtol=0, atol=0)
    gained = with_jerk - still
    assert np.abs(model.inverse_jacobian(x).T @ gained).max() < 1e-12 * np.abs(gained).max()
    assert np.abs(gained).max() > 0.1


def test_limit_with_a_wrench_on_the_platform():
    """A wrench on the platform changes the criterion and the limit: t_s^T (f - wrench) = 0."""
    model = robot("3-rpr")
    x, xd, xdd, jerk = crossing_motion("3-rpr", friction=False)
    wrench = np.array([20.0, -30.0, 0, 0, 0, 4.0])
    pushed = wrench[[0, 1, 5]]
    with pytest.raises(SingularConfigurationError, match=r"\(9.11\)"):
        model.inverse_dynamics(x, xd, xdd, wrench=wrench, jerk=jerk, friction=False)
    t_s = crossing_criterion(model, x).motions[0]
    M = model.mass_matrix(x)
    held = xdd + t_s * (t_s @ pushed) / (t_s @ M @ t_s)
    tau = model.inverse_dynamics(x, xd, held, wrench=wrench, jerk=jerk, friction=False)
    expected = two_sided_limit(lambda t: efforts_beside(model, moved(model, x, xd, held, jerk, t), False, pushed), 4e-3)
    assert np.allclose(tau, expected, rtol=CLOSE)


def test_stack_with_regular_singular_rejected_and_unreachable_rows():
    model = robot("five-bar")
    x, xd, xdd, jerk = crossing_motion("five-bar", friction=False)
    X = np.array([[0, 0.3], x, x, [0.9, 0], x])
    XDD = np.array([xdd, xdd, xdd + np.array([0, 1]), xdd, xdd])
    with pytest.warns(RuntimeWarning, match=r"2 of 5 rows are NaN, the first is row 2: x = .* is singular .* \(9.11\)"):
        tau = model.inverse_dynamics(X, np.tile(xd, (5, 1)), XDD, jerk=np.tile(jerk, (5, 1)), friction=False)
    assert np.isnan(tau[[2, 3]]).all() and np.array_equal(tau[1], tau[4])
    assert np.allclose(tau[0], model.inverse_dynamics(X[0], xd, xdd, friction=False), rtol=1e-13)
    assert np.allclose(tau[1], model.inverse_dynamics(x, xd, xdd, jerk=jerk, friction=False), rtol=1e-13)


def test_stack_gives_no_warning_if_every_singular_row_has_a_limit():
    model = robot("five-bar")
    x, xd, xdd, jerk = crossing_motion("five-bar", friction=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tau = model.inverse_dynamics([x, x], [xd, -xd], [xdd, xdd], jerk=[jerk, -jerk], friction=False)
    assert np.allclose(tau[0], tau[1], rtol=1e-9)  # the same motion, run backwards


@pytest.mark.parametrize("name", ["five-bar", "3-rpr", "6-ups-quaternion"])
def test_violated_criterion_is_reported_with_its_value(name):
    model = robot(name)
    x, xd, xdd, jerk = crossing_motion(name, friction=False)
    criterion = crossing_criterion(model, x)
    pushed = xdd + criterion.motions[0]
    with pytest.raises(SingularConfigurationError) as raised:
        model.inverse_dynamics(x, xd, pushed, jerk=jerk, friction=False)
    message = str(raised.value)
    value = abs(float(criterion.value(xd, pushed, friction=False)[0]))
    assert "violates the criterion (9.11) t_s^T w_d = 0" in message and "Type 2" in message
    assert f"{value:.3g} W" in message and f"x = {np.round(x, 6).tolist()}" in message
    assert "\n" not in message


def test_motion_that_rests_in_a_singularity_is_rejected():
    model = robot("3-rpr")
    x, xd, xdd, jerk = crossing_motion("3-rpr", friction=False)
    rest = crossing_criterion(model, x).least_change(0 * xd, xdd, friction=False)
    with pytest.raises(SingularConfigurationError, match="rests in it or grazes it: the efforts have no limit"):
        model.inverse_dynamics(x, 0 * xd, rest, jerk=jerk, friction=False)


def test_pose_out_of_reach_is_reported_as_unreachable():
    with pytest.raises(UnreachableError, match="leg1 cannot reach"):
        robot("five-bar").inverse_dynamics([0.9, 0], [0, 0], [0, 0], jerk=[0, 0])


def exact_efforts(x, force):
    """Solve J^T tau = f for the 3-RPR with fifty digits; J follows from the lines of its legs."""
    with mpmath.workdps(50):
        c, s = mpmath.cos(mpmath.mpf(x[2])), mpmath.sin(mpmath.mpf(x[2]))
        J = mpmath.matrix(3, 3)
        corners = (("-0.2", "-0.12"), ("0.2", "-0.12"), ("0", "0.22"))
        for k, ((ax, ay), B) in enumerate(zip((("0", "0"), ("1", "0"), ("0.5", "0.9")), corners, strict=True)):
            bx, by = (mpmath.mpf(b) for b in B)
            rx, ry = c * bx - s * by, s * bx + c * by
            dx, dy = mpmath.mpf(x[0]) + rx - mpmath.mpf(ax), mpmath.mpf(x[1]) + ry - mpmath.mpf(ay)
            size = mpmath.sqrt(dx**2 + dy**2)
            J[k, 0], J[k, 1], J[k, 2] = dx / size, dy / size, (rx * dy - ry * dx) / size
        return np.array([float(t) for t in mpmath.lu_solve(J.T, mpmath.matrix([mpmath.mpf(f) for f in force]))])


@pytest.mark.parametrize("power", range(2, 12))
def test_error_of_efforts_near_a_singularity_is_round_off_over_distance(power):
    """Compare with fifty digits: the relative error is round-off over the distance, with every method of solution."""
    model, x = robot("3-rpr"), singular_pose("3-rpr").copy()
    x[2] += 10.0**-power
    xd, xdd = np.array([0.3, -0.2, 0.5]), np.array([1.0, 2.0, -1.0])
    sizes = np.linalg.svd(model.inverse_jacobian(x), compute_uv=False)
    tau = model.inverse_dynamics(x, xd, xdd)
    expected = exact_efforts(x, model.platform_force(x, xd, xdd))
    assert np.abs(tau - expected).max() / np.abs(expected).max() < 20 * np.finfo(float).eps * sizes[0] / sizes[-1]
    assert sizes[-1] < 10.0**-power  # the pose is this close to the singularity

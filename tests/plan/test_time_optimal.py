"""Time-optimal motions against exact solutions, and their limits between grid points."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq
from tests.plan.small_arms import ARM, LIFT, RUBBING_FIVE_BAR, compiled, slide

import parados
from parados import trajectory
from parados.errors import InputError
from parados.plan import ActuatorLimits, time_optimal

CLOSE = 1e-3
"""Relative difference to exact times that the grid allows; most cases are far below it."""

LIMIT = 1e-6
"""Largest part by which a limit may be exceeded at any instant."""

WAY = trajectory.line([0.1], [1.1])  # 1 m
CYCLE = [[0.0, -0.1525, -0.8], [0.0, -0.1525, -0.775], [0.0, 0.1525, -0.775], [0.0, 0.1525, -0.8]]


def test_double_integrator_takes_the_exact_time_of_two_full_efforts(tmp_path):
    motion = time_optimal(slide(tmp_path), WAY, ActuatorLimits(effort=8.0))
    assert motion.duration == pytest.approx(2 * np.sqrt(1.0 / (8.0 / 2.0)), rel=1e-9)
    efforts = motion.efforts(np.array([0.01, 0.3, 0.7, 0.99]) * motion.duration)[:, 0]
    assert efforts == pytest.approx([8, 8, -8, -8], rel=1e-9)


@pytest.mark.parametrize("intervals", [37, 200])
def test_speed_and_acceleration_limits_give_the_trapezoidal_law(tmp_path, intervals):
    limits = ActuatorLimits(acceleration=3.0, speed=1.1)
    motion = time_optimal(slide(tmp_path), WAY, limits, intervals=intervals)
    exact = trajectory.along(WAY, law="trapezoidal", v_max=1.1, a_max=3.0).duration
    assert motion.duration == pytest.approx(exact, rel=4 / intervals**2)
    assert [part.kind for part in motion.active if part.kind] == ["acceleration", "speed", "acceleration"]


@pytest.mark.parametrize("length", [0.3, 0.37, 0.7, 1.0, 1.3])
def test_motion_does_not_turn_back_at_its_last_instant(tmp_path, length):
    """A rate of -1e-16 at the end would turn dry friction, and with it the effort beyond its limit."""
    way, limits = trajectory.line([0.1], [0.1 + length]), ActuatorLimits(effort=8.0, speed=0.7)
    motion = time_optimal(slide(tmp_path, 1.0, 1.5), way, limits)
    _, states = motion.trajectory.sample(301)
    assert states.xd[-1] >= 0
    assert states.xd[-1] == pytest.approx(0.0, abs=1e-12)
    assert np.abs(motion.efforts(motion.duration)) <= 8.0 * (1 + LIMIT)


@pytest.mark.parametrize("length", [0.3, 0.37, 0.7, 1.0, 1.3])
def test_efforts_at_rest_have_the_friction_of_the_motion(tmp_path, length):
    """At rest the friction of the model has no direction: its efforts there are 7 and -9 N."""
    model, way = slide(tmp_path, 1.0, 1.5), trajectory.line([0.1], [0.1 + length])
    motion = time_optimal(model, way, ActuatorLimits(effort=8.0))
    ends = np.array(motion.trajectory.times)
    assert motion.efforts(ends)[:, 0] == pytest.approx([8, -8], rel=CLOSE)
    assert [motion.efforts(t)[0] for t in ends] == pytest.approx([8, -8], rel=CLOSE)
    assert np.abs(motion.efforts(ends)).max() <= 8 * (1 + LIMIT)
    motion.save(tmp_path / "motion.csv", 11)
    saved = np.genfromtxt(tmp_path / "motion.csv", delimiter=",", names=True)["tau_d"]
    assert saved == pytest.approx(motion.efforts(np.linspace(*ends, 11))[:, 0], abs=1e-12)
    still = model.inverse_dynamics(*motion(ends)._replace(xd=np.zeros((2, 1))))
    assert still[:, 0] == pytest.approx([7, -9], rel=CLOSE)


def test_effort_that_friction_helps_is_within_its_limit_at_the_first_instant(tmp_path):
    """q21 pushes against its motion, which the other actuator causes; without its friction it would need more than the limit."""
    model, way = compiled(tmp_path, RUBBING_FIVE_BAR), trajectory.line([0.08, 0.38], [0.12, 0.43])
    motion = time_optimal(model, way, ActuatorLimits(effort=[30.0, 3.0]))
    t = np.linspace(*motion.trajectory.times, 2001)
    assert motion.excess < LIMIT
    assert np.abs(motion.efforts(t)[:, 1]).max() <= 3.0 * (1 + LIMIT)
    assert model.inverse_dynamics(*motion(0.0))[1] == pytest.approx(3.2, rel=LIMIT)


def test_friction_slows_the_start_and_helps_to_brake(tmp_path):
    """m sdd = F - fs - fv sd with F = +-F_max: both phases have closed forms, and the switch is where they meet."""
    m, F, fs, fv = 2.0, 8.0, 1.0, 1.5
    motion = time_optimal(slide(tmp_path, fs, fv), WAY, ActuatorLimits(effort=F))

    def distance(push, v):  # from rest to v, or from v to rest: integral of v dv / acceleration
        return quad(lambda w: m * w / (push - fv * w), 0.0, v)[0]

    def time(push, v):
        return quad(lambda w: m / (push - fv * w), 0.0, v)[0]

    def brake(what, v):
        return quad(lambda w: m * (w if what else 1.0) / (F + fs + fv * w), 0.0, v)[0]

    top = brentq(lambda v: distance(F - fs, v) + brake(1, v) - 1.0, 0.1, (F - fs) / fv - 1e-6)
    exact = time(F - fs, top) + brake(0, top)
    assert exact < motion.duration < exact * (1 + CLOSE)
    finer = time_optimal(slide(tmp_path, fs, fv), WAY, ActuatorLimits(effort=F), intervals=4000)
    assert (finer.duration - exact) / (motion.duration - exact) == pytest.approx(0.25, abs=0.1), "first order in the grid"
    assert motion.excess < LIMIT


def test_limited_power_is_kept_and_gives_the_exact_time(tmp_path):
    """F = min(F_max, P / v) up to the middle of the way, and the mirror image after it."""
    m, F, P = 2.0, 8.0, 5.0
    motion = time_optimal(slide(tmp_path), WAY, ActuatorLimits(effort=F, power=P))
    v1 = P / F
    s1, t1 = m * v1**2 / (2 * F), m * v1 / F
    top = np.cbrt(v1**3 + 3 * P / m * (0.5 - s1))  # v^2 dv = P / m ds
    assert motion.duration == pytest.approx(2 * (t1 + m * (top**2 - v1**2) / (2 * P)), rel=CLOSE)
    assert motion.excess < LIMIT
    assert {part.kind for part in motion.active} >= {"effort", "power"}


def test_limited_jerk_gives_the_seven_pieces_of_the_exact_law(tmp_path):
    limits = ActuatorLimits(acceleration=3.0, speed=1.1, jerk=30.0)
    motion = time_optimal(slide(tmp_path), WAY, limits)
    exact = trajectory.along(WAY, law="jerk-limited", v_max=1.1, a_max=3.0, j_max=30.0)
    assert motion.duration == pytest.approx(exact.duration, rel=CLOSE) and motion.duration > exact.duration * (1 - 1e-6)
    assert motion.excess < LIMIT
    assert np.abs(motion(motion.trajectory.times).xdd).max() < 1e-6, "it starts and ends without acceleration"


def _arm(q, qd):
    """Return M and c of the arm of two point masses, from the textbook."""
    m, L, g = 1.5, 0.4, 9.81
    c2, s2 = np.cos(q[1]), np.sin(q[1])
    M = m * L**2 * np.array([[3 + 2 * c2, 1 + c2], [1 + c2, 1.0]])
    c = m * L**2 * s2 * np.array([-2 * qd[0] * qd[1] - qd[1] ** 2, qd[0] ** 2])
    c12 = np.cos(q[0] + q[1])
    return M, c + m * g * L * np.array([2 * np.cos(q[0]) + c12, c12])


def _bobrow(a, b, top):
    """Return the time along the line from a to b: solve_ivp forward and backward at the largest efforts (Bobrow 1985)."""
    length = np.linalg.norm(b - a)
    d = (b - a) / length

    def bounds(s, v):
        M, c = _arm(a + s * d, v * d)
        inertia = M @ d
        ends = np.stack([(top - c) / inertia, (-top - c) / inertia])
        low, high = ends.min(axis=0).max(), ends.max(axis=0).min()
        assert low < high, "the way stays below the largest possible speed"
        return low, high

    options = {"rtol": 1e-10, "atol": 1e-12, "dense_output": True, "max_step": 0.01}

    def done(t, y):
        return y[0] * (length - y[0]) + 1e-9

    done.terminal = True
    go = solve_ivp(lambda t, y: [y[1], bounds(*y)[1]], (0, 2), [0.0, 0.0], events=done, **options)
    back = solve_ivp(lambda t, y: [-y[1], -bounds(*y)[0]], (0, 2), [length, 0.0], events=done, **options)

    def speed(run, s):
        return run.sol(brentq(lambda t: run.sol(t)[0] - s, 0, run.t[-1], xtol=1e-14))[1]

    reach = go.y[0, -1], back.y[0, -1]
    meet = brentq(lambda s: speed(go, s) - speed(back, s), max(reach[1], 0) + 1e-3, min(reach[0], length) - 1e-3, xtol=1e-13)
    return sum(brentq(lambda t, r=run: r.sol(t)[0] - meet, 0, run.t[-1], xtol=1e-13) for run in (go, back))


def test_arm_of_two_masses_against_integration_in_the_phase_plane(tmp_path):
    a, b, top = np.array([0.3, 0.8]), np.array([1.1, 1.5]), np.array([30.0, 12.0])
    motion = time_optimal(compiled(tmp_path, ARM), trajectory.line(a, b), ActuatorLimits(effort=top))
    assert motion.duration == pytest.approx(_bobrow(a, b, top), rel=CLOSE)
    assert motion.excess < LIMIT


@pytest.mark.parametrize("corner", ["arc", "smooth"])
@pytest.mark.parametrize(
    "limits", [{"effort": 60.0}, {"effort": [60.0, 50.0, 55.0], "power": 200.0, "speed": 5.0}], ids=["one", "all"]
)
def test_limits_of_a_delta_hold_at_every_instant_of_a_coarse_grid(model, corner, limits):
    delta = model("delta-d3-1200")
    motion = time_optimal(delta, trajectory.polyline(CYCLE, 0.02, corner=corner), ActuatorLimits(**limits), intervals=80)
    t = np.random.default_rng(5).uniform(0.0, motion.duration, 20_000)  # other instants than the planner checks
    states = motion(t)
    tau, qd = delta.inverse_dynamics(*states), delta.joint_rates(states.x, states.xd)
    assert (np.abs(tau) / limits["effort"]).max() < 1 + LIMIT
    assert (np.abs(tau) / limits["effort"]).max() > 1 - 1e-6, "a limit is used"
    if "power" in limits:
        assert np.abs(tau * qd).max() < limits["power"] * (1 + LIMIT) and np.abs(qd).max() < limits["speed"] * (1 + LIMIT)


def test_friction_of_a_five_bar_is_part_of_its_efforts(model):
    five_bar = model("five-bar")
    path = trajectory.line([-0.05, 0.25], [0.08, 0.3])
    motion = time_optimal(five_bar, path, ActuatorLimits(effort=6.0))
    assert motion.excess < LIMIT
    assert motion.duration > time_optimal(five_bar, path, ActuatorLimits(effort=7.0)).duration


def test_any_slower_effort_limit_takes_longer_and_faster_ends_take_less(tmp_path):
    robot = slide(tmp_path)
    times = [time_optimal(robot, WAY, ActuatorLimits(effort=F), intervals=50).duration for F in (8.0, 6.0, 4.0)]
    assert times == sorted(times)
    flying = time_optimal(robot, WAY, ActuatorLimits(effort=8.0), intervals=50, speeds=(1.0, 0.5))
    ends = flying.trajectory(flying.trajectory.times).xd[:, 0]
    assert flying.duration < times[0] and ends == pytest.approx([1.0, 0.5])


def test_infeasible_paths_say_where_and_by_which_limit(tmp_path, model):
    lift = slide(tmp_path, text=LIFT)
    with pytest.raises(InputError, match=r"at s = .* cannot start with a path speed of 0 within the limits on the effort of d"):
        time_optimal(lift, WAY, ActuatorLimits(effort=19.0))  # the weight is 19.62 N
    with pytest.raises(InputError, match="cannot start with a path speed of 3 within the limits on the effort of d"):
        time_optimal(slide(tmp_path), WAY, ActuatorLimits(effort=1.0), speeds=(3.0, 0.0))
    with pytest.raises(InputError, match=r"Type 2 singularity at s = .*parados.plan.cross"):
        time_optimal(model("five-bar"), trajectory.line([0.0, 0.3], [0.0, 0.15]), ActuatorLimits(effort=5.0))
    with pytest.raises(InputError, match="d is beyond its limits in the robot file"):
        time_optimal(slide(tmp_path, more=", limits: [0, 0.5]"), WAY, ActuatorLimits(effort=1.0))
    with pytest.raises(InputError, match=r"at s = .*cannot reach"):
        time_optimal(model("five-bar"), trajectory.line([0.0, 0.3], [0.0, 1.5]), ActuatorLimits(effort=5.0))


def test_limits_that_do_not_bound_the_time_are_rejected(tmp_path):
    robot = slide(tmp_path)
    with pytest.raises(InputError, match="an effort or an acceleration is needed"):
        time_optimal(robot, WAY, ActuatorLimits(speed=1.0))
    with pytest.raises(InputError, match=r"limits\.effort: one positive number, or 1"):
        time_optimal(robot, WAY, ActuatorLimits(effort=-1.0))
    with pytest.raises(InputError, match="a path of the coordinates d is expected, not of 2"):
        time_optimal(robot, trajectory.line([0, 0], [1, 1]), ActuatorLimits(effort=1.0))
    with pytest.raises(InputError, match="its curvature jumps at s = "):
        arm = compiled(tmp_path, ARM)
        time_optimal(arm, trajectory.polyline([[0.3, 0.8], [0.6, 0.8], [0.6, 1.2]], 0.1), ActuatorLimits(effort=40.0, jerk=1e4))


def test_live_parameters_and_wrenches_change_the_time(model):
    five_bar = parados.load("five-bar-feasible").compile("vm", live=["m4"])
    path, limits = trajectory.line([-0.02, 0.25], [0.02, 0.27]), ActuatorLimits(effort=9.0)
    light, heavy = (
        time_optimal(five_bar, path, limits, intervals=20, parameters={"m4": factor * five_bar.live["m4"]}) for factor in (1, 1.5)
    )
    assert heavy.duration > 1.02 * light.duration and heavy.excess < LIMIT
    delta, lift = model("delta-d3-1200"), trajectory.line([0.0, 0.0, -0.8], [0.0, 0.0, -0.75])
    free, loaded = (
        time_optimal(delta, lift, ActuatorLimits(effort=30.0), intervals=20, wrench=load)
        for load in (None, [0, 0, -80.0, 0, 0, 0])
    )
    assert loaded.duration > 1.05 * free.duration and loaded.excess < LIMIT


def test_redundant_actuators_keep_their_limits(model):
    dualv = model("dualv")
    motion = time_optimal(dualv, trajectory.line([0, 0, 0], [0.03, 0.02, 0.1]), ActuatorLimits(effort=2.0), intervals=40)
    assert motion.excess < LIMIT and motion.active[0].kind == "effort"


@pytest.mark.slow
def test_path_of_poses_with_a_quaternion_keeps_its_limits():
    platform = parados.load(Path(__file__).parents[1] / "robots" / "6-ups-quaternion.yaml").compile("vm")
    home = platform.survey.home
    turned = [0.05, 0.02, 0.72, np.cos(0.2), 0.0, 0.0, np.sin(0.2)]
    path = trajectory.path_through([home, turned], platform)
    hold = np.abs(platform.inverse_dynamics(home, np.zeros(6), np.zeros(6))).max()
    motion = time_optimal(platform, path, ActuatorLimits(effort=3 * hold), intervals=12)
    assert motion.excess < LIMIT and motion(motion.duration).x == pytest.approx(turned, abs=1e-9)

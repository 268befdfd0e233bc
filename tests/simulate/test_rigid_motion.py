"""Motions of rigid robots against forward dynamics in x, and against conservation of energy where x is singular."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import parados
from parados.simulate import simulate


def start_of(model, speed=0.3):
    rng = np.random.default_rng(5)
    return np.array(model.survey.home, dtype=float), speed * rng.normal(size=model.mechanism.n_dof)


def integrated_in_x(model, x, xd, duration, tau, wrench):
    """x and xd at the end, from `forward_dynamics` in the coordinates of the file."""
    n_x = len(x)

    def rates(t, y):
        first = y[n_x:]
        xdot = first
        if model.mechanism.platform.is_quaternion:
            w, v, omega = y[3], y[4:7], first[3:6]
            turn = np.concatenate([[-omega @ v / 2], (w * omega + np.cross(omega, v)) / 2])
            xdot = np.concatenate([first[:3], turn, first[6:]])
        return np.concatenate([xdot, model.forward_dynamics(y[:n_x], first, tau, wrench=wrench, friction=False)])

    found = solve_ivp(rates, (0, duration), np.concatenate([x, xd]), "DOP853", rtol=1e-11, atol=1e-12)
    return found.y[:n_x, -1], found.y[n_x:, -1]


ROBOTS = ["five-bar", "delta-d3-1200", "gough-stewart-lopes", "3-rpr", "3-prs", "quattro", "3-rps-wrist", "agile-eye"]
QUICK = {"five-bar"}


@pytest.mark.parametrize("name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in ROBOTS])
def test_motion_equals_forward_dynamics_in_x(name):
    model = parados.load(name).compile()
    x, xd = start_of(model)
    rng = np.random.default_rng(2)
    tau, wrench = rng.normal(size=len(model.actuated_names)), rng.normal(size=6)
    run = simulate(model, x, xd, 0.05, efforts=tau, wrench=wrench, friction=False, limits="ignore", times=6)
    there, speed = integrated_in_x(model, x, xd, 0.05, tau, wrench)
    assert np.allclose(run.x[-1], there, rtol=1e-9, atol=1e-9)
    assert np.allclose(run.xd[-1], speed, rtol=1e-8, atol=1e-8)
    wanted = model.forward_dynamics(there, speed, tau, wrench=wrench, friction=False)
    assert np.allclose(run.xdd[-1], wanted, rtol=1e-6, atol=1e-6)
    assert np.allclose(run.q[-1], model.inverse_kinematics(there), atol=1e-9)
    assert np.allclose(run.qd[-1], model.joint_rates(there, speed), atol=1e-8)
    assert np.allclose(run.qdd[-1], model.joint_accelerations(there, speed, run.xdd[-1]), rtol=1e-6, atol=1e-5)
    energy = model.energy(there, speed)
    assert run.energy.kinetic[-1] == pytest.approx(energy.kinetic, rel=1e-8)
    assert run.energy.total[-1] == pytest.approx(energy.total, rel=1e-8, abs=1e-8)
    assert run.energy.relative_error < 1e-9


def test_a_five_bar_swings_through_type_1_and_type_2_singularities():
    """Without motors it falls in a vertical plane; where x or q is singular, nothing special happens."""
    spec = parados.load("five-bar").spec.model_copy(update={"gravity": (0.0, -9.81, 0.0)})
    model = parados.Robot(spec).compile()
    run = simulate(model, [0.02, 0.25], [0.3, 0.0], 1.5, friction=False, limits="ignore", times=101)
    sides = [_side(model, joints) for joints in run.joints]
    assert len(set(sides)) > 1  # the assembly mode changes
    assert run.energy.relative_error < 1e-9
    assert run.closure.max() < 1e-14
    assert run.complete


def _side(model, joints):
    """On which side of the line between its elbows the platform of a five-bar is; it changes in Type 2 singularities."""
    frames = model.tree.frames(joints, platform_frame=np.eye(4))
    names = model.joint_names
    elbows = [frames[names.index(name), :3, 3] for name in ("q12", "q22")]
    tip = elbows[0] + frames[names.index("q12"), :3, :3] @ [0.28, 0, 0]
    along, to_tip = elbows[1] - elbows[0], tip - elbows[0]
    return bool(along[0] * to_tip[1] - along[1] * to_tip[0] > 0)


@pytest.mark.parametrize(
    ("name", "duration"),
    [
        pytest.param("delta-d3-1200", 2.0, marks=pytest.mark.slow),
        ("delta-d3-1200", 0.5),
        pytest.param("gough-stewart-lopes", 1.0, marks=pytest.mark.slow),
        ("3-rpr", 1.0),
    ]
    + [pytest.param(name, 1.0, marks=pytest.mark.slow) for name in ("3-prs", "agile-eye", "h4", "exechon", "3-rps-wrist")],
)
def test_free_motion_conserves_energy_and_closures(name, duration):
    model = parados.load(name).compile()
    x, xd = start_of(model)
    run = simulate(model, x, xd, duration, friction=False, limits="ignore", times=51)
    assert run.energy.relative_error < 1e-9
    assert run.closure.max() < 1e-13
    assert run.complete


@pytest.mark.slow
def test_a_platform_turns_over_where_its_angles_are_singular():
    """A 6-UPS platform without gravity turns about y by more than a quarter turn, through the singular angle of its sequence."""
    spec = parados.load("gough-stewart-lopes").spec.model_copy(update={"gravity": (0.0, 0.0, 0.0)})
    model = parados.Robot(spec).compile()
    x = np.array(model.survey.home, dtype=float)
    sequence = model.mechanism.platform.orientation
    run = simulate(model, x, [0, 0, 0, 0, 25.0, 0], 0.1, friction=False, limits="ignore", times=101)
    turned = np.arccos((np.trace(run.frames[:, :3, :3] @ run.frames[0, :3, :3].T, axis1=1, axis2=2) - 1) / 2)
    assert sequence != "quaternion"
    assert turned.max() > np.pi / 2
    assert np.isfinite(run.x).all()
    assert run.closure.max() < 1e-13
    assert run.energy.relative_error < 1e-9


def test_live_parameters_are_those_of_another_robot():
    live = parados.load("five-bar").compile(live=["d12", "m4"])
    value = 1.1 * float(live.live["d12"])
    x, xd = np.array([0.02, 0.25]), np.array([0.1, 0.2])
    run = simulate(live, x, xd, 0.1, friction=False, parameters={"d12": value}, times=5)
    other = simulate(parados.load("five-bar").with_parameters(d12=value).compile(), x, xd, 0.1, friction=False, times=5)
    assert np.abs(run.x - other.x).max() < 1e-12
    assert np.abs(run.x - simulate(live, x, xd, 0.1, friction=False, times=5).x).max() > 1e-7


@pytest.mark.slow
def test_radau_agrees_with_the_explicit_method():
    model = parados.load("five-bar").compile()
    states = [
        simulate(model, [0.02, 0.25], [0.5, 0.2], 0.1, friction=False, method=method, tolerance=1e-9, times=3).x[-1]
        for method in ("DOP853", "Radau")
    ]
    assert np.abs(states[0] - states[1]).max() < 1e-6

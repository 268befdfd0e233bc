"""FMUs give the motions and efforts of the model, in FMPy, in a Python without parados."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from tests.fmu.fmu_runs import named, run_alone

HERE = Path(__file__).parents[1]
QUATERNION, SERIAL = str(HERE / "robots" / "6-ups-quaternion.yaml"), str(HERE / "model" / "arm-6r.yaml")
FOUR_BAR = str(HERE / "robots" / "four-bar.yaml")

QUICK = ["five-bar", "delta-d3-1200"]
SLOW = ["gough-stewart-lopes", "3-prs", "dualv", "h4", "tripteron", "agile-eye", "3-rrr-parallelogram"]
SLOW += [FOUR_BAR, SERIAL, QUATERNION]
SLOWER = [pytest.param(name, marks=pytest.mark.slow, id=Path(name).stem) for name in ("delta-d3-1200", *SLOW)]
ROBOTS = [*QUICK, *(pytest.param(name, marks=pytest.mark.slow, id=Path(name).stem) for name in SLOW)]

DURATION, TIMES = 0.05, 11

BY_STEPS = 1e-10
"""Error of the co-simulation: Runge-Kutta steps of order 4 and of 0.1 ms, on motions of some 0.1 s."""

BY_CVODE = 1e-6
"""Error of CVode with a tolerance of 1e-9: its global error is some hundred times that."""


def start_of(model, seed=4):
    """Return a pose near home, rates, efforts that nearly keep these rates, and a wrench."""
    rng, survey, n = np.random.default_rng(seed), model.survey, model.mechanism.n_dof
    x = survey.home.copy()
    if not model.mechanism.platform.is_quaternion:
        x = x + 0.02 * rng.uniform(-1, 1, len(x)) * (survey.upper - survey.lower)
    xd = 0.2 * rng.uniform(0.5, 1, n) * (survey.upper - survey.lower)[:n]
    wrench = rng.normal(size=6)
    tau = model.inverse_dynamics(x, xd, 0 * xd, **({"wrench": wrench} if model.spec.has_platform else {}))
    return x, xd, tau + 0.02 * np.abs(tau).max() * rng.normal(size=len(tau)), wrench


def rates(model, x, xd):
    """(n_x,) time derivative of x; written without the engine: SciPy's product of rotations gives that of a quaternion."""
    if not model.mechanism.platform.is_quaternion:
        return xd
    w, v, omega = x[3], x[4:7], xd[3:6]
    return np.concatenate([xd[:3], [-omega @ v / 2], (w * omega + np.cross(omega, v)) / 2, xd[6:]])


def integrated(model, x, xd, tau, wrench, friction=True, times=None):
    """(N, n_x + n) states at times, by DOP853."""
    n_x, more = len(x), {"wrench": wrench} if model.spec.has_platform else {}

    calls = iter(range(10_000))

    def slope(t, y):
        assert next(calls, None) is not None, f"dry friction stops a joint before {t} s: no solver without events goes on"
        pose, rate = y[:n_x].copy(), y[n_x:]
        if model.mechanism.platform.is_quaternion:
            pose[3:7] /= np.linalg.norm(pose[3:7])
        return np.concatenate([rates(model, y[:n_x], rate), model.forward_dynamics(pose, rate, tau, friction=friction, **more)])

    times = np.linspace(0, DURATION, TIMES) if times is None else times
    found = solve_ivp(slope, (0, times[-1]), np.concatenate([x, xd]), "DOP853", times, rtol=1e-12, atol=1e-13)
    assert found.success
    return found.y.T


def starts(model, x, xd, tau, wrench, **more):
    labels = model.labels
    values = named("x", labels["x"], x) | named("xd", labels["xd"], xd) | named("tau", labels["tau"], tau)
    return values | (named("wrench", labels["wrench"], wrench) if model.spec.has_platform else {}) | more


def stacked(model, result, *keys):
    return np.column_stack([result[f"{key}.{label}"] for key in keys for label in model.labels[key]])


@pytest.mark.parametrize("robot", ROBOTS)
def test_plant_moves_as_the_model_does(robot, fmu):
    """Four FMUs (versions 2 and 3, model exchange and co-simulation) against DOP853 on the direct dynamics.

    The five-bar moves with friction, so that none of its motors stops; other robots without, since some of their joints would.
    """
    requests, rubs = [], robot == "five-bar"
    for version in (2, 3):
        model, path = fmu(robot, version=version)
        x, xd, tau, wrench = start_of(model)
        for type in ("ModelExchange", "CoSimulation"):
            values = starts(model, x, xd, tau, wrench, friction=rubs)
            requests.append(("simulated", dict(path=str(path), type=type, start=values, stop=DURATION, times=TIMES)))
    wanted = integrated(model, x, xd, tau, wrench, rubs)
    q = np.array([model.inverse_kinematics(row[: len(x)]) for row in wanted]) if not is_quaternion(model) else None
    slip = np.array([model.joint_rates(row[: len(x)], row[len(x) :]) for row in wanted]) if q is not None else None
    assert not rubs or (np.abs(np.sign(slip).sum(axis=0)) == TIMES).all(), "the start is such that no motor stops"
    for (_, request), result in zip(requests, run_alone(*requests), strict=True):
        limit = BY_CVODE if request["type"] == "ModelExchange" else BY_STEPS
        assert np.abs(stacked(model, result, "x", "xd") - wanted).max() < limit
        if q is not None:
            assert np.abs(stacked(model, result, "q") - q).max() < limit
            assert np.abs(stacked(model, result, "qd") - slip).max() < 10 * limit


def is_quaternion(model):
    return model.mechanism.platform.is_quaternion


@pytest.mark.parametrize("version", [2, 3])
def test_inputs_that_change_in_time_act_on_the_plant(version, fmu):
    """In co-simulation inputs are constant between two communication points."""
    model, path = fmu("five-bar", version=version)
    x, xd, tau, wrench = start_of(model)
    times = np.linspace(0, DURATION, TIMES)
    pushed = tau + 0.1 * np.sin(60 * times)[:, None]
    inputs = {"time": times.tolist(), **{f"tau.{label}": pushed[:, k].tolist() for k, label in enumerate(model.labels["tau"])}}
    inputs |= {f"wrench.{label}": [value] * len(times) for label, value in zip(model.labels["wrench"], wrench, strict=True)}
    start = starts(model, x, xd, pushed[0], wrench, friction=False)
    request = dict(path=str(path), type="CoSimulation", start=start, stop=DURATION, times=TIMES, inputs=inputs)
    (result,) = run_alone(("simulated", request))
    wanted = [np.concatenate([x, xd])]
    for acting in pushed[:-1]:
        now = wanted[-1][: len(x)], wanted[-1][len(x) :]
        wanted.append(integrated(model, *now, acting, wrench, friction=False, times=times[:2])[-1])
    assert np.abs(stacked(model, result, "x", "xd") - np.array(wanted)).max() < BY_STEPS


LIVE = [("five-bar", ("payload", "d12")), pytest.param(("3-prs", ("l", "payload")), marks=pytest.mark.slow)]
CHANGED = {"five-bar": {"d12": 0.2}, "3-prs": {"l": 0.46}}


@pytest.mark.parametrize("case", LIVE)
def test_live_parameters_are_parameters_of_the_fmu(case, fmu):
    robot, live = case
    model, path = fmu(robot, live=live)
    values = {**CHANGED[robot], "payload": {"mass": 0.7, "com": [0.0, 0.0, 0.02], "inertia": [0.01, 0, 0, 0.01, 0, 0.01]}}
    x, xd, tau, wrench = start_of(model.with_parameters(values))
    start = starts(model, x, xd, tau, wrench, friction=False)
    start |= {f"parameters.{key}": value for key, value in CHANGED[robot].items()} | {"parameters.payload_mass": 0.7}
    start |= {"parameters.payload_com[3]": 0.02} | {f"parameters.payload_inertia[{k}]": 0.01 for k in (1, 4, 6)}
    (result,) = run_alone(("simulated", dict(path=str(path), type="CoSimulation", start=start, stop=DURATION, times=TIMES)))
    wanted = integrated(model.with_parameters(values), x, xd, tau, wrench, friction=False)
    assert np.abs(stacked(model, result, "x", "xd") - wanted).max() < BY_STEPS


@pytest.mark.parametrize("robot", ["five-bar", *SLOWER])
def test_inverse_dynamics_gives_the_efforts_of_the_model(robot, fmu):
    requests = []
    for version in (2, 3):
        model, path = fmu(robot, kind="inverse_dynamics", version=version)
        x, xd, _, wrench = start_of(model)
        xdd = np.random.default_rng(9).normal(size=len(xd))
        start = starts(model, x, xd, np.zeros(len(model.labels["tau"])), wrench)
        start = {key: value for key, value in start.items() if not key.startswith("tau.")} | named(
            "xdd", model.labels["xdd"], xdd
        )
        for type in ("ModelExchange", "CoSimulation"):
            requests.append(("simulated", dict(path=str(path), type=type, start=start, stop=0.01, times=2)))
    more = {"wrench": wrench} if model.spec.has_platform else {}
    tau = model.inverse_dynamics(x, xd, xdd, **more)
    for result in run_alone(*requests):
        assert np.abs(stacked(model, result, "tau") - tau).max() < 1e-11 * max(1.0, np.abs(tau).max())


@pytest.mark.parametrize("measured", ["q", "x"])
@pytest.mark.parametrize("robot", ["five-bar", *[one for one in SLOWER if "quaternion" not in str(one.id)]])
def test_controller_gives_the_efforts_of_the_law(robot, measured, fmu):
    model, path = fmu(robot, kind="controller", measured=measured)
    (x, xd, _, _), rng, n = start_of(model), np.random.default_rng(7), model.mechanism.n_dof
    xr, xrd, xrdd, kp, kd = x + 0.01, *rng.normal(size=(2, n)), *rng.uniform(50, 100, (2, n))
    labels = model.labels
    start = named("xr", labels["x"], xr) | named("xrd", labels["xd"], xrd) | named("xrdd", labels["xd"], xrdd)
    start |= named("kp", labels["x"], kp) | named("kd", labels["x"], kd)
    q, qd = model.inverse_kinematics(x), model.joint_rates(x, xd)
    pairs = (("q", q), ("qd", qd)) if measured == "q" else (("x", x), ("xd", xd))
    for key, value in pairs:
        start |= named(key, labels[key], value)
    (result,) = run_alone(("simulated", dict(path=str(path), type="ModelExchange", start=start, stop=0.01, times=2)))
    wanted = xrdd + kd * (xrd - xd) + kp * (xr - x)
    tau = model.inverse_dynamics(x, xd, wanted)
    assert np.abs(stacked(model, result, "tau") - tau).max() < 1e-9 * np.abs(tau).max()


@pytest.mark.parametrize("version", [2, 3])
def test_controlled_plant_loses_its_error_as_the_gains_say(version, fmu):
    """With kp = 400 and kd = 40 an error e and no rate decays as e (1 + 20 t) exp(-20 t), sampled at 5 kHz."""
    model, plant = fmu("delta-d3-1200", version=version)
    _, controller = fmu("delta-d3-1200", kind="controller", version=version)
    home, labels, step, count = model.survey.home, model.labels, 2e-4, 1000
    error = np.array([0.02, -0.01, 0.015])
    request = {
        "plant": str(plant), "controller": str(controller), "start": named("x", labels["x"], home - error), "step": step,
        "reference": named("q", labels["q"], model.inverse_kinematics(home - error)), "count": count,
        "wires": [f"{key}.{label}" for key in ("q", "qd") for label in labels["q"]],
        "watched": [f"x.{label}" for label in labels["x"]],
    }  # fmt: skip
    (result,) = run_alone(("controlled", request))
    t = step * np.arange(count + 1)[:, None]
    wanted = error * (1 + 20 * t) * np.exp(-20 * t)
    got = home - np.column_stack([result[f"x.{label}"] for label in labels["x"]])
    assert np.abs(got - wanted).max() < 0.02 * np.abs(error).max()
    assert np.abs(got[-1]).max() < 0.12 * np.abs(error).max()

"""Test logs as real machines write them: a positioning axis with a drive gain, repeated rows, a robot with six legs."""

# ruff: noqa: E501 (one line for each joint of a robot file)

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from helpers.simulated_logs import fourier_states, write_log

import parados
from parados.identify import Log, base_parameters, compare, identify

AXIS = """
name: axis
gravity: [0, 0, 0]
legs:
  - name: axis
    joints:
      - {name: q, kind: P, active: true, rotor: 90, friction: {fv: 200, fs: 20}, link: {m: 5}}
home: [0.1]
workspace: {q: [-0.1, 0.3]}
"""


def test_positioning_axis_with_a_drive_gain_and_an_offset(tmp_path):
    (tmp_path / "axis.yaml").write_text(AXIS)
    model = parados.load(tmp_path / "axis.yaml").compile("vm")
    t, w, rng = np.arange(0, 10, 2e-3), 2 * np.pi * np.array([0.3, 0.9]), np.random.default_rng(0)
    q = 0.1 + 0.08 * np.sin(w[0] * t) + 0.04 * np.sin(w[1] * t + 1)
    qd = 0.08 * w[0] * np.cos(w[0] * t) + 0.04 * w[1] * np.cos(w[1] * t + 1)
    qdd = -0.08 * w[0] ** 2 * np.sin(w[0] * t) - 0.04 * w[1] ** 2 * np.sin(w[1] * t + 1)
    voltage = (95.1 * qdd + 203.5 * qd + 20.4 * np.sign(qd) - 3.2) / 35.15 + 0.05 * rng.standard_normal(len(t))
    table = np.column_stack((t, q + 1e-6 * rng.standard_normal(len(t)), voltage))
    np.savetxt(tmp_path / "axis.csv", table, delimiter=",", header="t,qm,vir", comments="")
    base = base_parameters(model, offsets="actuated")
    fit = identify(
        model, tmp_path / "axis.csv", base=base, columns={"q": "qm", "tau_q": "vir"}, gains={"q": 35.15}, derivatives="spline"
    )
    truth = {"m_q": 95.1, "fv_q": 203.5, "fs_q": 20.4, "f0_q": -3.2}
    assert fit.chi_square([truth[name] for name in fit.names]) < 4
    assert fit.noise[0] == pytest.approx(0.05 * 35.15, rel=0.05)
    assert fit.robot.compile("vm").inverse_dynamics([0.1], [0.2], [1.0]) == pytest.approx(
        fit.predict([0.1], [0.2], [1.0]).efforts, rel=1e-9
    )


def stops(points, rate, move=0.6, rest=0.4):
    """Times (N,) and q, qd, qdd (N, n) of a machine that goes from point to point with polynomials of degree 5, and rests there."""
    s = np.arange(round(move * rate)) / round(move * rate)
    laws = [10 * s**3 - 15 * s**4 + 6 * s**5, 30 * s**2 * (1 - s) ** 2, 60 * s * (1 - s) * (1 - 2 * s)]
    still, parts = round(rest * rate), []
    for a, b in pairwise(points):
        own = [law[:, None] * (b - a) / move**k for k, law in enumerate(laws)]
        hold = [np.tile(b - a if k == 0 else 0 * a, (still, 1)) for k in range(3)]
        parts.append([np.vstack(pair) + (a if k == 0 else 0) for k, pair in enumerate(zip(own, hold, strict=True))])
    q, qd, qdd = (np.vstack([part[k] for part in parts]) for k in range(3))
    return np.arange(len(q)) / rate, q, qd, qdd


def test_axis_that_rests_between_its_moves(tmp_path):
    """At rest the friction has any value up to fs: such rows once gave 4 N of dry friction in place of 20.4 N."""
    (tmp_path / "axis.yaml").write_text(AXIS)
    model, rng = parados.load(tmp_path / "axis.yaml").compile("vm"), np.random.default_rng(3)
    t, q, qd, qdd = stops(rng.uniform(-0.05, 0.25, (16, 1)), 500)
    stuck = np.repeat(rng.uniform(-15, 15, len(t) // 100 + 1), 100)[: len(t), None]
    tau = 95.1 * qdd + 203.5 * qd + np.where(qd == 0, stuck, 20.4 * np.sign(qd)) + 1.8 * rng.standard_normal(qd.shape)
    table = np.column_stack((t, np.round(q / 5e-7) * 5e-7, tau))
    np.savetxt(tmp_path / "axis.csv", table, delimiter=",", header="t,q,tau_q", comments="", fmt="%.9g")
    fit = identify(model, tmp_path / "axis.csv")
    own = dict(zip(fit.names, fit.values, strict=True))
    assert own == pytest.approx({"m_q": 95.1, "fv_q": 203.5, "fs_q": 20.4}, rel=0.01)
    assert fit.noise[0] == pytest.approx(1.8, rel=0.1)
    assert any(remark.startswith("At rest: q 4") for remark in fit.remarks)  # 40 % of the time, and the slow ends of the moves
    assert not any("constant effort" in remark for remark in fit.remarks)
    moving = compare(fit.robot.compile("vm"), tmp_path / "axis.csv")
    assert moving.errors[0].std() == pytest.approx(fit.training.errors.std(), rel=0.01) and len(moving.time) < 0.65 * len(t)
    smooth = compare(model, tmp_path / "axis.csv", friction=False)
    assert len(smooth.time) > 0.95 * len(t)  # a model without friction has no reason to leave rows out


def test_a_constant_effort_that_is_missing_is_told(tmp_path):
    (tmp_path / "axis.yaml").write_text(AXIS)
    model, rng = parados.load(tmp_path / "axis.yaml").compile("vm"), np.random.default_rng(3)
    t, q, qd, qdd = stops(rng.uniform(-0.05, 0.25, (16, 1)), 500, rest=0.0)
    tau = 95.1 * qdd + 203.5 * qd + 20.4 * np.sign(qd) - 3.2 + 1.8 * rng.standard_normal(qd.shape)
    log = Log("axis", t, {"q": q[:, 0]}, {"q": tau[:, 0]})
    fit = identify(model, log)
    (told,) = [remark for remark in fit.remarks if "constant effort" in remark]
    assert "(q -2." in told and 'offsets="actuated"' in told  # fs takes a part of the 3.2 N
    own = dict(zip(fit.names, fit.values, strict=True))
    assert fit.physical.standard["fs_q"] == pytest.approx(own["fs_q"], rel=0.01)  # alike errors leave few independent rows
    better = identify(model, log, base=base_parameters(model, offsets="actuated"))
    assert not any("constant effort" in remark for remark in better.remarks)
    assert dict(zip(better.names, better.values, strict=True))["f0_q"] == pytest.approx(-3.2, abs=0.2)


PALLETIZER = """
name: palletizer
gravity: [0, 0, -9.81]
parameters: {l: 0.5, c: 0.15}
legs:
  - name: arm
    joints:
      - {name: q1, kind: R, active: true, rotor: 1.0, friction: {fv: 4, fs: 6}, link: {mass: 8, com: [0.05, 0, 0.1], inertia: [0.1, 0.1, 0.12]}}
      - {name: q2, kind: R, active: true, alpha: pi/2, rotor: 1.5, friction: {fv: 5, fs: 7}, link: {mass: 6, com: [0.25, 0, 0], inertia: [0.01, 0.15, 0.15]}}
      - {name: q4, kind: R, d: l, friction: {fv: 0.3, fs: 0.4}, link: {mass: 4, com: [0.2, 0, 0], inertia: [0.01, 0.1, 0.1]}}
      - {name: q3, kind: R, antecedent: q1, active: true, alpha: pi/2, rotor: 1.2, friction: {fv: 5, fs: 5}, link: {mass: 1.5, com: [0.05, 0, 0], inertia: [0.002, 0.006, 0.006]}}
      - {name: q5, kind: R, d: c, link: {mass: 1, com: [0.25, 0, 0], inertia: [0.001, 0.02, 0.02]}}
    loops:
      - {between: [q5, q4], joint: R, frames: [{at: [l, 0, 0]}, {at: [-c, 0, 0]}]}
home: [0, 1.4, 3.0]
guess: {q4: 4.7416, q5: -1.6}
workspace: {q1: [-1.2, 1.2], q2: [0.9, 1.9], q3: [2.7, 3.6]}
"""  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("stale", [True, False])
def test_palletizer_with_a_parallelogram_that_rests_and_repeats_rows(tmp_path, stale):
    """Every seventh row of the 200 Hz log repeats the one before; with its own clock, or with the time too."""
    (tmp_path / "arm.yaml").write_text(PALLETIZER)
    model, rng = parados.load(tmp_path / "arm.yaml").compile(), np.random.default_rng(1)
    lower, upper, noise = model.survey.lower, model.survey.upper, np.array([0.6, 0.8, 0.6])
    points = np.vstack([model.spec.home, lower + rng.uniform(0.05, 0.95, (30, 3)) * (upper - lower)])
    t, q, qd, qdd = stops(points, 200, rest=0.15)
    stuck = np.repeat(rng.uniform(-0.8, 0.8, (len(t) // 20 + 1, 3)), 20, axis=0)[: len(t)] * [6, 7, 5]
    tau = model.inverse_dynamics(q, qd, qdd, motion=True) + np.where(qd == 0, stuck, 0) + noise * rng.standard_normal(q.shape)
    rows = np.column_stack((t, np.round(q / 1e-5) * 1e-5, tau))
    again = np.arange(6, len(t), 7)
    rows[again, stale:] = rows[again - 1, stale:]
    head = "t,q1,q2,q3,tau_q1,tau_q2,tau_q3"
    np.savetxt(tmp_path / "log.csv", rows, delimiter=",", header=head, comments="", fmt="%.9g")
    fit = identify(model, tmp_path / "log.csv")
    assert fit.base.count == 26 and fit.chi_square(fit.base.values) < 2.2  # 26 parameters; deviation 0.28
    assert fit.noise == pytest.approx(noise, rel=0.05)
    assert any("At rest: q1" in remark for remark in fit.remarks) and any("left out" in remark for remark in fit.remarks)


def test_rows_that_are_repeated_at_200_hz(tmp_path):
    """Every seventh row is a copy of the row before, also its time."""
    model = parados.load("3-rrr-parallelogram").compile("vm")
    states = fourier_states(model, period=5.0, periods=2, rate=200, part=0.4)
    tau = model.inverse_dynamics(*states[1:], motion=True)
    log = write_log(tmp_path / "r.csv", model, states, noise=0.01 * np.sqrt((tau**2).mean(axis=0)), encoder=2e-6)
    head, *rows = log.read_text().splitlines()
    log.write_text("\n".join([head, *[rows[k - 1] if k % 7 == 6 else row for k, row in enumerate(rows)]]) + "\n")
    fit = identify(model, log)
    assert any("rows" in remark and "left out" in remark for remark in fit.remarks)
    assert fit.chi_square(fit.base.values) < 1.8  # 31 parameters; deviation 0.25
    assert fit.validation.relative_errors.max() < 0.012


@pytest.mark.slow
def test_robot_with_six_legs_from_a_csv_file(tmp_path):
    model = parados.load("hexa").compile()
    base = base_parameters(model)
    states = fourier_states(model, period=5.0, periods=2, rate=1000, harmonics=8, part=0.7)
    tau = model.inverse_dynamics(*states[1:], motion=True)
    noise = 0.01 * np.sqrt((tau**2).mean(axis=0))
    log = write_log(tmp_path / "hexa.csv", model, states, noise=noise)
    other = fourier_states(model, period=5.0, periods=1, rate=1000, harmonics=8, part=0.6, seed=4)
    check = write_log(tmp_path / "check.csv", model, other, noise=noise, seed=9)
    fit = identify(model, log, validation=check, base=base)
    assert base.count > 80 and 0.6 < fit.chi_square(base.values) < 1.5
    assert (fit.validation.rms < 1.06 * noise).all()
    assert fit.robot.spec.legs[5].joints[0].friction.fv == pytest.approx(fit.standard_values["fv_q6"], rel=1e-9)

"""Test logs as real machines write them: a positioning axis with a drive gain, repeated rows, a robot with six legs."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.simulated_logs import fourier_states, write_log

import parados
from parados.identify import base_parameters, identify

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

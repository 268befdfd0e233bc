"""Control
==========

A law is an object made from a model, a reference and gains. The same law runs in Python, in the compiled loop of `simulate`, and
as exported C on a controller.

    python examples/19_control.py

A Delta robot follows a pick-and-place move under computed torque at 10 kHz. `simulate` with `method="rk4"` runs law and robot in
compiled C. Then the same law and the models of the robot are exported, and a C program of its own, without Python, runs the
controller against the robot: it integrates `NAME_forward_dynamics` by Runge-Kutta and calls `NAME_controller_update` in each
period. Both programs end in the same state.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import parados
from parados import control
from parados.simulate import simulate

PROGRAM = """
#include "delta_d3_1200.h"
#include "delta_d3_1200_controller.h"
#include <stdio.h>

/* the same move as parados.trajectory.point_to_point: x = a + (b - a) (10 s^3 - 15 s^4 + 6 s^5) */
static void reference(double t, double duration, const double a[3], const double b[3], double x[3], double xd[3], double xdd[3])
{
  const double s = t < duration ? t / duration : 1.0;
  const double p = s * s * s * (10.0 + s * (-15.0 + 6.0 * s)), v = 30.0 * s * s * (1.0 + s * (s - 2.0)) / duration;
  const double w = 60.0 * s * (1.0 + s * (2.0 * s - 3.0)) / (duration * duration);
  int k;
  for (k = 0; k < 3; ++k) {
    x[k] = a[k] + (b[k] - a[k]) * p;
    xd[k] = (b[k] - a[k]) * v;
    xdd[k] = (b[k] - a[k]) * w;
  }
}

static int runge_kutta(double h, double x[3], double xd[3], const double tau[3])
{
  static const double part[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
  double v[3] = {0.0, 0.0, 0.0}, a[3] = {0.0, 0.0, 0.0}, at[3], rate[3], sum_v[3] = {0.0, 0.0, 0.0}, sum_a[3] = {0.0, 0.0, 0.0};
  int stage, k;
  for (stage = 0; stage < 4; ++stage) {
    for (k = 0; k < 3; ++k) {
      at[k] = x[k] + part[stage] * h * v[k];
      rate[k] = xd[k] + part[stage] * h * a[k];
    }
    if (delta_d3_1200_forward_dynamics(at, rate, tau, delta_d3_1200_default_mode, a) != delta_d3_1200_OK) return 1;
    for (k = 0; k < 3; ++k) {
      v[k] = rate[k];
      sum_v[k] += weight[stage] * v[k];
      sum_a[k] += weight[stage] * a[k];
    }
  }
  for (k = 0; k < 3; ++k) {
    x[k] += h * sum_v[k];
    xd[k] += h * sum_a[k];
  }
  return 0;
}

int main(void)
{
  const double from[3] = {FROM}, to[3] = {TO};
  double x[3] = {START}, xd[3] = {0.0, 0.0, 0.0}, x_r[3], xd_r[3], xdd_r[3], tau[3];
  delta_d3_1200_controller controller;
  int k;
  delta_d3_1200_controller_start(&controller);
  for (k = 0; k < 3000; ++k) {
    reference(1e-4 * k, 0.25, from, to, x_r, xd_r, xdd_r);
    if (delta_d3_1200_controller_update(&controller, x, xd, x_r, xd_r, xdd_r, delta_d3_1200_controller_default_gains, tau))
      return 1;
    if (runge_kutta(1e-4, x, xd, tau)) return 2;
  }
  printf("%.17g %.17g %.17g %.17g %.17g %.17g", x[0], x[1], x[2], xd[0], xd[1], xd[2]);
  return 0;
}
"""

model = parados.load("delta-d3-1200").compile()
start, end = np.array([-0.1, 0.0, -0.8]), np.array([0.1, 0.05, -0.75])
move = parados.trajectory.point_to_point(start, end, 0.25)
law = control.ComputedTorque(model, move, kp=2500.0, kd=100.0)

beside = start + np.array([0.002, -0.001, 0.001])
run = simulate(model, beside, np.zeros(3), 0.3, control=law, method="rk4", sampling=control.Sampling(rate=1e4), times=301)
error = np.linalg.norm(run.x - law.reference.states(run.t)[0], axis=1)
print(f"error [mm]: {1e3 * error[0]:.3f} at the start, {1e3 * error[100]:.4f} after 0.1 s, {1e6 * error[-1]:.3f} um at the end")

# The check: with kp = w^2 and kd = 2 w, every error decays as (1 + w t) exp(-w t), here with w = 50 / s.
w = 50.0
wanted = error[0] * (1 + w * run.t) * np.exp(-w * run.t)
assert np.abs(error - wanted).max() < 0.01 * error[0]

if shutil.which("gcc") is not None:
    with tempfile.TemporaryDirectory() as folder:
        model.export_c(folder)
        control.export_controller(law, folder)
        text = PROGRAM
        for name, values in {"FROM": start, "TO": end, "START": beside}.items():
            text = text.replace(name, ", ".join(repr(float(value)) for value in values))
        (Path(folder) / "main.c").write_text(text)
        strict = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"]
        sources = ["delta_d3_1200.c", "delta_d3_1200_controller.c", "main.c"]
        subprocess.run(["gcc", *strict, *sources, "-o", "program", "-lm"], cwd=folder, check=True)
        told = subprocess.run([Path(folder) / "program"], capture_output=True, text=True, check=True).stdout
        state = np.array(told.split(), dtype=float)
        print("the program in C ends at", state[:3].round(6), "[m]")
        # The check: the program without Python ends where `simulate` does.
        assert np.abs(state - np.concatenate([run.x[-1], run.xd[-1]])).max() < 1e-9

# In a notebook: run.plot()

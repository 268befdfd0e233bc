"""Simulated measurements for calibrations: true robots with other numbers than their files, and noisy readings."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

import parados

NOISE = 1e-4
"""Noise of the readings [m, rad]."""


class SixUPS:
    """The Gough-Stewart platform of the catalog, written again in NumPy: leg lengths from places on base and platform.

    p : (42,) corrections in the order of `names`: places on the base, on the platform (6 x, 6 y, 6 z each), encoder offsets
    """

    names = tuple(f"{part}_{axis}_leg{i}" for part in ("base", "platform") for axis in "xyz" for i in range(1, 7)) + tuple(
        f"offset_l{i}" for i in range(1, 7)
    )
    lower = np.array([-0.3, -0.3, 1.6, -0.35, -0.35, -0.35])
    upper = np.array([0.3, 0.3, 2.2, 0.35, 0.35, 0.35])

    def __init__(self) -> None:
        g = np.radians([15, 105, 135, 225, 255, 345])
        h = np.radians([60, 60, 180, 180, 300, 300])
        self.A = 1.5 * np.array([np.cos(g), np.sin(g), 0 * g]).T
        self.B = 0.75 * np.array([np.cos(h), np.sin(h), 0 * h]).T

    def encoders(self, p, x):
        """(N, 6) readings of the encoders at poses x (N, 6)."""
        A, B = self.A + p[:18].reshape(3, 6).T, self.B + p[18:36].reshape(3, 6).T
        R = Rotation.from_euler("ZYX", x[:, 3:]).as_matrix()
        ends = x[:, None, :3] + np.einsum("nij,kj->nki", R, B)
        return np.linalg.norm(ends - A, axis=2) + p[36:]

    def poses(self, rng, count):
        return rng.uniform(self.lower, self.upper, (count, 6))

    def measured(self, p, x, rng):
        """Columns of measurements: exact encoders, noisy poses."""
        values = np.hstack([self.encoders(p, x), x + rng.normal(0, NOISE, x.shape)])
        return dict(zip([*(f"l{i}" for i in range(1, 7)), "px", "py", "pz", "a1", "a2", "a3"], values.T, strict=True))

    def bound(self, p, x, step=1e-6):
        """(42,) Cramer-Rao bound of the standard deviations: dx/dp = -J_x^-1 J_p from differences of the leg lengths."""
        J_x = np.stack([(self.encoders(p, x + step * e) - self.encoders(p, x - step * e)) / (2 * step) for e in np.eye(6)], -1)
        J_p = np.stack([(self.encoders(p + step * e, x) - self.encoders(p - step * e, x)) / (2 * step) for e in np.eye(42)], -1)
        J = (np.linalg.solve(J_x, J_p) / NOISE).reshape(-1, 42)
        return np.sqrt(np.diag(np.linalg.inv(J.T @ J)))


def true_model(robot, live, values):
    """Return the model of a family whose member has the given numbers."""
    return robot.compile(live=list(live)).with_parameters(dict(zip(live, values, strict=True)))


def five_bar():
    """Five-bar with encoder offsets, its parameters, true values, and poses on one side of its singularities."""
    robot = parados.load("five-bar").with_corrections(["offsets"])
    live = ["d12", "d13", "d22", "d23", "offset_q11", "offset_q21"]
    truth = np.array([0.2135, 0.1872, 0.2124, 0.1884, 0.004, -0.006])
    x = np.random.default_rng(8).uniform([-0.05, 0.23], [0.05, 0.29], (30, 2))
    return robot, live, truth, x

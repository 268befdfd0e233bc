"""Logs made from exact motions of robots, with faults of real logs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from parados.text.csv_cells import write_columns

AXIS = """
name: axis
title: One sliding axis
gravity: [0, 0, 0]
legs:
  - name: axis
    joints:
      - {name: q, kind: P, active: true, friction: {fv: 203.5, fs: 20.4}, link: {mass: 95.1}}
home: [0.1]
"""


@dataclass(frozen=True)
class Exact:
    """Exact motion of a robot: time (N,), x, xd, xdd (N, n), q and efforts (N, n_a)."""

    time: np.ndarray
    x: np.ndarray
    xd: np.ndarray
    xdd: np.ndarray
    q: np.ndarray
    tau: np.ndarray
    names: tuple[str, ...]

    def columns(self):
        found = {"t": self.time}
        found |= {name: self.q[:, k] for k, name in enumerate(self.names)}
        return found | {f"tau_{name}": self.tau[:, k] for k, name in enumerate(self.names)}


def exact_motion(model, size, *, rate=200.0, duration=6.0, seed=3, mode=None, centre=None):
    """Motion of three sines of unrelated frequencies below 1.2 Hz about home, of a size (n_x,) [m, rad]; it is not periodic."""
    rng = np.random.default_rng(seed)
    t = np.arange(int(duration * rate)) / rate
    n = len(model.labels["x"])
    size = np.broadcast_to(size, n)
    w = 2 * np.pi * rng.uniform(0.25, 1.2, (3, n))
    phase = rng.uniform(0, 2 * np.pi, (3, n))
    home = model.survey.home if centre is None else np.asarray(centre)
    states = []
    for k in range(3):
        parts = np.sin(t[:, None, None] * w + phase + k * np.pi / 2) * w**k
        states.append(size / 3 * parts.sum(axis=1) + (home if k == 0 else 0.0))
    q = model.inverse_kinematics(states[0], mode=mode, motion=True)
    return Exact(t, *states, q, model.inverse_dynamics(*states, mode=mode, motion=True), model.actuated_names)


def written(path, columns):
    """Write columns to a CSV file with nine digits behind the first, and return its path."""
    write_columns(path, {name: [float(v) for v in values] for name, values in columns.items()})
    return path


MOTIONS = json.loads((Path(__file__).parent / "five-bar-motions.json").read_text())


def five_bar_joints(which, noise=0.0, periods=None, rate=500.0):
    """Time (N,) and q, qd, qdd (N, 2) of a periodic motion of the five-bar with known derivatives; noise on q only."""
    form = MOTIONS[which]
    t = np.arange(int((periods or form["periods"]) * form["T"] * rate)) / rate
    w = 2 * np.pi / form["T"] * np.arange(1, len(form["s"][0]) + 1)
    s, c = np.array(form["s"]).T, np.array(form["c"]).T
    S, C = np.sin(np.outer(t, w)), np.cos(np.outer(t, w))
    q, qd, qdd = form["a0"] + S @ s + C @ c, (C * w) @ s - (S * w) @ c, -(S * w**2) @ s - (C * w**2) @ c
    return t, q + noise * np.random.default_rng(4).standard_normal(q.shape), qd, qdd

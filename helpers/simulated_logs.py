"""Logs of simulated machines: a periodic motion of the platform, efforts of a model, noise of encoders and of efforts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.identify import Log
from parados.model.model import Model
from parados.text.csv_cells import write_columns

__all__ = ["five_bar_log", "five_bar_motion", "five_bar_states", "fourier_states", "log_of_states", "write_log"]

Array = NDArray[np.float64]

MOTIONS = Path(__file__).parents[1] / "tests" / "identify" / "five-bar-motions.json"


def fourier_states(
    model: Model,
    *,
    period: float = 2.0,
    periods: int = 2,
    rate: float = 500.0,
    harmonics: int = 5,
    part: float = 0.8,
    box: tuple[Sequence[float], Sequence[float]] | None = None,
    seed: int = 1,
) -> tuple[Array, Array, Array, Array]:
    """Times (N,) and states x, xd, xdd (N, n) of a random Fourier series that fills a part of a box, by default the workspace."""
    rng = np.random.default_rng(seed)
    lower, upper = (model.survey.lower, model.survey.upper) if box is None else map(np.asarray, box)
    n = len(lower)
    t = np.arange(round(periods * period * rate)) / rate
    k = 2 * np.pi * np.arange(1, harmonics + 1) / period
    s, c = rng.standard_normal((2, harmonics, n)) / np.arange(1, harmonics + 1)[:, None]
    S, C = np.sin(np.outer(t, k)), np.cos(np.outer(t, k))
    x = S @ s + C @ c
    size = part * (upper - lower) / 2 / np.abs(x).max(axis=0)
    xd, xdd = (C * k) @ s - (S * k) @ c, -(S * k**2) @ s - (C * k**2) @ c
    return t, (lower + upper) / 2 + x * size, xd * size, xdd * size


def write_log(
    path: Path,
    model: Model,
    states: tuple[Array, Array, Array, Array],
    *,
    efforts: Array | None = None,
    noise: float | Sequence[float] = 0.0,
    encoder: float = 0.0,
    seed: int = 1,
) -> Path:
    """Write a log as CSV: t, the actuated joints and tau_JOINT.

    efforts : (N, n_a), by default those of the model;  noise, encoder : standard deviations of efforts and positions
    """
    rng = np.random.default_rng(seed)
    t, x, xd, xdd = states
    tau = model.inverse_dynamics(x, xd, xdd, motion=True) if efforts is None else efforts
    tau = tau + rng.standard_normal(tau.shape) * np.asarray(noise)
    q = model.inverse_kinematics(x, motion=True)
    q = q + rng.standard_normal(q.shape) * encoder
    names = model.actuated_names
    columns = {"t": t, **{n: q[:, k] for k, n in enumerate(names)}, **{f"tau_{n}": tau[:, k] for k, n in enumerate(names)}}
    write_columns(path, columns, digits=15)
    return path


def log_of_states(model: Model, states: tuple[Array, Array, Array, Array], noise: float = 0.0) -> Log:
    """Return a log in memory: positions of the actuated joints, and efforts of the model with noise."""
    t, x, xd, xdd = states
    tau = model.inverse_dynamics(x, xd, xdd, motion=True)
    tau = tau + noise * np.random.default_rng(1).standard_normal(tau.shape)
    q = model.inverse_kinematics(x, motion=True)
    names = model.actuated_names
    joints, efforts = ({name: part[:, k] for k, name in enumerate(names)} for part in (q, tau))
    return Log("simulated", t, joints, efforts, doubtful=np.zeros(len(t), dtype=bool))


def five_bar_log(path: Path, model: Model, which: str, *, encoder: float = 0.0, seed: int | None = None) -> Path:
    """Write the reference log "train" or "val" of the five-bar: its motion and its noise of the efforts, at 1 kHz."""
    form = five_bar_motion(which)
    t = np.arange(round(form["periods"] * form["T"] * form["sample_rate"])) / form["sample_rate"]
    states = (t, *five_bar_states(model, form, t))
    return write_log(path, model, states, noise=form["sigma"], encoder=encoder, seed=form["seed"] if seed is None else seed)


def five_bar_motion(which: str) -> dict[str, Any]:
    """Return the Fourier coefficients, the period, the rate and the noise of the reference motion "train" or "val"."""
    return dict(json.loads(MOTIONS.read_text())[which])


def five_bar_states(model: Model, form: dict[str, Any], t: Array) -> tuple[Array, Array, Array]:
    """States x, xd, xdd (N, 2) of a reference motion at the instants t (N,), with exact derivatives."""
    w = 2 * np.pi / form["T"] * np.arange(1, len(form["s"][0]) + 1)
    S, C, s, c = np.sin(np.outer(t, w)), np.cos(np.outer(t, w)), np.array(form["s"]).T, np.array(form["c"]).T
    q, qd, qdd = form["a0"] + S @ s + C @ c, (C * w) @ s - (S * w) @ c, -(S * w**2) @ s - (C * w**2) @ c
    x = model.forward_kinematics(q, guess=form["x_start"], motion=True)
    J = model.jacobian(x)
    xd = np.einsum("nij,nj->ni", J, qd)
    return x, xd, np.einsum("nij,nj->ni", J, qdd - model.joint_accelerations(x, xd, 0 * xd))

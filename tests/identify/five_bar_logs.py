"""Logs of the five-bar: periodic motions of its actuators with their exact derivatives, and noisy efforts."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

import parados
from parados.identify import BaseParameters, base_parameters

MOTIONS = json.loads((Path(__file__).parent / "five-bar-motions.json").read_text())


class Log(NamedTuple):
    """States (N, 2), the base regressor (N, 2, n_b) along them, and noisy efforts (N, 2)."""

    x: np.ndarray
    Y: np.ndarray
    tau: np.ndarray
    sigma: np.ndarray


class Estimate(NamedTuple):
    """Base parameters by weighted least squares, and their information matrix."""

    values: np.ndarray
    information: np.ndarray


@cache
def five_bar_base() -> BaseParameters:
    return base_parameters(parados.load("five-bar-feasible").compile("vm"))


@cache
def log(which: str) -> Log:
    """Return the log "train" or "val"; one period, the noise is that of a mean over all periods."""
    base, form = five_bar_base(), MOTIONS[which]
    model, periods = base.model, form["periods"]
    t = np.arange(0.0, form["T"], 4 / form["sample_rate"])
    w = 2 * np.pi / form["T"] * np.arange(1, len(form["s"][0]) + 1)
    S, C, s, c = np.sin(np.outer(t, w)), np.cos(np.outer(t, w)), np.array(form["s"]).T, np.array(form["c"]).T
    q, qd, qdd = form["a0"] + S @ s + C @ c, (C * w) @ s - (S * w) @ c, -(S * w**2) @ s - (C * w**2) @ c
    x = model.forward_kinematics(q, guess=form["x_start"], motion=True)
    J = model.jacobian(x)
    xd = np.einsum("nij,nj->ni", J, qd)
    xdd = np.einsum("nij,nj->ni", J, qdd - model.joint_accelerations(x, xd, 0 * xd))
    sigma = np.array(form["sigma"]) / np.sqrt(periods)
    noise = np.random.default_rng(form["seed"]).standard_normal((len(t), 2)) * sigma
    Y = base.regressor(x, xd, xdd)
    return Log(x, Y, Y @ base.values + noise, sigma)


def least_squares(sample: Log, noise: float = 1.0) -> Estimate:
    """Return the weighted least-squares estimate; `noise` multiplies the noise of the log."""
    tau = sample.Y @ five_bar_base().values
    tau = tau + noise * (sample.tau - tau)
    A = (sample.Y / (noise * sample.sigma)[None, :, None]).reshape(-1, sample.Y.shape[2])
    b = (tau / (noise * sample.sigma)).reshape(-1)
    return Estimate(np.linalg.lstsq(A, b, rcond=None)[0], A.T @ A)

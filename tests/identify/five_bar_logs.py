"""Logs of the five-bar: periodic motions of its actuators with their exact derivatives, and noisy efforts."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from helpers.simulated_logs import five_bar_motion, five_bar_states

import parados
from parados.identify import BaseParameters, base_parameters


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
    base, form = five_bar_base(), five_bar_motion(which)
    t = np.arange(0.0, form["T"], 4 / form["sample_rate"])
    x, xd, xdd = five_bar_states(base.model, form, t)
    sigma = np.array(form["sigma"]) / np.sqrt(form["periods"])
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

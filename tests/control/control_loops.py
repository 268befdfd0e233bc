"""Robots under control, as the tests of this folder run them."""

from __future__ import annotations

from functools import cache

import numpy as np

import parados
from parados.control import Sampling
from parados.simulate.fixed_steps import FixedSteps
from parados.simulate.loop_inputs import LoopInputs

START, END = [0.0, 0.25], [0.05, 0.28]


@cache
def five_bar():
    return parados.load("five-bar").compile()


@cache
def weighed():
    """A five-bar whose platform mass is a live parameter, in a vertical plane."""
    return parados.load("five-bar").compile(live=["m4"])


def motion(duration=0.5):
    return parados.trajectory.point_to_point(START, END, duration)


def constant(values):
    row = np.asarray(values, dtype=float)
    return lambda times: np.tile(row, (len(times), 1))


def run(model, law, duration, *, x=START, xd=(0.0, 0.0), step=1e-3, rate=1e3, wrench=None, friction=False, keep=1, **more):
    sampling = more.pop("sampling", None) or Sampling(rate=rate)
    settings = FixedSteps(step, keep=keep, **more)
    inputs = LoopInputs(law, sampling, wrench=None if wrench is None else constant(wrench))
    plant = settings.plant(model, None, friction, inputs)
    return settings.run(plant, np.array(x, dtype=float), np.array(xd, dtype=float), duration, inputs)

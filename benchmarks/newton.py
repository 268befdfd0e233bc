"""Newton's method in C against the same method in Python: numeric geometry and forward geometry, in one run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

import parados
from benchmarks.timing import processor_time
from parados.geometry.survey import as_x
from parados.model.model import Model

__all__ = ["newton"]

NUMERIC = ("3-prs", "3-rps", "tricept", "exechon")
"""Robots that are solved by Newton's method here, although they have closed forms."""

FORWARD = ("five-bar-feasible", "delta-d3-1200", "gough-stewart-lopes", "hexa", "navaro", "3-prs")
ROWS, SLOW_ROWS, CALLS = 4000, 40, 400
"""Rows of a stack in C and in Python, and single calls."""


def newton() -> Iterator[tuple[str, str, float, float]]:
    """Yield robot, description, processor time of one state in C [us], and the time in Python over it."""
    for name in NUMERIC:
        robot = parados.Robot(parados.describe(name).model_copy(update={"numeric": True}))
        fast, slow = (robot.compile(backend) for backend in ("c", "vm"))
        x, path, n = _poses(fast), _path(fast), fast.mechanism.n_dof
        zero = np.zeros((ROWS, n))
        tau = _each(lambda m, k, x=x, zero=zero: m.inverse_dynamics(x[:k], zero[:k], zero[:k]), fast, slow)
        yield name, "inverse dynamics of independent poses", *tau
        along = _each(lambda m, k, x=path, zero=zero: m.inverse_dynamics(x[:k], zero[:k], zero[:k], motion=True), fast, slow)
        yield name, "inverse dynamics along a motion", *along
    for name in FORWARD:
        fast, slow = (parados.load(name).compile(backend) for backend in ("c", "vm"))
        q, path = fast.inverse_kinematics(_poses(fast)), _path(fast)
        q = np.resize(q[np.isfinite(q).all(axis=1)], q.shape)
        follow = fast.inverse_kinematics(path, motion=True)
        yield name, "forward kinematics of a stack, from home", *_each(lambda m, k, q=q: m.forward_kinematics(q[:k]), fast, slow)
        tracked = _each(lambda m, k, q=follow, x=path: m.forward_kinematics(q[:k], guess=x[0], motion=True), fast, slow)
        yield name, "forward kinematics along a motion", *tracked
        yield name, "forward kinematics of one state, warm", *_one_by_one(fast, slow, follow, path)


def _each(call: Callable[[Model, int], object], fast: Model, slow: Model) -> tuple[float, float]:
    """Return the time of a row in C [us], and the ratio of Python to it."""
    quick = processor_time(lambda: call(fast, ROWS)) / ROWS
    return 1e6 * quick, processor_time(lambda: call(slow, SLOW_ROWS)) / SLOW_ROWS / quick


def _one_by_one(fast: Model, slow: Model, q: np.ndarray, x: np.ndarray) -> tuple[float, float]:
    """Return the time of a call from the pose before [us], and the ratio of Python to it."""

    def run(model: Model, count: int) -> float:
        return processor_time(lambda: [model.forward_kinematics(q[k + 1], guess=x[k]) for k in range(count)]) / count

    quick = run(fast, CALLS)
    return 1e6 * quick, run(slow, CALLS // 20) / quick


def _poses(model: Model) -> np.ndarray:
    rng, survey = np.random.default_rng(0), model.survey
    x = survey.home + rng.uniform(-0.4, 0.4, (ROWS, len(survey.home))) * (survey.upper - survey.lower)
    return as_x(model.mechanism, x)


def _path(model: Model) -> np.ndarray:
    survey, angle = model.survey, np.linspace(0, 2 * np.pi, ROWS)[:, None]
    return survey.home + 0.2 * np.sin(angle + np.arange(len(survey.home))) * (survey.upper - survey.lower)

"""Times of the dynamics of a Gough-Stewart platform by parados, Pinocchio and MuJoCo, in the same run.

Every engine gets the same robot (tree of the legs, platform, inertias, gravity, closures) and the same closed states: joints,
rates and accelerations of all joints and the pose and motion of the platform, as parados computes them. Before the times are
measured, the constrained accelerations of Pinocchio must agree with those of parados, and the forces of MuJoCo with those of
Pinocchio.

Inverse dynamics: parados computes all of it, from x, xd, xdd to the efforts, including the geometry. The other engines start from
the closed state and compute only a part. Pinocchio computes the recursive Newton-Euler algorithm on the tree and the Jacobian of
the closures; MuJoCo computes `mj_inverse` with the closures as equalities. They do not project on the actuators, which makes them
faster here.

Direct dynamics: parados computes all of it; Pinocchio starts from the closed state again, with `constraintDynamics` and with
`lcaba`, its algorithm for closed loops. MuJoCo is not compared: it softens the
closures, so that its accelerations differ.

A call from Python can take longer than the engine itself, so there are two comparisons. `call` is the time of one call from
Python with one state. `engine` is the time without Python. For parados that is the time per state of one call with all states
(a loop in C on one core). For the others it is `call` minus `binding`, where `binding` is the time of the same Python calls on a
model with one joint. All times are processor times, so that other programs on the machine do not enter them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import parados
from benchmarks.contenders import (
    Contender,
    Run,
    closed_states,
    mujoco_inverse,
    pinocchio_direct,
    pinocchio_inverse,
    pinocchio_loops,
)
from benchmarks.speed import states
from benchmarks.timing import processor_time

__all__ = ["Figures", "peers"]

Array = NDArray[np.float64]

ROBOT = "gough-stewart-lopes"
COUNT = 1000


class Figures(NamedTuple):
    """Times per state [us], and the ratios of `call` and of `engine` to those of parados."""

    name: str
    what: str
    call: float
    binding: float
    engine: float
    call_ratio: float = 1.0
    engine_ratio: float = 1.0


def peers() -> Iterator[Figures]:
    """Yield the times of parados, Pinocchio and MuJoCo; a missing engine gets a row of NaN."""
    model = parados.load(ROBOT).compile()
    x, xd, xdd = states(model, COUNT)
    tau = model.inverse_dynamics(x, xd, xdd)
    inverse = _ours("inverse dynamics, complete", model.inverse_dynamics, x, xd, xdd)
    direct = _ours("direct dynamics, complete", model.forward_dynamics, x, xd, tau)
    yield inverse
    yield direct
    try:
        closed = closed_states(model, x, xd, xdd, tau)
    except ImportError as error:
        yield _missing(error)
        return
    builders = (inverse, pinocchio_inverse), (inverse, mujoco_inverse), (direct, pinocchio_direct), (direct, pinocchio_loops)
    for ours, build in builders:
        try:
            yield _theirs(build(model, closed), ours)
        except ImportError as error:
            yield _missing(error)


def _missing(error: ImportError) -> Figures:
    return Figures(str(error.name), "not installed (pip install parados[bench])", *[float("nan")] * 5)


def _ours(what: str, quantity: Callable[..., Array], *inputs: Array) -> Figures:
    engine = processor_time(lambda: quantity(*inputs)) / COUNT * 1e6
    call = _time(lambda k: quantity(*[a[k] for a in inputs]))
    return Figures("parados", what, call, call - engine, engine)


def _theirs(contender: Contender, ours: Figures) -> Figures:
    name, what, run, idle = contender
    call, binding = _time(run), _time(idle)
    engine = call - binding
    return Figures(name, what, call, binding, engine, call / ours.call, engine / ours.engine)


def _time(run: Run) -> float:
    """Return the time per state [us], with one state per call."""
    return processor_time(lambda: [run(k) for k in range(COUNT)]) / COUNT * 1e6

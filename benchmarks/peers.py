"""Dynamics of one Gough-Stewart platform by parados and by general engines, in the same run.

Every engine gets the same robot (tree of the legs, platform, inertias, gravity, closures) and the same closed states: joints,
rates and accelerations of all joints and the platform's pose and motion, as parados computes them. Before anything is timed,
Pinocchio's constrained accelerations must agree with those of parados, and the forces of MuJoCo with those of Pinocchio.

Inverse dynamics: of parados it is complete, from x, xd, xdd to the efforts, geometry included; of the others the part that they
have, given the closed state. Of Pinocchio that is the recursive Newton-Euler algorithm on the tree and the Jacobian of the
closures, of MuJoCo `mj_inverse` with the closures as equalities. The projection on the actuators is left out in their favour.
Direct dynamics: complete, but for Pinocchio from the closed state again. MuJoCo is left out: it softens the closures, so that its
accelerations are others.

A call from Python can cost more than the engine itself, so two comparisons are made. `call`: all from Python, one state a call.
`engine`: without Python, which is for parados a state of one stacked call (a plain loop in C), for the others the call less
`binding`, the time of the same Python calls on a model with one joint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import parados
from benchmarks.contenders import Contender, Run, closed_states, mujoco_inverse, pinocchio_direct, pinocchio_inverse
from benchmarks.speed import states
from benchmarks.timing import best_of

__all__ = ["Figures", "peers"]

Array = NDArray[np.float64]

ROBOT = "gough-stewart-lopes"
COUNT = 1000


class Figures(NamedTuple):
    """Microseconds a state, and the ratios of `call` and of `engine` to those of parados."""

    name: str
    what: str
    call: float
    binding: float
    engine: float
    call_ratio: float = 1.0
    engine_ratio: float = 1.0


def peers() -> Iterator[Figures]:
    """Times of parados, Pinocchio and MuJoCo; of parados alone where they are not installed."""
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
    for ours, build in ((inverse, pinocchio_inverse), (inverse, mujoco_inverse), (direct, pinocchio_direct)):
        try:
            yield _theirs(build(model, closed), ours)
        except ImportError as error:
            yield _missing(error)


def _missing(error: ImportError) -> Figures:
    return Figures(str(error.name), "not installed (pip install parados[bench])", *[float("nan")] * 5)


def _ours(what: str, quantity: Callable[..., Array], *inputs: Array) -> Figures:
    engine = best_of(lambda: quantity(*inputs)) / COUNT * 1e6
    call = _time(lambda k: quantity(*[a[k] for a in inputs]))
    return Figures("parados", what, call, call - engine, engine)


def _theirs(contender: Contender, ours: Figures) -> Figures:
    name, what, run, idle = contender
    call, binding = _time(run), _time(idle)
    engine = call - binding
    return Figures(name, what, call, binding, engine, call / ours.call, engine / ours.engine)


def _time(run: Run) -> float:
    """Microseconds a state, one state a call."""
    return best_of(lambda: [run(k) for k in range(COUNT)]) / COUNT * 1e6

"""Choose the states at which the test driver of exported C calls every function, and arguments that must be rejected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from parados.geometry.inverse import Samples
from parados.model.c_parameters import ParameterStruct
from parados.model.compiled_robot import CompiledRobot

__all__ = ["regular_states", "wrong_arguments"]

Array = NDArray[np.float64]


def regular_states(model: CompiledRobot, struct: ParameterStruct) -> Iterator[dict[str, Array]]:
    """Yield three regular configurations; also three with other values of the live parameters, if there are any."""
    n_x, live = len(model.labels["x"]), struct.values

    def is_default(rows: Array) -> NDArray[np.bool_]:
        return np.asarray((rows[:, n_x : n_x + len(live)] == live).all(axis=1))

    own, family = model.survey.samples.inputs, model._evaluator.graphs.survey.samples.inputs
    for rows in (own[is_default(own)], family[~is_default(family)]):
        parts = Samples(rows[:: max(1, len(rows) // 3)][:3]).named(model.survey.geometry)
        for k in range(len(parts["x"])):
            yield {key: part[k] for key, part in parts.items() if part.shape[1]}


def wrong_arguments(model: CompiledRobot, state: Mapping[str, Array]) -> Iterator[tuple[dict[str, Array], str]]:
    """Yield states with one argument that must be rejected, each with the expected status."""
    first = np.arange(len(state["x"])) == 0
    yield {**state, "x": np.where(first, np.nan, state["x"])}, "NOT_FINITE"
    yield {**state, "x": np.where(first, -np.inf, state["x"])}, "NOT_FINITE"
    if "parameters" in state:
        for bad in (np.nan, np.inf):
            yield {**state, "parameters": np.append(state["parameters"][:-1], bad)}, "NOT_FINITE"
    rates = np.full(model.mechanism.n_dof, np.nan)
    yield {**state, "xd": rates, "xdd": rates}, "NOT_FINITE"
    yield {**state, "wrench": np.full(6, np.inf)}, "NOT_FINITE"
    yield {**state, "friction": np.full(1, np.nan)}, "NOT_FINITE"
    if "mode" in state:
        yield {**state, "mode": 0.5 * state["mode"]}, "BAD_MODE"
        yield {**state, "mode": 7 * state["mode"]}, "BAD_MODE"
        yield {**state, "mode": np.nan * state["mode"]}, "BAD_MODE"
    if "unknowns" in state:
        yield {**state, "unknowns": state["unknowns"] + 1e-3}, "NOT_CLOSED"
        yield {**state, "unknowns": np.nan * state["unknowns"]}, "NOT_FINITE"
    if model.mechanism.platform.is_quaternion:
        quaternion = (np.arange(len(first)) >= 3) & (np.arange(len(first)) < 7)
        yield {**state, "x": np.where(quaternion, 1.01, 1.0) * state["x"]}, "NOT_UNIT"

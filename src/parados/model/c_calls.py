"""Write calls of exported C functions with numbers: the test driver and the timing of the manifest share them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.graph.finished_graph import FinishedGraph
from parados.model.c_forward_checks import Call, forward_calls, guess_near
from parados.model.c_parameters import ParameterStruct
from parados.model.c_text import number
from parados.model.c_unit import CUnit
from parados.model.compiled_robot import CompiledRobot

__all__ = ["Calls", "array"]

Array = NDArray[np.float64]


_FORWARD = ("inverse_kinematics", "inverse_jacobian")
"""Quantities that give the arguments of the forward geometry: q, and whether it is regular."""


@dataclass(frozen=True)
class Calls:
    """Writer of arguments and calls of the functions of a robot."""

    unit: CUnit

    @property
    def model(self) -> CompiledRobot:
        return self.unit.model

    @property
    def name(self) -> str:
        return self.unit.name

    @property
    def graphs(self) -> Mapping[str, FinishedGraph]:
        return self.unit.graphs

    @property
    def struct(self) -> ParameterStruct:
        return self.unit.struct

    def values(self, graph: FinishedGraph, known: Mapping[str, Array]) -> dict[str, Array]:
        """Return the arguments of a function: the known ones, and random values for the others, the same at every call."""
        rng, f = np.random.default_rng(3), graph.function
        drawn = {f.name_in(k): rng.normal(size=f.numel_in(k)) for k in range(f.n_in())}
        live = {"parameters": known["parameters"]} if self.struct.members else {}
        return {**live, **{key: known.get(key, value) for key, value in drawn.items()}}

    @staticmethod
    def evaluated(graph: FinishedGraph, values: Mapping[str, Array]) -> list[Array]:
        """Evaluate a graph: its results, then its pivots."""
        f = graph.function
        return [np.asarray(part).ravel() for part in f.call([ca.DM(values[f.name_in(k)]) for k in range(f.n_in())])]

    def argument(self, key: str, value: Array) -> str:
        """Define an argument in C."""
        if key != "parameters":
            return array(key, value)
        is_default = np.array_equal(value, self.struct.values)
        text = f"{self.name}_default_parameters" if is_default else self.struct.initialiser(value)
        return f"const {self.name}_parameters parameters = {text};"

    @staticmethod
    def passed(values: Mapping[str, Array]) -> list[str]:
        """Return the arguments of a call: arrays by their names, the struct by its address."""
        return ["&parameters" if key == "parameters" else key for key in values]

    def mode_of(self, known: Mapping[str, Array]) -> Array:
        """Return the signs of the free choices at a closed configuration."""
        choices = self.model.survey.geometry.choices
        given = np.concatenate([known["x"], known.get("parameters", np.zeros(0))])
        sides = self.model._evaluator.numeric.placements.sides(given[None], known["unknowns"][None])[0]
        return np.array([1.0 if side > 0 else -1.0 for side, choice in zip(sides, choices, strict=True) if choice.fixed is None])

    def forward_calls(self, known: Mapping[str, Array]) -> Iterator[Call]:
        """Yield calls of the forward geometry near a closed configuration; none if the actuators do not determine the pose."""
        mechanism, survey = self.model.mechanism, self.model.survey
        if len(mechanism.actuated) < mechanism.n_dof:
            return
        q, slopes = (self.evaluated(self.graphs[key], self.values(self.graphs[key], known))[0] for key in _FORWARD)
        mode = self.mode_of(known) if "unknowns" in known else known.get("mode", np.zeros(0))
        own = {**known, "mode": mode} if len(mode) else known
        guess = guess_near(known["x"], survey.upper - survey.lower, mechanism.platform.is_quaternion)
        yield from forward_calls(own, q, slopes.reshape(mechanism.n_dof, len(q)).T, guess)


def array(name: str, values: Array) -> str:
    """Define an argument in C; its entries may be NaN or infinite."""
    return f"const double {name}[{len(values)}] = {{{', '.join(number(v) for v in values)}}};"

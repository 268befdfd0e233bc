"""A model of a source: its parameters, its functions, and a checked evaluation of them.

The functions are CasADi graphs that do not check their inputs. `Formulation.evaluate` checks the states and rejects poses
that a leg cannot reach or that are singular.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib import import_module
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import real_array, word
from parados.errors import InputError, SingularConfigurationError, UnknownNameError, UnreachableError

__all__ = ["Formulation"]

Array = NDArray[np.float64]

SINGULAR = 1e-10
"""Smallest accepted ratio of the singular values of J^-1, after its columns are scaled to the same size."""


@dataclass(frozen=True)
class Formulation:
    """A model of a source.

    Attributes
    ----------
    name, title : its name for commands, and the document
    robots : robots of the catalog with the same numbers
    module : module with its class of parameters and its builder, below `parados.sources`
    parameters : name of the class of parameters
    build : function from the module and the parameters (or None) to the functions, by name
    page : page of the documentation, below docs/formulations
    use : one sentence about its use;  assumes : its assumptions
    lengths : (function, output) that is not finite if a leg does not reach a pose
    legs : number of the leg of each entry of this output, from 1
    jacobian : (function, output) with J^-1
    """

    name: str
    title: str
    robots: tuple[str, ...]
    module: str
    parameters: str
    build: Callable[[Any, Any], dict[str, ca.Function]]
    page: str
    use: str
    assumes: str
    lengths: tuple[str, str]
    legs: tuple[int, ...]
    jacobian: tuple[str, str]

    @property
    def _module(self) -> Any:
        return import_module(f"parados.sources.{self.module}")

    @property
    def parameters_type(self) -> type:
        """The class of parameters; its fields and defaults are documented there."""
        found: type = getattr(self._module, self.parameters)
        return found

    def functions(self, parameters: Any = None) -> dict[str, ca.Function]:
        """Build all functions, by name, with the given parameters or, by default, those of the source."""
        kind = self.parameters_type
        if parameters is not None and not isinstance(parameters, kind):
            raise InputError(f"parameters: {self.name} takes {kind.__name__}(...), not {type(parameters).__name__}")
        return dict(_built(self)) if parameters is None else self.build(self._module, parameters)

    def defaults(self) -> dict[str, Any]:
        """Return the names of the parameters and their values in the source."""
        own = self.parameters_type()
        assert is_dataclass(own)
        return {field.name: getattr(own, field.name) for field in fields(own)}

    def evaluate(self, function: str, parameters: Any = None, **states: ArrayLike) -> dict[str, Array]:
        """Evaluate one function at one state, and return its outputs as arrays.

        Raises UnreachableError if a leg does not reach the pose, SingularConfigurationError if J^-1 has lost rank.
        """
        functions = self.functions(parameters)
        f = functions[word("function", function, list(functions), UnknownNameError)]
        values = {name: _state(f, name, states) for name in f.name_in()}
        unknown = sorted(set(states) - set(values))
        if unknown:
            raise UnknownNameError(f"{unknown[0]}: {function} takes {', '.join(f.name_in())}")
        self._check_pose(functions, values)
        found = {name: np.asarray(value.full()) for name, value in f(**values).items()}
        bad = [name for name, value in found.items() if not np.isfinite(value).all()]
        if bad:
            raise SingularConfigurationError(f"{self.name}: {function} has no finite {bad[0]} here; the pose is singular")
        return found

    def _check_pose(self, functions: dict[str, ca.Function], values: dict[str, Array]) -> None:
        """Raise an error if a leg does not reach the pose or if the pose is singular; check nothing if `values` has no pose."""
        for check, (function, output) in ((self._check_reach, self.lengths), (self._check_rank, self.jacobian)):
            f = functions[function]
            known = {name: values.get(name, np.zeros(f.numel_in(k))) for k, name in enumerate(f.name_in())}
            needed = [name for name in f.name_in() if name in ("x", "X", "mode")]
            if all(name in values for name in needed):
                check(np.asarray(f(**known)[output].full()))

    def _check_reach(self, lengths: Array) -> None:
        bad = np.flatnonzero(~np.isfinite(lengths.ravel()))
        if len(bad):
            leg = min(self.legs[k] for k in bad)
            raise UnreachableError(
                f"{self.name}: leg {leg} cannot reach this pose, it is too far or too near; choose another pose"
            )

    def _check_rank(self, J_inv: Array) -> None:
        if not np.isfinite(J_inv).all():
            raise SingularConfigurationError(f"{self.name}: J^-1 is not finite in this pose: a leg has lost a degree of freedom")
        sizes = np.linalg.norm(J_inv, axis=0)
        values = np.linalg.svd(J_inv / np.where(sizes > 0, sizes, 1.0), compute_uv=False)
        if values[-1] <= SINGULAR * values[0]:
            message = f"{self.name}: J^-1 is singular in this pose (ratio of singular values {values[-1] / values[0]:.1e})"
            raise SingularConfigurationError(f"{message}; the actuators cannot hold the platform")


def _state(f: ca.Function, name: str, states: dict[str, ArrayLike]) -> Array:
    """Return one input of a function as a column of finite numbers."""
    size = f.numel_in(f.index_in(name))
    if name not in states:
        raise InputError(f"{name}: missing; {f.name()} takes {', '.join(f.name_in())}, each of {size} numbers")
    value = real_array(name, states[name])
    if value.shape not in ((size,), (size, 1)):
        raise InputError(f"{name}: shape ({size},) is expected, one state, not {value.shape}")
    return value.reshape(size)


@cache
def _built(one: Formulation) -> dict[str, ca.Function]:
    """Build the functions of a formulation with the numbers of its source, once."""
    return one.build(one._module, None)

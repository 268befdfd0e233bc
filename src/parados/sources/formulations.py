"""The models of the sources as one list: name, robots, parameters, functions, and a checked evaluation.

The functions of a formulation are CasADi graphs that compute whatever they are given. `Formulation.evaluate` checks the states
and rejects poses that a leg cannot reach or that are singular.
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

__all__ = ["FORMULATIONS", "Formulation", "formulation", "formulations_of"]

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
    lengths : (function, output) with an entry for each leg, which tells whether the legs reach a pose
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
        """Build all functions, by name, with own parameters or those of the source."""
        kind = self.parameters_type
        if parameters is not None and not isinstance(parameters, kind):
            raise InputError(f"parameters: {self.name} takes {kind.__name__}(...), not {type(parameters).__name__}")
        return dict(_built(self.name)) if parameters is None else self.build(self._module, parameters)

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
        """Reject a pose out of reach and a singular one; nothing is checked if a function needs no pose, or a measured one."""
        for check, (function, output) in ((self._check_reach, self.lengths), (self._check_rank, self.jacobian)):
            f = functions[function]
            known = {name: values.get(name, np.zeros(f.numel_in(k))) for k, name in enumerate(f.name_in())}
            needed = [name for name in f.name_in() if name in ("x", "X", "mode")]
            if all(name in values for name in needed):
                check(np.asarray(f(**known)[output].full()))

    def _check_reach(self, lengths: Array) -> None:
        bad = np.flatnonzero(~np.isfinite(lengths.ravel()))
        if len(bad):
            raise UnreachableError(f"{self.name}: leg {bad[0] + 1} does not reach this pose; move the platform closer to it")

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


def _of_class(name: str) -> Callable[[Any, Any], dict[str, ca.Function]]:
    """Return a builder that makes the functions of a class of the module."""

    def build(module: Any, parameters: Any) -> dict[str, ca.Function]:
        made = getattr(module, name)
        functions: dict[str, ca.Function] = (made() if parameters is None else made(parameters)).functions()
        return functions

    return build


def _c5(plates: str) -> Callable[[Any, Any], dict[str, ca.Function]]:
    def build(module: Any, parameters: Any) -> dict[str, ca.Function]:
        functions: dict[str, ca.Function] = module.functions(plates, parameters)
        return functions

    return build


_BOOK = "Briot, Khalil: Dynamics of Parallel Robots"
_C5 = "Fried, Djouani, Fijany: a C5 joint parallel robot"

_LIST = (
    Formulation(
        "briot_five_bar", f"{_BOOK}, five-bar mechanism", ("five-bar", "five-bar-split", "five-bar-feasible"),
        "briot_khalil.five_bar_model", "FiveBarParameters", _of_class("FiveBar"), "briot_khalil.md",
        "Follow chapters 7 and 8 of the book with numbers; direct dynamics in closed form.",
        "planar legs of two links, one working mode", ("inverse_geometry", "q_a"), ("matrices", "J_inv"),
    ),
    Formulation(
        "briot_dualv", f"{_BOOK}, DualV", ("dualv",), "briot_khalil.dualv_model", "DualVParameters", _of_class("DualV"),
        "briot_khalil.md", "Choose among the efforts of a robot with redundant actuators.",
        "four equal planar legs in a horizontal plane", ("inverse_geometry", "q_a"), ("matrices", "J_inv"),
    ),
    Formulation(
        "briot_tripteron", f"{_BOOK}, Tripteron", ("tripteron",), "briot_khalil.tripteron_model", "TripteronParameters",
        _of_class("Tripteron"), "briot_khalil.md", "Study singularities of the legs by J_td.",
        "three equal legs, axes along those of the base", ("inverse_geometry", "q_d"), ("matrices", "J"),
    ),
    Formulation(
        "falezza_delta", "Falezza et al.: A novel inverse dynamic model for 3-DoF delta robots",
        ("delta-d3-1200", "delta-d3-1200-simplified"), "falezza_delta.model", "DeltaParameters", _of_class("FalezzaDelta"),
        "falezza_delta.md", "Torques of a Delta robot from measured joints in few operations; forces of its rods.",
        "three equal legs, a platform that does not turn, no friction", ("inverse_geometry", "theta"),
        ("inverse_jacobian", "inverse_jacobian"),
    ),
    Formulation(
        "fried_c5_rods", f"{_C5}, plates on the rods", ("c5-plates-on-rods",), "fried_c5.model", "C5Parameters", _c5("rods"),
        "fried_c5.md", "The Jacobian as a product of sparse matrices, forces without a linear system.",
        "rods along the axes of the base, two along each", ("inverse_kinematics", "Q_a"), ("inverse_jacobian", "J_inv"),
    ),
    Formulation(
        "fried_c5_platform", f"{_C5}, plates on the platform", ("c5",), "fried_c5.model", "C5Parameters", _c5("platform"),
        "fried_c5.md", "The Jacobian as a product of sparse matrices, forces without a linear system.",
        "rods along the axes of the base, two along each", ("inverse_kinematics", "Q_a"), ("inverse_jacobian", "J_inv"),
    ),
    Formulation(
        "fried_gough_stewart", "Fried et al.: An Inverse Dynamic Model of the Gough-Stewart Platform",
        ("gough-stewart-fried", "gough-stewart-fried-constant"), "fried_gough_stewart.model", "FriedParameters",
        _of_class("FriedGoughStewart"), "fried_gough_stewart.md",
        "Inertia, contact force and constraint forces of each leg; legs on several processors.",
        "six equal legs of two links, no friction, no rotors", ("inverse_kinematics", "theta"), ("inverse_jacobian", "J_inv"),
    ),
    Formulation(
        "lopes_stewart", "Lopes: Dynamic modeling of a Stewart platform using the generalized momentum approach",
        ("gough-stewart-lopes", "gough-stewart-lopes-fat"), "lopes_stewart.model", "Parameters", _of_class("LopesStewart"),
        "lopes_stewart.md", "Contribution of each body to the forces; a Coriolis matrix.",
        "six equal legs that do not turn about their own axis (LopesStewart(..., spin=True) removes this)", ("lengths", "l"),
        ("jacobians", "J_C"),
    ),
)  # fmt: skip


@cache
def _built(name: str) -> dict[str, ca.Function]:
    """Build the functions of a formulation with the numbers of its source, once."""
    one = FORMULATIONS[name]
    return one.build(one._module, None)


FORMULATIONS: dict[str, Formulation] = {one.name: one for one in _LIST}
"""Name -> formulation."""


def formulation(name: str) -> Formulation:
    """Return a formulation by its name; raises UnknownNameError for an unknown one."""
    return FORMULATIONS[word("formulation", name, list(FORMULATIONS), UnknownNameError)]


def formulations_of(robot: str) -> list[Formulation]:
    """Return the formulations of a robot of the catalog."""
    return [one for one in _LIST if robot in one.robots]

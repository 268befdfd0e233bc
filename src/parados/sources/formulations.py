"""The models of the sources as one list; `source_formulation` defines what each has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casadi as ca

from parados.arguments import word
from parados.errors import UnknownNameError
from parados.sources.source_formulation import Formulation

__all__ = ["FORMULATIONS", "Formulation", "formulation", "formulations_of"]


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


FORMULATIONS: dict[str, Formulation] = {one.name: one for one in _LIST}
"""Name -> formulation."""


def formulation(name: str) -> Formulation:
    """Return a formulation by its name; raises UnknownNameError for an unknown one."""
    return FORMULATIONS[word("formulation", name, list(FORMULATIONS), UnknownNameError)]


def formulations_of(robot: str) -> list[Formulation]:
    """Return the formulations of a robot of the catalog."""
    return [one for one in _LIST if robot in one.robots]

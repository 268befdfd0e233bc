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
        name="briot_five_bar",
        title=f"{_BOOK}, five-bar mechanism",
        robots=("five-bar", "five-bar-split", "five-bar-feasible"),
        module="briot_khalil.five_bar_model",
        parameters="FiveBarParameters",
        build=_of_class("FiveBar"),
        page="briot_khalil.md",
        use="Follow chapters 7 and 8 of the book with numbers; direct dynamics in closed form.",
        assumes="planar legs of two links, one working mode",
        lengths=("inverse_geometry", "q_a"),
        legs=(1, 2),
        jacobian=("matrices", "J_inv"),
    ),
    Formulation(
        name="briot_dualv",
        title=f"{_BOOK}, DualV",
        robots=("dualv",),
        module="briot_khalil.dualv_model",
        parameters="DualVParameters",
        build=_of_class("DualV"),
        page="briot_khalil.md",
        use="Choose among the efforts of a robot with redundant actuators.",
        assumes="four equal planar legs in a horizontal plane",
        lengths=("inverse_geometry", "q_a"),
        legs=(1, 2, 3, 4),
        jacobian=("matrices", "J_inv"),
    ),
    Formulation(
        name="briot_tripteron",
        title=f"{_BOOK}, Tripteron",
        robots=("tripteron",),
        module="briot_khalil.tripteron_model",
        parameters="TripteronParameters",
        build=_of_class("Tripteron"),
        page="briot_khalil.md",
        use="Study singularities of the legs by J_td.",
        assumes="three equal legs, axes along those of the base",
        lengths=("inverse_geometry", "q_d"),
        legs=(1, 1, 1, 2, 2, 2, 3, 3, 3),
        jacobian=("matrices", "J"),
    ),
    Formulation(
        name="briot_3_rpr",
        title=f"{_BOOK}, 3-RPR (first-order kinematics)",
        robots=("3-rpr",),
        module="briot_khalil.first_order_models",
        parameters="ThreeRPRParameters",
        build=_of_class("ThreeRPR"),
        page="briot_khalil.md",
        use="Follow section 7.3.4.2 of the book with numbers: A, A_r, B, J_inv.",
        assumes="planar struts of positive length; kinematics only",
        lengths=("inverse_geometry", "q_a"),
        legs=(1, 2, 3),
        jacobian=("matrices", "J_inv"),
    ),
    Formulation(
        name="briot_orthoglide",
        title=f"{_BOOK}, Orthoglide (first-order kinematics)",
        robots=("orthoglide",),
        module="briot_khalil.first_order_models",
        parameters="OrthoglideParameters",
        build=_of_class("Orthoglide"),
        page="briot_khalil.md",
        use="Follow section 7.3.4.3 of the book with numbers: A, A_r, B, J_inv.",
        assumes="rails along the axes of the base, one working mode; kinematics only",
        lengths=("inverse_geometry", "q_a"),
        legs=(1, 2, 3),
        jacobian=("matrices", "J_inv"),
    ),
    Formulation(
        name="briot_gough_stewart",
        title=f"{_BOOK}, Gough-Stewart platform (first-order kinematics)",
        robots=("gough-stewart-lopes", "gough-stewart-lopes-fat"),
        module="briot_khalil.first_order_models",
        parameters="GoughStewartParameters",
        build=_of_class("GoughStewart"),
        page="briot_khalil.md",
        use="Follow section 7.3.4.4 of the book with numbers: A, B, J_inv for any attachment points.",
        assumes="struts of positive length, angles ZYX; kinematics only",
        lengths=("inverse_geometry", "q_a"),
        legs=(1, 2, 3, 4, 5, 6),
        jacobian=("matrices", "J_inv"),
    ),
    Formulation(
        name="falezza_delta",
        title="Falezza et al.: A novel inverse dynamic model for 3-DoF delta robots",
        robots=("delta-d3-1200", "delta-d3-1200-simplified"),
        module="falezza_delta.model",
        parameters="DeltaParameters",
        build=_of_class("FalezzaDelta"),
        page="falezza_delta.md",
        use="Torques of a Delta robot from measured joints in few operations; forces of its rods.",
        assumes="three equal legs, a platform that does not turn, no friction",
        lengths=("inverse_geometry", "theta"),
        legs=(1, 2, 3),
        jacobian=("inverse_jacobian", "inverse_jacobian"),
    ),
    Formulation(
        name="fried_c5_rods",
        title=f"{_C5}, plates on the rods",
        robots=("c5-plates-on-rods",),
        module="fried_c5.model",
        parameters="C5Parameters",
        build=_c5("rods"),
        page="fried_c5.md",
        use="The Jacobian as a product of sparse matrices, forces without a linear system.",
        assumes="rods along the axes of the base, two along each",
        lengths=("inverse_kinematics", "Q_a"),
        legs=(6, 5, 4, 3, 2, 1),
        jacobian=("inverse_jacobian", "J_inv"),
    ),
    Formulation(
        name="fried_c5_platform",
        title=f"{_C5}, plates on the platform",
        robots=("c5",),
        module="fried_c5.model",
        parameters="C5Parameters",
        build=_c5("platform"),
        page="fried_c5.md",
        use="The Jacobian as a product of sparse matrices, forces without a linear system.",
        assumes="rods along the axes of the base, two along each",
        lengths=("inverse_kinematics", "Q_a"),
        legs=(6, 5, 4, 3, 2, 1),
        jacobian=("inverse_jacobian", "J_inv"),
    ),
    Formulation(
        name="fried_gough_stewart",
        title="Fried et al.: An Inverse Dynamic Model of the Gough-Stewart Platform",
        robots=("gough-stewart-fried", "gough-stewart-fried-constant"),
        module="fried_gough_stewart.model",
        parameters="FriedParameters",
        build=_of_class("FriedGoughStewart"),
        page="fried_gough_stewart.md",
        use="Inertia, contact force and constraint forces of each leg; legs on several processors.",
        assumes="six equal legs of two links, no friction, no rotors",
        lengths=("inverse_kinematics", "theta"),
        legs=(1, 2, 3, 4, 5, 6),
        jacobian=("inverse_jacobian", "J_inv"),
    ),
    Formulation(
        name="lopes_stewart",
        title="Lopes: Dynamic modeling of a Stewart platform using the generalized momentum approach",
        robots=("gough-stewart-lopes", "gough-stewart-lopes-fat"),
        module="lopes_stewart.model",
        parameters="Parameters",
        build=_of_class("LopesStewart"),
        page="lopes_stewart.md",
        use="Contribution of each body to the forces; a Coriolis matrix.",
        assumes="six equal legs that do not turn about their own axis (LopesStewart(..., spin=True) removes this)",
        lengths=("lengths", "l"),
        legs=(1, 2, 3, 4, 5, 6),
        jacobian=("jacobians", "J_C"),
    ),
)


FORMULATIONS: dict[str, Formulation] = {one.name: one for one in _LIST}
"""Name -> formulation."""


def formulation(name: str) -> Formulation:
    """Return a formulation by its name; raises UnknownNameError for an unknown one."""
    return FORMULATIONS[word("formulation", name, list(FORMULATIONS), UnknownNameError)]


def formulations_of(robot: str) -> list[Formulation]:
    """Return the formulations of a robot of the catalog."""
    return [one for one in _LIST if robot in one.robots]

"""Write the C functions with which a controller finds its pose: from measured joints, or the unknowns that belong to a pose.

    static int pose_of_joints(const double *parameters, const double *q, double *x, double *u)
    static int unknowns_of_pose(const double *parameters, const double *x, double *u)

Both start from x and u and return 1 if they found a result. A closed-form geometry has no unknowns u, and no second function.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.geometry.numeric import ITERATIONS
from parados.model.c_forward import ForwardText
from parados.model.c_newton import SMALL, NewtonText
from parados.model.c_numeric_forward import NumericForwardText, closure_tangent
from parados.model.c_pieces import CHECKS
from parados.model.closure_functions import ClosureFunctions
from parados.model.compiled_robot import CompiledRobot
from parados.model.forward_quantities import points
from parados.model.quantity import Options
from parados.model.status_codes import status_type

__all__ = ["controller_pose_source"]

Array = NDArray[np.float64]

_POSE = """
static int pose_of_joints(const double *parameters, const double *q, double *x, double *u)
{{
  double first[{n_v}], sense;
{mode}  (void)parameters;
  (void)u;
  return {name}_forward(q, {given}first, &sense) == {name}_OK;
}}
"""

_UNKNOWNS = """
static int unknowns_of_pose(const double *parameters, const double *x, double *u)
{{
  (void)parameters;
  return {name}_newton(x, {live}u, {small!r}, {most}, 1) == {name}_OK;
}}
"""


def controller_pose_source(model: CompiledRobot, name: str, signs: Array) -> str:
    """Write the functions of a model; `name` is the prefix of what they call, `signs` are those of the working mode."""
    evaluator, mechanism = model._evaluator, model._evaluator.graphs.mechanism
    opening = [status_type(name), CHECKS.format(name=name)]
    if model.survey.geometry.is_closed_form:
        geometry = evaluator.graphs.survey.geometry
        step, periods = evaluator.ready("forward_step", Options()).graph, evaluator.graphs.actuator_periods
        text = ForwardText(name, mechanism, step, points(mechanism, geometry), periods)
        values = ", ".join(repr(float(sign)) for sign in signs)
        mode = f"  static const double mode[{len(signs)}] = {{{values}}};\n" if "mode" in text.extra else ""
        given = "".join(f"{key}, " for key in text.extra) + "x, "
        pose = _POSE.format(name=name, n_v=mechanism.n_dof, mode=mode, given=given)
        return "\n".join([*opening, text.source(has_large=False), pose])
    core = NewtonText(name, evaluator.graphs, ClosureFunctions.of(evaluator.graphs, evaluator._stored))
    forward = NumericForwardText(core, lambda: evaluator._stored("closure_tangent", lambda: closure_tangent(evaluator.graphs)))
    live = "parameters, " if core.n_live else ""
    pose = _POSE.format(name=name, n_v=mechanism.n_dof, mode="", given=f"{live}x, u, ")
    unknowns = _UNKNOWNS.format(name=name, live=live, small=SMALL, most=ITERATIONS)
    return "\n".join([*opening, core.source(), forward.source(), pose, unknowns])

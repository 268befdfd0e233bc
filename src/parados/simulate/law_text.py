"""Write a law and the controller's measurements as C functions of the compiled loop: `measure` and `law_update`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.control.law import Law
from parados.control.sampled_loop import Sampling
from parados.control.user_c_law import CLaw
from parados.graph.c_source import named_source
from parados.graph.graph_calls import c_call, named_function, quantity_value
from parados.model.c_controller_pose import controller_pose_source
from parados.model.model import Model
from parados.spatial.vectors import SX

__all__ = ["Controller", "controller_unknowns", "law_source", "reference_sizes"]

Array = NDArray[np.float64]

_MEASURE = """
static int measure(const loop *call, long sample, double period, const double *noise, const double *reference,
                   seen *robot)
{{
  memory *own = call->own;
  int k;
  (void)sample; (void)period; (void)noise; (void)reference; (void)k; (void)own;
{joints}{unknowns}  return DONE;
}}
"""

_JOINTS = """  for (k = 0; k < N_A; ++k) {{
    const double grain = call->resolution[k], was = own->measured[k];
    double q = robot->q[k] + (noise ? noise[k] : 0.0);
    if (grain > 0.0) q = grain * floor(q / grain + 0.5);
    if ({difference} && sample > 0) robot->qd[k] = (q - was) / period;
    robot->q[k] = own->measured[k] = q;
  }}
{near}  if (!pose_of_joints(call->law_parameters, robot->q, own->guess, own->unknowns)) return NO_POSE;
  for (k = 0; k < N_X; ++k) robot->x[k] = own->guess[k];
  {rates};
  if (!all_finite(N_V, robot->xd)) return NO_POSE;
"""

_NEAR = """  if (reference[{clear}] < 1.0) for (k = 0; k < N_X; ++k) own->guess[k] = reference[{x} + k];
  if (reference[{clear}] == 0.0) {{
    for (k = 0; k < N_X; ++k) robot->x[k] = reference[{x} + k];
    for (k = 0; k < N_V; ++k) robot->xd[k] = reference[{xd} + k];
    return DONE;
  }}
"""
"""Near a singular instant of the reference the joints do not determine the pose: the pose of the reference is taken for it, and
is the first guess until the instant is far."""

_UNKNOWNS = "  if (!unknowns_of_pose(call->law_parameters, robot->x, own->unknowns)) return NO_POSE;\n"

_GRAPH = """
static int law_update(const loop *call, double t, double period, const double *reference, const seen *robot, const double *wrench,
                      double *tau)
{{
  memory *own = call->own;
  double next[N_S + 1], margin[1];
  const double dt[1] = {{period}};
  int k;
  (void)t; (void)reference; (void)robot; (void)wrench; (void)dt; (void)next;
  {call};
  if (!(margin[0] >= 1.0)) return LAW_SINGULAR;
  for (k = 0; k < N_S; ++k) {{
    if (!isfinite(next[k])) return LAW_NOT_FINITE;
    own->law[k] = next[k];
  }}
  return DONE;
}}
"""

_USER = """
static int law_update(const loop *call, double t, double period, const double *reference, const seen *robot, const double *wrench,
                      double *tau)
{
  return law(t, period, reference, robot->x, robot->xd, robot->q, robot->qd, wrench, call->own->law, tau) ? LAW_STOPPED : DONE;
}
"""

_NO_MEASURE = """
static int measure(const loop *call, long sample, double period, const double *noise, const double *reference,
                   seen *robot)
{
  (void)call; (void)sample; (void)period; (void)noise; (void)reference; (void)robot;
  return DONE;
}
"""

_NO_LAW = """
static int law_update(const loop *call, double t, double period, const double *reference, const seen *robot, const double *wrench,
                      double *tau)
{
  (void)call; (void)t; (void)period; (void)reference; (void)robot; (void)wrench; (void)tau;
  return DONE;
}
"""


class Controller(NamedTuple):
    """What runs on the controller: a law that is written in C, or None for a law that Python runs; its model and working mode."""

    law: Law | CLaw | None
    model: Model
    mode: ArrayLike | None


def controller_unknowns(model: Model) -> int:
    """Return the number of unknowns of the controller's geometry; 0 for a closed form."""
    return 0 if model.survey.geometry.is_closed_form else len(model.survey.home_unknowns)


def reference_sizes(law: Law | CLaw) -> dict[str, int]:
    """Return the sizes of the parts of the reference that the law uses, in the order of a row."""
    labels = law.model.labels
    n_x, n, n_a = len(labels["x"]), len(labels["xd"]), len(labels["q"])
    sizes = {"x_r": n_x, "xd_r": n, "xdd_r": n, "q_r": n_a, "qd_r": n_a, "qdd_r": n_a, "tau_r": n_a}
    sizes |= {"friction_r": n_a, "clear_r": 1}
    sizes["unknowns_r"] = controller_unknowns(law.model)
    return {name: sizes[name] for name in law.wanted}


def _places(law: Law) -> Mapping[str, str]:
    """C expressions of the inputs and outputs of a law's graph."""
    places = {name: f"robot->{name}" for name in ("x", "xd", "q", "qd")}
    places |= {"unknowns": "own->unknowns", "state": "own->law", "gains": "call->gains", "parameters": "call->law_parameters"}
    start = 0
    for name, size in reference_sizes(law).items():
        places[name] = f"reference + {start}"
        start += size
    start = 0
    for name, size in law.outputs.items():
        places[name] = f"own->outputs + {start}"
        start += size
    return places


def _measured_rates(model: Model, signs: Array) -> ca.Function:
    """Build the function from x, unknowns, qd and live parameters to xd = J qd, with the controller's model."""
    sizes = {"x": len(model.labels["x"]), "unknowns": controller_unknowns(model), "qd": len(model.labels["q"])}
    s = {name: SX.sym(name, size) for name, size in {**sizes, "parameters": len(model.live_vector)}.items()}
    J = quantity_value(model.finished_graph("jacobian"), {**s, "mode": ca.DM(signs)}, [])
    return named_function("measured_rates", s, {"xd": ca.densify(J @ s["qd"])})


def _near(law: Law | CLaw | None) -> str:
    """Write what `measure` does near a singular instant of the reference, if the law knows of such instants."""
    if law is None or "clear_r" not in law.wanted:
        return ""
    sizes, places, start = reference_sizes(law), {}, 0
    for name, size in sizes.items():
        places[name] = start
        start += size
    return _NEAR.format(clear=places["clear_r"], x=places["x_r"], xd=places["xd_r"])


def _measuring(model: Model, signs: Array, sampling: Sampling, law: Law | CLaw | None) -> list[str]:
    """Write `measure`, with what it calls, for the controller's model."""
    parts, joints, unknowns = [], "", ""
    if sampling.measured == "joints" or controller_unknowns(model):
        parts.append(controller_pose_source(model, "controller", signs))
    if sampling.measured == "joints":
        rates = _measured_rates(model, signs)
        parts.append("static " + named_source(rates, "measured_rates"))
        places = {**{name: f"robot->{name}" for name in ("x", "xd", "qd")}, "unknowns": "own->unknowns"}
        call = c_call("measured_rates", rates, places | {"parameters": "call->law_parameters"})
        joints = _JOINTS.format(difference=int(sampling.rates == "difference"), rates=call, near=_near(law))
    elif controller_unknowns(model):
        unknowns = _UNKNOWNS
    return [*parts, _MEASURE.format(joints=joints, unknowns=unknowns)]


def law_source(controller: Controller | None, sampling: Sampling) -> str:
    """Write `measure` and `law_update`, with what they call; without a controller, functions that do nothing."""
    if controller is None:
        return _NO_MEASURE + _NO_LAW
    law, model = controller.law, controller.model
    parts = _measuring(model, model.signs(controller.mode), sampling, law)
    if law is None:
        return "\n".join([*parts, _NO_LAW])
    if isinstance(law, CLaw):
        return "\n".join([*parts, law.source, _USER])
    parts.append("static " + named_source(law.graph, "law_graph"))
    return "\n".join([*parts, _GRAPH.format(call=c_call("law_graph", law.graph, _places(law)))])

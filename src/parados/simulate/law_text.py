"""Write a law and the controller's measurements as C functions of the compiled loop: `measure` and `law_update`."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as ca

from parados.control.law import Law
from parados.control.sampled_loop import Sampling
from parados.control.user_c_law import CLaw
from parados.graph.c_source import named_source
from parados.graph.graph_calls import c_call, named_function, quantity_value
from parados.model.c_controller_pose import controller_pose_source
from parados.model.model import Model
from parados.spatial.vectors import SX

__all__ = ["controller_unknowns", "law_source", "reference_sizes"]

_MEASURE = """
static int measure(const loop *call, long sample, double period, const double *noise, seen *robot)
{{
  memory *own = call->own;
  int k;
  (void)sample; (void)period; (void)noise; (void)k; (void)own;
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
  if (!pose_of_joints(call->law_parameters, robot->q, own->guess, own->unknowns)) return NO_POSE;
  for (k = 0; k < N_X; ++k) robot->x[k] = own->guess[k];
  {rates};
  if (!all_finite(N_V, robot->xd)) return NO_POSE;
"""

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

_NONE = """
static int measure(const loop *call, long sample, double period, const double *noise, seen *robot)
{
  (void)call; (void)sample; (void)period; (void)noise; (void)robot;
  return DONE;
}

static int law_update(const loop *call, double t, double period, const double *reference, const seen *robot, const double *wrench,
                      double *tau)
{
  (void)call; (void)t; (void)period; (void)reference; (void)robot; (void)wrench; (void)tau;
  return DONE;
}
"""


def controller_unknowns(model: Model) -> int:
    """Return the number of unknowns of the controller's geometry; 0 for a closed form."""
    return 0 if model.survey.geometry.is_closed_form else len(model.survey.home_unknowns)


def reference_sizes(law: Law | CLaw) -> dict[str, int]:
    """Return the sizes of the parts of the reference that the law uses, in the order of a row."""
    labels = law.model.labels
    n_x, n, n_a = len(labels["x"]), len(labels["xd"]), len(labels["q"])
    sizes = {"x_r": n_x, "xd_r": n, "xdd_r": n, "q_r": n_a, "qd_r": n_a, "qdd_r": n_a}
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


def _measured_rates(law: Law | CLaw) -> ca.Function:
    """Build the function from x, unknowns, qd and live parameters to xd = J qd, with the controller's model."""
    model = law.model
    sizes = {"x": len(model.labels["x"]), "unknowns": controller_unknowns(model), "qd": len(model.labels["q"])}
    s = {name: SX.sym(name, size) for name, size in {**sizes, "parameters": len(model.live_vector)}.items()}
    J = quantity_value(model.finished_graph("jacobian"), {**s, "mode": ca.DM(model.signs(law.mode))}, [])
    return named_function("measured_rates", s, {"xd": ca.densify(J @ s["qd"])})


def law_source(law: Law | CLaw | None, sampling: Sampling) -> str:
    """Write `measure` and `law_update`, with what they call; without a law, functions that do nothing."""
    if law is None:
        return _NONE
    model, parts, joints, unknowns = law.model, [], "", ""
    if sampling.measured == "joints" or controller_unknowns(model):
        parts.append(controller_pose_source(model, "controller", model.signs(law.mode)))
    if sampling.measured == "joints":
        rates = _measured_rates(law)
        parts.append("static " + named_source(rates, "measured_rates"))
        places = {**{name: f"robot->{name}" for name in ("x", "xd", "qd")}, "unknowns": "own->unknowns"}
        call = c_call("measured_rates", rates, places | {"parameters": "call->law_parameters"})
        joints = _JOINTS.format(difference=int(sampling.rates == "difference"), rates=call)
    elif controller_unknowns(model):
        unknowns = _UNKNOWNS
    parts.append(_MEASURE.format(joints=joints, unknowns=unknowns))
    if isinstance(law, CLaw):
        return "\n".join([*parts, law.source, _USER])
    parts.append("static " + named_source(law.graph, "law_graph"))
    return "\n".join([*parts, _GRAPH.format(call=c_call("law_graph", law.graph, _places(law)))])

"""The robot as a plant in platform coordinates: its accelerations, powers and joints as expression graphs, and their C text.

The state is y = [x, xd, work of the actuators, dissipated energy, work of the environment]. This plant is fast, and ends where
its working mode ends: at a Type 1 singularity, where a leg is stretched.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.graph.c_source import named_source
from parados.graph.graph_calls import c_call, named_function, pivot_margin, quantity_value
from parados.model.cut_model import CutModel
from parados.model.model import Model
from parados.simulate.rubbing_joints import passive_friction, rubbing_joints, rubbing_places
from parados.spatial.rotations import quaternion_rates
from parados.spatial.vectors import SX

__all__ = ["PlatformPlant"]

Array = NDArray[np.float64]

_TEXT = """
static int plant_rates(const loop *call, const double *y, const double *tau, const double *wrench, double *rate)
{{
  double margin[1];
  {motion};
  if (!(margin[0] >= 1.0)) return all_finite(1, margin) ? SINGULAR : NOT_FINITE;
  return all_finite(N_Y, rate) ? DONE : NOT_FINITE;
}}

static int plant_observe(const loop *call, seen *robot)
{{
  static const char turns[N_A] = {{{turns}}};
  memory *own = call->own;
  int k;
  for (k = 0; k < N_X; ++k) robot->x[k] = own->y[k];
  for (k = 0; k < N_V; ++k) robot->xd[k] = own->y[N_X + k];
  {observed};
  for (k = 0; k < N_A; ++k) {{
    if (turns[k]) robot->q[k] = nearest_turn(robot->q[k], own->q[k]);
    own->q[k] = robot->q[k];
  }}
  return all_finite(N_A, robot->q) && all_finite(N_A, robot->qd) ? DONE : NOT_FINITE;
}}

static int plant_second(const loop *call, const double *tau, const double *wrench)
{{
  double rate[N_Y];
  const int code = plant_rates(call, call->own->y, tau, wrench, rate);
  int k;
  for (k = 0; k < N_SECOND; ++k) call->own->second[k] = rate[N_X + k];
  return code;
}}

static void plant_slip(const loop *call, double *slip)
{{
  const memory *own = call->own;
  struct {{ double q[N_A], qd[N_A]; }} joints, *robot = &joints;
  int k;
  {observed};
  for (k = 0; k < N_RUB; ++k) slip[k] = robot->qd[rubs[k]];
}}

static int plant_begin(const loop *call)
{{
  (void)call;
  return DONE;
}}

static int plant_settle(const loop *call)
{{
{settle}  return DONE;
}}
"""

_PLACES = {"parameters": "call->parameters", "direction": "call->own->direction", "q": "robot->q", "qd": "robot->qd"}
"""C expressions of inputs and outputs that are not local names."""

_UNIT = """  double *Q = call->own->y + 3;
  const double length = sqrt(Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2] + Q[3] * Q[3]);
  int k;
  for (k = 0; k < 4; ++k) Q[k] /= length;
"""


class PlatformPlant:
    """A robot with closed-form geometry in its platform coordinates.

    friction : False to leave out the friction of the joints;  loaded : True if a wrench acts on the platform
    """

    n_plant = 0
    follows_turns = True

    def __init__(self, model: Model, mode: ArrayLike | None, friction: bool, loaded: bool) -> None:
        self.model, self.mode, self.friction, self.loaded = model, mode, friction, loaded
        self.signs = model.signs(mode)
        labels = model.labels
        self.n_x, self.n, self.n_a = len(labels["x"]), len(labels["xd"]), len(labels["q"])
        self.n_y, self.n_second = self.n_x + self.n + 3, self.n
        jumping = rubbing_joints(model.mechanism) if friction else ()
        self.rubbing = tuple(k for k, joint in enumerate(model.mechanism.actuated) if joint in jumping)

    def start(self, x: Array, xd: Array) -> dict[str, Array]:
        """Return the parts of the loop's memory that belong to the plant, at a state."""
        return {"y": np.concatenate([x, xd, np.zeros(3)]), "q": self.model.inverse_kinematics(x, mode=self.mode)}

    def memory(self) -> dict[str, int]:
        """Return names and sizes of the plant's own memory."""
        return {"plant": 0, "direction": self.n_a}

    def motion(self) -> ca.Function:
        """Build the function from y, tau, wrench, directions of friction and live parameters to the rates of y and the margin.

        If only actuated joints have friction, it is subtracted from their efforts, with the given directions (n_a,).
        """
        model = self.model
        margins: list[SX] = []
        y, tau, wrench = SX.sym("y", self.n_y), SX.sym("tau", self.n_a), SX.sym("wrench", 6)
        live = SX.sym("parameters", len(model.live_vector))
        x, xd = y[: self.n_x], y[self.n_x : self.n_x + self.n]
        given = {"x": x, "xd": xd, "tau": tau, "wrench": wrench, "mode": ca.DM(self.signs), "parameters": live}

        def value(name: str, **options: bool) -> SX:
            return quantity_value(model.finished_graph(name, **options), given, margins)

        qd, direction = value("joint_rates"), SX.sym("direction", self.n_a)
        split = self.friction and not passive_friction(model.mechanism)
        rubbing = self._friction(qd, direction, live) if split else SX(self.n_a, 1)
        given["tau"] = tau - rubbing
        xdd = value("forward_dynamics", friction=self.friction and not split, loaded=self.loaded)
        loss = value("dissipated_power", friction=self.friction and not split) + ca.dot(rubbing, qd)
        outside = ca.dot(wrench, value("platform_twist")) if self.loaded else SX(0)
        moved = ca.vertcat(xd[:3], quaternion_rates(x[3:7], xd[3:6]), xd[6:]) if self.n_x > self.n else xd
        rate = ca.vertcat(moved, xdd, ca.dot(tau, qd), loss, outside)
        outputs = ca.cse([ca.densify(rate), pivot_margin(margins)])
        inputs = {"y": y, "tau": tau, "wrench": wrench, "direction": direction, "parameters": live}
        return named_function("motion", inputs, dict(zip(("rate", "margin"), outputs, strict=True)))

    def _friction(self, qd: SX, direction: SX, live: SX) -> SX:
        """(n_a, 1) friction of the actuated joints."""
        cut, places = CutModel(self.model), list(self.model.mechanism.actuated)
        f = cut.kernel("cut_motion").graph
        given = {name: SX.zeros(f.numel_in(name)) for name in f.name_in()} | {"parameters": live}
        for name, own in (("zd", qd), ("direction", direction)):
            if name in given:
                given[name][places] = own
        found = f(**{name: given[name] for name in f.name_in()})
        return (found["viscous"] + found["dry"])[places]

    def observed(self) -> ca.Function:
        """Build the function from y and live parameters to the positions and rates of the actuated joints."""
        y, live = SX.sym("y", self.n_y), SX.sym("parameters", len(self.model.live_vector))
        given = {"x": y[: self.n_x], "xd": y[self.n_x : self.n_x + self.n], "mode": ca.DM(self.signs), "parameters": live}
        names = ("inverse_kinematics", "joint_rates")
        outputs = ca.cse([ca.densify(quantity_value(self.model.finished_graph(name), given, [])) for name in names])
        return named_function("observed", {"y": y, "parameters": live}, dict(zip(("q", "qd"), outputs, strict=True)))

    def source(self) -> str:
        """Write plant_begin, plant_rates, plant_second, plant_observe and plant_settle."""
        mechanism = self.model.mechanism
        turns = ", ".join(str(int(mechanism.joints[k].is_periodic)) for k in mechanism.actuated)
        motion, observed = self.motion(), self.observed()
        text = _TEXT.format(
            turns=turns,
            motion=c_call("plant_motion", motion, _PLACES),
            observed=c_call("plant_joints", observed, _PLACES | {"y": "own->y"}),
            settle=_UNIT if self.n_x > self.n else "  (void)call;\n",
        )
        text = rubbing_places(self.rubbing) + text
        own = [named_source(motion, "plant_motion"), named_source(observed, "plant_joints")]
        return "\n".join([*["static " + part for part in own], text])

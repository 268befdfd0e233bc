"""The robot as a plant in the coordinates of its cut tree, on charts of the closed configurations (`cut_plant.c`).

This plant passes Type 1 and Type 2 singularities, changes of the working mode and of the assembly mode, and serves robots whose
inverse geometry has no closed form.
"""

from __future__ import annotations

from pathlib import Path

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.graph.c_source import named_source
from parados.graph.graph_calls import c_call
from parados.model.cut_model import CutModel
from parados.model.model import Model
from parados.simulate.cut_graph_parts import CutGraphParts
from parados.simulate.rigid_start import starting_pose, starting_rates
from parados.simulate.rubbing_joints import rubbing_joints, rubbing_places

__all__ = ["CutPlant"]

Array = NDArray[np.float64]

_GLUE = """
static void cut_rows(const loop *call, const double *z, double *g)
{{
  const double *reference = call->own->plant + 2 * N_Z;
  (void)call; (void)z; (void)g; (void)reference;
  {rows}
}}

static void cut_slopes(const loop *call, const double *z, double *G)
{{
  const double *reference = call->own->plant + 2 * N_Z;
  (void)call; (void)z; (void)G; (void)reference;
  {slopes}
}}

static void cut_forces(const loop *call, const double *z, const double *zd, const double *wrench, double *M, double *f,
                       double *gamma, double *powers)
{{
  const double *reference = call->own->plant + 2 * N_Z, *direction = call->own->direction;
  (void)gamma; (void)reference; (void)direction;
  {forces}
}}

static void cut_renew(const loop *call)
{{
{renew}
}}

static void cut_coordinates(const loop *call, double *x, double *xd)
{{
  const memory *own = call->own;
  const double *z = own->plant, *zd = z + N_Z, *reference = z + 2 * N_Z, *turned = own->turned, *pose = own->pose;
  (void)reference; (void)turned; (void)pose;
  {coordinates}
}}
"""

_RENEW = """  memory *own = call->own;
  double *z = own->plant, *zd = z + N_Z, *reference = z + 2 * N_Z, turn[9], quaternion[4], omega[3];
  const double *turned = own->turned;
  int k;
  (void)turned;
  {call}
  for (k = 0; k < 9; ++k) reference[k] = turn[k];
  for (k = 0; k < 4; ++k) own->turned[k] = quaternion[k];
  for (k = 0; k < 3; ++k) {{ z[N_Z - 3 + k] = 0.0; zd[N_Z - 3 + k] = omega[k]; }}"""


class CutPlant:
    """A robot in the coordinates z of its cut tree.

    mode : working mode at the start
    friction : False to leave out the friction of the joints;  loaded : True if a wrench acts on the platform
    """

    follows_turns = False

    def __init__(self, model: Model, mode: ArrayLike | None, friction: bool, loaded: bool) -> None:
        self.model, self.mode, self.cut = model, mode, CutModel(model)
        self.n_z, self.n = self.cut.n_z, model.mechanism.n_dof
        self.graphs = CutGraphParts(self.cut, friction, loaded)
        self.n_y, self.n_plant, self.n_second = 2 * self.n + 3, 2 * self.n_z + 10, self.n_z
        self.rubbing = rubbing_joints(model.mechanism) if friction else ()
        self.n_g = self.graphs.rows().numel_out(0)

    def memory(self) -> dict[str, int]:
        """Return names and sizes of the plant's own memory; `plant` is z, zd, the reference turn, the error of the closures."""
        n_r = self.n_z - self.n
        chart = {
            "chosen": n_r,
            "dependent": n_r,
            "independent": self.n,
            "factor": n_r * n_r,
            "order": n_r,
            "follow": n_r * self.n,
            "direction": self.cut.n_t,
        }
        return {
            "plant": self.n_plant,
            "trial": self.n_z,
            "drift": self.n_z,
            "ratio": 1,
            "turned": 4,
            "pose": len(self.model.labels["x"]),
            **chart,
        }

    def start(self, x: Array, xd: Array) -> dict[str, Array]:
        """Return the plant's own memory at a state; the rates of all joints follow from xd and the closures."""
        at = starting_pose(self.cut, x, self.mode, None, self.model.joint_bounds)
        zd = starting_rates(self.cut, at, x, xd)
        turned = x[3:7] if self.model.mechanism.platform.is_quaternion else np.array([1.0, 0.0, 0.0, 0.0])
        plant = np.concatenate([at.z, zd, at.reference, np.zeros(1)])
        return {"plant": plant, "turned": turned, "pose": x, "q": at.z[list(self.model.mechanism.actuated)]}

    def source(self) -> str:
        """Write plant_begin, plant_rates, plant_second, plant_observe, plant_settle and plant_slip."""
        parts, mechanism = self.graphs, self.model.mechanism
        functions = {"rows": parts.rows(), "slopes": parts.slopes(), "forces": parts.forces(), "coordinates": parts.coordinates()}
        if self.cut.turns_freely:
            functions["renewal"] = parts.renewal()
        calls = {name: self._call(name, f) for name, f in functions.items()}
        renew = _RENEW.format(call=calls.pop("renewal")) if self.cut.turns_freely else "  (void)call;"
        sizes = {"N_Z": self.n_z, "N_G": self.n_g, "N_R": self.n_z - self.n, "TURNS_FREELY": int(self.cut.turns_freely)}
        numbers = ", ".join(f"{name} = {value}" for name, value in sizes.items())
        actuated = ", ".join(str(k) for k in mechanism.actuated)
        periodic = ", ".join(str(int(turns)) for turns in self._turning())
        return "\n".join(
            [
                f"enum {{ {numbers} }};",
                f"static const int actuated[N_A] = {{{actuated}}};\nstatic const char periodic[N_X] = {{{periodic}}};\n",
                rubbing_places(self.rubbing),
                *["static " + named_source(f, f"cut_graph_{name}") for name, f in functions.items() if f.nnz_out()],
                _GLUE.format(renew=renew, **calls),
                (Path(__file__).parent / "cut_plant.c").read_text(encoding="utf-8"),
            ]
        )

    def _turning(self) -> list[bool]:
        """Tell for each coordinate whether whole turns of it are added, so that it is continuous in time."""
        mechanism = self.model.mechanism
        if mechanism.platform.is_quaternion:
            return [False] * mechanism.n_x
        return [bool(turns) for turns in mechanism.periodic_coordinates]

    @staticmethod
    def _call(name: str, f: ca.Function) -> str:
        if not f.nnz_out():
            return ""
        return c_call(f"cut_graph_{name}", f, {"parameters": "call->parameters"}) + ";"

"""Select the assembly mode that continues from a known pose (Briot & Khalil 7.2.3), with a certificate.

The actuated joints move on a straight line from those of the known pose to the wanted ones. After each step all assembly modes
are computed. The pose that continues the motion must be much nearer to the prediction by the Jacobian than every other one;
otherwise the step is halved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import AssemblyError
from parados.model.assembly_result import AssemblyModes
from parados.model.every_assembly import every_assembly
from parados.model.newton_poses import advanced
from parados.spatial.turns import nearest_turn
from parados.text.numbers import number_list
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["ContinuedAssembly", "continued_assembly"]

Array = NDArray[np.float64]

FIRST_STEP = 0.25
"""Length of the first step, as a part of the way."""

SHORTEST_STEP = 1e-4
"""Length of a step below which the way counts as blocked by a Type 2 singularity."""

NEARER = 0.25
"""The pose that continues the motion is nearer to the prediction than this times the distance of any other pose."""


@dataclass(frozen=True)
class ContinuedAssembly(Shown):
    """The pose at given actuated joints that continues from a known pose.

    Attributes
    ----------
    x : (n_x,) the pose;  q : (n_a,) actuated joints
    certified : True if all assembly modes were known at every step, so that no other pose was nearer to the motion
    clearance : smallest distance of another assembly mode from the motion [characteristic lengths, rad]; infinite if none
    steps : number of steps
    """

    x: Array
    q: Array
    certified: bool
    clearance: float
    steps: int

    def _display(self) -> Display:
        facts = {
            "actuated joints": number_list(self.q), "pose": number_list(self.x), "certified": "yes" if self.certified else "no",
            "distance of the next assembly mode": f"{self.clearance:.4g}", "steps": self.steps,
        }  # fmt: skip
        return Display("Pose that continues from a known pose", facts)


def continued_assembly(model: Model, x: Array, q: Array, mode: ArrayLike | None) -> ContinuedAssembly:
    """Follow the assembly mode of a pose x (n_x,) to the actuated joints q (n_a,)."""
    turning = np.array([model.mechanism.joints[k].is_periodic for k in model.mechanism.actuated], dtype=bool)
    start = model.inverse_kinematics(x, mode=mode)
    way = np.where(turning, nearest_turn(q, start), q) - start
    here, at, step, steps, certified, clearance = x, 0.0, FIRST_STEP, 0, True, np.inf
    while at < 1:
        step = min(step, 1 - at)
        ahead = _ahead(model, here, step * way, mode)
        found = every_assembly(model, start + (at + step) * way, None)
        best, apart = _nearest(found, ahead, mode)
        if best is None or not apart[0] < NEARER * apart[1]:
            step /= 2
            if step < SHORTEST_STEP:
                raise AssemblyError(
                    f"the pose cannot be continued from x = {np.round(here, 6).tolist()} towards q = {np.round(q, 6).tolist()}: "
                    "assembly modes meet on the way (Type 2 singularity)"
                )
            continue
        here, at, steps = best, at + step, steps + 1
        certified, clearance = certified and found.complete, min(clearance, apart[1])
        step *= 2
    return ContinuedAssembly(here, q, certified, float(clearance), steps)


def _ahead(model: Model, x: Array, dq: Array, mode: ArrayLike | None) -> Array:
    """(n_x,) prediction of the pose after a step dq (n_a,) of the actuated joints."""
    J_inv = model.quietly("inverse_jacobian", x[None], mode=mode)["inverse_jacobian"]
    return advanced(model, x[None], np.linalg.pinv(J_inv) @ dq)[0] if np.isfinite(J_inv).all() else x


def _nearest(found: AssemblyModes, ahead: Array, mode: ArrayLike | None) -> tuple[Array | None, tuple[float, float]]:
    """Return the pose nearest to a prediction (n_x,) in a working mode, and the distances of it and of the next one."""
    if not len(found):
        return None, (np.inf, np.inf)
    apart = found.apart(ahead, mode)
    order = np.argsort(apart)
    return found.x[order[0]], (float(apart[order[0]]), float(apart[order[1]]) if len(order) > 1 else np.inf)

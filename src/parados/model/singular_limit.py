"""Efforts at a pose where A_r has lost rank: a limit along the motion, or a refusal (Briot & Khalil 9.3.1).

J_inv^T tau = f holds on both sides of the singular instant. With  J_inv t_s = 0  and  J_inv^T u = 0  there,

    t_s^T f = 0                                                                   (9.11)

is needed for tau to stay finite. The part of tau along u follows from the next order in time:

    t_s^T (J_inv_dot^T tau - f_dot) = 0,   tau = pinv(J_inv^T) f + u alpha,

so that the limit depends on the jerk, and exists if the motion crosses the singularity instead of grazing it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.errors import SingularConfigurationError

__all__ = ["EffortLimit", "Expansion", "Place", "effort_limit"]

Array = NDArray[np.float64]

LOST = 1e-10
"""Singular values below this times the usual largest belong to the lost directions."""

HOLDS = 1e-8
"""Part of |t_s| |f| below which the criterion holds."""

NOTHING = 1e-12
"""Forces below this [W at unit rates] are round-off."""

GRAZES = 1e-9
"""Part of its usual size below which J_inv changes too slowly along the motion for a limit."""


@dataclass(frozen=True)
class Expansion:
    """J (n_a, n), f (n,) of J^T tau = f, and their time derivatives; the entries of xd in comparable units."""

    J: Array
    force: Array
    J_dot: Array
    force_dot: Array


@dataclass(frozen=True)
class Place:
    """A singular pose.

    sentence : "x = ... is singular (...)";  criterion : with its number;  scale : (n,) units of xd
    usual : largest singular value of J at regular poses; at this one J may vanish altogether
    """

    sentence: str
    criterion: str
    scale: Array
    usual: float


@dataclass(frozen=True)
class EffortLimit:
    """tau : (n_a,) the limit; motions : (k, n) t_s; criteria : (k,) t_s^T f as part of |t_s| |f|."""

    tau: Array
    motions: Array
    criteria: Array


def effort_limit(e: Expansion, place: Place) -> EffortLimit:
    """The limit of tau for t -> 0 from both sides; refused where there is none."""
    U, sizes, Vt = np.linalg.svd(e.J.T)
    lost = sizes < LOST * place.usual
    rank = int((~lost).sum())
    motions, unresisted = U[:, rank:].T, Vt[rank : len(sizes)].T
    size = float(np.linalg.norm(e.force))
    size = size if size > NOTHING else 0.0
    criteria = motions @ e.force / max(size, 1e-300)
    worst = int(np.argmax(np.abs(criteria)))
    if size and abs(criteria[worst]) > HOLDS:
        raise SingularConfigurationError(
            f"{place.sentence} and the motion violates the criterion {place.criterion} = 0: its value is "
            f"{motions[worst] @ e.force:.3g} W, {abs(criteria[worst]):.1e} of the largest possible, and the efforts are not "
            f"finite; the free motion is {np.round(motions[worst] * place.scale, 4).tolist()}"
        )
    tau = Vt[:rank].T @ ((U[:, :rank].T @ e.force) / sizes[:rank])
    turning = motions @ e.J_dot.T @ unresisted
    usual = np.linalg.norm(e.J_dot)
    if np.linalg.svd(turning, compute_uv=False)[-1] <= GRAZES * max(float(usual), 1e-300):
        raise SingularConfigurationError(
            f"{place.sentence} and the motion does not cross the singularity but rests in it or "
            "grazes it: the efforts have no limit; give a velocity that leads through it"
        )
    alpha = np.linalg.solve(turning, motions @ (e.force_dot - e.J_dot.T @ tau))
    return EffortLimit(tau + unresisted @ alpha, motions, criteria)

"""Efforts at a pose where A_r has lost rank: the limit along the motion, if it exists (Briot & Khalil 9.3.1).

J_inv^T tau = f holds on both sides of the singular instant. At this instant J_inv t_s = 0 and J_inv^T u = 0. The efforts tau
stay finite only if

    t_s^T f = 0                                                                   (9.11)

The part of tau along u follows from the next order in time:

    t_s^T (J_inv_dot^T tau - f_dot) = 0,   tau = pinv(J_inv^T) f + u alpha.

With redundant actuators u has more columns than there are criteria, and alpha is the smallest solution: it is the limit of
the efforts with the smallest norm. The limit depends on the jerk. It exists if the motion crosses the singularity and does
not only graze it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.errors import SingularConfigurationError

__all__ = ["EffortLimit", "Expansion", "Place", "effort_limit"]

Array = NDArray[np.float64]

LOST = 1e-10
"""Singular values below this times the usual largest one count as zero."""

HOLDS = 1e-8
"""Ratio of |t_s^T f| to |t_s| |f| below which the criterion holds."""

NOTHING = 1e-12
"""Forces below this [W at unit rates] count as round-off."""

GRAZES = 1e-9
"""Ratio of t_s^T J_inv_dot^T u to |J_inv_dot| below which J_inv changes too slowly along the motion for a limit."""


@dataclass(frozen=True)
class Expansion:
    """J (n_a, n) and f (n,) of J^T tau = f, and their time derivatives; the entries of xd are in comparable units."""

    J: Array
    force: Array
    J_dot: Array
    force_dot: Array


@dataclass(frozen=True)
class Place:
    """Description of a singular pose.

    Attributes
    ----------
    sentence : beginning of messages, "x = ... is singular (...)"
    criterion : number and left-hand side of the crossing criterion
    scale : (n,) scales of the entries of xd
    usual : largest singular value of J at regular poses; J may be zero at this pose
    """

    sentence: str
    criterion: str
    scale: Array
    usual: float


@dataclass(frozen=True)
class EffortLimit:
    """Limit of the efforts at a singular pose.

    Attributes
    ----------
    tau : (n_a,) the limit
    motions : (k, n) motions t_s that the locked actuators leave free
    criteria : (k,) t_s^T f divided by |t_s| |f|
    """

    tau: Array
    motions: Array
    criteria: Array


def effort_limit(e: Expansion, place: Place) -> EffortLimit:
    """Compute the limit of tau for t -> 0 from both sides; raises SingularConfigurationError if there is none."""
    U, sizes, Vt = np.linalg.svd(e.J.T)
    lost = sizes < LOST * place.usual
    rank = int((~lost).sum())
    motions, unresisted = U[:, rank:].T, Vt[rank:].T
    size = float(np.linalg.norm(e.force))
    size = size if size > NOTHING else 0.0
    criteria = motions @ e.force / max(size, 1e-300)
    worst = int(np.argmax(np.abs(criteria)))
    if size and abs(criteria[worst]) > HOLDS:
        raise SingularConfigurationError(
            f"{place.sentence} and the motion violates the criterion {place.criterion} = 0: its value is "
            f"{motions[worst] @ e.force:.3g} W, {abs(criteria[worst]):.1e} times the largest possible value, and the efforts are "
            f"not finite; the free motion is {np.round(motions[worst] * place.scale, 4).tolist()}"
        )
    tau = Vt[:rank].T @ ((U[:, :rank].T @ e.force) / sizes[:rank])
    turning = motions @ e.J_dot.T @ unresisted
    usual = np.linalg.norm(e.J_dot)
    if np.linalg.svd(turning, compute_uv=False)[-1] <= GRAZES * max(float(usual), 1e-300):
        raise SingularConfigurationError(
            f"{place.sentence} and the motion does not cross the singularity but rests in it or "
            "grazes it: the efforts have no limit; give a velocity that leads through it"
        )
    alpha = np.linalg.lstsq(turning, motions @ (e.force_dot - e.J_dot.T @ tau), rcond=None)[0]
    return EffortLimit(tau + unresisted @ alpha, motions, criteria)

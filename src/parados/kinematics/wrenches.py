"""Numerical actuation and constraint wrenches of the legs at one configuration (Briot & Khalil 7.3.1 and appendix C).

A constraint wrench does no work on any motion of the leg. An actuation wrench does no work on the passive motions, but
it does work on the actuated ones. Wrenches are [f, m] at P in base axes; f has unit length, or m if f is zero. The
module `wrench_basis` explains the choice of the actuation wrenches and of their signs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

from parados.kinematics.group_motions import RANK, group_motions
from parados.kinematics.leg_twists import LegScrews
from parados.kinematics.matrix_display import WRENCH, matrix_table
from parados.kinematics.wrench_basis import Reference, by_actuators, nearest_rows
from parados.text.result_display import Display, Shown
from parados.topology.mechanism import Mechanism

__all__ = ["LegWrenches", "leg_wrenches"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LegWrenches(Shown):
    """Wrenches of one leg, or of several legs that are connected to each other.

    actuation : (a, w) actuation wrenches, one in each row; w is 6, or 6 + n_p if n_p joints stand on the platform: each wrench is
        then followed by the efforts at these joints
    constraint : (c, w) constraint wrenches
    work : (a, n_a) power of the actuation wrenches for unit rates of the actuators
    """

    leg: str
    actuation: Array
    constraint: Array
    work: Array

    def _display(self) -> Display:
        tables = [
            matrix_table(f"{name} wrenches", rows, columns=[*WRENCH, *[f"e{k + 1}" for k in range(rows.shape[1] - len(WRENCH))]])
            for name, rows in (("actuation", self.actuation), ("constraint", self.constraint))
            if len(rows)
        ]
        return Display(f"{self.leg}: unit wrenches at P, base axes", tables=tables)


def _unit(wrenches: Array) -> Array:
    """Scale each row to a unit force, or to a unit moment if the force is zero."""
    rows = []
    for w in wrenches:
        force = np.linalg.norm(w[:3])
        rows.append(w / (force if force > 1e-9 * np.linalg.norm(w) else np.linalg.norm(w[3:])))
    return np.array(rows).reshape(-1, wrenches.shape[1])


def leg_wrenches(
    mechanism: Mechanism, legs: list[LegScrews], references: Mapping[int, Reference] | None = None
) -> list[LegWrenches]:
    """Compute the wrenches of every leg at one configuration.

    legs : unit twists of each leg at this configuration, (6, n_t) and (6, f)
    references : position of a leg in the returned list -> its rows at a reference configuration, for legs with more
        actuators than wrenches
    """
    actuated = mechanism.actuated
    result: list[LegWrenches] = []
    for motions in group_motions(mechanism, legs):
        if not motions.group.holds_platform:
            continue
        every, unactuated = motions.allowed(), motions.allowed(held=actuated)
        constraint = null_space(every.T, rcond=RANK).T
        resisted = null_space(unactuated.T, rcond=RANK)
        space = (resisted @ null_space(constraint @ resisted, rcond=RANK) if len(constraint) else resisted).T
        driven = motions.driven(actuated)  # known up to passive motions, on which actuation wrenches do no work
        rows, alone = by_actuators(space, driven)
        if not alone and references and len(result) in references:
            rows = nearest_rows(space, references[len(result)])
        actuation = _unit(rows)
        result.append(LegWrenches(motions.group.name, actuation, _unit(constraint), actuation @ driven))
    return [*result, *_actuators_on_platform(mechanism)]


def _actuators_on_platform(mechanism: Mechanism) -> Iterator[LegWrenches]:
    """Yield the actuation rows of actuators that stand on the platform: each is the unit effort at its own joint."""
    carried = mechanism.on_platform
    for leg in sorted({mechanism.joints[k].leg for k in carried}):
        own = [k for k in carried if k in mechanism.actuated and mechanism.joints[k].leg == leg]
        rows = np.eye(6 + len(carried))[[6 + carried.index(k) for k in own]]
        work = np.eye(len(mechanism.actuated))[[mechanism.actuated.index(k) for k in own]]
        if own:
            yield LegWrenches(mechanism.leg_names[leg], rows, rows[:0], work)

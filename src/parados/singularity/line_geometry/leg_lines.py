"""Lines along which the legs of a robot act on its platform at a pose.

An actuation wrench of a leg is known only up to a sum with the leg's constraint wrenches. Of all such sums, the one with
the smallest moment about P is taken. If it has a pitch, the nearest sum without a pitch is taken instead.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import qr

from parados.arguments import instance, positive
from parados.errors import InputError
from parados.model.model import COMPILED, Model
from parados.model.state_arguments import check_state
from parados.singularity.line_geometry.lines import KLEIN, TOLERANCE, independent, line_basis, pitches, scaled_rows

__all__ = ["LegLines", "leg_lines"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LegLines:
    """Unit wrenches [f, m] at P of all legs: unit force, or unit moment if the force is zero.

    Attributes
    ----------
    names : names of the actuation wrenches: the leg's name, with a number if the leg acts along several lines
    actuation, constraint : (k, 6), (c, 6) [-, m]; the c constraint wrenches are independent, and c is 6 minus the number of
        degrees of freedom of the platform
    at : (3,) position of P in base axes [m]
    length : characteristic length [m]
    """

    names: tuple[str, ...]
    actuation: Array
    constraint: Array
    at: Array
    length: float

    @property
    def constraint_names(self) -> tuple[str, ...]:
        return tuple(f"constraint {k + 1}" for k in range(len(self.constraint)))


def _line_of(wrench: Array, constraint: Array) -> Array:
    """Add multiples of constraints (c, 6) to a scaled wrench (6,) to get a line, or else the wrench with the least moment."""
    if not len(constraint):
        return wrench
    moments = np.where(np.abs(constraint[:, 3:]) > TOLERANCE, constraint[:, 3:], 0.0)  # those of concurrent forces are round-off
    best = wrench - np.linalg.lstsq(moments.T, wrench[3:], rcond=TOLERANCE)[0] @ constraint
    if not np.linalg.norm(best[:3]) > TOLERANCE:
        best = wrench
    slope = constraint @ KLEIN @ best
    pitch = float(best @ KLEIN @ best)
    if abs(pitch) <= TOLERANCE or not np.linalg.norm(slope) > TOLERANCE:
        return np.asarray(best)
    step = slope @ constraint / np.linalg.norm(slope)
    roots = np.roots([float(step @ KLEIN @ step), 2 * float(np.linalg.norm(slope)), pitch])
    real = roots[np.isreal(roots)].real
    return np.asarray(best + real[np.argmin(np.abs(real))] * step if len(real) else best)


def _unit(rows: Array, length: float) -> Array:
    """Return scaled rows (k, 6) in SI units, with a unit force, or a unit moment if the force is zero."""
    wrenches = rows * np.repeat([1.0, length], 3)
    force = np.linalg.norm(rows[:, :3], axis=1)
    moment = np.linalg.norm(wrenches[:, 3:], axis=1)
    return np.asarray(wrenches / np.where(force > TOLERANCE, force, moment)[:, None])


def _constraint_lines(constraint: Array) -> Array:
    """Return scaled lines (c, 6) that span a leg's constraint wrenches; an orthonormal basis if there are not enough lines."""
    if (np.abs(pitches(constraint)) <= TOLERANCE).all():
        return constraint
    basis = independent(constraint)
    lines = line_basis(basis)
    return basis if lines is None else lines


def leg_lines(model: Model, x: ArrayLike, mode: ArrayLike | None = None, length: float | None = None) -> LegLines:
    """Return the actuation lines of every leg at one pose x (n_x,), and independent constraint wrenches of the legs.

    Their number is 6 minus the degrees of freedom of the platform, which are fewer than n_dof if the robot is redundant.

    QR with pivoting chooses the constraint wrenches that are furthest from dependent; a robot without overconstraint has
    only these. They are dependent only at a constraint singularity.
    """
    instance("model", model, Model, COMPILED)
    if model.mechanism.on_platform:
        name = model.mechanism.name
        raise InputError(f"{name}: line geometry is about the forces on one body, but the platform of {name} has several bodies")
    size = model.characteristic_length if length is None else positive("length", length, "m")
    x = check_state("x", x, model.labels)
    names: list[str] = []
    actuation, constraint = [np.zeros((0, 6))], [np.zeros((0, 6))]
    for leg in model.leg_wrenches(x, mode=mode):
        held = _constraint_lines(scaled_rows(leg.constraint, size)) if len(leg.constraint) else np.zeros((0, 6))
        rows = [_line_of(row, held) for row in scaled_rows(leg.actuation, size)] if len(leg.actuation) else []
        names += [leg.leg if len(rows) == 1 else f"{leg.leg} ({k + 1})" for k in range(len(rows))]
        actuation.append(_unit(np.array(rows).reshape(-1, 6), size))
        constraint.append(held)
    every = np.vstack(constraint)
    count = 6 - _platform_motions(model)
    chosen: list[int] = sorted(qr(every.T, mode="r", pivoting=True)[1][:count]) if len(every) else []
    at = model.platform_frame(x, mode=mode)[:3, 3]
    return LegLines(tuple(names), np.vstack(actuation), _unit(every[chosen].reshape(-1, 6), size), at, size)


def _platform_motions(model: Model) -> int:
    """Return the degrees of freedom of the platform; a kinematically redundant robot has more of its own."""
    mechanism = model.mechanism
    return model.single_robot().mobility().platform_dof if mechanism.joints_in_x else mechanism.n_dof

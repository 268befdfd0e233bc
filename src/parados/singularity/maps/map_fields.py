"""Values of a map at every pose of its grid, in one working mode."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parados.singularity.singularity_kinds import BY_LEG, KINDS

__all__ = ["PoseFields", "classified", "joined", "kind_of"]

Array = NDArray[np.float64]

OWN = 1e-3
"""Ratio for the kind "serial". Every Type 1 singularity and every LPJTS also makes the whole leg singular (7.5.2). So "serial" is
reported only if its distance is below OWN times the leg's other distances, and these are above OWN^2."""

SAME = 1e-6
"""A distance that changes by less than this fraction over a map counts as constant, fixed by the robot's geometry."""


@dataclass(frozen=True)
class PoseFields:
    """Values at N poses in one working mode; out of reach, `legs` and `kind` are -1, all others but `reach`, `reached` are NaN.

    Attributes
    ----------
    reach : (N,) smallest discriminant of the inverse geometry divided by its usual size; negative out of reach
    reached : (N,) True if the pose is within reach
    distances : kind -> (N,) distance from the singularities of this kind, dimensionless; for a kind of `BY_LEG`, the smallest
        distance of all legs; infinite if the robot has no such singularity
    legs : kind of `BY_LEG` -> (N,) index of the leg with the smallest distance; -1 if no leg has such a singularity
    kind : (N,) index into `KINDS` of the nearest singularity, among those whose distance changes over the poses
    nearest : (N,) distance from this singularity
    determinant : (N,) determinant of the unit rows of the inverse Jacobian; NaN if actuation is redundant
    condition : (N,) inverse condition number of A_r; 1 if A_r is isotropic
    limits : (N,) margin to the joint limits of the file: 1 in the middle of all ranges, 0 at a limit, negative beyond; infinite
        if the robot has no limits or they are ignored
    """

    reach: Array
    reached: NDArray[np.bool_]
    distances: dict[str, Array]
    legs: dict[str, NDArray[np.int8]]
    kind: NDArray[np.int8]
    nearest: Array
    determinant: Array
    condition: Array
    limits: Array

    @property
    def within(self) -> NDArray[np.bool_]:
        """(N,) True if the pose is reached with every joint within its limits."""
        with np.errstate(invalid="ignore"):
            return self.reached & (self.limits >= 0)


def kind_of(values: dict[str, Array], without: Collection[str] = ()) -> NDArray[np.int8]:
    """Return (N,) the index of the nearest kind, from the distances of all kinds not in `without`; -1 out of reach."""
    table = np.stack([np.where(kind in without, np.inf, values[kind]) for kind in KINDS])
    others = np.minimum(np.minimum(values["type1"], values["lpjts"]), values["lajts"])
    own = values["serial"] < OWN * np.where(others > OWN**2, others, 0.0)
    table[KINDS.index("serial")] = np.where(own, values["serial"], np.inf)
    out = np.isnan(values["type2"])
    return np.where(out, -1, np.where(np.isnan(table), np.inf, table).argmin(axis=0)).astype(np.int8)


def classified(fields: PoseFields) -> PoseFields:
    """Return the fields completed with the nearest kind and its distance; distances that are constant are left out."""
    inside = fields.reached
    if not inside.any():
        return fields
    same = [
        kind for kind, d in fields.distances.items() if d[inside].max() == np.inf or np.ptp(d[inside]) <= SAME * d[inside].max()
    ]
    kind = kind_of(fields.distances, same)
    table = np.stack([fields.distances[name] for name in KINDS])
    nearest = np.where(inside, table[kind, np.arange(len(kind))], np.nan)
    return replace(fields, kind=kind, nearest=nearest)


def joined(parts: list[PoseFields]) -> PoseFields:
    """Concatenate the fields of several sets of poses."""
    return PoseFields(
        reach=np.concatenate([p.reach for p in parts]),
        reached=np.concatenate([p.reached for p in parts]),
        distances={kind: np.concatenate([p.distances[kind] for p in parts]) for kind in KINDS},
        legs={kind: np.concatenate([p.legs[kind] for p in parts]) for kind in BY_LEG},
        kind=np.concatenate([p.kind for p in parts]),
        nearest=np.concatenate([p.nearest for p in parts]),
        determinant=np.concatenate([p.determinant for p in parts]),
        condition=np.concatenate([p.condition for p in parts]),
        limits=np.concatenate([p.limits for p in parts]),
    )

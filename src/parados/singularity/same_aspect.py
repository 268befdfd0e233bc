"""Tell whether two poses lie in one aspect: whether the robot can move from one to the other without a singularity.

An aspect is a connected part of the workspace without singularities, in one working mode (Briot & Khalil 7.2.3). If the
determinant of the inverse Jacobian has different signs at the two poses, a Type 2 singularity lies between them. Otherwise a path
is searched (`clear_ways`): first the straight one, then one with several straight segments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, whole
from parados.errors import InputError
from parados.model.model import COMPILED, Model, Parameters, live_one
from parados.model.state_arguments import check_state
from parados.singularity.clear_ways import ClearRegion, Trees, meets_singularity
from parados.spatial.turns import nearest_turn
from parados.text.result_display import Display, Shown

__all__ = ["AspectAnswer", "same_aspect"]

Array = NDArray[np.float64]

TRIES = 1500
"""Default number of branches that are tried."""


@dataclass(frozen=True)
class AspectAnswer(Shown):
    """Answer to the question whether two poses lie in one aspect.

    Attributes
    ----------
    same : True if a path without a singularity was found. False if there is none: the determinant has different signs, or a pose
        is singular or out of reach. None if the search found no path, which proves nothing
    reason : why `same` has this value, one sentence
    way : (k, n_x) the path: its segments between these poses are straight; None if no path was found
    """

    same: bool | None
    reason: str
    way: Array | None = None

    def __bool__(self) -> bool:
        return self.same is True

    def _display(self) -> Display:
        told = {True: "yes", False: "no", None: "not known"}[self.same]
        parts = {} if self.way is None else {"parts of the way": len(self.way) - 1}
        return Display("Two poses and their aspects", {"in one aspect": told, "why": self.reason, **parts})


@live_one
def same_aspect(
    model: Model,
    x1: ArrayLike,
    x2: ArrayLike,
    *,
    mode: ArrayLike | None = None,
    tries: int = TRIES,
    seed: int = 1,
    parameters: Parameters = None,
) -> AspectAnswer:
    """Tell whether the poses x1 and x2 (n_x,) lie in one aspect of a working mode.

    tries : largest number of branches in the search for a path
    seed : seed of the random poses of the search
    """
    labels = instance("model", model, Model, COMPILED).labels
    start, end = check_state("x1", x1, labels, "x"), check_state("x2", x2, labels, "x")
    branches, random = whole("tries", tries, 0, 1_000_000), whole("seed", seed, 0)
    if model.mechanism.platform.is_quaternion:
        raise InputError("same_aspect: describe the platform by angles instead of a quaternion for this search")
    region = ClearRegion(model, mode)
    for name, pose in (("x1", start), ("x2", end)):
        if not region.clear(pose[None])[0]:
            return AspectAnswer(False, f"{name} = {np.round(pose, 6).tolist()} is singular or out of reach in this working mode")
    if region.sign(start) != region.sign(end):
        return AspectAnswer(
            False,
            "the determinant of the inverse Jacobian has different signs at the two poses; a Type 2 singularity is between them",
        )
    goals = list(_turned(model, start, end))
    for goal in goals:
        if region.connects(start, goal) and not meets_singularity(region, [start, goal]):
            return AspectAnswer(True, "the straight way between the poses meets no singularity", np.array([start, goal]))
    way = Trees(region, start, goals, np.random.default_rng(random)).grown(branches)
    if way is None:
        return AspectAnswer(None, f"the determinant has one sign at both poses, but no way was found with {branches} branches")
    return AspectAnswer(True, f"a way of {len(way) - 1} straight parts meets no singularity", way)


def _turned(model: Model, start: Array, end: Array) -> Iterator[Array]:
    """Yield the pose `end` with the whole turns nearest to `start`, then with one turn more or less of each angle."""
    turning = model.mechanism.periodic_coordinates
    near = np.where(turning, nearest_turn(end, start), end)
    yield near
    for k in np.flatnonzero(turning):
        for turn in (-2 * np.pi, 2 * np.pi):
            yield near + turn * np.eye(len(near))[k]

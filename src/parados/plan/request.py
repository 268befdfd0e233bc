"""What a crossing is asked for, checked, and whether a trajectory answers it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import whole
from parados.errors import InputError, ParadosError
from parados.model.arguments import check_stack, check_state
from parados.model.model import Model
from parados.plan.crossing_motion import CrossingMotion, Passage, efforts_along
from parados.plan.demands import Demands, violation
from parados.plan.places import Place, given_places, places_on_the_way
from parados.singularity.criteria import CrossingCriterion, crossing_criterion, free_motions
from parados.singularity.determinants import determinants
from parados.singularity.path import crossings
from parados.singularity.structure import structure_of
from parados.trajectory.base import Trajectory
from parados.trajectory.conditions import Condition, polynomials_from_conditions
from parados.trajectory.point_to_point import point_to_point
from parados.trajectory.polynomials import Polynomials

__all__ = ["Request", "checked_pose", "request"]

Array = NDArray[np.float64]

SAMPLES = 301

HIGHEST = 30
"""Degree of the polynomials beyond which they are no longer evaluated well."""


@dataclass(frozen=True)
class Request:
    """A crossing in the model's own coordinates.

    Attributes
    ----------
    start, end : (n,);  duration : [s];  degree : of the polynomials
    places, criteria : the singular poses to go through, in their order, and what holds there
    """

    model: Model
    mode: ArrayLike | None
    start: Array
    end: Array
    duration: float
    degree: int
    places: tuple[Place, ...]
    criteria: tuple[CrossingCriterion, ...]
    demands: Demands
    open_degree: bool  #: it was left open, so that an optimal motion may have a higher one

    def trajectory(self, times: Array, velocities: Array, accelerations: Array) -> Polynomials:
        """The polynomial from rest to rest that passes the places at given times (k,) with given rates (k, n)."""
        none = np.zeros(len(self.start))
        conditions = [Condition(0.0, 0, self.start), Condition(self.duration, 0, self.end)]
        conditions += [Condition(t, order, none) for t in (0.0, self.duration) for order in (1, 2)]
        for t, place, v, a in zip(times, self.places, velocities, accelerations, strict=True):
            conditions += [Condition(float(t), 0, place.x), Condition(float(t), 1, v), Condition(float(t), 2, a)]
        about = float(times[len(times) // 2]) if len(times) else 0.0
        return polynomials_from_conditions(conditions, self.duration, self.degree, about=about)

    def motion(self, trajectory: Trajectory, times: Array) -> CrossingMotion:
        """The answer that a trajectory is."""
        passages = []
        for t, place, criterion in zip(times, self.places, self.criteria, strict=True):
            at = trajectory(float(t))
            passages.append(Passage(float(t), place.x, at.xd, at.xdd, criterion))
        naive = point_to_point(self.start, self.end, self.duration)
        return CrossingMotion(self.model, self.mode, trajectory, naive, tuple(passages))

    def why_not(self, trajectory: Trajectory, times: Array) -> str | None:
        """One sentence that says why a trajectory is no answer, or None."""
        return self.look(trajectory, times)[0]

    def look(self, trajectory: Trajectory, times: Array) -> tuple[str | None, Array]:
        """Why a trajectory is no answer, and (n_a,) the peaks of its efforts where it is one."""
        none = np.zeros(0)
        t = np.union1d(np.linspace(0.0, self.duration, SAMPLES), trajectory.breaks)
        t = t[np.abs(t[:, None] - times).min(axis=1, initial=np.inf) > 1e-3 * self.duration]
        det = determinants(self.model, trajectory.derivative(t, 0), self.mode)
        if not np.isfinite(det).all():
            return f"the motion leaves the reach of the robot at {t[int(np.argmax(~np.isfinite(det)))]:.4g} s", none
        flips = set(np.flatnonzero(det[:-1] * det[1:] < 0).tolist())
        odd = [len(criterion.motions) % 2 == 1 for criterion in self.criteria]  # two motions freed at once: the sign stays
        wanted = set((np.searchsorted(t, times[odd]) - 1).tolist())
        if flips - wanted:
            when = t[min(flips - wanted)]
            return f"the motion meets another singularity at about {when:.4g} s, where it would not fulfil the criterion", none
        if wanted - flips:
            return "the motion touches the singularity and turns back", none
        efforts = efforts_along(self.model, trajectory, t, self.mode)
        if not np.isfinite(efforts).all():
            return f"the efforts are not finite at {t[int(np.argmax(~np.isfinite(efforts).all(axis=1)))]:.4g} s", none
        return violation(self.model, trajectory, self.demands, efforts, t, self.mode), np.abs(efforts).max(axis=0)

    def why_not_between(self, planned: CrossingMotion) -> str | None:
        """The same for what a coarse look may miss: constraint singularities, and demands at the instants of `planned.peak`."""
        if structure_of(self.model).lost:
            for met in crossings(self.model, planned.trajectory, self.mode):
                if "constraint" in met.what.kinds:
                    return f"the motion meets a constraint singularity at {met.at:.4g} s, which actuators do not resist"
        efforts = planned.efforts(planned.times)
        return violation(self.model, planned.trajectory, self.demands, efforts, planned.times, self.mode)


def checked_pose(model: Model, name: str, value: ArrayLike, mode: ArrayLike | None) -> Array:
    """(n,) one pose within reach; refusals name it."""
    pose = check_state(name, value, model.labels, "x")
    try:
        model.joints(pose, mode)
    except ParadosError as error:
        raise type(error)(f"{name}: {error}") from None
    return pose


def request(
    model: Model,
    ends: tuple[Array, Array],
    duration: float,
    through: ArrayLike | None,
    order: int | None,
    mode: ArrayLike | None,
    demands: Demands,
    crosses: bool = True,
    optimal: bool = False,
) -> Request:
    """Refuse what cannot be planned: with `crosses` also a way without a singularity, with `optimal` a numeric geometry."""
    start, end = ends
    n_a, n = len(model.mechanism.actuated), model.mechanism.n_dof
    if model.mechanism.platform.is_quaternion:
        raise InputError("cross: describe the platform by angles instead of a quaternion to plan in its coordinates")
    if n_a != n:
        raise InputError(
            f"cross: {model.spec.name} has {n_a} actuators for {n} degrees of freedom; redundant actuators hold it where others "
            "fail, and no criterion is needed"
        )
    if optimal and not model.survey.geometry.is_closed_form:
        raise InputError("minimise: this robot's inverse geometry is numeric, and its graph cannot be optimised; leave it out")
    if np.abs(end - start).max() < 1e-12:
        raise InputError("end: it is the same pose as start")
    for name, pose in (("start", start), ("end", end)):
        if len(free_motions(model, pose, mode)[0]):
            raise InputError(f"{name}: it is a singular pose, in which the robot cannot rest; give one beside it")
    if through is None:
        places = places_on_the_way(model, start, end, mode, crosses)
    else:
        poses = np.atleast_2d(check_stack({"through": through}, {"through": model.labels["x"]}).arrays["through"])
        places = given_places(model, poses, start, end, mode)
    least = 5 + 3 * len(places)
    if order is not None:
        whole("order", order, least, HIGHEST, f"for {len(places)} crossing(s) a degree")
    criteria = tuple(crossing_criterion(model, place.x, mode) for place in places)
    return Request(model, mode, start, end, duration, int(order or least), tuple(places), criteria, demands, order is None)

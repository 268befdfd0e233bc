"""Validated request for a crossing motion, and the check whether a trajectory meets it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import whole
from parados.errors import InputError
from parados.model.model import Model
from parados.model.state_arguments import check_stack, check_state, kept_mode
from parados.plan.crossing_motion import CrossingMotion, Passage, efforts_along
from parados.plan.demands import Demands, violation
from parados.plan.places import Place, given_places, places_on_the_way, require_reach
from parados.singularity.criteria import CrossingCriterion, crossing_criterion, free_motions
from parados.singularity.determinants import determinants
from parados.singularity.leg_scales import structure_of
from parados.singularity.path_crossings import crossings
from parados.text.numbers import counted
from parados.trajectory.base import Trajectory
from parados.trajectory.conditions import Condition, polynomials_from_conditions
from parados.trajectory.point_to_point import point_to_point
from parados.trajectory.polynomials import Polynomials

__all__ = ["Request", "checked_pose", "request"]

Array = NDArray[np.float64]

SAMPLES = 301
"""Number of samples in the coarse check of a motion."""

HIGHEST = 30
"""Largest degree of the polynomials; beyond it their evaluation is not accurate."""


@dataclass(frozen=True)
class Request:
    """A request for a crossing, in the coordinates of the model.

    Attributes
    ----------
    start, end : (n,) poses;  duration : [s];  degree : degree of the polynomials
    places, criteria : the singular poses to cross, in their order, and the criterion at each
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
    open_degree: bool  #: True if the caller gave no degree, so that an optimal motion may have a higher degree

    def trajectory(self, times: Array, velocities: Array, accelerations: Array) -> Polynomials:
        """Return the polynomial from rest to rest through the places at times (k,), with velocities and accelerations (k, n)."""
        none = np.zeros(len(self.start))
        conditions = [Condition(0.0, 0, self.start), Condition(self.duration, 0, self.end)]
        conditions += [Condition(t, order, none) for t in (0.0, self.duration) for order in (1, 2)]
        for t, place, v, a in zip(times, self.places, velocities, accelerations, strict=True):
            conditions += [Condition(float(t), 0, place.x), Condition(float(t), 1, v), Condition(float(t), 2, a)]
        about = float(times[len(times) // 2]) if len(times) else 0.0
        return polynomials_from_conditions(conditions, self.duration, degree=self.degree, about=about)

    def motion(self, trajectory: Trajectory, times: Array) -> CrossingMotion:
        """Build the crossing motion of a trajectory that meets the places at `times` (k,) [s]."""
        passages = []
        for t, place, criterion in zip(times, self.places, self.criteria, strict=True):
            at = trajectory(float(t))
            passages.append(Passage(float(t), place.x, at.xd, at.xdd, criterion))
        naive = point_to_point(self.start, self.end, self.duration)
        return CrossingMotion(self.model, self.mode, trajectory, naive, tuple(passages))

    def why_not(self, trajectory: Trajectory, times: Array) -> str | None:
        """Return a sentence about the reason why a trajectory does not meet the request, or None."""
        return self.look(trajectory, times)[0]

    def look(self, trajectory: Trajectory, times: Array) -> tuple[str | None, Array]:
        """Check a trajectory on coarse samples: return the reason why it fails (or None), and (n_a,) its peak efforts.

        The peak efforts are empty if the check ends before the efforts are known.
        """
        none = np.zeros(0)
        t = np.union1d(np.linspace(0.0, self.duration, SAMPLES), trajectory.breaks)
        t = t[np.abs(t[:, None] - times).min(axis=1, initial=np.inf) > 1e-3 * self.duration]
        reason = self._why_not_there(trajectory.derivative(t, 0), t, times)
        if reason is not None:
            return reason, none
        efforts = efforts_along(self.model, trajectory, t, self.mode)
        if not np.isfinite(efforts).all():
            return f"the efforts are not finite at {t[int(np.argmax(~np.isfinite(efforts).all(axis=1)))]:.4g} s", none
        return violation(self.model, trajectory, self.demands, efforts, t, self.mode), np.abs(efforts).max(axis=0)

    def _why_not_there(self, x: Array, t: Array, times: Array) -> str | None:
        """Return a sentence if poses x (N, n) at t (N,) are out of reach or meet other singularities than those at `times`."""
        if self.is_redundant:  # J_inv is not square; `why_not_between` looks for other singularities
            reached = np.isfinite(self.model.quietly("joints", x, mode=self.mode)["joints"]).all(axis=1)
            return None if reached.all() else f"the motion leaves the reach of the robot at {t[int(np.argmin(reached))]:.4g} s"
        det = determinants(self.model, x, self.mode)
        if not np.isfinite(det).all():
            return f"the motion leaves the reach of the robot at {t[int(np.argmax(~np.isfinite(det)))]:.4g} s"
        flips = set(np.flatnonzero(det[:-1] * det[1:] < 0).tolist())
        odd = [len(criterion.motions) % 2 == 1 for criterion in self.criteria]  # with two free motions the sign does not change
        wanted = set((np.searchsorted(t, times[odd]) - 1).tolist())
        if flips - wanted:
            when = t[min(flips - wanted)]
            return f"the motion meets another singularity at about {when:.4g} s, where it does not meet the criterion"
        return "the motion touches the singularity and turns back" if wanted - flips else None

    @property
    def is_redundant(self) -> bool:
        """Tell whether the robot has more actuators than degrees of freedom."""
        return len(self.model.mechanism.actuated) != self.model.mechanism.n_dof

    def why_not_between(self, planned: CrossingMotion) -> str | None:
        """Return a reason to reject a motion that the coarse check may miss, or None.

        Constraint singularities are checked, other Type 2 singularities of redundantly actuated robots, and the demands at all
        instants of `planned.times`.
        """
        if structure_of(self.model).lost or self.is_redundant:
            known = np.array([passage.time for passage in planned.passages])
            for met in crossings(self.model, planned.trajectory, mode=self.mode):
                if "constraint" in met.what.kinds:
                    return f"the motion meets a constraint singularity at {met.at:.4g} s, which the actuators cannot resist"
                if self.is_redundant and "Type 2" in met.what.kinds and not np.isclose(known, met.at, rtol=0, atol=1e-6).any():
                    return f"the motion meets another singularity at {met.at:.4g} s, where it does not meet the criterion"
        efforts = planned.efforts(planned.times)
        return violation(self.model, planned.trajectory, self.demands, efforts, planned.times, self.mode)


def checked_pose(model: Model, name: str, value: ArrayLike, mode: ArrayLike | None) -> Array:
    """Check that a pose (n,) is valid and within reach, and return it; error messages begin with its name."""
    pose = check_state(name, value, model.labels, "x")
    require_reach(model, name, pose, mode)
    return pose


def request(
    model: Model,
    ends: tuple[Array, Array],
    duration: float,
    through: ArrayLike | None,
    degree: int | None,
    mode: ArrayLike | None,
    demands: Demands,
    crosses: bool = True,
    optimal: bool = False,
) -> Request:
    """Validate a request, and raise an error if it cannot be planned.

    crosses : True raises an error if the straight way meets no singularity
    optimal : True raises an error if the inverse geometry is numeric
    """
    (start, end), mode = ends, kept_mode(model, mode)
    n_a, n = len(model.mechanism.actuated), model.mechanism.n_dof
    if optimal and n_a != n:
        raise InputError(
            f"minimise: {model.spec.name} has {n_a} actuators for {n} degrees of freedom; its efforts already have the smallest "
            "norm; call without minimise"
        )
    if optimal and not model.survey.geometry.is_closed_form:
        raise InputError("minimise: this robot has a numeric inverse geometry, which IPOPT cannot use; call without minimise")
    if np.abs(end - start).max() < 1e-12:
        raise InputError("end: it is the same pose as start")
    for name, pose in (("start", start), ("end", end)):
        if len(free_motions(model, pose, mode)[0]):
            raise InputError(f"{name}: this pose is singular, so the robot cannot rest there; give another pose")
    if through is None:
        places = places_on_the_way(model, start, end, mode, crosses)
    else:
        poses = np.atleast_2d(check_stack({"through": through}, {"through": model.labels["x"]}).arrays["through"])
        places = given_places(model, poses, start, end, mode)
    least = 5 + 3 * len(places)
    if degree is not None:
        whole("degree", degree, least, HIGHEST, f"for {counted(len(places), 'crossing')}, a degree")
    criteria = tuple(crossing_criterion(model, place.x, mode=mode) for place in places)
    return Request(model, mode, start, end, duration, int(degree or least), tuple(places), criteria, demands, degree is None)

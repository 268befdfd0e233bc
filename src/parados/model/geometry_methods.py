"""Geometry of a model: positions of the joints, frames, limits, forward geometry and assembly modes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, whole
from parados.errors import InputError
from parados.model.forward_geometry import all_assemblies, newton_forward
from parados.model.joint_limits import beyond_limits
from parados.model.live_arguments import Parameters, live, live_one
from parados.model.measured_assembly import measured_forward
from parados.model.model_part import ModelPart
from parados.model.state_arguments import check_stack, check_state
from parados.spatial.turns import continuous

__all__ = ["GeometryMethods"]

Array = NDArray[np.float64]

MOST_TRIES = 100_000
"""Largest number of random starts in the search for assembly modes."""


class GeometryMethods(ModelPart):
    """Methods of `Model` about positions."""

    @live
    def inverse_kinematics(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """Positions q of the actuated joints (IGM) [rad, m]; angles are principal values, or continuous along a `motion`."""
        q = self._value("inverse_kinematics", mode, motion, x=x)
        return _followed(q, [self.mechanism.joints[k].is_periodic for k in self.mechanism.actuated], motion)

    @live
    def joints(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """Positions of all joints of the tree, in the order of `joint_names` [rad, m]; angles as in `inverse_kinematics`."""
        return _followed(self._value("joints", mode, motion, x=x), self.mechanism.periodic, motion)

    @live
    def pose(self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None) -> Array:
        """All six platform coordinates px, py, pz, a1, a2, a3 (position and quaternion for quaternion platforms).

        The angles of a platform on a link are computed from its frame; where their sequence is singular, a1 is arbitrary and the
        three angles still give the orientation.
        """
        six = self._value("pose", mode, motion, x=x)
        platform = self.mechanism.platform
        dependent = [(platform.carrier is not None or k in platform.dependent) and k > 2 for k in range(six.shape[-1])]
        return _followed(six, dependent, motion)

    @live
    def platform_frame(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(4, 4) frame of the platform in the base."""
        stack, out = self._evaluator.evaluate("pose", {"x": x}, mode, motion=motion)
        return stack.unstack(out["frame"])

    @live
    def link_frames(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(n_t, 4, 4) frames of all links in the base, as the file gives them."""
        return self._value("link_frames", mode, motion, x=x)

    @live
    def within_limits(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> NDArray[np.bool_]:
        """Tell whether every joint is within the limits of the file, modulo whole turns."""
        return np.asarray((self.beyond_limits(x, mode=mode, motion=motion) == 0).all(axis=-1))

    @live
    def beyond_limits(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(n_t,) or (N, n_t) distance of every joint beyond the limits of the file [rad, m]; 0 within them.

        Angles are compared modulo whole turns. Along a `motion`, only the first row is; the other rows follow it
        continuously.
        """
        return np.abs(beyond_limits(self.mechanism, self.joints(x, mode=mode, motion=motion), motion, self.joint_bounds))

    @live
    def forward_kinematics(
        self,
        q: ArrayLike,
        *,
        guess: ArrayLike | None = None,
        measured: Mapping[str, ArrayLike] | None = None,
        mode: ArrayLike | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """Platform coordinates x at actuated joint positions q (FGM), by a damped Newton method.

        It starts from `guess`, by default the home of the file. Along a `motion`, the guess is for the first row, and each
        other row starts from the pose of the row before.

        measured : name of a joint -> its measured position [rad, m], one or (N,). All assembly modes are searched, in every
            working mode or in `mode`, and the one with these joints is returned; AssemblyError is raised if several have them
            (7.2.3). The measured values select, they need not be exact; q is
        """
        if measured is not None:
            if flag("motion", motion):
                raise InputError("motion: along a motion each row follows the one before; give either motion or measured")
            known = check_stack({"q": q, **self._evaluator.live_argument}, self.labels)
            near = None if guess is None else check_state("guess", guess, {"guess": self.labels["x"]})
            return known.unstack(measured_forward(self._model, known, measured, mode, near))
        start = self.survey.home if guess is None else guess
        values = {"q": q, "guess": start, **self._evaluator.live_argument}
        stack = check_stack(values, {**self.labels, "guess": self.labels["x"]})
        return stack.unstack(newton_forward(self._model, stack, mode, flag("motion", motion)))

    @live_one
    def assembly_modes(self, q: ArrayLike, *, tries: int = 400, parameters: Parameters = None) -> Array:
        """(k, n_x) distinct poses at joint positions q, searched from `tries` random starts in each working mode.

        The list may be incomplete, since the starts are random. Poses are compared by the platform's frame, so that two
        sets of angles for one orientation count once.
        """
        return all_assemblies(self._model, check_state("q", q, self.labels), whole("tries", tries, 1, MOST_TRIES))


def _followed(values: Array, turning: Sequence[bool] | NDArray[np.bool_], motion: bool) -> Array:
    """Return the values; along a `motion` (N, k), remove the jumps of the angles."""
    return continuous(values, turning) if motion and values.ndim == 2 else values

"""Geometry of a model: positions of the joints, frames, limits, forward geometry and assembly modes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, whole
from parados.errors import InputError
from parados.model.assembly_result import AssemblyModes
from parados.model.continued_assembly import ContinuedAssembly, continued_assembly
from parados.model.every_assembly import every_assembly
from parados.model.forward_geometry import newton_forward
from parados.model.forward_solving import solve_one
from parados.model.joint_limits import beyond_limits
from parados.model.measured_assembly import measured_forward
from parados.model.method_calls import Parameters, live, live_one, quick
from parados.model.model_part import ModelPart
from parados.model.state_arguments import check_positions, check_stack, check_state
from parados.spatial.turns import continuous

__all__ = ["GeometryMethods"]

Array = NDArray[np.float64]

MOST_TRIES = 100_000
"""Largest number of random starts in the search for assembly modes."""


class GeometryMethods(ModelPart):
    """Methods of `Model` about positions."""

    @quick("inverse_kinematics", "x")
    @live
    def inverse_kinematics(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(n_a,) positions q of the actuated joints at the coordinates x (IGM) [rad, m].

        Angles are principal values; with `motion` they are continuous from row to row.
        """
        q = self._value("inverse_kinematics", mode, motion, x=x)
        return _followed(q, self.mechanism.turning[list(self.mechanism.actuated)], motion)

    @quick("joints", "x")
    @live
    def joints(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(n_t,) positions of all joints of the tree [rad, m], ordered as `joint_names`; angles as in `inverse_kinematics`."""
        return _followed(self._value("joints", mode, motion, x=x), self.mechanism.turning, motion)

    @quick("pose", "x")
    @live
    def pose(self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None) -> Array:
        """(6,) position px, py, pz of P and angles a1, a2, a3 of the platform [m, rad], also those that x does not contain.

        For a quaternion platform the shape is (7,): px, py, pz, w, x, y, z. If a link carries the platform, the angles are
        computed from the platform's frame. Where the sequence of angles is singular, a1 is arbitrary, but the three angles
        together still give the orientation.
        """
        six = self._value("pose", mode, motion, x=x)
        platform = self.mechanism.platform
        dependent = [(platform.carrier is not None or k in platform.dependent) and k > 2 for k in range(six.shape[-1])]
        return _followed(six, dependent, motion)

    @live
    def platform_frame(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(4, 4) frame of the platform in base axes: the axes are its first three columns, P is the fourth [m]."""
        stack, out = self._evaluator.evaluate("pose", {"x": x}, mode, motion=motion)
        return stack.unstack(out["frame"])

    @quick("link_frames", "x")
    @live
    def link_frames(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(n_t, 4, 4) frames of all links in base axes, in the order of `joint_names`; each frame is that of the robot file."""
        return self._value("link_frames", mode, motion, x=x)

    @live
    def within_limits(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> NDArray[np.bool_]:
        """Tell whether every joint is within the limits of the robot file: one bool, or (N,) for a stack.

        Angles are compared as in `beyond_limits`.
        """
        return np.asarray((self.beyond_limits(x, mode=mode, motion=motion) == 0).all(axis=-1))

    @live
    def beyond_limits(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(n_t,) or (N, n_t) distance of every joint beyond the limits of the robot file [rad, m]; 0 within the limits.

        Whole turns of an angle do not count. With `motion`, this applies to the first row only: the angles of the other rows
        continue those of the first row, and their whole turns count.
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
        """(n_x,) coordinates x at the positions q (n_a,) of the actuated joints (FGM), by a damped Newton method.

        guess : (n_x,) or (N, n_x) start of Newton's method, by default the home of the file. With `motion` it is the start of the
            first row; each other row starts from the result of the row before. A warning tells where the motion may have crossed
            a Type 2 singularity: a second motion, which turns back there, has the same q.
            With `measured` it is (n_x,), one of the starts
        measured : name of a joint -> its measured position [rad, m], one number or (N,). Then the assembly modes are searched in
            every working mode, or in `mode`, and the one nearest to the measured positions is returned (7.2.3). AssemblyError is
            raised if none is within 0.1 rad or 0.1 characteristic lengths, or if a second one is less than twice as far as the
            nearest. Measured positions only select an assembly mode and may be inexact; the result has exactly the positions q
        """
        if measured is None and mode is None and motion is False:
            pose = solve_one(self._model, q, guess)
            if pose is not None:
                return pose
        if measured is not None:
            if flag("motion", motion):
                raise InputError("motion: along a motion each row follows the one before; give either motion or measured")
            known = check_stack({"q": q, **self._evaluator.live_argument}, self.labels)
            check_positions(known.arrays["q"])
            near = None if guess is None else check_state("guess", guess, {"guess": self.labels["x"]})
            return known.unstack(measured_forward(self._model, known, measured, mode, near))
        start = self.survey.home if guess is None else guess
        values = {"q": q, "guess": start, **self._evaluator.live_argument}
        stack = check_stack(values, {**self.labels, "guess": self.labels["x"]})
        check_positions(stack.arrays["q"])
        return stack.unstack(newton_forward(self._model, stack, mode, flag("motion", motion)))

    @live_one
    def assembly_modes(self, q: ArrayLike, *, tries: int | None = None, parameters: Parameters = None) -> AssemblyModes:
        """Find all poses with the actuated joint positions q (n_a,) of one state, each once (7.2.2).

        The equations of the pose are solved completely, in a way that follows from the topology: spheres and planes, a polynomial
        in one angle such as the sextic (7.48), up to 40 complex solutions of six equations, or all solutions of the closure
        equations. `complete` in the result says whether all poses are known.

        tries : a number of random starts in each working mode, to search instead of solving the equations; if None, a search
            has 400, or 20 for a robot with numeric geometry
        """
        count = None if tries is None else whole("tries", tries, 1, MOST_TRIES)
        return every_assembly(self._model, check_positions(check_state("q", q, self.labels)), count)

    @live_one
    def continue_assembly(
        self, x: ArrayLike, q: ArrayLike, *, mode: ArrayLike | None = None, parameters: Parameters = None
    ) -> ContinuedAssembly:
        """Find the pose at actuated joints q (n_a,) that continues from a known pose x (n_x,), without a Type 2 singularity.

        All assembly modes are computed after each step on the way; the result is certified if they were all known. Raises
        AssemblyError if assembly modes meet on the way.
        """
        pose, joints = check_state("x", x, self.labels), check_positions(check_state("q", q, self.labels))
        return continued_assembly(self._model, pose, joints, mode)


def _followed(values: Array, turning: Sequence[bool] | NDArray[np.bool_], motion: bool) -> Array:
    """Return the values; if they are rows (N, k) of a `motion`, remove the jumps of the columns that are angles (`turning`)."""
    return continuous(values, turning) if motion and values.ndim == 2 else values

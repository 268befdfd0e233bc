"""All assembly modes at given actuated joints, with what is known about each of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, freeze, whole
from parados.errors import AssemblyError, InputError
from parados.geometry.working_modes import Mode, mode_name
from parados.model.frame_coordinates import declared_six, six_of_frames
from parados.model.mode_matching import joint_gaps
from parados.model.state_arguments import check_state
from parados.text.numbers import counted, number_list
from parados.text.result_display import Display, Shown, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.model.model import Model

__all__ = ["AssemblyModes"]

Array = NDArray[np.float64]

SINGULAR = 1e-6
"""Distance below which the sign of the determinant is not told."""


@dataclass(frozen=True)
class AssemblyModes(Shown):
    """The poses of a robot at given actuated joints, each once, sorted by their coordinates.

    Attributes
    ----------
    q : (n_a,) actuated joints [rad, m];  x : (k, n_x) coordinates;  frames : (k, 4, 4) frames of the platform [m]
    modes : the working mode of each pose; None if the model does not find the legs' positions at a pose by itself
    complete : True if no other real pose exists, up to round-off
    complex_found, complex_expected : number of complex solutions of the equations that were solved: found at q, and that the
        robot has in general; None if the poses were searched from random starts
    self_motion : True if the solutions form a curve: the platform can move while the actuated joints are held
    route : name of the method;  reason : one sentence about completeness
    polynomial : (n + 1,) coefficients, lowest power first, of the polynomial in T = tan(a / 2), (7.48), where a is the only
        angle of the platform; None for other robots
    excluded : number of real solutions of the equations at which the joints of the robot cannot close, or only in a branch that
        the robot file excludes
    aspects : numbers of aspects that `singularity.mode_aspects` has found; None if it was not asked
    """

    model: Model = field(repr=False)
    q: Array
    x: Array
    frames: Array
    modes: tuple[Mode | None, ...]
    complete: bool
    complex_found: int | None
    complex_expected: int | None
    route: str
    reason: str
    self_motion: bool = False
    polynomial: Array | None = None
    excluded: int = 0
    aspects: tuple[int | None, ...] | None = None

    def __post_init__(self) -> None:
        freeze(self)

    def __len__(self) -> int:
        return len(self.x)

    @property
    def poses(self) -> Array:
        """(k, 6) px, py, pz, a1, a2, a3 [m, rad], or (k, 7) with a quaternion."""
        mechanism = self.model.mechanism
        if mechanism.platform.carrier is not None:
            return six_of_frames(mechanism, self.frames)
        return declared_six(mechanism, self.frames)[0]

    @cached_property
    def joints(self) -> Array:
        """(k, n_t) positions of all joints [rad, m]; NaN where the working mode is None."""
        return self._by_mode("joints", "joints", (len(self.model.joint_names),))

    @cached_property
    def within_limits(self) -> NDArray[np.bool_]:
        """(k,) True if every joint is within the limits of the robot file; False where the joints are not known."""
        from parados.model.joint_limits import beyond_limits

        if not len(self):
            return np.zeros(0, dtype=bool)
        beyond = beyond_limits(self.model.mechanism, self.joints, False, self.model.joint_bounds)
        return np.asarray((beyond == 0).all(axis=1))

    @cached_property
    def residual(self) -> Array:
        """(k,) largest difference of the actuated joints at the pose from q [rad, or over the robot's size]; NaN if not known."""
        found = self._by_mode("inverse_kinematics", "q", (len(self.q),))
        return joint_gaps(self.model, found, self.q).max(axis=1, initial=0.0) if len(self) else np.zeros(0)

    @cached_property
    def _inverse_jacobians(self) -> Array:
        """(k, n_a, n) inverse Jacobians; NaN where the working mode is None."""
        n = self.model.mechanism.n_dof
        return self._by_mode("inverse_jacobian", "inverse_jacobian", (len(self.q), n))

    @cached_property
    def distance(self) -> Array:
        """(k,) distance from the next Type 2 singularity: the smallest singular value of the inverse Jacobian.

        Lengths are divided by the characteristic length; 0 is singular, NaN not known.
        """
        mechanism, length = self.model.mechanism, self.model.characteristic_length
        columns = mechanism.coordinate_scales(length)
        rows = np.array([length if mechanism.joints[k].unit == "m" else 1.0 for k in mechanism.actuated])
        scaled = self._inverse_jacobians * columns / rows[:, None]
        return np.array([np.linalg.svd(J, compute_uv=False)[-1] if np.isfinite(J).all() else np.nan for J in scaled])

    @cached_property
    def sign(self) -> NDArray[np.intp]:
        """(k,) sign of the determinant of the inverse Jacobian; 0 if it is singular, not square, or not known.

        Poses of one working mode with different signs lie in different aspects.
        """
        J = self._inverse_jacobians
        if J.shape[1] != J.shape[2]:
            return np.zeros(len(self), dtype=np.intp)
        known = np.isfinite(J).all(axis=(1, 2)) & (self.distance > SINGULAR)
        return np.array([int(np.sign(np.linalg.det(j))) if ok else 0 for j, ok in zip(J, known, strict=True)], dtype=np.intp)

    @property
    def aspect(self) -> tuple[int | None, ...]:
        """Number of the aspect of each pose: equal for poses in one aspect, different for others, None if it is not decided.

        The working mode and the sign decide it for a pose that shares them with no other one; `singularity.mode_aspects` searches
        ways between the others.
        """
        if self.aspects is not None:
            return self.aspects
        both = zip(self.modes, self.sign, strict=True)
        pairs = [None if mode is None or not sign else (mode, int(sign)) for mode, sign in both]
        numbers = {pair: k + 1 for k, pair in enumerate(dict.fromkeys(pair for pair in pairs if pair is not None))}
        return tuple(None if pair is None or pairs.count(pair) > 1 else numbers[pair] for pair in pairs)

    def _by_mode(self, quantity: str, output: str, shape: tuple[int, ...]) -> Array:
        """Evaluate a quantity at each pose in its working mode."""
        values = np.full((len(self), *shape), np.nan)
        for mode in {mode for mode in self.modes if mode is not None}:
            own = [k for k, other in enumerate(self.modes) if other == mode]
            values[own] = self.model.quietly(quantity, self.x[own], mode=mode)[output].reshape(len(own), *shape)
        return values

    # -- selection -------------------------------------------------------------------------------------------------------

    def nearest(self, x: ArrayLike, *, mode: ArrayLike | None = None) -> Array:
        """(n_x,) the pose whose frame is nearest to that of a pose x (n_x,), in characteristic lengths and radians.

        mode : working mode at x, which decides the dependent coordinates; that of the file if None
        """
        if not len(self):
            raise AssemblyError(f"nearest: {self.reason}")
        return np.asarray(self.x[int(np.argmin(self.apart(check_state("x", x, self.model.labels), mode)))])

    def apart(self, x: Array, mode: ArrayLike | None = None) -> Array:
        """(k,) distances of the poses from a pose x (n_x,) [characteristic lengths, rad]; infinite if x is out of reach.

        mode : working mode at x, which decides the dependent coordinates; that of the file if None
        """
        from parados.assembly.platform_forms import declared_frames

        mechanism = self.model.mechanism
        if mechanism.platform.is_quaternion or mechanism.platform.carrier is not None or mechanism.platform.dependent:
            frame = self.model.quietly("pose", x[None], mode=mode)["frame"][0]
            if not np.isfinite(frame).all():
                return np.full(len(self), np.inf)
        else:
            six = np.array(mechanism.platform.constant, dtype=float)
            six[list(mechanism.platform.coordinates)] = x[: len(mechanism.platform.coordinates)]
            frame = declared_frames(mechanism, six[None])[0]
        moved = np.linalg.norm(self.frames[:, :3, 3] - frame[:3, 3], axis=1) / self.model.characteristic_length
        sine = np.linalg.norm(self.frames[:, :3, :3] - frame[:3, :3], axis=(1, 2)) / np.sqrt(8)  # of half the angle
        return np.hypot(moved, 2 * np.arcsin(np.minimum(sine, 1)))

    def select(
        self, *, limits: bool = False, sign: int | None = None, mode: ArrayLike | None = None, aspect: int | None = None
    ) -> AssemblyModes:
        """Return the poses that meet all conditions.

        limits : True for poses with all joints within their limits;  sign : +1 or -1, of the determinant;  mode : working mode
        aspect : number of an aspect, see the attribute of this name
        """
        kept = np.ones(len(self), dtype=bool)
        if flag("limits", limits):
            kept &= self.within_limits
        if sign is not None:
            if whole("sign", sign, -1, 1) == 0:
                raise InputError("sign: +1 or -1 is expected, not 0")
            kept &= self.sign == sign
        if mode is not None:
            wanted = self.model.working_mode(mode)
            kept &= np.array([own == wanted for own in self.modes], dtype=bool)
        if aspect is not None:
            number = whole("aspect", aspect, 1)
            kept &= np.array([own == number for own in self.aspect], dtype=bool)
        rows = np.flatnonzero(kept)
        told = f"{len(rows)} of {counted(len(self), 'pose')} selected; {self.reason}"
        modes, aspects = tuple(self.modes[k] for k in rows), tuple(self.aspect[k] for k in rows)
        return replace(self, x=self.x[rows], frames=self.frames[rows], modes=modes, reason=told, aspects=aspects)

    # -- display ---------------------------------------------------------------------------------------------------------

    def draw(self) -> Figure:
        """Draw all poses side by side."""
        from parados.model.assembly_sheet import draw_assembly_modes

        return draw_assembly_modes(self)

    def _display(self) -> Display:
        told = {} if self.complex_expected is None else {"complex solutions": f"{self.complex_found} of {self.complex_expected}"}
        facts = {
            "actuated joints": number_list(self.q), "real poses": len(self), "complete": "yes" if self.complete else "not proven",
            **told, "method": self.route,
        }  # fmt: skip
        names = self.model.labels["x"]
        headings = ["", *names, "mode", "sign", "aspect", "distance", "within limits"]
        rows = [
            [
                str(k + 1), *[f"{v:.5g}" for v in x], "-" if mode is None else mode_name(mode),
                f"{sign:+d}" if sign else "-", "-" if aspect is None else str(aspect), f"{distance:.3g}",
                "yes" if inside else "no",
            ]
            for k, (x, mode, sign, aspect, distance, inside) in enumerate(
                zip(self.x, self.modes, self.sign, self.aspect, self.distance, self.within_limits, strict=True)
            )
        ]  # fmt: skip
        tables = [Table(headings, rows)] if rows else []
        return Display(f"{self.model.spec.name}: assembly modes", facts, tables, self.reason, self.draw if rows else None)

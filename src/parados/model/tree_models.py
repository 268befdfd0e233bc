"""Models of the tree and of the free platform, each without the other (`Model.tree`); the loops may be open."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, vector, word
from parados.arguments.single_values import listed
from parados.errors import InputError, UnknownNameError
from parados.model.leg_twist_result import LegTwists
from parados.model.tree_evaluation import Place, TreeEvaluation, checked_frames
from parados.topology.mechanism import BASE, PLATFORM

__all__ = ["TreeModels"]

Array = NDArray[np.float64]


class TreeModels(TreeEvaluation):
    """The tree of a robot and its free platform, cut from each other (Briot & Khalil 8.2 and 8.3).

    q, qd, qdd are positions, rates and accelerations of all n_t joints of the tree, in the order of `Model.joint_names`; they
    need not close the loops. Methods take one state (n_t,) or a stack (N, n_t); the shapes below are those of one state. Twists
    [v, omega] and wrenches [force, moment] are in base axes.

    platform_frame : (4, 4) frame of the platform; needed if the platform carries joints or if a spring connects it to a link
    platform_twist, platform_acceleration : (6,) motion of the platform at P in these cases; zero by default
    """

    # -- dynamics of the tree -------------------------------------------------------------------------------------------

    def inverse_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        friction: bool = True,
        platform_frame: ArrayLike | None = None,
        platform_twist: ArrayLike | None = None,
        platform_acceleration: ArrayLike | None = None,
    ) -> Array:
        """(n_t,) efforts tau_t of all joints, as if each had a motor, (8.16); rotors are included [N m, N]."""
        name = "efforts" if flag("friction", friction) else "frictionless_efforts"
        moving = {"twist": platform_twist, "acceleration": platform_acceleration}
        return self._value(name, {"q": q, "qd": qd, "qdd": qdd}, platform_frame, moving)

    def mass_matrix(self, q: ArrayLike, *, platform_frame: ArrayLike | None = None) -> Array:
        """(n_t, n_t) inertia matrix M_t with tau_t = M_t qdd + c_t, section 8.2.5; rotors are included."""
        return self._value("mass_matrix", {"q": q}, platform_frame)

    def bias(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        friction: bool = True,
        platform_frame: ArrayLike | None = None,
        platform_twist: ArrayLike | None = None,
        platform_acceleration: ArrayLike | None = None,
    ) -> Array:
        """(n_t,) c_t with tau_t = M_t qdd + c_t: terms of velocity, gravity, springs and friction, section 8.2.4 [N m, N].

        If the platform carries joints, c_t also has the terms of `platform_acceleration`.
        """
        return self.inverse_dynamics(
            q,
            qd,
            np.zeros(len(self._model.joint_names)),
            friction=friction,
            platform_frame=platform_frame,
            platform_twist=platform_twist,
            platform_acceleration=platform_acceleration,
        )

    # -- the free platform ----------------------------------------------------------------------------------------------

    def platform_wrench(self, frame: ArrayLike, twist: ArrayLike, acceleration: ArrayLike) -> Array:
        """(6,) wrench w_p on the free platform at P that gives it a motion, base axes, (8.57) [N, N m].

        Links that the platform carries, and springs, are not included.

        frame : (4, 4) or (N, 4, 4) frame of the platform in base axes
        twist, acceleration : (6,) twist of the platform at P and its time derivative, base axes
        """
        return self._value("platform_wrench", {}, frame, {"twist": twist, "acceleration": acceleration})

    def platform_mass_matrix(self, frame: ArrayLike) -> Array:
        """(6, 6) inertia matrix M_p of the platform at P, base axes: w_p = M_p acceleration + c_p."""
        return self._value("platform_mass_matrix", {}, frame)

    def platform_bias(self, frame: ArrayLike, twist: ArrayLike) -> Array:
        """(6,) c_p with w_p = M_p acceleration + c_p: terms of velocity and gravity [N, N m]."""
        return self.platform_wrench(frame, twist, np.zeros(6))

    # -- frames and motions ---------------------------------------------------------------------------------------------

    def frames(self, q: ArrayLike, *, platform_frame: ArrayLike | None = None) -> Array:
        """(n_t, 4, 4) frames of all links in the base."""
        out = self._value("frames", {"q": q}, platform_frame)
        return out.reshape(*out.shape[:-2], -1, 4, 4)

    def frame(
        self, q: ArrayLike, of: Place, seen_from: Place = "base", *, platform_frame: ArrayLike | None = None
    ) -> Array:
        """(4, 4) frame of one body relative to the frame of another: axes and origin of `of` in the frame `seen_from`.

        of, seen_from : name of a joint, for the frame of its link; "base"; "platform"; or (name of a closure, "first" or
            "second"), for one of the two frames of the closure
        """
        (body, own), (other, seen) = self._place("of", of), self._place("seen_from", seen_from)
        links, T_p = self.frames(q, platform_frame=platform_frame), platform_frame
        if PLATFORM in (body, other):
            if T_p is None:
                raise InputError("platform_frame: (4, 4) is needed for a frame of the platform")
            T_p = checked_frames("platform_frame", T_p)

        def at(body: int) -> Array:
            return np.eye(4) if body == BASE else np.asarray(T_p) if body == PLATFORM else links[..., body, :, :]

        return np.asarray(np.linalg.inv(at(other) @ seen) @ (at(body) @ own))

    def twists(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        platform_frame: ArrayLike | None = None,
        platform_twist: ArrayLike | None = None,
    ) -> Array:
        """(n_t, 6) twists of all links at their origins, base axes [m/s, rad/s]."""
        return self._value("twists", {"q": q, "qd": qd}, platform_frame, {"twist": platform_twist})

    def accelerations(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        platform_frame: ArrayLike | None = None,
        platform_twist: ArrayLike | None = None,
        platform_acceleration: ArrayLike | None = None,
    ) -> Array:
        """(n_t, 6) accelerations of the origins of all links and angular accelerations, base axes [m/s^2, rad/s^2]."""
        moving = {"twist": platform_twist, "acceleration": platform_acceleration}
        return self._value("accelerations", {"q": q, "qd": qd, "qdd": qdd}, platform_frame, moving)

    def jacobian(
        self, q: ArrayLike, of: str, *, at: ArrayLike = (0.0, 0.0, 0.0), platform_frame: ArrayLike | None = None
    ) -> Array:
        """(6, n_t) Jacobian J of a link: its twist at a point is J qd, base axes, (5.7) and (5.10).

        Columns of joints that do not move the link are zero.

        of : name of the joint of the link;  at : (3,) the point in the frame of the link [m], by default the origin
        """
        k, place = self._joint("of", of), vector("at", at, 3)
        every = self._value("jacobians", {"q": q}, platform_frame)
        J = every[..., 6 * k : 6 * k + 6, :].copy()
        if place.any():
            arm = self.frames(q, platform_frame=platform_frame)[..., k, :3, :3] @ place
            J[..., :3, :] += np.cross(J[..., 3:, :], arm[..., :, None], axis=-2)
        return J

    def leg_twists(self, q: ArrayLike, leg: str, platform_frame: ArrayLike) -> LegTwists:
        """Unit twists at P of the joints of a leg and of the motions that its closure allows, base axes, (7.53).

        leg : name of the closure that ties a leg to the platform, or of the leg if it has only one such closure
        """
        mechanism = self._model.mechanism
        outer = [c for c in mechanism.closures if not mechanism.is_inner(c)]
        names = list(dict.fromkeys([*[mechanism.leg_names[c.leg] for c in outer], *[c.name for c in outer]]))
        word("leg", leg, names, UnknownNameError, "a leg that holds the platform")
        found = [c for c in outer if c.name == leg] or [c for c in outer if mechanism.leg_names[c.leg] == leg]
        if len(found) > 1:
            own = listed(c.name for c in found)
            raise InputError(f"leg: {leg} has {len(found)} closures that tie it to the platform; name one of them: {own}")
        every = self._value("screws", {"q": q}, platform_frame)
        widths = [len(mechanism.joints) + len(c.free) for c in mechanism.closures]
        start = sum(widths[: mechanism.closures.index(found[0])])
        path = [*mechanism.path(found[0].a), *mechanism.path(found[0].b)]
        columns = [*path, *range(len(mechanism.joints), len(mechanism.joints) + len(found[0].free))]
        motions = [*[mechanism.joint_names[k] for k in path], *[f"{motion} of {found[0].name}" for motion in found[0].free]]
        return LegTwists(found[0].name, tuple(motions), every[..., [start + k for k in columns]])

    # -- export -----------------------------------------------------------------------------------------------------------

    def export_c(self, folder: str | Path) -> list[Path]:
        """Write the models of the tree and of the free platform as C99: a header, a source and a test driver; return their paths.

        If one of the files cannot be written, none is.
        """
        from parados.model.tree_export import export_tree_c

        return export_tree_c(self._model, folder)

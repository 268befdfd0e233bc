"""The models of a compiled robot, for one state or a stack of states.

This class is a table of contents; other files do the work.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, flag, instance, name_list, real_array, shown, whole, word
from parados.errors import InputError, UnknownNameError
from parados.flexible.modes import VibrationModes
from parados.kinematics.matrices import KinematicMatrices
from parados.kinematics.wrenches import LegWrenches
from parados.model.compiled_robot import CompiledRobot
from parados.model.elastic import frequencies_at, linear_matrices_at, modes_at, stiffness_at
from parados.model.elastic_equations import LinearMatrices
from parados.model.energies import BodyEnergies, Energy
from parados.model.forward_geometry import all_assemblies, newton_forward
from parados.model.joint_limits import beyond_limits
from parados.model.measured_assembly import measured_forward
from parados.model.model_display import model_display
from parados.model.multipliers import Multipliers, multipliers_at
from parados.model.options import Options
from parados.model.platform_quantities import check_platform
from parados.model.pose_matrices import matrices_at, wrenches_at
from parados.model.quantities import known_quantity
from parados.model.quantity_derivative import QuantityDerivative
from parados.model.reaction_result import Reactions
from parados.model.reactions import reactions_at
from parados.model.redundancy import check_possible, resolve_accelerations, resolve_rates
from parados.model.singular_efforts import efforts
from parados.model.state_arguments import Stack, check_stack, check_state
from parados.model.tree_models import TreeModels
from parados.spatial.live_numbers import nominal
from parados.spatial.turns import continuous
from parados.spatial.vectors import inverse_frame
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.model.centre_lines import CentreLines
    from parados.model.elastic_model import ElasticModel

__all__ = ["COMPILED", "Energy", "Model", "Parameters", "live_one"]

COMPILED = "a compiled model (robot.compile())"
"""Name of the expected argument in the messages of functions that take a model."""

MOST_TRIES = 100_000
"""Largest number of random starts in the search for assembly modes."""

MOST_DRAWN = 24
"""Largest number of vibration modes in one figure."""

Array = NDArray[np.float64]

Parameters = Mapping[str, Any] | None
"""Values of live parameters by name: one for all states, or one for each row of a stack."""

Method = TypeVar("Method", bound=Callable[..., Any])


def takes_parameters(analysis: Method, one_robot: bool) -> Method:
    """Let a function whose first argument is a model take other values of its live parameters, as the argument `parameters`.

    one_robot : reject values that differ from row to row
    """

    @wraps(analysis)
    def with_values(model: Any, *arguments: Any, parameters: Parameters = None, **options: Any) -> Any:
        own = model if parameters is None else instance("model", model, Model, COMPILED).with_parameters(parameters)
        if one_robot and isinstance(own, Model):
            own.check_one_robot()
        return analysis(own, *arguments, **options)

    return cast(Method, with_values)


def live(quantity: Method) -> Method:
    """Let a method of a model take other values of the live parameters, one set or one for each row."""
    return takes_parameters(quantity, one_robot=False)


def live_one(analysis: Method) -> Method:
    """Let a function or a method that looks at one robot take one other set of values of the live parameters."""
    return takes_parameters(analysis, one_robot=True)


class Model(CompiledRobot, Shown):
    """The models of one robot, built by `Robot.compile`.

    Methods take one state x (n_x,) or a stack (N, n_x), and return the matching shape; a method that takes only one state
    says so. `mode` is the working mode, by default that of the file. It has one entry for each leg: 1 or -1, or a list of
    signs if the leg has several choices. With `motion=True` the rows of a stack follow each other in time: angles are
    continuous, and in a numeric geometry each row is reached from the one before. If a single state has no result, the method
    raises an error. In a stack such rows are NaN, and one warning counts them. `parameters` gives other values of the live
    parameters (`Robot.compile`): a mapping of names to values, or to one value for each row.
    """

    def _display(self) -> Display:
        return model_display(self, self._evaluator.made())

    @live_one
    def draw(self, x: ArrayLike | None = None, *, mode: ArrayLike | None = None, parameters: Parameters = None) -> Figure:
        """Draw the robot at a pose x (n_x,) and in a working mode; by default at home and in the default mode."""
        from parados.plots.robot_drawing import draw_robot
        from parados.text.figure_text import figure_text

        pose = self.survey.home if x is None else check_state("x", x, self.labels)
        return draw_robot(self, pose, title=figure_text(self.spec.title or self.spec.name), mode=mode)

    @live_one
    def draw_working_modes(self, x: ArrayLike | None = None, *, parameters: Parameters = None) -> Figure:
        """Draw small pictures of the working modes at a pose x (n_x,), by default at home; more than 16 are drawn leg by leg."""
        from parados.model.working_mode_sheet import draw_working_modes

        return draw_working_modes(self, self.survey.home if x is None else check_state("x", x, self.labels))

    def _value(
        self, name: str, mode: ArrayLike | None, motion: bool, options: Options | None = None, /, **values: ArrayLike
    ) -> Array:
        """Evaluate a quantity and return its first output."""
        stack, out = self._evaluator.evaluate(name, values, mode, options, motion=motion)
        return stack.unstack(next(iter(out.values())))

    # -- geometry -------------------------------------------------------------------------------------------------------

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
        frames = self._value("link_frames", mode, motion, x=x)
        for spin in self.mechanism.idle:  # the mechanism may have another frame for a rod that spins freely
            frames[..., spin.link, :, :] = frames[..., spin.link, :, :] @ inverse_frame(nominal(spin.frame))
        return frames

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
            return known.unstack(measured_forward(self, known, measured, mode, near))
        start = self.survey.home if guess is None else guess
        values = {"q": q, "guess": start, **self._evaluator.live_argument}
        stack = check_stack(values, {**self.labels, "guess": self.labels["x"]})
        return stack.unstack(newton_forward(self, stack, mode, flag("motion", motion)))

    @live_one
    def assembly_modes(self, q: ArrayLike, *, tries: int = 400, parameters: Parameters = None) -> Array:
        """(k, n_x) distinct poses at joint positions q, searched from `tries` random starts in each working mode.

        The list may be incomplete, since the starts are random. Poses are compared by the platform's frame, so that two
        sets of angles for one orientation count once.
        """
        return all_assemblies(self, check_state("q", q, self.labels), whole("tries", tries, 1, MOST_TRIES))

    # -- kinematics -----------------------------------------------------------------------------------------------------

    @live
    def jacobian(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(n, n_a) Jacobian J with xd = J qd; the pseudo-inverse (7.65) if actuation is redundant."""
        return self._value("jacobian", mode, motion, x=x)

    @live
    def inverse_jacobian(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(n_a, n) inverse Jacobian with qd = inverse_jacobian @ xd."""
        return self._value("inverse_jacobian", mode, motion, x=x)

    @live
    def joint_rates(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        joints: str = "actuated",
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """Rates of the actuated joints, or of all joints with joints="all" [rad/s, m/s]."""
        word("joints", joints, ("actuated", "all"))
        return self._value("joint_rates" if joints == "actuated" else "all_joint_rates", mode, motion, x=x, xd=xd)

    @live
    def joint_accelerations(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        joints: str = "actuated",
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """Accelerations of the actuated joints, or of all joints with joints="all" [rad/s^2, m/s^2]."""
        word("joints", joints, ("actuated", "all"))
        name = "joint_accelerations" if joints == "actuated" else "all_joint_accelerations"
        return self._value(name, mode, motion, x=x, xd=xd, xdd=xdd)

    @live
    def pose_rates(
        self, x: ArrayLike, xd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(6,) rates of px, py, pz, a1, a2, a3; for quaternion platforms the twist [v, omega]."""
        return self._value("pose_rates", mode, motion, x=x, xd=xd)

    @live
    def pose_accelerations(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(6,) time derivatives of `pose_rates`."""
        return self._value("pose_accelerations", mode, motion, x=x, xd=xd, xdd=xdd)

    @live
    def link_twists(
        self, x: ArrayLike, xd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(n_t, 6) twists [v, omega] of all links at their origins, base axes [m/s, rad/s]."""
        return self._value("link_twists", mode, motion, x=x, xd=xd)

    @live
    def link_accelerations(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n_t, 6) accelerations of the origins of all links, and angular accelerations, base axes [m/s^2, rad/s^2]."""
        return self._value("link_accelerations", mode, motion, x=x, xd=xd, xdd=xdd)

    @live
    def platform_twist(
        self, x: ArrayLike, xd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(6,) twist t_p = [v, omega] of the platform at P, base axes [m/s, rad/s]."""
        return self._value("platform_twist", mode, motion, x=x, xd=xd)

    @live
    def platform_acceleration(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(6,) acceleration of P and angular acceleration of the platform, base axes [m/s^2, rad/s^2]."""
        return self._value("platform_acceleration", mode, motion, x=x, xd=xd, xdd=xdd)

    @live
    def platform_jacobian(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(6, n) Jacobian J_p with platform_twist = J_p @ xd; for a serial arm the Jacobian of its tool."""
        return self._value("platform_jacobian", mode, motion, x=x)

    @property
    def tree(self) -> TreeModels:
        """Models of the tree and of the free platform by themselves, at any positions of the joints."""
        return TreeModels(self)

    @live_one
    def leg_wrenches(self, x: ArrayLike, *, mode: ArrayLike | None = None, parameters: Parameters = None) -> list[LegWrenches]:
        """Actuation and constraint wrenches of every leg at one pose, at P in base axes."""
        return wrenches_at(self._evaluator, x, mode)

    @live_one
    def matrices(
        self, x: ArrayLike, xd: ArrayLike | None = None, *, mode: ArrayLike | None = None, parameters: Parameters = None
    ) -> KinematicMatrices:
        """Matrices A, B, A_r, Psi_t, J, J_inv, J_t, J_ta, J_td, D_r, A_d, B_d, J_d, J_r at one pose, over twists as in the book.

        With xd (n,) also the terms of the second order b_p, a_t, a_q, d_c and e.
        """
        return matrices_at(self._evaluator, x, mode, xd)

    @live_one
    def resolve_redundancy(
        self,
        x: ArrayLike,
        xd_platform: ArrayLike,
        *,
        null: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        parameters: Parameters = None,
    ) -> Array:
        """(n,) rates xd of a kinematically redundant robot from the rates of its platform only, (7.66).

        If a link carries the platform, its twist (6,) at P in base axes is given; raises InputError if it cannot move so.

        null : (n_a,) the vector xi; its part that does not move the platform is added to the solution of least norm
        """
        values, place = self._platform_rates("xd_platform", xd_platform, "xd"), check_state("x", x, self.labels)
        J, P = self.jacobian(place, mode=mode), self._platform_rows(place, mode)
        xd = resolve_rates(J, P, values, self._null(null))
        check_possible(P, xd, values, "xd_platform", self._platform_labels)
        return xd

    @live_one
    def resolve_redundant_acceleration(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd_platform: ArrayLike,
        *,
        null: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        parameters: Parameters = None,
    ) -> Array:
        """(n,) accelerations xdd of a kinematically redundant robot from the accelerations of its platform only, (7.168)."""
        values = self._platform_rates("xdd_platform", xdd_platform, "xdd")
        place, rates = check_state("x", x, self.labels), check_state("xd", xd, self.labels)
        rest = np.zeros(self.mechanism.n_dof)
        drift = self.joint_accelerations(place, rates, rest, mode=mode)
        if self.mechanism.platform.carrier is not None:
            values = values - self.platform_acceleration(place, rates, rest, mode=mode)
        J, P = self.jacobian(place, mode=mode), self._platform_rows(place, mode)
        xdd = resolve_accelerations(J, drift, P, values, self._null(null))
        check_possible(P, xdd, values, "xdd_platform", self._platform_labels)
        return xdd

    def _platform_rates(self, name: str, values: ArrayLike, determined: str) -> Array:
        """Check the rates of the platform of a redundant robot: those of its coordinates, or the twist of a carried platform."""
        check_platform(self.mechanism, "rates of a platform")
        if not self.robot.is_kinematically_redundant:
            raise InputError(f"{self.spec.name} is not kinematically redundant: the platform alone determines {determined}")
        return check_state(name, values, {name: self._platform_labels})

    @property
    def _platform_labels(self) -> tuple[str, ...]:
        """Names of the given rates of a redundant robot's platform."""
        carried = self.mechanism.platform.carrier is not None
        return ("vx", "vy", "vz", "wx", "wy", "wz") if carried else self.spec.platform.own_coordinates

    def _platform_rows(self, x: Array, mode: ArrayLike | None) -> Array:
        """(k, n) matrix from xd to the rates of the platform's coordinates, or to the twist of a carried platform."""
        if self.mechanism.platform.carrier is not None:
            return self.platform_jacobian(x, mode=mode)
        return np.eye(len(self.spec.platform.own_coordinates), self.mechanism.n_dof)

    def _null(self, null: ArrayLike | None) -> Array:
        return np.zeros(len(self.labels["q"])) if null is None else check_state("null", null, self.labels, "q")

    # -- dynamics -------------------------------------------------------------------------------------------------------

    @live
    def inverse_dynamics(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        wrench: ArrayLike | None = None,
        overconstraint: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        friction: bool = True,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
        solution: str = "minimum-norm",
        jerk: ArrayLike | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """Actuator efforts tau (IDM), (8.71) and (8.145) [N m, N].

        At a Type 2 singularity the efforts are finite only if the motion fulfils the criterion (9.11). Then they are the
        limit along the motion; otherwise SingularConfigurationError is raised. The limit depends on the jerk.

        wrench : (6,) or (N, 6) wrench of the environment on the platform at P, base axes
        overconstraint : (n_a,) vector eta of (8.148), for redundant actuation
        link_wrenches : name of a joint -> (6,) or (N, 6) wrench on its link at the origin of the link's frame, base axes
        solution : "minimum-norm", or "book" for the particular solution (8.148)
        jerk : (n,) or (N, n) third derivatives of x; zero by default
        """
        word("solution", solution, ("minimum-norm", "book"))
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "xdd": xdd, **self._loads(wrench, link_wrenches)}
        if overconstraint is not None:
            if len(self.labels["q"]) == self.mechanism.n_dof:
                raise InputError("overconstraint: this robot is not redundantly actuated; leave it out")
            values["overconstraint"] = overconstraint
        options = Options(flag("friction", friction), "wrench" in values, overconstraint is not None, solution == "book")
        if jerk is not None:
            values["xddd"] = check_stack({"jerk": jerk}, {"jerk": self.labels["xddd"]}).arrays["jerk"]
        return efforts(self._evaluator, values, mode, options, motion)

    @live
    def platform_force(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        friction: bool = True,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n,) generalised force inverse_jacobian.T @ tau, dual to xd.

        It does not depend on how redundant actuators share the load.
        """
        return self._value("platform_force", mode, motion, Options(flag("friction", friction)), x=x, xd=xd, xdd=xdd)

    def _loads(self, wrench: ArrayLike | None, link_wrenches: Mapping[str, ArrayLike] | None) -> dict[str, ArrayLike]:
        """Return the arguments `wrench` and `links` of a loaded kernel; an empty dictionary if no wrench is given."""
        expected = "a mapping of joint names to wrenches"
        given = {} if link_wrenches is None else dict(instance("link_wrenches", link_wrenches, Mapping, expected))
        if wrench is None and not given:
            return {}
        if wrench is not None and not self.spec.has_platform:
            raise InputError("wrench: this robot has no platform; give the wrenches on its links under link_wrenches")
        unknown = [name for name in given if not isinstance(name, str) or name not in self.joint_names]
        if unknown:
            raise UnknownNameError(f"link_wrenches: {shown(unknown[0])} is not a joint; use {', '.join(self.joint_names)}")
        places = {f"link_wrenches[{name!r}]": value for name, value in given.items()}
        stack = check_stack(places, dict.fromkeys(places, self.labels["wrench"]))
        parts = [stack.arrays.get(f"link_wrenches[{name!r}]", np.zeros(6)) for name in self.joint_names]
        shape = (stack.count, 6) if stack.stacked else (6,)
        links = np.concatenate([np.broadcast_to(part, shape) for part in parts], axis=-1)
        return {"wrench": np.zeros(6) if wrench is None else wrench, "links": links}

    @live
    def forward_dynamics(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        tau: ArrayLike,
        *,
        wrench: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        friction: bool = True,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """Platform accelerations xdd (DDM), (8.92) and (8.162)."""
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "tau": tau, **self._loads(wrench, link_wrenches)}
        options = Options(flag("friction", friction), "wrench" in values)
        return self._value("forward_dynamics", mode, motion, options, **values)

    @live
    def mass_matrix(
        self,
        x: ArrayLike,
        *,
        space: str = "platform",
        mode: ArrayLike | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n, n) inertia matrix over xd, or over qd with space="actuators"."""
        self._check_space(space)
        stack, out = self._evaluator.evaluate("mass_matrix", {"x": x}, mode, motion=motion)
        M = out["mass_matrix"]
        if space == "actuators":
            J = self._jacobians(stack, M, mode, motion)
            M = J.transpose(0, 2, 1) @ M @ J
        return stack.unstack(M)

    @live
    def bias(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        *,
        space: str = "platform",
        mode: ArrayLike | None = None,
        friction: bool = True,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n,) bias force c in M xdd + c = inverse_jacobian.T @ tau, or in M qdd + c = tau with space="actuators"."""
        self._check_space(space)
        options = Options(flag("friction", friction))
        stack, out = self._evaluator.evaluate("bias", {"x": x, "xd": xd}, mode, options, motion)
        c = out["bias"]
        if space == "actuators":
            J, poses = self._jacobians(stack, c, mode, motion), self._poses(stack)
            with warnings.catch_warnings():  # the rows that fail are already reported
                warnings.simplefilter("ignore", RuntimeWarning)
                M = self.mass_matrix(poses, mode=mode, motion=motion)
                rest = np.zeros(self.mechanism.n_dof)
                a_q = self.joint_accelerations(poses, stack.arrays["xd"], rest, mode=mode, motion=motion)
            c = np.einsum("nji,nj->ni", J, c - np.einsum("nij,njk,nk->ni", M, J, a_q))
        return stack.unstack(c)

    def _check_space(self, space: str) -> None:
        word("space", space, ("platform", "actuators"))
        n_a, n = len(self.mechanism.actuated), self.mechanism.n_dof
        if space == "actuators" and n_a != n:
            raise InputError(
                "space: 'actuators' needs as many actuators as degrees of freedom; this robot has "
                f"{n_a} actuators and {n} degrees of freedom: use 'platform'"
            )

    @staticmethod
    def _poses(stack: Stack) -> Array:
        """(N, n_x) one pose for each row of a stack; a single pose is repeated."""
        x = stack.arrays["x"]
        return np.broadcast_to(x, (stack.count, x.shape[-1]))

    def _jacobians(self, stack: Stack, served: Array, mode: ArrayLike | None, motion: bool) -> Array:
        """(N, n, n) Jacobians of xd = J qd; raises or warns if a row of `served` has a result but no Jacobian (Type 2)."""
        poses = self._poses(stack)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            J = self.jacobian(poses, mode=mode, motion=motion)
        singular = ~np.isfinite(J).all(axis=(1, 2)) & np.isfinite(served).all(axis=tuple(range(1, served.ndim)))
        self._evaluator.refuse(stack, np.flatnonzero(singular), mode)
        return J

    @live
    def ground_reaction(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        wrench: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(6,) wrench of the ground on the robot at the base origin (GRM), (8.206); reactions of the rotors are not included."""
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "xdd": xdd, **self._loads(wrench, link_wrenches)}
        return self._value("ground_reaction", mode, motion, Options(loaded="wrench" in values), **values)

    @live
    def reactions(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        wrench: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        friction: bool = True,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
        axes: str = "base",
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Reactions:
        """Wrenches through all joints and closures, by name, (8.16): `reactions(x, xd, xdd)["q11"]` [N, N m].

        The actuators have the efforts of `inverse_dynamics`. Rotors act on the axes of their joints only.

        wrench, link_wrenches : as in `inverse_dynamics`
        axes : "base", "own" (axes of the joint's link, of the closure's first body), or the name of a joint or "platform"
        """
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "xdd": xdd, **self._loads(wrench, link_wrenches)}
        options = Options(flag("friction", friction), "wrench" in values)
        return reactions_at(self._evaluator, values, mode, options, motion, axes)

    @live
    def multipliers(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        wrench: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        friction: bool = True,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Multipliers:
        """Lagrange multipliers lambda_1, lambda_2, (8.82)-(8.86), and w_d (9.5), w_b (9.7), with the matrices of `matrices`."""
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "xdd": xdd, **self._loads(wrench, link_wrenches)}
        return multipliers_at(self._evaluator, values, mode, Options(flag("friction", friction), "wrench" in values), motion)

    @live
    def energy(
        self, x: ArrayLike, xd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Energy:
        """Kinetic energy (rotors included) and potential energy (gravity, zero at the base origin, and springs) [J]."""
        stack, out = self._evaluator.evaluate("energy", {"x": x, "xd": xd}, mode, motion=motion)
        springs = np.zeros_like(out["potential"])
        if self.mechanism.has_springs:
            springs = self._evaluator.evaluate("spring_energy", {"x": x}, mode, motion=motion)[1]["springs"]
        return Energy(*[stack.unstack(part) for part in (out["kinetic"], out["potential"], springs)])

    @live
    def dissipated_power(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        friction: bool = True,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """() or (N,) power that dampers and the friction of all joints turn into heat [W]; `friction=False`: dampers alone."""
        return self._value("dissipated_power", mode, motion, Options(flag("friction", friction)), x=x, xd=xd)

    @live
    def body_energies(
        self, x: ArrayLike, xd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> BodyEnergies:
        """Kinetic energy and potential energy of gravity of every link (with the rotor of its joint) and of the platform [J]."""
        stack, out = self._evaluator.evaluate("body_energies", {"x": x, "xd": xd}, mode, motion=motion)
        kinetic, potential = (stack.unstack(out[key]) for key in ("kinetic", "potential"))
        return BodyEnergies((*self.joint_names, "platform"), kinetic, potential)

    @live
    def centre_of_mass(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(3,) or (N, 3) centre of mass of all links and the platform, base axes [m]."""
        return self._value("centre_of_mass", mode, motion, x=x)

    @live
    def centre_of_mass_jacobian(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(3, n) or (N, 3, n) J_com: the centre of mass has the velocity J_com @ xd, base axes."""
        return self._value("centre_of_mass_jacobian", mode, motion, x=x)

    @live
    def regressor(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        friction: bool = True,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n_a, n_p) regressor Y with tau = Y @ parameters, (8.265)."""
        return self._value("regressor", mode, motion, Options(flag("friction", friction)), x=x, xd=xd, xdd=xdd)

    # -- derivatives and export -----------------------------------------------------------------------------------------

    def derivatives(self, name: str, wrt: str | Sequence[str], *, order: int = 1) -> Callable[..., Array | dict[str, Array]]:
        """Return the function that computes the exact derivative of a quantity.

        It takes the states of the quantity and, if the quantity has them, its options `wrench`, `link_wrenches`, `friction`,
        `mode`, `motion` and `parameters`; all other options have their default values. Its result has the shape of the
        quantity followed by (n_wrt,), for example (n, n, n_x) for the mass matrix with respect to x; for a quantity with
        several results (energy, pose) it is a dictionary. For quaternion platforms the derivative with respect to x is taken
        along unit quaternions.

        wrt : a state or a live parameter, or several of them: one column for each of their numbers, one after the other
        order : 2 for second derivatives, whose shape ends in (n_wrt, n_wrt)
        """
        names = (wrt,) if isinstance(wrt, str) else tuple(name_list("wrt", wrt))
        whole("order", order, 1, 2, "the order of the derivative")
        derivative = QuantityDerivative(self, known_quantity("derivatives", name), names, order)
        if not names:
            raise InputError("wrt: give at least one name")
        if len(set(names)) != len(names):
            raise InputError(f"wrt: {', '.join(map(str, names))} contains a name twice; give each name once")
        for one in names:
            word("wrt", one, [*derivative.states, *self.live_places])
        return derivative

    def export_c(self, folder: str | Path) -> list[Path]:
        """Write a header, a source and a test driver in C99 into a folder, all of them or none; see `parados.model.export`."""
        from parados.model.export import export_c

        return export_c(self, folder)

    # -- flexible robots ------------------------------------------------------------------------------------------------

    @live
    def natural_frequencies(
        self,
        x: ArrayLike,
        *,
        count: int | None = None,
        mode: ArrayLike | None = None,
        progress: Progress | None = None,
        parameters: Parameters = None,
    ) -> Array:
        """(k,) or (N, k) natural frequencies [Hz] of the undeformed robot with locked motors, lowest first.

        count : number of frequencies, all by default
        progress : function progress(done, total), called with the numbers of poses done and in total
        """
        return frequencies_at(self._evaluator, x, count, mode, progress)

    @live
    def vibration_modes(
        self, x: ArrayLike, *, count: int | None = None, mode: ArrayLike | None = None, parameters: Parameters = None
    ) -> VibrationModes:
        """Natural frequencies, mode shapes, and the elastic bodies that deform in each mode.

        count : number of modes, all by default
        """
        return modes_at(self._evaluator, x, count, mode)

    @live
    def platform_stiffness(self, x: ArrayLike, *, mode: ArrayLike | None = None, parameters: Parameters = None) -> Array:
        """(6, 6) stiffness at P in the platform's axes with locked motors, (3, 3) for planar beams [N/m, N, N m/rad].

        If a robot has n < 6 degrees of freedom and only its actuators are elastic, the platform is rigid along all other
        motions; the stiffness is then the (n, n) matrix J_inv^T diag(k) J_inv in the coordinates x, where k are the
        stiffnesses of the actuators.
        """
        return stiffness_at(self._evaluator, x, mode)

    @live
    def elastic_matrices(self, x: ArrayLike, *, mode: ArrayLike | None = None, parameters: Parameters = None) -> LinearMatrices:
        """Mass and stiffness M_cc, K_cc of small motions about the undeformed robot with locked motors (11.33)-(11.34)."""
        return linear_matrices_at(self._evaluator, x, mode)

    @live_one
    def elastic_model(
        self, *, rest: ArrayLike | None = None, friction: bool | str = True, parameters: Parameters = None
    ) -> ElasticModel:
        """Full model of the flexible robot at a state (10.123)-(10.124): M, c, inverse and direct problem, without a run in time.

        rest : pose x (n_x,) in which springs of passive joints have no force; by default the home of the file
        friction : True, "viscous" (without the dry part) or False
        """
        from parados.model.elastic_model import ElasticModel

        return ElasticModel(self, None if rest is None else check_state("rest", rest, self.labels, "x"), friction)

    @live_one
    def centre_lines(
        self, x: ArrayLike, shapes: ArrayLike, *, mode: ArrayLike | None = None, parameters: Parameters = None
    ) -> CentreLines:
        """Centre lines of the beams at a pose, and their displacements in mode shapes.

        shapes : (k, n) mode shapes, for example `vibration_modes(x, mode=mode).shapes`, of the same working mode
        """
        from parados.model.centre_lines import centre_lines

        place = check_state("x", x, self.labels)
        table = np.atleast_2d(real_array("shapes", shapes))
        n = len(self._evaluator.graphs.elastic.linear.structure.mechanism.joints)
        if table.ndim != 2 or table.shape[1] != n or not len(table):
            raise InputError(f"shapes: shape (k, {n}) is expected, a row for each mode, not {table.shape}")
        return centre_lines(self, place, table, mode=mode)

    @live_one
    def draw_vibration_modes(
        self, x: ArrayLike | None = None, *, count: int = 4, mode: ArrayLike | None = None, parameters: Parameters = None
    ) -> Figure:
        """Draw the shapes of the lowest modes at a pose x (n_x,), by default at home; displacements are exaggerated."""
        from parados.model.mode_drawing import draw_vibration_modes

        pose = self.survey.home if x is None else check_state("x", x, self.labels)
        return draw_vibration_modes(self, pose, whole("count", count, 1, MOST_DRAWN, "the number of modes"), mode=mode)


def _followed(values: Array, turning: Sequence[bool] | NDArray[np.bool_], motion: bool) -> Array:
    """Return the values; along a `motion` (N, k), remove the jumps of the angles."""
    return continuous(values, turning) if motion and values.ndim == 2 else values

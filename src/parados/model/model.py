"""A compiled robot: every rigid model, on one state or on a stack. A table of contents; the work is done elsewhere."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, instance, real_array, shown, whole, word
from parados.dynamics.parameters import parameter_names, parameter_values
from parados.errors import InputError, UnknownNameError
from parados.flexible.modes import Modes
from parados.geometry.survey import Survey
from parados.geometry.working_modes import Mode, all_modes
from parados.graph.kernel import Kernel
from parados.kinematics.matrices import KinematicMatrices
from parados.kinematics.wrenches import LegWrenches
from parados.model.arguments import Stack, check_stack, check_state
from parados.model.elastic import frequencies_at, modes_at, stiffness_at
from parados.model.evaluation import Evaluator
from parados.model.forward_geometry import all_assemblies, newton_forward
from parados.model.joint_limits import beyond_limits
from parados.model.options import Options
from parados.model.pose_matrices import matrices_at, wrenches_at
from parados.model.quantities import QUANTITIES
from parados.model.redundancy import resolve_accelerations, resolve_rates
from parados.model.singular_efforts import limits_along
from parados.model.surveyed_robot import SurveyedRobot, surveyed
from parados.robot.description import RobotSpec
from parados.spatial.turns import continuous
from parados.topology.mechanism import Mechanism

if TYPE_CHECKING:
    from parados.model.centre_lines import CentreLines

__all__ = ["COMPILED", "Energy", "Model"]

COMPILED = "a compiled model (robot.compile())"
"""What functions that take a model say they expect."""

MOST_TRIES = 100_000
"""Random starts from which assembly modes are looked for."""

Array = NDArray[np.float64]


class Energy(NamedTuple):
    """Energies [J] of one state (floats) or of a stack (arrays)."""

    kinetic: Array
    potential: Array

    @property
    def total(self) -> Array:
        return self.kinetic + self.potential


class Model:
    """The models of one robot. Made by `Robot.compile`.

    Methods take `x` (n_x,) or (N, n_x) and return the matching shape. `mode` is the working mode, an entry for each leg:
    1 or -1, or a pair of such signs where a leg has two choices; the file's by default. With `motion` the rows of a stack
    follow each other in time: angles are continuous, and where the geometry is numeric each row is reached from the one
    before. One state that cannot be served raises; in a stack its row is NaN and one warning counts such rows.
    """

    def __init__(self, robot: SurveyedRobot, backend: str) -> None:
        self.robot = instance("robot", robot, SurveyedRobot, "a robot (parados.load)")
        word("backend", backend, ("auto", "c", "vm"))
        self.evaluator = Evaluator(robot, backend)

    def __reduce__(self) -> tuple[Any, ...]:
        """A model travels as its description; its kernels come from the cache where it arrives."""
        return _from_description, (self.spec, self.evaluator.backend)

    def __repr__(self) -> str:
        return f"Model({self.spec.name!r}, {len(self.labels['x'])} coordinates, {len(self.labels['q'])} actuators)"

    # -- the robot -------------------------------------------------------------------------------------------------------

    @property
    def spec(self) -> RobotSpec:
        """The robot's description."""
        return self.robot.spec

    @property
    def mechanism(self) -> Mechanism:
        """Tree, platform and closures."""
        return self.robot.mechanism

    @property
    def survey(self) -> Survey:
        """Inverse geometry and sampled configurations."""
        return self.robot.survey

    # -- names, modes, kernels ------------------------------------------------------------------------------------------

    @property
    def labels(self) -> dict[str, Sequence[str]]:
        """Names of the entries of every argument: x, xd, xdd, q, qd, tau, wrench, ..."""
        return self.evaluator.labels

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of all joints of the tree, in the order of `joints`."""
        return self.mechanism.joint_names

    @property
    def actuated_names(self) -> tuple[str, ...]:
        return tuple(self.labels["q"])

    @cached_property
    def parameters(self) -> Array:
        """Standard dynamic parameters, in the order of `parameter_names` [SI]."""
        return parameter_values(self.mechanism)

    @cached_property
    def parameter_names(self) -> tuple[str, ...]:
        return tuple(parameter_names(self.mechanism))

    def working_modes(self) -> list[Mode]:
        """Every working mode, an entry for each leg."""
        return all_modes(self.survey.geometry)

    def kernel(self, name: str) -> Kernel:
        """The kernel of a quantity: `.graph`, `.operations`, `.c_source()`."""
        return self.evaluator.finished(self._public("kernel", name), Options())[0]

    @staticmethod
    def _public(what: str, name: str) -> str:
        public = [key for key, entry in QUANTITIES.items() if entry.public]
        if not isinstance(name, str) or name not in public:
            raise UnknownNameError(f"{what}: {shown(name)} is not a quantity; use one of {', '.join(public)}")
        return name

    # -- geometry -------------------------------------------------------------------------------------------------------

    def inverse_kinematics(self, x: ArrayLike, mode: ArrayLike | None = None, *, motion: bool = False) -> Array:
        """Actuated joints q (IGM) [rad, m]; angles are principal values, or continuous along a `motion`."""
        stack, out = self.evaluator.evaluate("inverse_kinematics", {"x": x}, mode, motion=motion)
        turning = [self.mechanism.joints[k].is_periodic for k in self.mechanism.actuated]
        return stack.unstack(continuous(out["q"], turning) if motion else out["q"])

    def joints(self, x: ArrayLike, mode: ArrayLike | None = None, *, motion: bool = False) -> Array:
        """Every joint of the tree, in the order of `joint_names` [rad, m]; angles as those of `inverse_kinematics`."""
        stack, out = self.evaluator.evaluate("joints", {"x": x}, mode, motion=motion)
        turning = self.mechanism.periodic
        return stack.unstack(continuous(out["joints"], turning) if motion else out["joints"])

    def pose(self, x: ArrayLike, mode: ArrayLike | None = None, *, motion: bool = False) -> Array:
        """All six platform coordinates px, py, pz, a1, a2, a3 (position and quaternion for quaternion platforms)."""
        stack, out = self.evaluator.evaluate("pose", {"x": x}, mode, motion=motion)
        six = out["coordinates"]
        dependent = [k in self.mechanism.platform.dependent and k > 2 for k in range(six.shape[1])]
        return stack.unstack(continuous(six, dependent) if motion else six)

    def platform_frame(self, x: ArrayLike, mode: ArrayLike | None = None, *, motion: bool = False) -> Array:
        """(4, 4) frame of the platform in the base."""
        stack, out = self.evaluator.evaluate("pose", {"x": x}, mode, motion=motion)
        return stack.unstack(out["frame"])

    def link_frames(self, x: ArrayLike, mode: ArrayLike | None = None, *, motion: bool = False) -> Array:
        """(n_t, 4, 4) frames of all links in the base."""
        stack, out = self.evaluator.evaluate("link_frames", {"x": x}, mode, motion=motion)
        return stack.unstack(out["frames"].reshape(stack.count, len(self.joint_names), 4, 4))

    def within_limits(self, x: ArrayLike, mode: ArrayLike | None = None, *, motion: bool = False) -> NDArray[np.bool_]:
        """Whether every joint stands within the limits that the file gives it, whole turns apart."""
        return np.asarray((self.beyond_limits(x, mode, motion=motion) == 0).all(axis=-1))

    def beyond_limits(self, x: ArrayLike, mode: ArrayLike | None = None, *, motion: bool = False) -> Array:
        """(n_t,) or (N, n_t) how far every joint is beyond the limits that the file gives it [rad, m]; 0 within them.

        Whole turns apart, or, where the rows are a `motion` in order, with angles followed from the first row on.
        """
        return np.abs(beyond_limits(self.mechanism, self.joints(x, mode, motion=motion), motion))

    def forward_kinematics(
        self, q: ArrayLike, guess: ArrayLike | None = None, mode: ArrayLike | None = None, *, motion: bool = False
    ) -> Array:
        """Platform coordinates x of actuated joints q (FGM): damped Newton from `guess` (the file's home by default).

        Along a `motion` the guess is that of the first row, and each row starts from the one before.
        """
        start = self.survey.home if guess is None else guess
        stack = check_stack({"q": q, "guess": start}, {**self.labels, "guess": self.labels["x"]})
        return stack.unstack(newton_forward(self, stack, mode, flag("motion", motion)))

    def assembly_modes(self, q: ArrayLike, tries: int = 400) -> Array:
        """(k, n_x) poses of one q that were found from `tries` random starts in each working mode, each pose once.

        There may be more: random starts prove nothing about what they do not find. Poses are told apart by the platform's
        frame, so that two sets of angles of one orientation count once.
        """
        stack = check_stack({"q": q}, self.labels)
        if stack.stacked:
            raise InputError("q: assembly_modes takes one state, (n,)")
        return all_assemblies(self, stack.arrays["q"], whole("tries", tries, 1, MOST_TRIES))

    # -- kinematics -----------------------------------------------------------------------------------------------------

    def jacobian(self, x: ArrayLike, mode: ArrayLike | None = None, *, motion: bool = False) -> Array:
        """(n, n_a) J with xd = J qd; the pseudo-inverse (7.65) where actuation is redundant."""
        stack, out = self.evaluator.evaluate("jacobian", {"x": x}, mode, motion=motion)
        return stack.unstack(out["jacobian"].reshape(stack.count, self.mechanism.n_dof, len(self.labels["q"])))

    def inverse_jacobian(self, x: ArrayLike, mode: ArrayLike | None = None, *, motion: bool = False) -> Array:
        """(n_a, n) with qd = inverse_jacobian @ xd."""
        stack, out = self.evaluator.evaluate("inverse_jacobian", {"x": x}, mode, motion=motion)
        return stack.unstack(out["inverse_jacobian"].reshape(stack.count, len(self.labels["q"]), self.mechanism.n_dof))

    def joint_rates(
        self, x: ArrayLike, xd: ArrayLike, mode: ArrayLike | None = None, joints: str = "actuated", *, motion: bool = False
    ) -> Array:
        """Rates of the actuated joints, or of all with joints="all" [rad/s, m/s]."""
        word("joints", joints, ("actuated", "all"))
        name, key = ("joint_rates", "qd") if joints == "actuated" else ("all_joint_rates", "rates")
        stack, out = self.evaluator.evaluate(name, {"x": x, "xd": xd}, mode, motion=motion)
        return stack.unstack(out[key])

    def joint_accelerations(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        mode: ArrayLike | None = None,
        joints: str = "actuated",
        *,
        motion: bool = False,
    ) -> Array:
        """Accelerations of the actuated joints, or of all with joints="all" [rad/s^2, m/s^2]."""
        word("joints", joints, ("actuated", "all"))
        name, key = ("joint_accelerations", "qdd") if joints == "actuated" else ("all_joint_accelerations", "accelerations")
        stack, out = self.evaluator.evaluate(name, {"x": x, "xd": xd, "xdd": xdd}, mode, motion=motion)
        return stack.unstack(out[key])

    def leg_wrenches(self, x: ArrayLike, mode: ArrayLike | None = None) -> list[LegWrenches]:
        """Actuation and constraint wrenches of every leg at one pose, at P in base axes."""
        return wrenches_at(self.evaluator, x, mode)

    def matrices(self, x: ArrayLike, mode: ArrayLike | None = None) -> KinematicMatrices:
        """A, B, A_r, Psi_t, J, J_inv, J_t, J_ta and J_td of one pose, over twists as in the book."""
        return matrices_at(self.evaluator, x, mode)

    def resolve_redundancy(
        self, x: ArrayLike, xd_platform: ArrayLike, null: ArrayLike | None = None, mode: ArrayLike | None = None
    ) -> Array:
        """(n,) xd of a kinematically redundant robot from the platform's rates alone, (7.66); `null` (n_a,) is xi."""
        self._redundant_only("xd")
        values = check_state("xd_platform", xd_platform, {"xd_platform": self.spec.platform.coordinates})
        return resolve_rates(self.jacobian(check_state("x", x, self.labels), mode), values, self._null(null))

    def resolve_redundant_acceleration(
        self, x: ArrayLike, xd: ArrayLike, xdd_platform: ArrayLike, null: ArrayLike | None = None, mode: ArrayLike | None = None
    ) -> Array:
        """(n,) xdd of a kinematically redundant robot from the platform's accelerations alone, (7.168)."""
        self._redundant_only("xdd")
        values = check_state("xdd_platform", xdd_platform, {"xdd_platform": self.spec.platform.coordinates})
        place, rates = check_state("x", x, self.labels), check_state("xd", xd, self.labels)
        drift = self.joint_accelerations(place, rates, np.zeros(self.mechanism.n_dof), mode)
        return resolve_accelerations(self.jacobian(place, mode), drift, values, self._null(null))

    def _redundant_only(self, given: str) -> None:
        if not self.mechanism.redundant:
            told = f"{given} is that of its platform, nothing is to be chosen"
            raise InputError(f"{self.spec.name} is not kinematically redundant: {told}")

    def _null(self, null: ArrayLike | None) -> Array:
        return np.zeros(len(self.labels["q"])) if null is None else check_state("null", null, self.labels, "q")

    # -- dynamics -------------------------------------------------------------------------------------------------------

    def inverse_dynamics(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        wrench: ArrayLike | None = None,
        overconstraint: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        friction: bool = True,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
        solution: str = "minimum-norm",
        jerk: ArrayLike | None = None,
        *,
        motion: bool = False,
    ) -> Array:
        """Actuator efforts tau (IDM), (8.71) and (8.145) [N m, N].

        At a Type 2 singularity the efforts are finite only if the motion fulfils the criterion (9.11); then they are the
        limit along it, otherwise it is refused. The limit depends on the jerk, zero by default.

        wrench : (6,) or (N, 6) that the environment applies to the platform at P, base axes
        overconstraint : (n_a,) eta of (8.148), for redundant actuation
        link_wrenches : joint name -> (6,) or (N, 6) on that joint's link at its frame's origin, base axes
        solution : "minimum-norm", or "book" for the particular solution (8.148)
        jerk : (n,) or (N, n) third derivatives of x
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
        stack, out = self.evaluator.evaluate(
            "inverse_dynamics", values, mode, options, limits_along(self.evaluator, mode, options), motion=motion
        )
        return stack.unstack(out["tau"])

    def platform_force(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        mode: ArrayLike | None = None,
        friction: bool = True,
        *,
        motion: bool = False,
    ) -> Array:
        """(n,) inverse_jacobian.T @ tau, the generalised force dual to xd; free of how redundant actuators share it."""
        options = Options(flag("friction", friction))
        stack, out = self.evaluator.evaluate("platform_force", {"x": x, "xd": xd, "xdd": xdd}, mode, options, motion=motion)
        return stack.unstack(out["force"])

    def _loads(self, wrench: ArrayLike | None, link_wrenches: Mapping[str, ArrayLike] | None) -> dict[str, ArrayLike]:
        """Arguments `wrench` and `links` of a loaded kernel; none where nothing acts."""
        told = "a mapping of joint names to wrenches"
        given = {} if link_wrenches is None else dict(instance("link_wrenches", link_wrenches, Mapping, told))
        if wrench is None and not given:
            return {}
        unknown = [name for name in given if not isinstance(name, str) or name not in self.joint_names]
        if unknown:
            raise UnknownNameError(f"link_wrenches: {shown(unknown[0])} is not a joint; use {', '.join(self.joint_names)}")
        places = {f"link_wrenches[{name!r}]": value for name, value in given.items()}
        stack = check_stack(places, dict.fromkeys(places, self.labels["wrench"]))
        parts = [stack.arrays.get(f"link_wrenches[{name!r}]", np.zeros(6)) for name in self.joint_names]
        shape = (stack.count, 6) if stack.stacked else (6,)
        links = np.concatenate([np.broadcast_to(part, shape) for part in parts], axis=-1)
        return {"wrench": np.zeros(6) if wrench is None else wrench, "links": links}

    def forward_dynamics(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        tau: ArrayLike,
        wrench: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        friction: bool = True,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
        *,
        motion: bool = False,
    ) -> Array:
        """Platform accelerations xdd (DDM), (8.92) and (8.162)."""
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "tau": tau, **self._loads(wrench, link_wrenches)}
        options = Options(flag("friction", friction), "wrench" in values)
        stack, out = self.evaluator.evaluate("forward_dynamics", values, mode, options, motion=motion)
        return stack.unstack(out["xdd"])

    def mass_matrix(self, x: ArrayLike, space: str = "platform", mode: ArrayLike | None = None, *, motion: bool = False) -> Array:
        """(n, n) inertia matrix over xd, or over qd with space="actuators"."""
        self._check_space(space)
        stack, out = self.evaluator.evaluate("mass_matrix", {"x": x}, mode, motion=motion)
        M = out["mass_matrix"].reshape(stack.count, self.mechanism.n_dof, self.mechanism.n_dof)
        if space == "actuators":
            J = self._jacobians(stack, M, mode, motion)
            M = J.transpose(0, 2, 1) @ M @ J
        return stack.unstack(M)

    def bias(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        space: str = "platform",
        mode: ArrayLike | None = None,
        friction: bool = True,
        *,
        motion: bool = False,
    ) -> Array:
        """(n,) c of M xdd + c = inverse_jacobian.T @ tau, or of M qdd + c = tau with space="actuators"."""
        self._check_space(space)
        stack, out = self.evaluator.evaluate("bias", {"x": x, "xd": xd}, mode, Options(flag("friction", friction)), motion=motion)
        c = out["bias"]
        if space == "actuators":
            J, poses = self._jacobians(stack, c, mode, motion), self._poses(stack)
            with warnings.catch_warnings():  # rows that fail have been counted
                warnings.simplefilter("ignore", RuntimeWarning)
                M = self.mass_matrix(poses, mode=mode, motion=motion)
                a_q = self.joint_accelerations(poses, stack.arrays["xd"], np.zeros(self.mechanism.n_dof), mode, motion=motion)
            c = np.einsum("nji,nj->ni", J, c - np.einsum("nij,njk,nk->ni", M, J, a_q))
        return stack.unstack(c)

    def _check_space(self, space: str) -> None:
        word("space", space, ("platform", "actuators"))
        n_a, n = len(self.mechanism.actuated), self.mechanism.n_dof
        if space == "actuators" and n_a != n:
            raise InputError(
                f"space: 'actuators' needs as many actuators as degrees of freedom; this robot has {n_a} and {n}: use 'platform'"
            )

    @staticmethod
    def _poses(stack: Stack) -> Array:
        """(N, n_x) one pose for each row of a stack, where there may be one for all."""
        x = stack.arrays["x"]
        return np.broadcast_to(x, (stack.count, x.shape[-1]))

    def _jacobians(self, stack: Stack, served: Array, mode: ArrayLike | None, motion: bool) -> Array:
        """(N, n, n) of xd = J qd; raises, or warns, where `served` has numbers but the Jacobian has none (Type 2)."""
        poses = self._poses(stack)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            J = self.jacobian(poses, mode, motion=motion)
        singular = ~np.isfinite(J).all(axis=(1, 2)) & np.isfinite(served).all(axis=tuple(range(1, served.ndim)))
        self.evaluator.refuse(stack, np.flatnonzero(singular), mode)
        return J

    def ground_reaction(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        wrench: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
        *,
        motion: bool = False,
    ) -> Array:
        """(6,) what the ground applies to the robot at the base origin (GRM), (8.206); without the rotors' own
        reaction."""
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "xdd": xdd, **self._loads(wrench, link_wrenches)}
        stack, out = self.evaluator.evaluate("ground_reaction", values, mode, Options(loaded="wrench" in values), motion=motion)
        return stack.unstack(out["ground_reaction"])

    def energy(self, x: ArrayLike, xd: ArrayLike, mode: ArrayLike | None = None, *, motion: bool = False) -> Energy:
        """Kinetic energy (rotors included) and potential energy (zero at the base origin) [J]."""
        stack, out = self.evaluator.evaluate("energy", {"x": x, "xd": xd}, mode, motion=motion)
        return Energy(*[stack.unstack(out[key][:, 0]) for key in ("kinetic", "potential")])

    def regressor(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        mode: ArrayLike | None = None,
        friction: bool = True,
        *,
        motion: bool = False,
    ) -> Array:
        """(n_a, n_p) Y with tau = Y @ parameters, (8.265)."""
        options = Options(flag("friction", friction))
        stack, out = self.evaluator.evaluate("regressor", {"x": x, "xd": xd, "xdd": xdd}, mode, options, motion=motion)
        return stack.unstack(out["regressor"].reshape(stack.count, len(self.labels["q"]), len(self.parameters)))

    # -- derivatives and export -----------------------------------------------------------------------------------------

    def derivatives(self, name: str, wrt: str) -> Callable[..., Array | dict[str, Array]]:
        """The exact derivative of a quantity as a function of the quantity's own arguments.

        Its result has the shape of the quantity with (n_wrt,) behind, e.g. (n, n, n_x) for the mass matrix by x; for a
        quantity of several results (energy, pose) it is a dictionary. For quaternion platforms the derivative by x is that
        along unit quaternions.
        """
        kernel, _ = self.evaluator.finished(self._public("derivatives", name), Options())
        wanted = [key for key in kernel.inputs if key in self.labels]
        word("wrt", wrt, wanted)
        shapes = dict(zip(kernel.outputs, kernel.shapes, strict=True))

        def derivative(*states: ArrayLike, mode: ArrayLike | None = None) -> Array | dict[str, Array]:
            if len(states) != len(wanted):
                told = f"{len(wanted)} arguments are expected ({', '.join(wanted)}), not {len(states)}"
                raise InputError(f"derivatives of {name}: {told}")
            stack, out = self.evaluator.evaluate(name, dict(zip(wanted, states, strict=True)), mode, Options(derivative=wrt))
            results = {}
            for key, value in out.items():
                quantity = key.removeprefix("d_")
                rows, cols = shapes[quantity]
                own = () if name == "energy" else (rows,) if cols == 1 else (rows, cols)
                results[quantity] = stack.unstack(value.reshape(stack.count, *own, len(self.labels[wrt])))
            return results if len(results) > 1 else next(iter(results.values()))

        return derivative

    def export_c(self, folder: str | Path) -> list[Path]:
        """Write a header, a source and a test driver in C99 into a folder, all or nothing; see `export`."""
        from parados.model.export import export_c

        return export_c(self, folder)

    # -- flexible robots ------------------------------------------------------------------------------------------------

    def natural_frequencies(
        self,
        x: ArrayLike,
        count: int | None = None,
        mode: ArrayLike | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> Array:
        """(k,) or (N, k) natural frequencies [Hz] about the undeformed robot, motors locked, lowest first."""
        return frequencies_at(self.evaluator, x, count, mode, progress)

    def modes(self, x: ArrayLike, count: int | None = None, mode: ArrayLike | None = None) -> Modes:
        """Natural frequencies, shapes, and which beams bend in each mode."""
        return modes_at(self.evaluator, x, count, mode)

    def platform_stiffness(self, x: ArrayLike, mode: ArrayLike | None = None) -> Array:
        """(6, 6) stiffness at P in the platform's axes with locked motors, (3, 3) for planar beams [N/m, N, N m/rad].

        A robot of n < 6 degrees of freedom that gives way in its actuators alone is rigid against all else: its stiffness is
        (n, n) over xd, J_inv^T k J_inv.
        """
        return stiffness_at(self.evaluator, x, mode)

    def centre_lines(self, x: ArrayLike, shapes: ArrayLike) -> CentreLines:
        """Where the beams are at a pose, and how their points move in (k, n) shapes, such as those of `modes`."""
        from parados.model.centre_lines import centre_lines

        place = check_state("x", x, self.labels)
        table = np.atleast_2d(real_array("shapes", shapes))
        n = len(self.evaluator.graphs.elastic.linear.structure.mechanism.joints)
        if table.ndim != 2 or table.shape[1] != n or not len(table):
            raise InputError(f"shapes: shape (k, {n}) is expected, a row for each mode, not {table.shape}")
        return centre_lines(self, place, table)


def _from_description(spec: RobotSpec, backend: str) -> Model:
    return Model(surveyed(spec), backend)

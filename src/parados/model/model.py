"""A compiled robot: every model of DESIGN section 5, on one state or on a stack."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.dynamics.parameters import parameter_names, parameter_values
from parados.errors import InputError, UnknownNameError
from parados.geometry.numeric import NumericInverse
from parados.geometry.survey import Survey, mode_signs
from parados.kinematics.matrices import KinematicMatrices, kinematic_matrices, passive_rows
from parados.kinematics.screws import LegScrews
from parados.kinematics.wrenches import LegWrenches, leg_wrenches
from parados.model.arguments import Stack, check_stack, one_of
from parados.model.failures import Failure, diagnose
from parados.model.forward_geometry import all_assemblies, newton_forward
from parados.model.graphs import FinishedGraph, Graphs, Options
from parados.model.kernel import Kernel
from parados.model.redundancy import resolve_accelerations, resolve_rates
from parados.model.store import stored_graph
from parados.robot.description import RobotSpec
from parados.topology.mechanism import Mechanism

__all__ = ["QUANTITIES", "Energy", "Model"]

Array = NDArray[np.float64]

QUANTITIES = (
    "inverse_kinematics",
    "joints",
    "pose",
    "link_frames",
    "joint_rates",
    "joint_accelerations",
    "inverse_jacobian",
    "jacobian",
    "inverse_dynamics",
    "platform_force",
    "forward_dynamics",
    "mass_matrix",
    "bias",
    "ground_reaction",
    "energy",
    "regressor",
)

CHUNK = 1 << 15
"""Rows of a stack that are evaluated at a time: what is needed beside the results stays in the processor's cache."""


class Energy(NamedTuple):
    """Energies [J] of one state (floats) or of a stack (arrays)."""

    kinetic: Array
    potential: Array

    @property
    def total(self) -> Array:
        return self.kinetic + self.potential


class Model:
    """The models of one robot. Made by `Robot.compile`.

    Methods take `x` (n_x,) or (N, n_x) and return the matching shape. `mode` is the working mode, a number a leg:
    +-1, or an index where a leg has more than two solutions; the file's by default. One state that cannot be served
    raises; in a stack its row is NaN and one warning counts such rows.
    """

    def __init__(self, spec: RobotSpec, mechanism: Mechanism, survey: Survey, backend: str) -> None:
        self.spec = spec
        self.mechanism = mechanism
        self.survey = survey
        self.backend = backend
        self.graphs = Graphs(mechanism, survey)
        self._kernels: dict[str, tuple[Kernel, FinishedGraph]] = {}
        actuated = [mechanism.joints[k].name for k in mechanism.actuated]
        coordinates = list(spec.platform.coordinates) + list(spec.redundancy)
        x_names = coordinates
        if mechanism.platform.is_quaternion:
            x_names = ["px", "py", "pz", "w", "x", "y", "z", *spec.redundancy]
            coordinates = ["vx", "vy", "vz", "wx", "wy", "wz", *spec.redundancy]
        wrench = ["fx", "fy", "fz", "mx", "my", "mz"]
        #: names of the entries of every argument
        self.labels: dict[str, Sequence[str]] = {
            "x": x_names,
            "xd": coordinates,
            "xdd": coordinates,
            "q": actuated,
            "qd": actuated,
            "tau": actuated,
            "overconstraint": actuated,
            "wrench": wrench,
            "links": [f"{w} on {j.name}" for j in mechanism.joints for w in wrench],
        }

    def __repr__(self) -> str:
        return f"Model({self.spec.name!r}, {len(self.labels['x'])} coordinates, {len(self.labels['q'])} actuators)"

    # -- names and parameters -------------------------------------------------------------------------------------------

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of all joints of the tree, in the order of `joints`."""
        return self.mechanism.joint_names

    @property
    def actuated_names(self) -> tuple[str, ...]:
        return tuple(self.labels["q"])

    @cached_property
    def parameters(self) -> Array:
        """Standard dynamic parameters, in the order of `parameter_names`."""
        return parameter_values(self.mechanism)

    @cached_property
    def parameter_names(self) -> tuple[str, ...]:
        return tuple(parameter_names(self.mechanism))

    # -- kernels --------------------------------------------------------------------------------------------------------

    def _finished(self, name: str, options: Options) -> tuple[Kernel, FinishedGraph]:
        key = name + options.suffix()
        if key not in self._kernels:
            finished = stored_graph(self._description, key, lambda: self.graphs.build(name, options))
            self._kernels[key] = Kernel(finished.function, self.backend), finished
        return self._kernels[key]

    @cached_property
    def _description(self) -> str:
        return self.spec.model_dump_json()

    def kernel(self, name: str) -> Kernel:
        """The kernel of a quantity: `.graph`, `.operations`, `.c_source()`."""
        if name not in QUANTITIES:
            raise UnknownNameError(f"kernel: {name!r} is not a quantity; use one of {', '.join(QUANTITIES)}")
        return self._finished(name, Options())[0]

    def _evaluate(
        self, name: str, values: Mapping[str, ArrayLike], mode: ArrayLike | None, options: Options | None = None
    ) -> tuple[Stack, dict[str, Array]]:
        """Check the arguments, run the kernel, and raise or warn about what cannot be served."""
        stack = check_stack(values, self.labels)
        kernel, finished = self._finished(name, options or Options())
        inputs = {**stack.arrays, "mode": self._signs(mode)}
        if "unknowns" in kernel.inputs:
            inputs["unknowns"] = self._unknowns(stack, mode)
        results = {
            key: np.empty((stack.count, *shape))
            for key, shape in zip(kernel.outputs, kernel.shapes, strict=True)
            if key != "pivots"
        }
        failed = np.zeros(stack.count, dtype=bool)
        for start in range(0, stack.count, CHUNK):
            rows = slice(start, min(start + CHUNK, stack.count))
            part = {key: a[rows] if a.ndim == 2 else a for key, a in inputs.items() if key in kernel.inputs}
            outputs = {key: r[rows] for key, r in results.items()}
            pivots = kernel(rows.stop - rows.start, part, outputs)["pivots"][:, :, 0]
            small = np.abs(pivots) < finished.smallest_pivots
            finite = [np.isfinite(o.reshape(len(o), -1)).all(axis=1) for o in outputs.values()]
            failed[rows] = small.any(axis=1) | ~np.logical_and.reduce(finite)
        if failed.any():
            self._report(stack, failed, results, mode)
        squeezed = {key: r[:, :, 0] if r.shape[2] == 1 else r for key, r in results.items()}
        return stack, squeezed

    def _report(self, stack: Stack, failed: Array, results: dict[str, Array], mode: ArrayLike | None) -> None:
        first = int(np.flatnonzero(failed)[0])
        x = stack.arrays["x"]
        failure: Failure = diagnose(self, x[first] if x.ndim == 2 else x, mode)
        if not stack.stacked:
            raise failure.error
        for result in results.values():
            result[failed] = np.nan
        warnings.warn(
            f"{int(failed.sum())} of {stack.count} rows are NaN, the first is row {first}: {failure.error}",
            RuntimeWarning,
            stacklevel=5,
        )

    # -- working modes --------------------------------------------------------------------------------------------------

    def _signs(self, mode: ArrayLike | None) -> Array:
        geometry = self.survey.geometry
        return mode_signs(geometry, self.check_mode(mode))

    def check_mode(self, mode: ArrayLike | None) -> tuple[int, ...] | None:
        """The working mode as a tuple, one number a leg; the file's where None is given."""
        if mode is None:
            return self.spec.mode
        geometry, legs = self.survey.geometry, self.mechanism.leg_names
        given = np.atleast_1d(np.asarray(mode))
        if given.shape != (len(legs),) or not np.all(given == np.round(given)):
            raise InputError(f"mode: one whole number a leg is expected ({', '.join(legs)}), not {mode!r}")
        for leg, value in enumerate(given):
            count = geometry.sign_legs.count(leg)
            accepted = {0: [1, 0], 1: [1, -1]}.get(count, list(range(2**count)))
            if int(value) not in accepted and not geometry.is_closed_form:
                raise InputError(
                    "mode: this robot's inverse geometry is numeric and follows the branch of the file's guess; change guess"
                )
            if int(value) not in accepted:
                raise InputError(
                    f"mode[{leg}]: {value} is not a working mode of {legs[leg]}; use {', '.join(map(str, accepted))}"
                )
        return tuple(int(v) for v in given)

    def working_modes(self) -> list[tuple[int, ...]]:
        """Every working mode, one number a leg."""
        from itertools import product

        owners = self.survey.geometry.sign_legs
        choices = []
        for leg in range(len(self.mechanism.leg_names)):
            count = sum(owner == leg for owner in owners)
            choices.append({0: [1], 1: [1, -1]}.get(count, list(range(2**count))))
        return [tuple(mode) for mode in product(*choices)]

    # -- numeric geometry -----------------------------------------------------------------------------------------------

    @cached_property
    def _solver(self) -> NumericInverse:
        return NumericInverse(self.survey.geometry)

    def _unknowns(self, stack: Stack, mode: ArrayLike | None) -> Array:
        x = np.atleast_2d(stack.arrays["x"])
        found = self._solver.track(x, self.survey.home, self.survey.home_unknowns)
        return found if stack.arrays["x"].ndim == 2 else found[0]

    # -- geometry -------------------------------------------------------------------------------------------------------

    def inverse_kinematics(self, x: ArrayLike, mode: ArrayLike | None = None) -> Array:
        """Actuated joints q (IGM) [rad, m]."""
        stack, out = self._evaluate("inverse_kinematics", {"x": x}, mode)
        return stack.unstack(out["q"])

    def joints(self, x: ArrayLike, mode: ArrayLike | None = None) -> Array:
        """Every joint of the tree, in the order of `joint_names` [rad, m]."""
        stack, out = self._evaluate("joints", {"x": x}, mode)
        return stack.unstack(out["joints"])

    def pose(self, x: ArrayLike, mode: ArrayLike | None = None) -> Array:
        """All six platform coordinates px, py, pz, a1, a2, a3 (position and quaternion for quaternion platforms)."""
        stack, out = self._evaluate("pose", {"x": x}, mode)
        return stack.unstack(out["coordinates"])

    def platform_frame(self, x: ArrayLike, mode: ArrayLike | None = None) -> Array:
        """(4, 4) frame of the platform in the base."""
        stack, out = self._evaluate("pose", {"x": x}, mode)
        return stack.unstack(out["frame"])

    def link_frames(self, x: ArrayLike, mode: ArrayLike | None = None) -> Array:
        """(n_t, 4, 4) frames of all links in the base."""
        stack, out = self._evaluate("link_frames", {"x": x}, mode)
        return stack.unstack(out["frames"].reshape(stack.count, -1, 4, 4))

    def within_limits(self, x: ArrayLike, mode: ArrayLike | None = None) -> NDArray[np.bool_]:
        """Whether every joint stands within the limits that the file gives it."""
        joints = self.joints(x, mode)
        bounds = [joint.limits or (-np.inf, np.inf) for joint in self.mechanism.joints]
        lower, upper = np.array(bounds).T
        return np.asarray(((joints >= lower) & (joints <= upper)).all(axis=-1))

    def forward_kinematics(self, q: ArrayLike, guess: ArrayLike | None = None, mode: ArrayLike | None = None) -> Array:
        """Platform coordinates x of actuated joints q (FGM): damped Newton from `guess` (the file's home by
        default)."""
        start = self.survey.home if guess is None else guess
        stack = check_stack({"q": q, "x": start}, self.labels)
        return stack.unstack(newton_forward(self, stack, mode))

    def assembly_modes(self, q: ArrayLike, tries: int = 400) -> Array:
        """(k, n_x) the assembly modes of one q that were found from `tries` random starts, over all working modes."""
        stack = check_stack({"q": q}, self.labels)
        if stack.stacked:
            raise InputError("q: assembly_modes takes one state, (n,)")
        return all_assemblies(self, stack.arrays["q"], tries)

    # -- kinematics -----------------------------------------------------------------------------------------------------

    def jacobian(self, x: ArrayLike, mode: ArrayLike | None = None) -> Array:
        """(n, n_a) J with xd = J qd; the pseudo-inverse (7.65) where actuation is redundant."""
        stack, out = self._evaluate("jacobian", {"x": x}, mode)
        return stack.unstack(out["jacobian"].reshape(stack.count, self.mechanism.n_dof, -1))

    def inverse_jacobian(self, x: ArrayLike, mode: ArrayLike | None = None) -> Array:
        """(n_a, n) with qd = inverse_jacobian @ xd."""
        stack, out = self._evaluate("inverse_jacobian", {"x": x}, mode)
        return stack.unstack(out["inverse_jacobian"].reshape(stack.count, -1, self.mechanism.n_dof))

    def joint_rates(self, x: ArrayLike, xd: ArrayLike, mode: ArrayLike | None = None, joints: str = "actuated") -> Array:
        """Rates of the actuated joints, or of all with joints="all" [rad/s, m/s]."""
        stack, out = self._evaluate("joint_rates", {"x": x, "xd": xd}, mode)
        return stack.unstack(self._of_joints(out["rates"], joints))

    def joint_accelerations(
        self, x: ArrayLike, xd: ArrayLike, xdd: ArrayLike, mode: ArrayLike | None = None, joints: str = "actuated"
    ) -> Array:
        """Accelerations of the actuated joints, or of all with joints="all" [rad/s^2, m/s^2]."""
        stack, out = self._evaluate("joint_accelerations", {"x": x, "xd": xd, "xdd": xdd}, mode)
        return stack.unstack(self._of_joints(out["accelerations"], joints))

    def _of_joints(self, values: Array, joints: str) -> Array:
        one_of("joints", joints, ("actuated", "all"))
        return values if joints == "all" else np.ascontiguousarray(values[:, list(self.mechanism.actuated)])

    def leg_wrenches(self, x: ArrayLike, mode: ArrayLike | None = None) -> list[LegWrenches]:
        """Actuation and constraint wrenches of every leg at one pose, at P in base axes."""
        _, out = self._one("screws", x, mode)
        start, legs, n_t = 0, [], len(self.joint_names)
        for closure in self.mechanism.closures:
            width = n_t + len(closure.free)
            block = out["screws"][0][:, start : start + width]
            legs.append(LegScrews(closure, block[:, :n_t], block[:, n_t:]))
            start += width
        return leg_wrenches(self.mechanism, legs)

    def matrices(self, x: ArrayLike, mode: ArrayLike | None = None) -> KinematicMatrices:
        """A, B, A_r, Psi_t, J, J_inv, J_t, J_ta and J_td of one pose, over twists as in the book."""
        _, out = self._one("closure_jacobian", x, mode)
        home = self._one("closure_jacobian", self.survey.home, mode)[1]
        chosen = passive_rows(home["rows"][0], self.mechanism)
        return kinematic_matrices(
            self.mechanism, out["rows"][0], out["psi"][0].reshape(6, -1), self.leg_wrenches(x, mode), chosen
        )

    def _one(self, name: str, x: ArrayLike, mode: ArrayLike | None) -> tuple[Stack, dict[str, Array]]:
        stack, out = self._evaluate(name, {"x": x}, mode)
        if stack.stacked:
            raise InputError(f"x: one pose ({len(self.labels['x'])},) is expected here, not a stack")
        return stack, out

    def resolve_redundancy(
        self, x: ArrayLike, xd_platform: ArrayLike, null: ArrayLike | None = None, mode: ArrayLike | None = None
    ) -> Array:
        """(n,) xd of a kinematically redundant robot from the platform's rates alone, (7.66); `null` (n_a,) is xi."""
        values = check_stack({"xd_platform": xd_platform}, {"xd_platform": self.spec.platform.coordinates}).arrays["xd_platform"]
        return resolve_rates(self.jacobian(x, mode), values, self._null(null))

    def resolve_redundant_acceleration(
        self, x: ArrayLike, xd: ArrayLike, xdd_platform: ArrayLike, null: ArrayLike | None = None, mode: ArrayLike | None = None
    ) -> Array:
        """(n,) xdd of a kinematically redundant robot from the platform's accelerations alone, (7.168)."""
        values = check_stack({"xdd_platform": xdd_platform}, {"xdd_platform": self.spec.platform.coordinates}).arrays[
            "xdd_platform"
        ]
        drift = self.joint_accelerations(x, xd, np.zeros(self.mechanism.n_dof), mode)
        return resolve_accelerations(self.jacobian(x, mode), drift, values, self._null(null))

    def _null(self, null: ArrayLike | None) -> Array:
        return np.zeros(len(self.labels["q"])) if null is None else check_stack({"q": null}, self.labels).arrays["q"]

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
    ) -> Array:
        """Actuator efforts tau (IDM), (8.71) and (8.145) [N m, N].

        wrench : (6,) or (N, 6) that the environment applies to the platform at P, base axes
        overconstraint : (n_a,) eta of (8.148), for redundant actuation
        link_wrenches : joint name -> (6,) or (N, 6) on that joint's link at its frame's origin, base axes
        solution : "minimum-norm", or "book" for the particular solution (8.148)
        """
        one_of("solution", solution, ("minimum-norm", "book"))
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "xdd": xdd, **self._loads(wrench, link_wrenches)}
        if overconstraint is not None:
            values["overconstraint"] = overconstraint
        options = Options(friction, "wrench" in values, overconstraint is not None, solution == "book")
        stack, out = self._evaluate("inverse_dynamics", values, mode, options)
        return stack.unstack(out["tau"])

    def _loads(self, wrench: ArrayLike | None, link_wrenches: Mapping[str, ArrayLike] | None) -> dict[str, ArrayLike]:
        if wrench is None and not link_wrenches:
            return {}
        names = self.joint_names
        parts = [np.zeros(6) for _ in names]
        for name, value in (link_wrenches or {}).items():
            if name not in names:
                raise UnknownNameError(f"link_wrenches: {name!r} is not a joint; use {', '.join(names)}")
            parts[names.index(name)] = check_stack({"wrench": value}, self.labels).arrays["wrench"]
        rows = max(len(p) if p.ndim == 2 else 0 for p in parts) if parts else 0
        full = [np.broadcast_to(p, (rows, 6)) if rows else p for p in parts]
        return {"wrench": np.zeros(6) if wrench is None else wrench, "links": np.concatenate(full, axis=-1)}

    def forward_dynamics(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        tau: ArrayLike,
        wrench: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        friction: bool = True,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
    ) -> Array:
        """Platform accelerations xdd (DDM), (8.92) and (8.162)."""
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "tau": tau, **self._loads(wrench, link_wrenches)}
        stack, out = self._evaluate("forward_dynamics", values, mode, Options(friction, "wrench" in values))
        return stack.unstack(out["xdd"])

    def mass_matrix(self, x: ArrayLike, space: str = "platform", mode: ArrayLike | None = None) -> Array:
        """(n, n) inertia matrix over xd, or over qd with space="actuators"."""
        one_of("space", space, ("platform", "actuators"))
        stack, out = self._evaluate("mass_matrix", {"x": x}, mode)
        M = out["mass_matrix"].reshape(stack.count, self.mechanism.n_dof, -1)
        if space == "actuators":
            J = self._square_jacobian(stack, mode)
            M = J.transpose(0, 2, 1) @ M @ J
        return stack.unstack(M)

    def bias(
        self, x: ArrayLike, xd: ArrayLike, space: str = "platform", mode: ArrayLike | None = None, friction: bool = True
    ) -> Array:
        """(n,) c of M xdd + c = inverse_jacobian.T @ tau, or of M qdd + c = tau with space="actuators"."""
        one_of("space", space, ("platform", "actuators"))
        stack, out = self._evaluate("bias", {"x": x, "xd": xd}, mode, Options(friction))
        c = out["bias"]
        if space == "actuators":
            J = self._square_jacobian(stack, mode)
            M = np.atleast_3d(self.mass_matrix(np.atleast_2d(x), mode=mode))
            a_q = self.joint_accelerations(np.atleast_2d(x), np.atleast_2d(xd), np.zeros(self.mechanism.n_dof), mode)
            c = np.einsum("nji,nj->ni", J, c - np.einsum("nij,njk,nk->ni", M, J, a_q))
        return stack.unstack(c)

    def _square_jacobian(self, stack: Stack, mode: ArrayLike | None) -> Array:
        if len(self.mechanism.actuated) != self.mechanism.n_dof:
            raise InputError(
                f"space: 'actuators' needs as many actuators as degrees of freedom; this robot has "
                f"{len(self.mechanism.actuated)} and {self.mechanism.n_dof}: use 'platform'"
            )
        return np.broadcast_to(
            self.jacobian(np.atleast_2d(stack.arrays["x"]), mode), (stack.count,) + (self.mechanism.n_dof,) * 2
        )

    def ground_reaction(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        wrench: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
    ) -> Array:
        """(6,) what the ground applies to the robot at the base origin (GRM), (8.206); without the rotors' own
        reaction."""
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "xdd": xdd, **self._loads(wrench, link_wrenches)}
        stack, out = self._evaluate("ground_reaction", values, mode, Options(loaded="wrench" in values))
        return stack.unstack(out["ground_reaction"])

    def energy(self, x: ArrayLike, xd: ArrayLike, mode: ArrayLike | None = None) -> Energy:
        """Kinetic energy (rotors included) and potential energy (zero at the base origin) [J]."""
        stack, out = self._evaluate("energy", {"x": x, "xd": xd}, mode)
        return Energy(*[stack.unstack(out[key][:, 0]) for key in ("kinetic", "potential")])

    def regressor(
        self, x: ArrayLike, xd: ArrayLike, xdd: ArrayLike, mode: ArrayLike | None = None, friction: bool = True
    ) -> Array:
        """(n_a, n_p) Y with tau = Y @ parameters, (8.265)."""
        stack, out = self._evaluate("regressor", {"x": x, "xd": xd, "xdd": xdd}, mode, Options(friction))
        return stack.unstack(out["regressor"].reshape(stack.count, -1, len(self.parameters)))

    # -- derivatives and export -----------------------------------------------------------------------------------------

    def derivatives(self, name: str, wrt: str) -> Callable[..., Array | dict[str, Array]]:
        """The exact derivative of a quantity as a function of the quantity's own arguments.

        Its result has the shape of the quantity with (n_wrt,) behind, e.g. (n, n, n_x) for the mass matrix by x; for a
        quantity of several results (energy, pose) it is a dictionary. For quaternion platforms the derivative by x is that
        along unit quaternions.
        """
        if name not in QUANTITIES:
            raise UnknownNameError(f"derivatives: {name!r} is not a quantity; use one of {', '.join(QUANTITIES)}")
        one_of("wrt", wrt, ("x", "xd", "xdd", "tau"))
        kernel, _ = self._finished(name, Options())
        wanted = [key for key in kernel.inputs if key in self.labels]
        shapes = dict(zip(kernel.outputs, kernel.shapes, strict=True))

        def derivative(*states: ArrayLike, mode: ArrayLike | None = None) -> Array | dict[str, Array]:
            if len(states) != len(wanted):
                told = f"{len(wanted)} arguments are expected ({', '.join(wanted)}), not {len(states)}"
                raise InputError(f"derivatives of {name}: {told}")
            stack, out = self._evaluate(name, dict(zip(wanted, states, strict=True)), mode, Options(derivative=wrt))
            results = {}
            for key, value in out.items():
                quantity = key.removeprefix("d_")
                rows, cols = shapes[quantity]
                own = () if name == "energy" else (rows,) if cols == 1 else (rows, cols)
                results[quantity] = stack.unstack(value.reshape(stack.count, *own, len(self.labels[wrt])))
            return results if len(results) > 1 else next(iter(results.values()))

        return derivative

    def export_c(self, folder: str | Path) -> list[Path]:
        """Write a header, a source and a test driver in C99 into a folder; see `export`."""
        from parados.model.export import export_c

        return export_c(self, Path(folder))

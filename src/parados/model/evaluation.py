"""Run the kernels of a robot: check the arguments, evaluate in chunks, and report states without a result."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import LARGEST, flag, read_only
from parados.errors import InputError, ParadosError, UnreachableError
from parados.geometry.numeric_modes import NumericModes
from parados.geometry.working_modes import Mode, mode_signs, read_mode
from parados.graph.finished_graph import FinishedGraph
from parados.graph.kernel import Kernel
from parados.graph.one_state import Before
from parados.graph.rows_call import usual_threads
from parados.graph.stored_graphs import stored_graph
from parados.model.compiled_solvers import CompiledClosing, CompiledForward
from parados.model.failed_rows import report_failed
from parados.model.failures import diagnose
from parados.model.graphs import Graphs
from parados.model.live_robot import LiveRobot, MemberRobot
from parados.model.numeric_rows import checked_numeric
from parados.model.pose_reach import root_graph
from parados.model.quantities import QUANTITIES, build_quantity
from parados.model.quantity import Options
from parados.model.source_hash import SOURCE_HASH
from parados.model.state_arguments import Stack, check_stack
from parados.model.surveyed_robot import SurveyedRobot
from parados.model.turned_robot import TurnedRobot
from parados.model.whole_turns import counts_turns, whole_turns
from parados.spatial.live_numbers import is_live
from parados.spatial.turns import within_periods
from parados.spatial.vectors import expression

__all__ = ["Attempt", "Evaluator"]

Array = NDArray[np.float64]


class Ready(NamedTuple):
    """A quantity that is ready to be evaluated.

    kernel : its kernel;  graph : the graph from which the kernel was made;  shapes : shapes of the outputs of one state, by name
    """

    kernel: Kernel
    graph: FinishedGraph
    shapes: dict[str, tuple[int, ...]]

    def shaped(self, count: int, outputs: Mapping[str, Array]) -> dict[str, Array]:
        """Return outputs of `count` states in the shapes that the quantity declares, without the pivots."""
        return {key: outputs[key].reshape(count, *shape) for key, shape in self.shapes.items() if key in outputs}


class Attempt(NamedTuple):
    """Outputs of a quantity at a stack of states, before failed states are reported.

    failed : (N,) True for the states without a result
    error : the reason, if the rows are a motion that cannot be followed; None otherwise
    evaluator : the evaluator that made the attempt; it knows the turns that the joints have made
    """

    evaluator: Evaluator
    stack: Stack
    outputs: dict[str, Array]
    failed: NDArray[np.bool_]
    error: ParadosError | None


class Evaluator:
    """The kernels of one robot, each built when it is first needed."""

    def __init__(self, robot: SurveyedRobot, backend: str) -> None:
        self.robot = robot
        self.backend = backend
        self.graphs = Graphs(robot)
        self._closing = CompiledClosing(self.graphs, backend, self._stored)
        #: the forward geometry in C, made when first used
        self.forward = CompiledForward(self.graphs, backend, lambda: self.ready("forward_step", Options()).graph, self._stored)
        self.threads = usual_threads()  #: number of threads for large stacks
        #: how single states of a quantity are evaluated, once it is known (`method_calls`)
        self.one_state: dict[str, Callable[..., Array | None]] = {}
        self.idle_modes: list[Any] = []  #: buffers of `model.quick_modes` that no thread uses
        self._ready: dict[str, Ready] = {}
        self.tree_kernels: dict[str, Kernel] = {}  #: kernels of `model.tree_models`, made when first used
        self._turned: list[Evaluator] = []  # that of the joints that have turned, made when first used
        #: (n_p,) values of the live parameters, or (N, n_p) for the rows of a stack; None without live parameters
        self.live: Array | None = read_only(robot.family.nominal) if isinstance(robot, LiveRobot) else None
        #: (k,) whole turns [rad] of the joints of `TurnedRobot` before the first row, or (N, k) at the rows; None for none
        self.turns_made: Array | None = None

    def bound(self, live: Array) -> Evaluator:
        """Return an evaluator with other values (n_p,) or (N, n_p) of the live parameters; it shares the kernels."""
        family = self.graphs.robot
        assert isinstance(family, LiveRobot)
        _ = self.labels, self._default_signs  # the same for all members
        own = copy.copy(self)
        own.live, own.one_state, own.idle_modes = read_only(live), {}, []
        own.robot = MemberRobot(family, live) if live.ndim == 1 else family
        return own

    @property
    def live_argument(self) -> dict[str, Array]:
        """The input `parameters` of the kernels; empty without live parameters."""
        return {} if self.live is None else {"parameters": self.live}

    def after(self, turns: Array) -> Evaluator:
        """Return an evaluator whose joints have made whole turns (k,) or (N, k) [rad], see `turns_made`."""
        own = copy.copy(self)
        own.turns_made, own.one_state, own.idle_modes = read_only(turns), {}, []
        return own

    @property
    def turned(self) -> Evaluator:
        """The evaluator of the same robot with the whole turns of its joints as further live numbers."""
        if not self._turned:
            self._turned.append(Evaluator(TurnedRobot(self.graphs.robot), self.backend))
        return self._turned[0]

    def of_row(self, row: int) -> Evaluator:
        """Return the evaluator of one row of a stack."""
        return self if self.live is None or self.live.ndim == 1 else self.bound(self.live[row])

    def member(self) -> SurveyedRobot:
        """Return the robot without live numbers, with the values of its live parameters.

        Raises InputError if each row of a stack has its own values.
        """
        if self.live is None or isinstance(self.robot, MemberRobot):
            return self.robot
        if self.live.ndim == 2:
            raise InputError("parameters: one set of values is expected here, not one for each row")
        return self.robot.alone()

    def numbers(self, values: Array) -> Array:
        """Compute numbers of the graphs, constant or live, for the live parameters: of the same shape, or (N, *shape)."""
        if not is_live(values) or self.live is None:
            return np.asarray(values, dtype=float)
        compute = ca.Function("numbers", [self.graphs.mechanism.family.symbol], [expression(values)])
        rows = compute(np.atleast_2d(self.live).T).full().T.reshape(-1, *values.shape)
        return np.asarray(rows if self.live.ndim == 2 else rows[0])

    def given(self, x: Array) -> Array:
        """(N, n_given) poses (N, n_x) or (n_x,), followed by the live parameters."""
        poses = np.atleast_2d(x)
        if self.live is None:
            return poses
        live = np.atleast_2d(self.live)
        count = len(poses) if len(live) == 1 else len(live)
        return np.hstack([np.broadcast_to(part, (count, part.shape[1])) for part in (poses, live)])

    @cached_property
    def labels(self) -> Mapping[str, tuple[str, ...]]:
        """Names of the entries of every argument; nobody can change them, since every call reads them."""
        actuated = tuple(self.robot.mechanism.joints[k].name for k in self.robot.mechanism.actuated)
        rates = x = tuple(self.robot.spec.x_names)
        if self.robot.mechanism.platform.is_quaternion:
            x = ("px", "py", "pz", "w", "x", "y", "z", *self.robot.spec.joint_coordinates)
            rates = ("vx", "vy", "vz", "wx", "wy", "wz", *self.robot.spec.joint_coordinates)
        wrench = ("fx", "fy", "fz", "mx", "my", "mz")
        links = tuple(f"{w} on {joint.name}" for joint in self.robot.mechanism.joints for w in wrench)
        own = dict.fromkeys(("q", "qd", "tau", "overconstraint"), actuated)
        entries = self.robot.entries if isinstance(self.robot, LiveRobot) else ()
        live = tuple(label for entry in entries for label in entry.labels)
        states = {"x": x, "xd": rates, "xdd": rates, "xddd": rates}
        return MappingProxyType({**states, **own, "wrench": wrench, "links": links, "parameters": live})

    def made(self) -> set[str]:
        """Return the names of the quantities that are ready so far."""
        return set(self._ready)

    def ready(self, name: str, options: Options) -> Ready:
        """Return a quantity that is ready to be evaluated; its kernel is built at the first call."""
        key = name + options.suffix()
        if key not in self._ready:
            graph = stored_graph([*self._description, key, SOURCE_HASH], lambda: build_quantity(self.graphs, name, options))
            kernel = Kernel(graph.function, "vm" if QUANTITIES[name].rare else self.backend)
            self._ready[key] = Ready(kernel, graph, self._shapes(name, options, kernel))
        return self._ready[key]

    @cached_property
    def _description(self) -> list[str]:
        """Everything that the graphs depend on, as text."""
        robot = self.graphs.robot
        found = [robot.spec.model_dump_json() + (" in other coordinates" if robot.spec.is_chart else "")]
        if isinstance(robot, LiveRobot):
            found += [repr(robot.spec.file), " ".join(entry.name for entry in robot.entries)]
        return found

    def _shapes(self, name: str, options: Options, kernel: Kernel) -> dict[str, tuple[int, ...]]:
        """Return the shapes of the outputs of one state, by name; a derivative appends (n_wrt,) for each order."""
        sizes = dict(zip(kernel.outputs, kernel.shapes, strict=True))
        if options.derivative:
            own = self.ready(name, replace(options, derivative=(), order=1)).shapes
            return {f"d_{key}": (*shape, *[sizes[f"d_{key}"][1]] * options.order) for key, shape in own.items()}
        return {key: shape(*sizes[key]) for key, shape in QUANTITIES[name].shapes.items()}

    @property
    def numeric(self) -> NumericModes:
        """The solver that closes the loops of a numeric geometry; a family starts at the home of the robot file."""
        return self._closing.modes

    def _stored(self, name: str, build: Callable[[], ca.Function]) -> ca.Function:
        """Return a graph that is not a quantity, from the cache or built."""
        return stored_graph([*self._description, name, SOURCE_HASH], lambda: FinishedGraph(build())).function

    def unknowns(self, x: Array, mode: ArrayLike | None = None, motion: bool = False) -> Array:
        """(N, n_u) joints and dependent coordinates at poses (N, n_x), or (n_x,), of a numeric geometry; NaN where not found.

        motion : True if the rows are a motion, in which each configuration is reached from the one before
        """
        if len(x) == 0:
            return np.zeros((0, self.numeric.solver.n_unknowns))
        signs, given, robot = self.numeric.placements.all_signs(self.free_signs(mode)), self.given(x), self.graphs.robot
        found = self._closing.along(given, signs) if motion else self._closing.unknowns(given, signs, self.threads)
        return robot.moved(self.numeric.solver, given, found) if isinstance(robot, TurnedRobot) else found

    def mode(self, mode: ArrayLike | None) -> Mode:
        """Validate a working mode, with one entry for each leg; None stands for the default mode."""
        survey = self.graphs.robot.survey
        return survey.mode if mode is None else read_mode(survey.geometry, mode)

    def signs(self, mode: ArrayLike | None) -> Array:
        """(n_signs,) signs of a working mode, as inputs of the graphs; empty if the geometry is numeric."""
        signs = self.free_signs(mode)
        return signs if self.graphs.survey.geometry.is_closed_form else signs[:0]

    def free_signs(self, mode: ArrayLike | None) -> Array:
        """(n_free,) signs of the free choices in a working mode."""
        return self._default_signs if mode is None else mode_signs(self.graphs.survey.geometry, self.mode(mode))

    @cached_property
    def _default_signs(self) -> Array:
        return mode_signs(self.graphs.survey.geometry, self.graphs.survey.mode)

    def evaluate(
        self,
        name: str,
        values: Mapping[str, ArrayLike],
        mode: ArrayLike | None,
        options: Options | None = None,
        motion: bool = False,
        first: bool = False,
    ) -> tuple[Stack, dict[str, Array]]:
        """Evaluate a quantity; each output has the shape (N, *shape). With `first`, only its first output is kept.

        A single state without a result raises an error; rows of a stack without a result become NaN, with one warning.

        motion : True if the rows of the stack follow each other in time
        """
        attempt = self.attempt(name, values, mode, options or Options(), motion, first=first)
        if attempt.failed.any():
            rows = np.flatnonzero(attempt.failed)
            for output in attempt.outputs.values():
                output[rows] = np.nan
            self.refuse(attempt.stack, rows, mode, attempt.error)
        return attempt.stack, attempt.outputs

    def attempt(
        self,
        name: str,
        values: Mapping[str, ArrayLike],
        mode: ArrayLike | None,
        options: Options,
        motion: bool = False,
        careful: bool = False,
        first: bool = False,
    ) -> Attempt:
        """Evaluate a quantity, and leave it to the caller to report the states without a result.

        careful : let a state fail also if solving with pivoting would be more accurate
        """
        stack, motion = check_stack({**values, **self.live_argument}, self.labels, numbers=False), flag("motion", motion)
        own = self.along(stack, mode, motion)
        if own is not self:
            return own.attempt(name, values, mode, options, motion, careful, first)
        ready = self.ready(name, options)
        kernel, finished = ready.kernel, ready.graph
        in_c = kernel.compiled is not None and "unknowns" not in kernel.inputs
        stack.check_numbers(*[key for key in stack.arrays if not in_c or key not in kernel.inputs])
        inputs = {**stack.arrays, "mode": self.signs(mode)}
        smallest = finished.careful_pivots if careful else finished.smallest_pivots
        kept = list(ready.shapes)[: 1 if first else None]
        if "unknowns" not in kernel.inputs:
            results, failed = kernel.checked(stack.count, inputs, smallest, self.threads, LARGEST, kept)
        elif motion:
            found = self.unknowns(stack.arrays["x"], mode, motion)
            inputs["unknowns"] = found if len(found) == stack.count else found[0]
            results, failed = kernel.checked(stack.count, inputs, smallest, self.threads, LARGEST, kept)
            failed |= ~np.isfinite(found).all(axis=1)
        else:
            results, failed = checked_numeric(self, kernel, stack.count, inputs, mode, smallest, kept)
        if finished.blind:
            failed |= ~self.reached(stack.arrays["x"], mode)
        if in_c and failed.any():
            stack.check_numbers(*stack.arrays)
        error = self._lost(inputs, mode) if motion and failed.any() else None
        return Attempt(self, stack, ready.shaped(stack.count, results), failed, error)

    def along(self, stack: Stack, mode: ArrayLike | None, motion: bool) -> Evaluator:
        """Return the evaluator of the robot whose joints have made the turns of a stack; this one if there are none."""
        if not motion and self.turns_made is None:
            return self
        turns = self._turns(stack, mode, motion)
        return self.turned_by(turns if stack.stacked else turns[0]) if turns.any() else self

    def without_turns(self, difference: Array) -> Array:
        """(N, n_a) differences of actuator positions without the whole turns of joints after which the pose is the same."""
        graphs = self.graphs
        if not graphs.has_periods and graphs.turned is not None:
            difference = graphs.turned.without_turns(difference, np.atleast_2d(np.zeros(0) if self.live is None else self.live))
        return within_periods(difference, graphs.actuator_periods)

    def turned_by(self, turns: Array) -> Evaluator:
        """Return the evaluator of the robot whose joints have made whole turns (k,), or (N, k) in the rows of a stack [rad]."""
        live = np.zeros(0) if self.live is None else self.live
        own = self.turned.bound(np.concatenate([np.broadcast_to(live, (*turns.shape[:-1], live.shape[-1])), turns], axis=-1))
        own.threads = self.threads
        return own

    def _turns(self, stack: Stack, mode: ArrayLike | None, motion: bool) -> Array:
        """(N, k) whole turns [rad] that the joints of `TurnedRobot` have made in each row of a stack; k may be 0."""
        made = np.zeros(0) if self.turns_made is None else self.turns_made
        if motion and stack.count > 1 and made.ndim == 1 and counts_turns(self):
            stack.check_numbers("x", *self.live_argument)
            poses = np.broadcast_to(stack.arrays["x"], (stack.count, stack.arrays["x"].shape[-1]))
            made = whole_turns(self, poses, mode, made if len(made) else 0.0)
        return np.asarray(np.broadcast_to(made, (stack.count, made.shape[-1])))

    def closing_before(self) -> Before | None:
        """The solver of a numeric geometry, in the default mode, as the function before a kernel; None if it is not in C."""
        return self._closing.before(self.live, self.numeric.placements.all_signs(self.free_signs(None)))

    def reached(self, x: Array, mode: ArrayLike | None = None) -> NDArray[np.bool_]:
        """(N,) True for the poses (N, n_x) that every leg reaches, by the discriminants of the inverse geometry."""
        inputs = {"x": x, "mode": self.signs(mode), **self.live_argument}
        count = max((len(part) for part in (x, self.live) if part is not None and part.ndim == 2), default=1)
        return ~self.reach_roots.not_finite(count, inputs, self.threads)

    @cached_property
    def reach_roots(self) -> Kernel:
        """Kernel with the roots of the discriminants of the inverse geometry."""
        geometry = self.graphs.survey.geometry
        return Kernel(self._stored("reach_roots", lambda: root_graph(geometry)), self.backend)

    def _lost(self, inputs: Mapping[str, Array], mode: ArrayLike | None) -> ParadosError | None:
        """Build the error for a motion that a numeric geometry cannot follow to its end; None if it can."""
        unknowns = np.atleast_2d(inputs.get("unknowns", np.zeros((1, 0))))
        lost = ~np.isfinite(unknowns).all(axis=1)
        row = int(np.argmax(lost))
        if not lost.any() or row == 0:
            return None
        poses: Array = np.broadcast_to(inputs["x"], (len(unknowns), inputs["x"].shape[-1]))
        x = np.round(poses[[row - 1, row]], 6).tolist()
        return UnreachableError(
            f"the motion cannot be followed from x = {x[0]} to x = {x[1]} in mode {list(self.mode(mode))}: "
            "the loops do not close there in a configuration near the one before; use smaller steps or another path"
        )

    def quietly(
        self, name: str, x: Array, mode: ArrayLike | None, options: Options, unknowns: Array | None = None
    ) -> dict[str, Array]:
        """Evaluate a quantity that depends on the pose only, at poses (N, n_x), without errors or warnings.

        unknowns : (N, n_u) closed configurations of a numeric geometry, if they are known
        """
        ready = self.ready(name, options)
        inputs = {"x": x, "mode": self.signs(mode), **self.live_argument}
        if "unknowns" in ready.kernel.inputs:
            inputs["unknowns"] = self.unknowns(x, mode) if unknowns is None else unknowns
        return ready.shaped(len(x), ready.kernel(len(x), inputs))

    def at_samples(self, name: str, options: Options, count: int | None = None) -> dict[str, Array]:
        """Evaluate a quantity that depends on the pose only, at the first `count` samples of the survey (all if None)."""
        ready, survey = self.ready(name, options), self.robot.survey
        inputs = survey.samples.named(survey.geometry, count)
        return ready.shaped(len(inputs["x"]), ready.kernel(len(inputs["x"]), inputs))

    def refuse(self, stack: Stack, rows: NDArray[np.intp], mode: ArrayLike | None, error: ParadosError | None = None) -> None:
        """Report the rows without a result: raise an error for one state, warn for a stack; do nothing if there are none."""
        if len(rows):
            x = stack.arrays["x"]
            report_failed(stack, rows, error or diagnose(self.of_row(rows[0]), x[rows[0]] if x.ndim == 2 else x, mode))

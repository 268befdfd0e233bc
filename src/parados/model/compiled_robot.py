"""A compiled robot: its names, working modes, kernels and scales. The subclass `Model` adds the models."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, Self

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, instance, read_only, real_array, whole, word
from parados.dynamics.dynamic_parameters import parameter_names, parameter_values
from parados.errors import InputError, ParadosError
from parados.geometry.survey import Survey
from parados.geometry.working_modes import Mode, all_modes
from parados.graph.finished_graph import FinishedGraph
from parados.graph.kernel import Kernel
from parados.graph.rows_call import MOST_THREADS
from parados.model.evaluation import Evaluator
from parados.model.failures import diagnose
from parados.model.joint_limits import joint_bounds
from parados.model.length import characteristic_length, platform_centre
from parados.model.live_robot import LiveRobot, surveyed_family
from parados.model.live_values import LiveValues
from parados.model.pose_reach import discriminant_graph
from parados.model.quantities import QUANTITIES, known_quantity
from parados.model.quantity import Options
from parados.model.state_arguments import check_state
from parados.model.surveyed_robot import SurveyedRobot, surveyed
from parados.robot.description import RobotSpec
from parados.spatial.vectors import expression
from parados.topology.mechanism import Mechanism

__all__ = ["CompiledRobot"]

Array = NDArray[np.float64]


class CompiledRobot:
    """The kernels of one robot, with the names, modes and scales needed to use them."""

    def __init__(self, robot: SurveyedRobot, backend: str) -> None:
        instance("robot", robot, SurveyedRobot, "a robot (parados.load)")
        word("backend", backend, ("auto", "c", "vm"))
        self._evaluator = Evaluator(robot if isinstance(robot, LiveRobot) else robot.alone(), backend)
        #: True if nobody named the live parameters: the model has them only to share its kernels with other robots
        self._only_shares = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the robot's description; unpickling takes the kernels from the cache."""
        family = self._evaluator.graphs.robot
        names = [entry.name for entry in family.entries] if isinstance(family, LiveRobot) else []
        kinds, live = (type(self), type(family.alone())), self._evaluator.live
        return _from_description, (*kinds, family.spec, self.backend, names, live, self._only_shares)

    def with_parameters(self, parameters: Mapping[str, Any]) -> Self:
        """Return the same model with other values of its live parameters; it shares all kernels.

        parameters : name -> value, or one value for each row of the stacks that the model will be called with
        """
        evaluator = self._evaluator
        if self._live_values is None or evaluator.live is None:
            raise InputError("parameters: this model has no live parameters; name them in compile(live=[...])")
        return self._bound(self._live_values.vector(parameters, evaluator.live))

    def prepare(self, *quantities: str) -> None:
        """Build the kernels of quantities now, rather than at their first use; several C compilers run at the same time.

        quantities : names such as "inverse_dynamics"; by default all that the exported C contains
        """
        names = [known_quantity("prepare", name) for name in quantities] or [n for n, q in QUANTITIES.items() if q.exported]
        with ThreadPoolExecutor(max(self._evaluator.threads, 2)) as pool:
            made = [pool.submit(self._evaluator.ready(name, Options()).kernel.prepare) for name in names]
        for one in made:
            one.result()

    @property
    def threads(self) -> int:
        """Number of threads for large stacks."""
        return self._evaluator.threads

    def with_threads(self, threads: int) -> Self:
        """Return the same model with another number of threads for large stacks; it shares all kernels."""
        evaluator = copy.copy(self._evaluator)
        evaluator.threads = whole("threads", threads, 1, MOST_THREADS)
        return self._with(evaluator)

    def _bound(self, live: Array) -> Self:
        """Return the same model with other values (n_p,) or (N, n_p) of its live parameters."""
        own = self._with(self._evaluator.bound(live))
        for derived in ("parameters", "robot"):
            own.__dict__.pop(derived, None)
        return own

    def _with(self, evaluator: Evaluator) -> Self:
        own = object.__new__(type(self))
        own.__dict__.update(vars(self))
        own._evaluator = evaluator
        return own

    def of_rows(self, rows: ArrayLike) -> Self:
        """Return the model of some rows of a stack; live parameters and turns of joints may differ from row to row."""
        live, turns, chosen = self._evaluator.live, self._evaluator.turns_made, np.asarray(rows)
        own = self if live is None or live.ndim == 1 else self._bound(live[chosen])
        return own if turns is None or turns.ndim == 1 else own._with(own._evaluator.after(turns[chosen]))

    @cached_property
    def _live_values(self) -> LiveValues | None:
        family = self._evaluator.graphs.robot
        return LiveValues(family) if isinstance(family, LiveRobot) else None

    def single_robot(self) -> SurveyedRobot:
        """Return the robot of this model without live numbers; raises InputError if each row of a stack has its own values."""
        return self._evaluator.member()

    @property
    def has_rows(self) -> bool:
        """True if live parameters of this model have one value for each row of a stack."""
        return self._evaluator.live is not None and self._evaluator.live.ndim == 2

    def check_one_robot(self) -> None:
        """Raise InputError if live parameters of this model have one value for each row of a stack."""
        if self.has_rows:
            raise InputError("parameters: one set of values is expected here, not one for each row")

    @property
    def joint_bounds(self) -> Array:
        """(n_t, 2) limits of all joints [rad, m], infinite if the file gives none; (N, n_t, 2) if they differ from row to row."""
        evaluator = self._evaluator
        if evaluator.live is None or not self.has_rows:
            return joint_bounds(self.mechanism)
        limits = [limit for pair in joint_bounds(evaluator.graphs.mechanism) for limit in pair]
        found = ca.Function("limits", [evaluator.graphs.symbols["parameters"]], [expression(limits)])
        return np.asarray(found(evaluator.live.T).full().T.reshape(len(evaluator.live), -1, 2))

    @property
    def moving_mass(self) -> float | Array:
        """Mass of all links and of the platform [kg]; (N,) if live parameters have one value for each row."""
        if self.spec.identified:
            raise InputError(f"moving_mass: the numbers of {self.spec.name} are base parameters, which need not be masses")
        mechanism = self._evaluator.graphs.mechanism
        own = [k for k, name in enumerate(parameter_names(mechanism)) if name.startswith("m_")]
        masses = self._evaluator.numbers(parameter_values(mechanism)[own])
        total, live = masses.sum(axis=-1), self._evaluator.live
        return float(total) if live is None or live.ndim == 1 else np.broadcast_to(total, len(live))

    @property
    def live_places(self) -> dict[str, slice]:
        """Place of each live parameter among the entries of `labels["parameters"]`; empty if the model has none."""
        family = self._evaluator.graphs.robot
        return dict(family.places) if isinstance(family, LiveRobot) else {}

    @property
    def live(self) -> dict[str, Any]:
        """The live parameters by name, with their values in this model; empty if the model has none."""
        family, values = self._evaluator.graphs.robot, self._evaluator.live
        if not isinstance(family, LiveRobot) or values is None:
            return {}
        parts = {entry.name: values[..., family.places[entry.name]] for entry in family.entries}
        return {entry.name: parts[entry.name].reshape((*values.shape[:-1], *entry.values.shape))[()] for entry in family.entries}

    def __repr__(self) -> str:
        counts = f"{len(self.labels['x'])} coordinates, {len(self.labels['q'])} actuators"
        return f"{type(self).__name__}({self.spec.name!r}, {counts})"

    # -- the robot ------------------------------------------------------------------------------------------------------

    @cached_property
    def robot(self) -> SurveyedRobot:
        """The robot with the numbers of this model; that of the file if live parameters have one value for each row."""
        return self._evaluator.robot.alone()

    @property
    def spec(self) -> RobotSpec:
        """The robot's description."""
        return self._evaluator.robot.spec

    @property
    def mechanism(self) -> Mechanism:
        """Tree, platform and closures."""
        return self._evaluator.robot.mechanism

    @property
    def survey(self) -> Survey:
        """Inverse geometry and sampled configurations."""
        return self._evaluator.robot.survey

    @property
    def backend(self) -> str:
        """The requested back end of the kernels: "auto", "c" or "vm"."""
        return self._evaluator.backend

    @property
    def characteristic_length(self) -> float:
        """The length that makes translations and rotations comparable [m]."""
        self.check_one_robot()
        return characteristic_length(self._evaluator)

    @property
    def platform_centre(self) -> Array:
        """(3,) reference point of the twists of singularities, in the platform's frame [m]."""
        self.check_one_robot()
        return platform_centre(self._evaluator)

    # -- names ----------------------------------------------------------------------------------------------------------

    @property
    def labels(self) -> Mapping[str, tuple[str, ...]]:
        """Names of the entries of every argument: x, xd, xdd, q, qd, tau, wrench, ..."""
        return dict(self._evaluator.labels)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of all joints of the tree, in the order of `joints`."""
        return self.mechanism.joint_names

    @property
    def actuated_names(self) -> tuple[str, ...]:
        """The names of the actuated joints, in the order of q."""
        return tuple(self.labels["q"])

    @cached_property
    def parameters(self) -> Array:
        """Standard dynamic parameters, in the order of `parameter_names` [SI]."""
        return read_only(parameter_values(self.mechanism))

    @cached_property
    def parameter_names(self) -> tuple[str, ...]:
        """The names of the dynamic parameters, in the order of `parameters`."""
        return tuple(parameter_names(self.mechanism))

    # -- working modes --------------------------------------------------------------------------------------------------

    def working_modes(self) -> list[Mode]:
        """List all working modes; each has one entry for each leg."""
        return all_modes(self.survey.geometry)

    def working_mode(self, mode: ArrayLike | None = None) -> Mode:
        """Validate a working mode; None stands for the default mode."""
        return self._evaluator.mode(mode)

    def signs(self, mode: ArrayLike | None = None) -> Array:
        """(n_signs,) a working mode as the input `mode` of a kernel; empty if the geometry is numeric."""
        return self._evaluator.signs(mode)

    def unknowns(self, x: ArrayLike, *, mode: ArrayLike | None = None) -> Array:
        """(n_u,) joint positions and dependent coordinates at one pose, the input `unknowns` of a kernel [rad, m].

        They are NaN if the loops do not close. The array is empty if the inverse geometry has a closed form.
        """
        pose, signs = check_state("x", x, self.labels), self.signs(mode)
        return signs[:0] if self.survey.geometry.is_closed_form else self._evaluator.unknowns(pose[None], mode)[0]

    # -- kernels --------------------------------------------------------------------------------------------------------

    def kernel(self, name: str) -> Kernel:
        """Return the kernel of a quantity, which has `.graph`, `.operations` and `.c_source()`."""
        return self._evaluator.ready(known_quantity("kernel", name, hidden=True), Options()).kernel

    def finished_graph(self, name: str, *, friction: bool = True, loaded: bool = False) -> FinishedGraph:
        """Return the graph of a quantity with the sizes below which its pivots are too small; live parameters are an input.

        friction : False to leave out the friction of the joints;  loaded : True to take wrenches on platform and links as inputs
        """
        options = Options(flag("friction", friction), flag("loaded", loaded))
        return self._evaluator.ready(known_quantity("finished_graph", name, hidden=True), options).graph

    @property
    def live_vector(self) -> Array:
        """(n_p,) values of the live parameters, the input `parameters` of a graph; empty if the model has none."""
        self.check_one_robot()
        return np.zeros(0) if self._evaluator.live is None else self._evaluator.live

    def graph(self, name: str) -> ca.Function:
        """Return the graph of a quantity; its live parameters have the values of this model."""
        return self.with_values(self.kernel(name).graph)

    def reach(self) -> ca.Function:
        """Return the graph from (x, signs of the mode) to the discriminants of the inverse geometry, negative out of reach."""
        return self.with_values(discriminant_graph(self.survey.geometry))

    def with_values(self, graph: ca.Function) -> ca.Function:
        """Return a graph without the input `parameters`, which gets the values of this model."""
        names = graph.name_in()
        live = self._evaluator.live
        if "parameters" not in names or live is None:
            return graph
        self.check_one_robot()
        own = {name: ca.SX.sym(name, graph.numel_in(name)) for name in names if name != "parameters"}
        results = graph(**own, parameters=ca.DM(live))
        outputs = graph.name_out()
        return ca.Function(graph.name(), list(own.values()), [results[key] for key in outputs], list(own), outputs)

    def quietly(self, name: str, x: ArrayLike, *, mode: ArrayLike | None = None, clamped: bool = False) -> dict[str, Array]:
        """Evaluate a quantity that depends on the pose only, at poses (N, n_x), without errors or warnings.

        Rows without a result are NaN.

        clamped : take square roots of negative numbers as zero, for poses at the limit of a leg's reach
        """
        poses, n = real_array("x", x, finite=False), len(self.labels["x"])
        if poses.ndim != 2 or poses.shape[1] != n:
            raise InputError(f"x: shape (N, {n}) is expected, not {poses.shape}")
        known = known_quantity("quietly", name, hidden=True)
        return self._evaluator.quietly(known, poses, mode, Options(clamped=flag("clamped", clamped)))

    def at_samples(self, name: str, *, clamped: bool = False) -> dict[str, Array]:
        """Evaluate a quantity that depends on the pose only, at the n sampled configurations of the survey, in their own modes.

        Each output has the n samples as its first axis; a sample without a result has entries that are not finite.

        clamped : take square roots of negative numbers as zero, for poses at the limit of a leg's reach
        """
        known = known_quantity("at_samples", name, hidden=True)
        return self._evaluator.at_samples(known, Options(clamped=flag("clamped", clamped)))

    def diagnose(self, x: ArrayLike, *, mode: ArrayLike | None = None) -> ParadosError:
        """Build the error for a pose (n_x,) without a finite result: it is out of reach, or a matrix has lost rank."""
        return diagnose(self._evaluator, check_state("x", x, self.labels), mode)


def _from_description(
    kind: type[CompiledRobot],
    robot: type[SurveyedRobot],
    spec: RobotSpec,
    backend: str,
    live: list[str],
    values: Array | None,
    only_shares: bool,
) -> CompiledRobot:
    if values is None:
        return kind(surveyed(spec, robot), backend)
    found = kind(surveyed_family(spec, live, robot), backend)._bound(values)
    found._only_shares = only_shares
    return found

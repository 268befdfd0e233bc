"""A control law as data: an expression graph from reference and measured state to efforts, with a discrete state of its own.

Each law is written once, in `_write`, on the symbols of `Signals`. The graph is evaluated in Python by `update`, and the compiled
loop of `parados.simulate` and the exported controller contain it as C.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import ClassVar

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, number, positive, vector
from parados.control.force_distribution import Preload
from parados.control.law_reference import Reference
from parados.control.law_signals import Signals
from parados.control.law_updates import Action, Measured
from parados.errors import InputError, SingularConfigurationError
from parados.graph.kernel import Kernel
from parados.model.joint_turns import JointTurns
from parados.model.model import COMPILED, Model
from parados.model.state_arguments import check_state
from parados.spatial.vectors import SX
from parados.text.result_display import Display, Shown
from parados.trajectory.base import Trajectory

__all__ = ["Law"]

Array = NDArray[np.float64]

WANTED = ("x_r", "xd_r", "xdd_r", "q_r", "qd_r", "qdd_r", "unknowns_r", "tau_r", "friction_r", "clear_r")


class Law(Shown, ABC):
    """A control law.

    Parameters
    ----------
    model : the controller's model of the robot; the plant of a simulation may be another one
    reference : trajectory of x, held at its ends outside its duration; or a constant pose (n_x,)
    mode : working mode of the controller's model
    preload : for redundant actuators, efforts that the robot cannot feel and that keep its joints under load
    """

    title: ClassVar[str]
    needs_wrench: ClassVar[bool] = False

    def __init__(
        self, model: Model, reference: Trajectory | ArrayLike, *, mode: ArrayLike | None = None, preload: Preload | None = None
    ) -> None:
        self.model = instance("model", model, Model, COMPILED)
        model.check_one_robot()
        self.mode = model.working_mode(mode)
        self.reference = Reference(model, reference, mode)
        self.preload = None if preload is None else instance("preload", preload, Preload, "a Preload").checked(model)
        self.n, self.n_a = len(model.labels["xd"]), len(model.labels["q"])
        if self.n_a < self.n:
            raise InputError(
                f"model: {model.spec.name} has {self.n_a} actuators for {self.n} coordinates; a law needs one for each"
            )
        self.gains: dict[str, Array] = {}  #: values of the gains by name, each of any shape

    # -- what a law defines ---------------------------------------------------------------------------------------------

    @abstractmethod
    def _write(self, s: Signals, gains: dict[str, SX]) -> tuple[SX, SX, dict[str, SX]]:
        """Return the efforts (n_a, 1), the next discrete state (n_s, 1) and other outputs to record, as expressions."""

    def start(self) -> Array:
        """(n_s,) the discrete state before the first update; empty for most laws."""
        return np.zeros(0)

    # -- the law as a graph -----------------------------------------------------------------------------------------------

    @property
    def gain_vector(self) -> Array:
        """(n_g,) all gains in one row, the input `gains` of the graph."""
        return np.concatenate([np.zeros(0), *[np.ravel(value) for value in self.gains.values()]])

    @cached_property
    def graph(self) -> ca.Function:
        """The law as a function of the signals that it uses; outputs: tau, next, margin, and its own outputs."""
        signs = ca.DM(self.model.signs(self.mode))
        s = Signals(self.model, signs, len(self.start()), len(self.gain_vector))
        gains, place = {}, 0
        for name, value in self.gains.items():
            own = s.gains[place : place + value.size]
            gains[name] = ca.reshape(own, value.shape[1], value.shape[0]).T if value.ndim == 2 else own
            place += value.size
        tau, state, more = self._write(s, gains)
        if self.preload is not None:
            tau = self.preload.added(s, tau)
        outputs = {"tau": tau, "next": state, "margin": s.margin(), **more}
        shared = ca.cse([ca.densify(value) for value in outputs.values()])
        whole = ca.vertcat(*[ca.vec(value) for value in shared])
        used = {name: symbol for name, symbol in s.symbols.items() if symbol.numel() and ca.depends_on(whole, symbol)}
        return ca.Function("law", list(used.values()), shared, list(used), list(outputs))

    @cached_property
    def kernel(self) -> Kernel:
        """The graph, ready to be evaluated."""
        return Kernel(self.graph, self.model.backend)

    @cached_property
    def _joints(self) -> JointTurns:
        """The whole turns of the joints of the controller's model."""
        return JointTurns(self.model, self.mode)

    @property
    def wanted(self) -> tuple[str, ...]:
        """Names of the parts of the reference that the law uses, in the order of its table."""
        return tuple(name for name in WANTED if name in self.graph.name_in())

    @property
    def outputs(self) -> dict[str, int]:
        """Names and sizes of the outputs besides the efforts, such as an estimated force."""
        return {name: self.graph.numel_out(name) for name in self.graph.name_out()[3:]}

    # -- the law in Python ------------------------------------------------------------------------------------------------

    def update(self, t: float, measured: Measured, state: ArrayLike | None = None, *, period: float = 1e-3) -> Action:
        """Evaluate the law at a time t [s]; `period` is the time until its next update [s].

        state : (n_s,) discrete state; that of `start` if None
        """
        instance("measured", measured, Measured, "a Measured (see `measure`)")
        own = self.start() if state is None else vector("state", state, len(self.start()))
        times = np.array([number("t", t, expected="one time [s]")])
        rows = self.reference.table(times, self.wanted)
        given = {name: rows[name][0] for name in self.wanted} | measured._asdict()
        given |= {"state": own, "gains": self.gain_vector, "parameters": self.model.live_vector}
        given["dt"] = np.array([positive("period", period)])
        found = {name: value[0, :, 0] for name, value in self.kernel.one({k: given[k] for k in self.kernel.inputs}).items()}
        tau, following, margin = (found.pop(name) for name in ("tau", "next", "margin"))
        if not (np.isfinite(tau).all() and margin[0] >= 1):
            place = np.round(measured.x, 6).tolist()
            raise SingularConfigurationError(f"{self.title}: at t = {times[0]:.6g} s the law has no efforts at x = {place}")
        return Action(tau, following, found)

    def measure(self, x: ArrayLike, xd: ArrayLike, *, wrench: ArrayLike | None = None) -> Measured:
        """Return what exact sensors would tell at a state x, xd of the controller's model."""
        pose = check_state("x", x, self.model.labels)
        rates = vector("xd", xd, self.n)
        q = self.model.inverse_kinematics(pose, mode=self.mode)
        qd = self.model.joint_rates(pose, rates, mode=self.mode)
        force = np.zeros(6) if wrench is None else vector("wrench", wrench, 6)
        return Measured(pose, rates, q, qd, force, self.model.unknowns(pose, mode=self.mode))

    def __call__(self, t: float, q: ArrayLike, qd: ArrayLike, x: ArrayLike, xd: ArrayLike) -> Array:
        """(n_a,) efforts at a time [s] and a measured state, for a law without a discrete state and without a measured wrench."""
        if len(self.start()) or self.needs_wrench:
            what = "has a discrete state" if len(self.start()) else "needs a measured wrench"
            raise InputError(f"{self.title}: this law {what}; use `RunningLaw` or `update`, or simulate it with fixed steps")
        pose, own = check_state("x", x, self.model.labels), vector("q", q, self.n_a)
        unknowns = self._joints.unknowns_near(own, pose)
        rates = vector("xd", xd, self.n), own, vector("qd", qd, self.n_a)
        return self.update(t, Measured(pose, *rates, np.zeros(6), unknowns)).efforts

    def _display(self) -> Display:
        facts = {
            "robot": self.model.spec.name,
            "reference": str(self.reference),
            "discrete state": f"{len(self.start())} numbers",
        }
        facts |= {name: np.array2string(value, precision=4, threshold=8) for name, value in self.gains.items()}
        return Display(self.title, facts, [])

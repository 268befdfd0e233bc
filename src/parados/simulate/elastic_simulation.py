"""Simulate a flexible robot in time, with prescribed actuator motions (inverse problem) or given efforts (direct problem)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, check_progress, flag, freeze, function, instance, positive, shown, vector, whole, word
from parados.errors import InputError, TimeStepError
from parados.flexible.flexible_structure import FlexibleStructure, with_own_turns
from parados.flexible.independent_closures import independent_closures
from parados.flexible.locked_modes import locked_modes
from parados.flexible.losses import JointFriction
from parados.flexible.modal_basis import ModalBasis, modal_basis
from parados.flexible.motors import with_motors
from parados.flexible.nonlinear import NonlinearModel
from parados.model.model import COMPILED, Model
from parados.model.state_arguments import check_state
from parados.simulate.collocation import Collocation
from parados.simulate.continuous_motion import ContinuousMotion
from parados.simulate.damping import Damping, ModalDamping, RayleighDamping, damping_of
from parados.simulate.drives import ActuatorEfforts, ActuatorMotion, efforts_at
from parados.simulate.elastic_result import ElasticResult
from parados.simulate.elastic_system import ElasticSystem
from parados.simulate.integration import integrate
from parados.simulate.neglected import neglected_displacement
from parados.simulate.start import sagging, undeformed
from parados.storage.travel import WithoutDerived
from parados.text.numbers import counted

__all__ = ["ElasticSimulation"]

Array = NDArray[np.float64]

MOST_STEPS = 100_000_000
"""Largest number of steps of one run."""


@dataclass(frozen=True, eq=False)
class ElasticSimulation(WithoutDerived):
    """Simulation of a flexible robot from a given initial state.

    Attributes
    ----------
    structure : structure of the flexible robot (a tree with closures)
    start, rates : (n,) coordinates and rates at t = 0; the rates of prescribed actuators come from their motion
    friction : True: friction of the joints as in the file; "viscous": without dry friction; False: no friction
    friction_width : dry friction uses tanh(qd / width) in place of sign(qd) [rad/s or m/s]; None: the widths of the file
    damping : damping of the beams, or None
    spectral_radius : 1: no numerical dissipation; 0: modes faster than the step are damped out at once
    stages : number of stages of the Runge-Kutta formula; its order is 2 stages for the spectral radius 1, else 2 stages - 1
    sag : True: start from static equilibrium; False: start undeformed
    vibration_modes : number of lowest vibration modes at the start in which the beams may deform, or None for all; the results
        estimate the error
    backend : "c", "vm" or "auto"
    """

    structure: FlexibleStructure
    start: Array
    rates: Array | None = None
    friction: bool | str = True
    friction_width: float | None = None
    damping: Damping | None = None
    spectral_radius: float = 1.0
    stages: int = 3
    sag: bool = False
    vibration_modes: int | None = None
    backend: str = "auto"

    @staticmethod
    def at(
        model: Model,
        x: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        rates: Array | None = None,
        friction: bool | str = True,
        friction_width: float | None = None,
        damping: Damping | Literal["file"] | None = "file",
        spectral_radius: float = 1.0,
        stages: int = 3,
        sag: bool = False,
        vibration_modes: int | None = None,
        backend: str = "auto",
    ) -> ElasticSimulation:
        """Build a simulation that starts undeformed at a pose x (n_x,) of the rigid robot, at rest unless `rates` are given.

        mode : working mode; by default that of the file
        damping : "file": the damping of the robot's file; None: no damping

        The other arguments are the attributes of this class.
        """
        instance("model", model, Model, COMPILED)
        x = check_state("x", x, model.labels)
        robot = model.single_robot()
        structure = with_motors(with_own_turns(robot.flexible))
        return ElasticSimulation(
            structure,
            undeformed(model, structure, x, mode),
            rates=rates,
            friction=friction,
            friction_width=friction_width,
            damping=damping_of(robot.spec.damping) if isinstance(damping, str) and damping == "file" else damping,
            spectral_radius=spectral_radius,
            stages=stages,
            sag=sag,
            vibration_modes=vibration_modes,
            backend=backend,
        )

    def __post_init__(self) -> None:
        instance("structure", self.structure, FlexibleStructure, "a flexible structure (ElasticSimulation.at makes it)")
        n = len(self.structure.mechanism.joints)
        object.__setattr__(self, "start", vector("start", self.start, n))
        if self.rates is not None:
            object.__setattr__(self, "rates", vector("rates", self.rates, n))
        freeze(self)
        if self.friction_width is not None:
            positive("friction_width", self.friction_width, "rad/s or m/s; None takes the widths of the robot's file")
        if not isinstance(self.friction, bool) and not (isinstance(self.friction, str) and self.friction == "viscous"):
            raise InputError(f"friction: {shown(self.friction)} is not known; use True, False or 'viscous'")
        if self.damping is not None:
            instance("damping", self.damping, (RayleighDamping, ModalDamping), "RayleighDamping or ModalDamping")
        if self.vibration_modes is not None:
            whole("vibration_modes", self.vibration_modes, 1, expected="a number of modes")
        Collocation.of(self.stages, self.spectral_radius)
        flag("sag", self.sag)
        word("backend", self.backend, ("auto", "c", "vm"))
        self._check_dry_friction()

    def _check_dry_friction(self) -> None:
        jumps = self._rubbing.steps(self.structure.mechanism) if self._rubbing else []
        if jumps:
            raise InputError(
                f"friction: the dry friction of {', '.join(jumps)} jumps with the sign of the rate; give friction_width "
                "[rad/s or m/s], or a width in the robot's file, or friction='viscous' or False"
            )

    @property
    def _rubbing(self) -> JointFriction | None:
        return None if self.friction is False else JointFriction(self.friction is True, self.friction_width)

    @cached_property
    def basis(self) -> ModalBasis | None:
        """Reduced coordinates, or None without a reduction."""
        kept = self.vibration_modes
        return None if kept is None else modal_basis(self.structure, locked_modes(self.structure, self.start)[1][:, :kept])

    @property
    def _initial_actuators(self) -> Array:
        """(n_a,) positions of the actuators at the start."""
        return self.start[list(self.structure.mechanism.actuated)]

    def _coordinates(self, z: Array) -> Array:
        return z if self.basis is None else self.basis.reduced(z)

    @cached_property
    def system(self) -> ElasticSystem:
        """System without a drive; all runs use its kernels."""
        D = None if self.damping is None else self.damping.matrix(self.structure, self.start)
        rows = independent_closures(self.structure, self._coordinates(self.start), self.basis)
        if self.basis is not None and len(rows) < len(independent_closures(self.structure, self.start)):
            few = f"{counted(self.vibration_modes or 0, 'mode is', 'modes are')} too few for the closures of this robot"
            raise InputError(f"vibration_modes: {few}; keep more, or all of them with None")
        model = NonlinearModel(self.structure, rows, D, self._rubbing, self.start, self.basis)
        return ElasticSystem(model, self.backend)

    def prescribed(
        self,
        motion: ActuatorMotion,
        duration: float,
        step: float,
        *,
        every: int = 1,
        progress: Progress | None = None,
        compare: bool = False,
    ) -> ElasticResult:
        """Simulate a run in which the motion of the actuators is prescribed; the result contains their efforts.

        Parameters
        ----------
        motion : a trajectory of the actuators, after which they are at rest, or a function of times (k,) that returns positions,
            velocities, accelerations (k, n_a); jumps of angles by whole turns are removed
        duration, step : [s]; the step is reduced a little if it does not divide the duration
        every : save one state out of `every`
        progress : function progress(done, total), called with the numbers of steps done and in total
        compare : run once more with twice the step, and return the difference
        """
        function("motion", motion, "times")
        duration, step = _checked_run(duration, step, every, progress, compare)
        initial = self._initial_actuators
        times = np.linspace(0.0, duration, round(duration / step) + 1)
        followed = ContinuousMotion(motion, self.structure.mechanism, times, initial)
        system = self.system.driven(motion=followed)
        begins = system.given(np.zeros(1))[0][0]
        if not np.allclose(begins, initial, rtol=0, atol=1e-8):
            raise InputError(f"motion: it begins at {np.round(begins, 6)}, but the actuators are at {np.round(initial, 6)}")
        return self._run(system, duration, step, every, progress, compare)

    def driven(
        self,
        efforts: ActuatorEfforts,
        duration: float,
        step: float,
        *,
        every: int = 1,
        progress: Progress | None = None,
        compare: bool = False,
    ) -> ElasticResult:
        """Simulate a run under efforts of the actuators, a function of t, q, qd that returns (n_a,), for example a `PDLaw`.

        The other arguments are those of `prescribed`.
        """
        function("efforts", efforts, "t, q, qd")
        duration, step = _checked_run(duration, step, every, progress, compare)
        system = self.system.driven(efforts=efforts)
        efforts_at(efforts, 0.0, self._initial_actuators, np.zeros(len(self._initial_actuators)))
        return self._run(system, duration, step, every, progress, compare)

    def _run(
        self,
        system: ElasticSystem,
        duration: float,
        step: float,
        every: int,
        progress: Progress | None,
        compare: bool,
    ) -> ElasticResult:
        count = 2 * every * ceil(duration / step / (2 * every) - 1e-9)
        formula, z = Collocation.of(self.stages, self.spectral_radius), self._coordinates(self.start)
        z = sagging(system, z) if self.sag else z
        zd = np.zeros_like(z) if self.rates is None else self._coordinates(self.rates)
        result = integrate(system, formula, z, zd, duration / count, count, every, progress)
        if self.vibration_modes is not None:
            result = replace(result, neglected=neglected_displacement(system.model, result))
        if not (compare and result.complete):
            return result
        try:
            rough = integrate(system, formula, z, zd, 2 * duration / count, count // 2, every, None)
        except TimeStepError:
            return replace(result, difference=(np.inf, np.inf))
        return replace(result, difference=result.apart(rough))


def _checked_run(duration: float, step: float, every: int, progress: Progress | None, compare: bool) -> tuple[float, float]:
    """Return duration and step [s]; check the arguments of a run before its kernels are built."""
    T, h = positive("duration", duration), positive("step", step)
    whole("every", every, 1, MOST_STEPS)
    flag("compare", compare)
    check_progress(progress)
    if h > T:
        raise InputError(f"step: {h:g} s is longer than the duration, {T:g} s; give a smaller step")
    if T / h > MOST_STEPS:
        raise InputError(f"step: {h:g} s makes {T / h:.3g} steps in {T:g} s; at most {MOST_STEPS:,} are accepted")
    return T, h

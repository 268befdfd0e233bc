"""Motion in time of a flexible robot: actuators prescribed (inverse problem) or efforts given (direct problem)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, isfinite
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError, TimeStepError
from parados.flexible.independent_closures import independent_closures
from parados.flexible.locked_modes import locked_modes
from parados.flexible.losses import JointFriction
from parados.flexible.modal_basis import ModalBasis, modal_basis
from parados.flexible.motors import with_motors
from parados.flexible.nonlinear import NonlinearModel
from parados.flexible.structure import FlexibleStructure, flexible_structure
from parados.model.model import Model
from parados.simulate.collocation import Collocation
from parados.simulate.damping import Damping, damping_of
from parados.simulate.drives import ActuatorEfforts, ActuatorMotion
from parados.simulate.elastic_system import ElasticSystem
from parados.simulate.integration import integrate
from parados.simulate.neglected import neglected_displacement
from parados.simulate.results import ElasticResult
from parados.simulate.start import sagging, undeformed
from parados.topology.building import build_links

__all__ = ["ElasticSimulation"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ElasticSimulation:
    """A flexible robot at its start, ready to be moved.

    Attributes
    ----------
    structure : the tree
    start, rates : (n,) coordinates and rates at t = 0; actuators that are prescribed take their own
    friction : of the joints as the file gives it; "viscous": without its dry part; False: none
    friction_width : sign(qd) of dry friction as tanh(qd / width) [rad/s or m/s]; None: the widths of the file
    damping : of the beams, or None
    spectral_radius : 1: no numerical dissipation; 0: modes faster than the step die at once
    stages : of the Runge-Kutta formula; its order is twice that for the spectral radius 1, one less below
    sag : start from static equilibrium rather than undeformed
    modes : let the beams deform only as in this many lowest modes at the start; results state what that leaves out
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
    modes: int | None = None
    backend: str = "auto"

    @staticmethod
    def at(model: Model, x: ArrayLike, mode: ArrayLike | None = None, **options: Any) -> ElasticSimulation:
        """At rest at a pose x of the rigid robot; `options` are the attributes of this class, friction and damping being the
        file's by default."""
        options = {"damping": damping_of(model.spec.damping), **options}
        structure = with_motors(flexible_structure(build_links(model.spec)))
        return ElasticSimulation(structure, undeformed(model, structure, x, mode), **options)

    def __post_init__(self) -> None:
        width = self.friction_width
        if width is not None and not (isfinite(width) and width > 0):
            raise InputError(f"friction_width: {width:g} is not a positive velocity; None takes the widths of the robot's file")
        if self.friction not in (True, False, "viscous"):
            raise InputError(f"friction: {self.friction!r:.40} is not known; use True, False or 'viscous'")
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
        """The coordinates of a reduction."""
        kept = self.modes
        return None if kept is None else modal_basis(self.structure, locked_modes(self.structure, self.start)[1][:, :kept])

    @property
    def _stands(self) -> Array:
        """(n_a,) positions of the actuators at the start."""
        return self.start[list(self.structure.mechanism.actuated)]

    def _coordinates(self, z: Array) -> Array:
        return z if self.basis is None else self.basis.reduced(z)

    @cached_property
    def system(self) -> ElasticSystem:
        """Without a drive; its kernels serve all runs."""
        D = None if self.damping is None else self.damping.matrix(self.structure, self.start)
        rows = independent_closures(self.structure, self._coordinates(self.start), self.basis)
        if self.basis is not None and len(rows) < len(independent_closures(self.structure, self.start)):
            raise InputError(f"modes: {self.modes} modes are too few for the closures of this robot; keep more, or all (None)")
        model = NonlinearModel(self.structure, rows, D, self._rubbing, self.start, self.basis)
        return ElasticSystem(model, self.backend)

    def prescribed(self, motion: ActuatorMotion, duration: float, step: float, **options: Any) -> ElasticResult:
        """The motion and the efforts of the actuators, whose own motion is given.

        Parameters
        ----------
        motion : times (k,) -> positions, velocities, accelerations (k, n_a)
        duration, step : [s]; the step is made a little smaller where it does not divide the duration
        every : keep one state in so many
        progress : called with the part that is done, from 0 to 1
        compare : run once more at twice the step, and state the difference
        """
        system = self.system.driven(motion=motion)
        begins, stands = system.given(np.zeros(1))[0][0], self._stands
        if np.shape(begins) != stands.shape or not np.allclose(begins, stands, rtol=0, atol=1e-8):
            raise InputError(f"motion: it begins at {np.round(begins, 6)}, but the actuators stand at {np.round(stands, 6)}")
        return self._run(system, duration, step, **options)

    def driven(self, efforts: ActuatorEfforts, duration: float, step: float, **options: Any) -> ElasticResult:
        """The motion under efforts of the actuators (t, q, qd) -> (n_a,), such as a `PDLaw`; options as in `prescribed`."""
        system = self.system.driven(efforts=efforts)
        n = len(self._stands)
        tried = np.shape(efforts(0.0, self._stands, np.zeros(n)))
        if tried != (n,):
            raise InputError(f"efforts: the law returns the shape {tried}; one effort for each of {n} actuators is wanted")
        return self._run(system, duration, step, **options)

    def _run(
        self,
        system: ElasticSystem,
        duration: float,
        step: float,
        every: int = 1,
        progress: Callable[[float], None] | None = None,
        compare: bool = False,
    ) -> ElasticResult:
        if not (isfinite(duration) and isfinite(step) and 0 < step <= duration and every >= 1):
            given = f"step {step:g} s, duration {duration:g} s, every {every}"
            raise InputError(f"{given}: the step is positive and no longer than the duration, every at least 1")
        count = 2 * every * ceil(duration / step / (2 * every) - 1e-9)
        formula, z = Collocation.of(self.stages, self.spectral_radius), self._coordinates(self.start)
        z = sagging(system, z) if self.sag else z
        zd = np.zeros_like(z) if self.rates is None else self._coordinates(self.rates)
        result = integrate(system, formula, z, zd, duration / count, count, every, progress)
        if self.modes is not None:
            result = replace(result, neglected=neglected_displacement(system.model, result))
        if not (compare and result.complete):
            return result
        try:
            rough = integrate(system, formula, z, zd, 2 * duration / count, count // 2, every, None)
        except TimeStepError:
            return replace(result, difference=(np.inf, np.inf))
        return replace(result, difference=result.apart(rough))

"""Full model of a flexible robot at a state: inverse and direct problem of Briot & Khalil 10.4.3, without time integration."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import shown, word
from parados.errors import AssemblyError, InputError
from parados.flexible.flexible_structure import FlexibleStructure, with_own_turns
from parados.flexible.free_body import FreeBody
from parados.flexible.losses import JointFriction
from parados.flexible.modes import VibrationModes
from parados.flexible.motors import with_motors
from parados.flexible.undeformed import undeformed_coordinates
from parados.graph.kernel import Kernel
from parados.model.elastic_equations import ElasticEfforts, ElasticEquations, LinearMatrices
from parados.model.elastic_evaluation import ElasticEvaluation, report_rows
from parados.model.elastic_graphs import OUTPUTS, ElasticGraphs
from parados.model.evaluation import Evaluator
from parados.model.loaded_modes import LoadedModes
from parados.model.state_arguments import Stack, check_stack, check_state
from parados.storage.travel import WithoutDerived
from parados.text.result_display import Display, Shown, Table

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["ElasticModel"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class ElasticModel(WithoutDerived, Shown):
    """Full model [tau, 0] = M qdd + c of a flexible robot (10.123)-(10.124); built by `Model.elastic_model`.

    A state is z, zd: positions and rates of all n coordinates of the tree (`names`), with closed loops. These are the joints, the
    displacements and rotations of beam ends, and the platform (its position in the base, then its angles in the sequence XYZ).
    `undeformed` and `closed` make positions, `rates` makes rates. q = [q_a, q_c] are the independent coordinates
    (`independent`): first the actuators, then all others. An actuator with a stiffness is a motor q_a and a deflection in q_c
    (10.125)-(10.126). Methods take one state (n,) or a stack (N, n). A state without a result raises an error; in a stack such
    rows are NaN, with one warning. Structural damping belongs to motions in time and is not part of c.

    Attributes
    ----------
    model : the compiled robot
    rest : pose x (n_x,) in which springs of passive joints have no force, or None for the home of the file
    friction : True, "viscous" (without the dry part) or False
    """

    model: Model
    rest: Array | None = None
    friction: bool | str = True

    def __post_init__(self) -> None:
        if not isinstance(self.friction, bool):
            if not isinstance(self.friction, str):
                raise InputError(f"friction: {shown(self.friction)} is not known; use True, False or 'viscous'")
            word("friction", self.friction, ("viscous",))

    # -- names ----------------------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all n coordinates z of the tree (q_tot of the book)."""
        return self.structure.mechanism.joint_names

    @property
    def independent(self) -> tuple[str, ...]:
        """Names of the independent coordinates q = [q_a, q_c]."""
        return self._evaluation.labels["qd"]

    @property
    def dependent(self) -> tuple[str, ...]:
        """Names of the dependent coordinates (10.110)."""
        return self._evaluation.labels["dependent"]

    @property
    def actuated(self) -> tuple[str, ...]:
        """Names of the actuators q_a."""
        return tuple(self.names[k] for k in self.structure.mechanism.actuated)

    @cached_property
    def structure(self) -> FlexibleStructure:
        """Tree of the flexible robot; each elastic actuator is a motor and a transmission."""
        return with_motors(with_own_turns(self.model.single_robot().flexible))

    @property
    def K_tot(self) -> Array:
        """(n, n) stiffness matrix of all elements and elastic joints."""
        return self.structure.stiffness

    def body(self, name: str) -> FreeBody:
        """Return one flexible body by itself, with M_j and c_j of (10.61): an element of a beam ("b13.e1"), or a superelement."""
        found = {element.name: element for element in self.structure.elements}
        element = found[word("name", name, tuple(found))]
        return FreeBody(element.integrals, tuple(self.names[k].removeprefix(f"{name}.") for k in element.joints))

    # -- states ---------------------------------------------------------------------------------------------------------

    def undeformed(self, x: ArrayLike, *, mode: ArrayLike | None = None) -> Array:
        """(n,) coordinates z of the undeformed robot at the pose x (n_x,) of the rigid robot; (N, n) for a stack."""
        joints = self.model.joints(x, mode=mode)
        absent = self.model.mechanism.platform.is_absent
        frames = None if absent else self.model.platform_frame(x, mode=mode).reshape(-1, 4, 4)
        near = self.model.single_robot().near_spring_homes(np.atleast_2d(joints))
        found = undeformed_coordinates(self.structure, near, frames)
        return found if joints.ndim == 2 else found[0]

    def closed(self, z: ArrayLike) -> Array:
        """(n,) coordinates with closed loops, from coordinates z (n,) whose loops may be open.

        Newton's method changes the dependent coordinates of z; all others stay.
        """
        stack = check_stack({"z": z}, self._evaluation.labels)
        found = self._evaluation.closing.closed(np.atleast_2d(stack.arrays["z"]))
        lost = "z: the dependent coordinates near the given ones do not close the loops; deform the robot less"
        report_rows(stack, np.asarray(np.isnan(found).any(axis=1)), AssemblyError(lost))
        return stack.unstack(found)

    def rates(self, z: ArrayLike, qd: ArrayLike) -> Array:
        """(n,) rates zd = J qd of all coordinates from the rates qd (n_q,) of the independent coordinates (10.114)."""
        stack = self._evaluation.stack({"z": z, "qd": qd})
        J = self._evaluation.run("elastic_kinematics", stack, ("z",))["J"]
        return stack.unstack((J @ stack.arrays["qd"][..., None])[:, :, 0])

    def accelerations(self, z: ArrayLike, zd: ArrayLike, qdd: ArrayLike) -> Array:
        """(n,) accelerations zdd = J qdd + b of all coordinates from those of the independent ones, qdd (n_q,) (10.119)."""
        stack = self._evaluation.stack({"z": z, "zd": zd, "qdd": qdd})
        out = self._evaluation.run("elastic_kinematics", stack)
        return stack.unstack((out["J"] @ stack.arrays["qdd"][..., None] + out["b"])[:, :, 0])

    # -- dynamics -------------------------------------------------------------------------------------------------------

    def equations(self, z: ArrayLike, zd: ArrayLike) -> ElasticEquations:
        """All matrices of the model at a state: M and c with their blocks, J, b, M_tot, c_tot, K_tot."""
        stack = self._evaluation.stack({"z": z, "zd": zd})
        out = {key: value for name in OUTPUTS for key, value in self._evaluation.run(name, stack).items()}
        parts = {key: stack.unstack(v[:, :, 0] if key[0] in "cb" else v) for key, v in out.items()}
        return ElasticEquations(**parts, K_tot=self.K_tot, names=self.names, independent=self.independent, n_a=len(self.actuated))

    def mass_matrix(self, z: ArrayLike) -> Array:
        """(n_q, n_q) inertia matrix M over q = [q_a, q_c] (10.123)."""
        stack = self._evaluation.stack({"z": z})
        return stack.unstack(self._evaluation.run("elastic_model", stack, ("z",))["M"])

    def bias(self, z: ArrayLike, zd: ArrayLike) -> Array:
        """(n_q,) bias forces c (10.123): Coriolis, centrifugal, gravity, elastic and friction forces."""
        stack = self._evaluation.stack({"z": z, "zd": zd})
        return stack.unstack(self._evaluation.run("elastic_model", stack)["c"][:, :, 0])

    def inverse_dynamics(self, z: ArrayLike, zd: ArrayLike, qdd_a: ArrayLike) -> ElasticEfforts:
        """Inverse problem (10.124): efforts tau and accelerations qdd_c for given accelerations qdd_a (n_a,) of the actuators."""
        stack = self._evaluation.stack({"z": z, "zd": zd, "qdd_a": qdd_a})
        out, n = self._evaluation.run("elastic_model", stack), len(self.actuated)
        M, c, a = out["M"], out["c"], stack.arrays["qdd_a"][..., None]
        qdd_c = self._evaluation.solved(stack, M[:, n:, n:], -(c[:, n:] + M[:, n:, :n] @ a)[:, :, 0])
        tau = M[:, :n, :n] @ a + M[:, :n, n:] @ qdd_c[:, :, None] + c[:, :n]
        return ElasticEfforts(stack.unstack(tau[:, :, 0]), stack.unstack(qdd_c))

    def forward_dynamics(self, z: ArrayLike, zd: ArrayLike, tau: ArrayLike) -> Array:
        """Direct problem (10.123): accelerations qdd (n_q,) of the independent coordinates under efforts tau (n_a,)."""
        stack = self._evaluation.stack({"z": z, "zd": zd, "tau": tau})
        out, n = self._evaluation.run("elastic_model", stack), len(self.actuated)
        pushed = -out["c"][:, :, 0]
        pushed[:, :n] += stack.arrays["tau"]
        return stack.unstack(self._evaluation.solved(stack, out["M"], pushed))

    # -- loaded equilibrium -----------------------------------------------------------------------------------------------

    def equilibrium(self, x: ArrayLike, *, mode: ArrayLike | None = None) -> Array:
        """(n,) coordinates z at rest under gravity and springs, near the undeformed robot at x (n_x,); (N, n) for a stack.

        The motors are held where the undeformed robot has them.
        """
        stack, z = self._poses(x, mode)
        return stack.unstack(self._loaded.equilibria(stack, z))

    def elastic_matrices(self, x: ArrayLike, *, mode: ArrayLike | None = None) -> LinearMatrices:
        """Matrices M_cc, K_cc of small motions about `equilibrium(x)` with locked motors.

        K_cc is the second derivative of the whole potential: elastic parts, springs and weight, with their geometric stiffness.
        """
        return self._loaded.matrices(*self._poses(x, mode))

    def vibration_modes(self, x: ArrayLike, *, count: int | None = None, mode: ArrayLike | None = None) -> VibrationModes:
        """Natural frequencies and mode shapes about `equilibrium(x)` with locked motors.

        count : number of modes, all by default
        """
        return self._loaded.modes(*self._poses(x, mode), count)

    def natural_frequencies(self, x: ArrayLike, *, count: int | None = None, mode: ArrayLike | None = None) -> Array:
        """(k,) or (N, k) natural frequencies about `equilibrium(x)` with locked motors [Hz], lowest first.

        count : number of frequencies, all by default
        """
        return self.vibration_modes(x, count=count, mode=mode).frequencies

    def _poses(self, x: ArrayLike, mode: ArrayLike | None) -> tuple[Stack, Array]:
        """Validate poses x; return them, and the coordinates (N, n) of the undeformed robot."""
        return check_stack({"x": x}, self.model.labels), np.atleast_2d(self.undeformed(x, mode=mode))

    @cached_property
    def _loaded(self) -> LoadedModes:
        return LoadedModes(self._evaluation)

    # -- evaluation -----------------------------------------------------------------------------------------------------

    def kernel(self, name: str = "elastic_model") -> Kernel:
        """Return a compiled function of z and zd, which has `.graph`, `.operations` and `.c_source()`.

        name : "elastic_model" for M and c, "elastic_kinematics" for J and b, or "elastic_tree" for M_tot and c_tot
        """
        return self._evaluation.ready(word("name", name, tuple(OUTPUTS)))[0]

    def export_c(self, folder: str | Path) -> list[Path]:
        """Write a header, a source and a test driver in C99 into a folder; return their paths. If one fails, none is written."""
        from parados.model.elastic_export import export_elastic_c

        return export_elastic_c(self, folder)

    @cached_property
    def _evaluation(self) -> ElasticEvaluation:
        rest = self.model.survey.home if self.rest is None else check_state("rest", self.rest, self.model.labels, "x")
        rubbing = None if self.friction is False else JointFriction(self.friction is True)
        alone = Evaluator(self.model.single_robot().alone(), self.model.backend)
        graphs = ElasticGraphs(alone, self.structure, self.undeformed(rest), rubbing)
        return ElasticEvaluation(graphs, self.model.backend)

    def _display(self) -> Display:
        operations = self.kernel().operations["total"]
        facts = {"coordinates": len(self.names), "actuators": len(self.actuated), "operations of M and c": operations}
        rows = [[name, "independent" if name in self.independent else "dependent"] for name in self.names]
        return Display(f"Flexible model of {self.model.spec.name}", facts, [Table(["coordinate", ""], rows)])

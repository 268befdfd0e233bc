"""Full model of a flexible robot, as graphs in all coordinates z of its tree (Briot & Khalil 10.4).

    r(z, zd, zdd, lambda) = tau_t(z, zd, zdd) + losses(zd) + G^T lambda = efforts,   g(z) = 0        (10.123)

tau_t are the forces of the tree (10.99)-(10.102), g the closures, G their Jacobian. This model keeps all coordinates and adds
the closures as constraints; the book eliminates the dependent coordinates (10.110). The second derivative of the closures,
w = G zdd + d(G)/dt zd, replaces (10.116). Closure rows that depend on others, as in a planar or overconstrained robot, are
removed once, when the model is built.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.flexible.elastic_dynamics import FlexibleMotion, tree_forces
from parados.flexible.elastic_energy import elastic_energy, gravitational_energy, kinetic_energy, spring_energy
from parados.flexible.flexible_springs import FlexibleSprings
from parados.flexible.flexible_structure import FlexibleStructure
from parados.flexible.losses import JointFriction, losses
from parados.flexible.modal_basis import ModalBasis
from parados.geometry.residual import closure_frames, residual
from parados.spatial.vectors import SX, Frame
from parados.topology.tree import JointPosition

__all__ = ["NonlinearModel"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class NonlinearModel:
    """Graphs of the full model of a flexible robot.

    Attributes
    ----------
    structure : tree of the robot
    rows : indices of the closure rows that are kept
    damping : (n, n) matrix D of the forces D zd, or None
    friction : friction of the joints, or None
    rest : (n,) positions at which the stiffnesses of the joints have no force; None: zero
    basis : reduction z = B y, all graphs are then functions of y; None: y = z
    """

    structure: FlexibleStructure
    rows: Sequence[int]
    damping: Array | None = None
    friction: JointFriction | None = None
    rest: Array | None = None
    basis: ModalBasis | None = None

    @property
    def size(self) -> int:
        """Number of coordinates y of the graphs."""
        return len(self.structure.mechanism.joints) if self.basis is None else self.basis.B.shape[1]

    @property
    def actuated(self) -> tuple[int, ...]:
        """Indices of the actuated joints among the coordinates."""
        joints = self.structure.mechanism.actuated
        return joints if self.basis is None else tuple(self.basis.place(k) for k in joints)

    @cached_property
    def symbols(self) -> tuple[SX, SX, SX, SX]:
        """Symbols z, zd, zdd (n, 1) and lambda (m, 1)."""
        z, zd, zdd = (SX.sym(name, self.size) for name in ("z", "zd", "zdd"))
        return z, zd, zdd, SX.sym("multipliers", len(self.rows))

    @cached_property
    def motion(self) -> FlexibleMotion:
        B = SX.eye(self.size) if self.basis is None else ca.sparsify(SX(ca.DM(self.basis.B)))
        z, zd, zdd = (B @ y for y in self.symbols[:3])
        return FlexibleMotion(self.structure, [JointPosition.at(q) for q in ca.vertsplit(z)], zd, zdd)

    @cached_property
    def all_closures(self) -> SX:
        """All rows of the closures and couplings g, including those that depend on others."""
        mechanism = self.structure.mechanism
        loops = residual(closure_frames(mechanism, self.motion.tree, Frame.identity()))
        q = ca.vertcat(SX(0, 1), *[position.q for position in self.motion.positions])
        return ca.vertcat(loops, *[(one.total(q) - SX(one.constant)) / one.scale for one in mechanism.couplings])

    @cached_property
    def closures(self) -> SX:
        """(m, 1) kept rows of the closures g [m, -]."""
        return self.all_closures[list(self.rows)]

    @cached_property
    def G(self) -> SX:
        """(m, n) Jacobian of the closures."""
        return ca.jacobian(self.closures, self.symbols[0])

    @cached_property
    def closure_accelerations(self) -> SX:
        """(m, 1) second time derivative w of the closures."""
        z, zd, zdd, _ = self.symbols
        rates = ca.jtimes(self.closures, z, zd)
        return ca.jtimes(rates, z, zd) + ca.jtimes(rates, zd, zdd)

    @cached_property
    def losses(self) -> SX:
        """(n, 1) generalised forces of friction, dampers and structural damping."""
        return self._projected(losses(self.motion, self.friction, self.damping) + self._springs.losses)

    @cached_property
    def _springs(self) -> FlexibleSprings:
        return FlexibleSprings(self.motion)

    @cached_property
    def forces(self) -> SX:
        """(n, 1) left-hand side r of the equations of motion."""
        y, _, _, multipliers = self.symbols
        on_joints = ca.gradient(spring_energy(self.motion, self.rest), y) + ca.jtimes(self.closures, y, multipliers, True)
        on_tree = tree_forces(self.motion, with_friction=False) + self._springs.forces
        return self._projected(on_tree) + self.losses + on_joints

    def _projected(self, forces: SX) -> SX:
        return forces if self.basis is None else ca.sparsify(SX(ca.DM(self.basis.B))).T @ forces

    def residual(self) -> ca.Function:
        """Function of z, zd, zdd, multipliers that returns r, w and the dissipated power [W]."""
        outputs = {"r": self.forces, "w": self.closure_accelerations, "loss": ca.dot(self.symbols[1], self.losses)}
        return self._function("elastic_residual", 4, outputs)

    def jacobians(self) -> ca.Function:
        """Function of z, zd, zdd, multipliers that returns the derivatives of [r, w] with respect to z and zd, and M, G."""
        z, zd, zdd, _ = self.symbols
        both = ca.vertcat(self.forces, self.closure_accelerations)
        by_z, by_zd, M = ca.jacobian(both, z), ca.jacobian(both, zd), ca.jacobian(self.forces, zdd)
        return self._function("elastic_jacobians", 4, {"by_z": by_z, "by_zd": by_zd, "M": M, "G": self.G})

    @cached_property
    def tree_mass(self) -> SX:
        """(n, n) inertia matrix M_tot of the tree, rotors included (10.103)."""
        return ca.jacobian(self.forces, self.symbols[2])

    @cached_property
    def tree_bias(self) -> SX:
        """(n, 1) forces c_tot at zero accelerations and multipliers (10.103)."""
        return self._at_rest(self.forces)

    def _at_rest(self, expression: SX) -> SX:
        """Set accelerations and multipliers to zero."""
        still = [SX.zeros(self.size), SX.zeros(len(self.rows))]
        return ca.substitute([expression], list(self.symbols[2:]), still)[0]

    def balance(self) -> ca.Function:
        """Function of z, zd that returns M, G, and r and w at zero accelerations and multipliers, to solve for zdd and lambda."""
        outputs = {"M": self.tree_mass, "G": self.G, "c": self.tree_bias, "gamma": self._at_rest(self.closure_accelerations)}
        return self._function("elastic_balance", 2, outputs)

    def closing(self) -> ca.Function:
        """Function of z, zd that returns the closures g and their rates G zd."""
        z, zd, _, _ = self.symbols
        return self._function("elastic_closures", 2, {"g": self.closures, "gd": ca.jtimes(self.closures, z, zd)})

    def report(self) -> ca.Function:
        """Function of z, zd that returns the kinetic, elastic and gravitational energy [J] and all rows of the closures."""
        parts = {"kinetic": kinetic_energy, "elastic": elastic_energy, "gravitational": gravitational_energy}
        energies = {name: part(self.motion) for name, part in parts.items()}
        energies["elastic"] += spring_energy(self.motion, self.rest) + self._springs.energy
        return self._function("elastic_report", 2, {**energies, "g": self.all_closures})

    def _function(self, name: str, inputs: int, outputs: dict[str, SX]) -> ca.Function:
        symbols = list(self.symbols[:inputs])
        dense = [ca.densify(value) for value in ca.cse(list(outputs.values()))]
        return ca.Function(name, symbols, dense, [s[0].name().rsplit("_", 1)[0] for s in symbols], list(outputs))

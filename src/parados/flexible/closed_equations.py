"""Equations of motion of a closed flexible robot in its independent coordinates (Briot & Khalil 10.104-10.124):

    zd = J qd,   zdd = J qdd + b                                   (10.114), (10.119)
    [tau, 0] = M qdd + c,   q = [q_a, q_c]                         (10.123), (10.124)
    M = J^T M_tot J,   c = J^T (M_tot b + c_tot)

z are all coordinates of the tree (q_tot of the book), q the independent ones: first the actuators q_a, then all others q_c.
M_tot and c_tot are those of the tree (10.103), taken from the full model.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.flexible.closure_motion import closure_drift, closure_rates
from parados.flexible.flexible_structure import Element
from parados.flexible.independent_closures import DEPENDENT
from parados.flexible.nonlinear import NonlinearModel
from parados.flexible.solved_tips import solved_axes, solved_coordinates, solved_tips
from parados.kinematics.closure_rows import RowAxes
from parados.kinematics.sampled_rows import independent_rows
from parados.kinematics.structured_solve import Factorised, Pivots
from parados.spatial.vectors import SX

__all__ = ["ClosedEquations"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ClosedEquations:
    """Graphs of J, b, M and c as functions of z and zd.

    Attributes
    ----------
    full : model in all coordinates; its closure rows are those at position level
    closed : (n,) undeformed configuration z with closed loops, at which the dependent coordinates are chosen
    """

    full: NonlinearModel
    closed: Array

    @cached_property
    def _tips(self) -> list[Element | None]:
        return solved_tips(self.full.structure)

    @cached_property
    def _axes(self) -> list[RowAxes]:
        return solved_axes(self.full.structure, self._tips)

    @cached_property
    def _all_rows(self) -> SX:
        """(all rows, n) J_tot of (10.107)."""
        return ca.sparsify(ca.jacobian(closure_rates(self.full.motion, self._axes), self.full.symbols[1]))

    @cached_property
    def _undeformed(self) -> Array:
        """(all rows, n) J_tot of the undeformed robot."""
        return np.array(ca.Function("J_tot", [self.full.symbols[0]], [self._all_rows])(self.closed).full())

    @cached_property
    def rows(self) -> list[int]:
        """Indices of independent rows; a planar or overconstrained robot has more rows."""
        return independent_rows(self._undeformed[None], (DEPENDENT,))

    @cached_property
    def dependent(self) -> list[int]:
        """Indices of the dependent coordinates in z, in increasing order; elastic joints only if the others do not suffice."""
        G, joints = self._undeformed[self.rows], self.full.structure.mechanism.joints
        free = [k for k in range(self.full.size) if k not in self.full.actuated]
        loose = [k for k in free if not joints[k].stiffness]
        enough = len(independent_rows(G[None, :, loose], (DEPENDENT,))) == len(G)
        return solved_coordinates(self.full.structure, self._tips, G, self.rows, loose if enough else free)

    @cached_property
    def independent(self) -> list[int]:
        """Indices in z of the independent coordinates [q_a, q_c]."""
        others = [k for k in range(self.full.size) if k not in self.full.actuated and k not in self.dependent]
        return [*self.full.actuated, *others]

    @cached_property
    def pivots(self) -> Pivots:
        """Divisors of the solution for the dependent coordinates."""
        return self._system[1]

    @cached_property
    def _system(self) -> tuple[Factorised, Pivots]:
        pivots = Pivots()
        return Factorised(self._all_rows[self.rows, self.dependent], "G", pivots), pivots

    @cached_property
    def J(self) -> SX:
        """(n, n_q) Jacobian matrix of (10.114): zd = J qd."""
        J = SX(self.full.size, len(self.independent))
        for column, k in enumerate(self.independent):
            J[k, column] = 1
            J[self.dependent, column] = self._system[0].solve(-self._all_rows[self.rows, k])  # (10.110)
        return ca.sparsify(J)

    @cached_property
    def b(self) -> SX:
        """(n, 1) b of (10.119): zdd = J qdd + b."""
        drift = closure_drift(self.full.motion, self._axes)
        b = SX(self.full.size, 1)
        b[self.dependent] = self._system[0].solve(-drift[self.rows])  # (10.118)
        return ca.sparsify(b)

    @cached_property
    def M_tot(self) -> SX:
        """(n, n) inertia matrix of the tree with its rotors (10.103)."""
        return self.full.tree_mass

    @cached_property
    def c_tot(self) -> SX:
        """(n, 1) Coriolis, centrifugal, gravity, elastic and friction forces of the tree (10.103)."""
        return self.full.tree_bias

    @cached_property
    def M(self) -> SX:
        """(n_q, n_q) inertia matrix (10.123)."""
        return ca.triu2symm(ca.triu(self.J.T @ (self.M_tot @ self.J)))

    @cached_property
    def c(self) -> SX:
        """(n_q, 1) bias forces (10.123)."""
        return self.J.T @ (self.c_tot + self.M_tot @ self.b)

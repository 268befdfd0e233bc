"""Matrices of the full model of a flexible robot at a state, with the names of the book (Briot & Khalil 10.103-10.124)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.text.result_display import Display, Shown, Table

__all__ = ["ElasticEfforts", "ElasticEquations", "LinearMatrices"]

Array = NDArray[np.float64]


class ElasticEfforts(NamedTuple):
    """Solution of the inverse problem: efforts tau (n_a,) and accelerations qdd_c (n_c,); for a stack (N, n_a) and (N, n_c)."""

    tau: Array
    qdd_c: Array


@dataclass(frozen=True, repr=False)
class ElasticEquations(Shown):
    """Equations of motion [tau, 0] = M qdd + c at a state; for a stack, all arrays but K_tot have an additional first axis.

    q = [q_a, q_c] are the n_q independent coordinates, first the n_a actuators; z are all n coordinates of the tree.

    Attributes
    ----------
    M, c : (n_q, n_q) inertia matrix and (n_q,) bias forces (10.123)
    J, b : (n, n_q) and (n,), zd = J qd (10.114) and zdd = J qdd + b (10.119)
    M_tot, c_tot : (n, n) inertia matrix and (n,) bias forces of the tree with its platform (10.103); elastic forces are in c_tot
    K_tot : (n, n) stiffness matrix of all elements and elastic joints
    names, independent : names of the coordinates z and q
    n_a : number of actuators
    """

    M: Array
    c: Array
    J: Array
    b: Array
    M_tot: Array
    c_tot: Array
    K_tot: Array
    names: tuple[str, ...]
    independent: tuple[str, ...]
    n_a: int

    @property
    def M_aa(self) -> Array:
        """(n_a, n_a) block of M of the actuators (10.124)."""
        return self.M[..., : self.n_a, : self.n_a]

    @property
    def M_ac(self) -> Array:
        """(n_a, n_c) block of M (10.124)."""
        return self.M[..., : self.n_a, self.n_a :]

    @property
    def M_cc(self) -> Array:
        """(n_c, n_c) block of M of the other coordinates (10.124)."""
        return self.M[..., self.n_a :, self.n_a :]

    @property
    def c_a(self) -> Array:
        """(n_a,) bias forces on the actuators (10.124)."""
        return self.c[..., : self.n_a]

    @property
    def c_c(self) -> Array:
        """(n_c,) bias forces on the other coordinates (10.124)."""
        return self.c[..., self.n_a :]

    def _display(self) -> Display:
        facts = {"coordinates": len(self.names), "independent": len(self.independent), "actuators": self.n_a}
        if self.c.ndim > 1:
            return Display(f"Equations of a flexible robot at {len(self.c)} states", facts)
        rows = [[name, f"{self.M[k, k]:.5g}", f"{self.c[k]:.5g}"] for k, name in enumerate(self.independent)]
        return Display("Equations of a flexible robot", facts, [Table(["coordinate", "M_kk", "c_k"], rows)])


@dataclass(frozen=True, repr=False)
class LinearMatrices(Shown):
    """Small motions with locked motors, M_cc qdd + K_cc q = 0 (Briot & Khalil 11.33-11.35).

    They are about the undeformed robot (`Model.elastic_matrices`) or an equilibrium (`ElasticModel.elastic_matrices`). For a
    stack of poses, the matrices have an additional first axis.

    Attributes
    ----------
    M_cc, K_cc : (k, k) mass and stiffness matrix in the independent coordinates
    V : (n, k) displacements of all coordinates of the tree, z = V q; about the undeformed robot those of the platform are
        measured along and about its own axes, about an equilibrium they are those of its coordinates in z
    names, independent : names of the coordinates z and q
    """

    M_cc: Array
    K_cc: Array
    V: Array
    names: tuple[str, ...]
    independent: tuple[str, ...]

    def _display(self) -> Display:
        facts = {"coordinates": len(self.names), "independent": len(self.independent)}
        if self.M_cc.ndim > 2:
            return Display(f"Mass and stiffness of a flexible robot at {len(self.M_cc)} poses", facts)
        pairs = [(self.M_cc[k, k], self.K_cc[k, k]) for k in range(len(self.independent))]
        rows = [[name, f"{m:.5g}", f"{s:.5g}"] for name, (m, s) in zip(self.independent, pairs, strict=True)]
        return Display("Mass and stiffness of a flexible robot", facts, [Table(["coordinate", "M_kk", "K_kk"], rows)])

"""Compare the number of operations of the full elastodynamic model of the DualEMPS to section 10.7 of the book."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import parados
from parados.flexible.elastic_dynamics import FlexibleMotion, tree_forces
from parados.flexible.flexible_structure import flexible_structure
from parados.geometry.platform_motion import PlatformMotion
from parados.graph.c_source import operations
from parados.kinematics.closure_rows import Bodies, RowAxes, acceleration_rows, velocity_rows
from parados.kinematics.structured_solve import Factorised, Pivots
from parados.spatial.vectors import Frame, matrix
from parados.topology.building import build_links
from parados.topology.tree import JointPosition

PRINTED = {"additions": 1287, "multiplications": 1555}
DEPENDENT = ("b23.e1.dx", "b23.e1.dy", "q25", "platform.dx", "platform.dy", "platform.rz")
"""Dependent coordinates: the end of a beam, the joint that connects the legs, and the platform."""


@pytest.fixture(scope="module")
def full_model():
    """M and c of the closed robot in [q_a, q_c] (10.123): two actuated and nine elastic or passive coordinates."""
    structure = flexible_structure(build_links(parados.describe("dualemps")))
    n, names = len(structure.mechanism.joints), structure.mechanism.joint_names
    z, zd, zdd = (ca.SX.sym(name, n) for name in ("z", "zd", "zdd"))
    motion = FlexibleMotion(structure, [JointPosition.at(z[k]) for k in range(n)], zd, zdd)
    forces = tree_forces(motion, with_friction=False)
    M = ca.horzcat(*[ca.jtimes(forces, zdd, ca.SX(ca.DM(np.eye(n)[:, k]))) for k in range(n)])
    (c,) = ca.substitute([forces], [zdd], [ca.SX.zeros(n, 1)])
    none, nowhere = ca.SX(3, 1), Frame(matrix(np.eye(3)), ca.SX(3, 1))
    at_rest = FlexibleMotion(structure, motion.positions, zd, ca.SX(n, 1)).accelerations
    bodies = Bodies(motion.tree, nowhere, motion.twists, PlatformMotion(none, none, none, none), at_rest)
    axes = [RowAxes(*[names.index(f"{beam}.e1.dx")] * 2) for beam in ("b23", "b16")]
    ties = list(zip(structure.mechanism.closures, axes, strict=True))
    G = ca.sparsify(ca.jacobian(ca.vertcat(*[velocity_rows(tie, bodies, own) for tie, own in ties]), zd))
    drift = ca.vertcat(*[acceleration_rows(tie, bodies, own) for tie, own in ties])
    rows = [r for r in range(G.shape[0]) if G[r, :].nnz()]
    dependent = [names.index(name) for name in DEPENDENT]
    system = Factorised(G[rows, dependent], "G", Pivots())
    independent = [k for k in range(n) if k not in dependent]
    V, b = ca.SX(n, len(independent)), ca.SX(n, 1)
    for column, k in enumerate(independent):
        V[k, column] = 1
        V[dependent, column] = system.solve(-G[rows, k])
    b[dependent] = system.solve(-drift[rows])
    V = ca.sparsify(V)
    outputs = ca.cse([ca.sparsify(ca.triu(V.T @ (M @ V))), V.T @ (c + M @ b)])
    return ca.Function("full_model", [z, zd], outputs)


def test_the_full_model_takes_fewer_operations_than_printed(full_model):
    counts = operations(full_model)
    assert full_model.size_in(0)[0] == 17 and full_model.size_out(1)[0] == 11
    assert counts["+"] + counts["-"] <= 0.55 * PRINTED["additions"]
    assert counts["*"] + counts["/"] <= 0.55 * PRINTED["multiplications"]

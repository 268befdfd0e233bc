"""Operation counts of the paper's quantities for both mechanisms, counted in the CasADi graphs.

m counts multiplications and divisions, as the paper does; a counts additions, subtractions and changes of sign.
"""

from __future__ import annotations

from functools import cache

import casadi as ca

from parados.graph.c_source import operations
from parados.graph.tape import Tape
from parados.sources.fried_c5.model import C5, C5Parameters, Plates, PlatformTwist
from parados.sources.fried_c5.model.accelerations import Segments
from parados.sources.fried_c5.model.c5_dynamics import C5Dynamics, eliminate
from parados.sources.fried_c5.model.c5_segment import C5Segment
from parados.sources.fried_c5.model.factors import pi_1_under_28
from parados.spatial.vectors import SX

__all__ = [
    "Cost",
    "conventional_cost",
    "cost",
    "counted",
    "dense_solution",
    "given_arms",
    "given_joints",
    "j_1_under_28",
    "pi_1_printed_form",
    "signs",
]

Cost = tuple[int, int]
"""Numbers m and a of operations."""


@cache
def counted(plates: Plates) -> dict[str, Cost]:
    """Count J_inv, Pi_1, J, the accelerations of all joints, and the last step by (62) and by (61), for a known pose.

    Known inputs are P_i2 with the plates on the rods, as in the paper, and R, C and Q_i1 with the plates on the platform.
    """
    robot, known = given_arms() if plates == "rods" else given_joints()
    K, moving = SX.sym("K", 6), PlatformTwist(*[SX.sym(name, 3) for name in ("omega", "v", "omega_dot", "v_dot")])
    segments = Segments(robot, moving)
    motion = [moving.omega, moving.v, moving.omega_dot, moving.v_dot]
    return {
        "J_inv": cost(known, robot.J_inv),
        "Pi_1": cost(known, robot.Pi_1),
        "J": cost(known, robot.J),
        "accelerations": cost([*known, *motion], *[segments.Q_ddot(i) for i in range(6)]),
        "factored": cost([*known, K], robot.transposed(K)),
        "solved": cost([*known, K], eliminate(robot.J_inv.T, K)),
    }


@cache
def conventional_cost(plates: Plates) -> Cost:
    """Count the accelerations of all joints by (42), with J_i^-1 in closed form, from the same known values as in `counted`.

    Rates of the known values follow from V: P_i2 is fixed on the platform if the plates are on the rods.
    """
    robot, known = given_arms() if plates == "rods" else given_joints()
    moving = PlatformTwist(*[SX.sym(name, 3) for name in ("omega", "v", "omega_dot", "v_dot")])
    dynamics, segments = C5Dynamics(robot, moving), Segments(robot, moving)
    turn = ca.skew(moving.omega)
    if plates == "rods":
        rates = [turn @ arm for arm in known]
    else:
        rates = [turn @ robot.R, moving.v, *[segments.Q_dot_1(i) for i in range(6)]]
    values, derivatives = ca.veccat(*known), ca.veccat(*[ca.densify(rate) for rate in rates])
    found = []
    for i in range(6):
        leg = C5Segment(dynamics, i)
        slope = ca.jtimes(ca.vec(ca.densify(leg.J_inv)), values, derivatives)
        found.append(leg.conventional(ca.sparsify(ca.reshape(slope, 6, 6))))
    return cost([*known, moving.omega, moving.v, moving.omega_dot, moving.v_dot], *found)


def cost(inputs: list[SX], *outputs: SX) -> Cost:
    """Return m and a of a graph; subexpressions that outputs have in common are counted once."""
    counts = operations(_function(inputs, *outputs))
    if counts["sqrt"] or counts["other"]:
        raise ValueError("the paper counts products and sums only")
    return counts["*"] + counts["/"], counts["+"] + counts["-"]


def pi_1_printed_form() -> Cost:
    """Count the operations of (39), the printed formula of Pi_1 in J = J_1 Pi_1.

    It is right only if y_1 = y_2, z_3 = z_4 and x_5 = x_6, (28).
    """
    P = [SX.sym(f"P_{i}", 3) for i in range(6)]
    return cost(P, pi_1_under_28(P))


def j_1_under_28() -> tuple[Cost, int]:
    """Count J_1 (41) for a known P_12; return its cost and the number of its changes of sign."""
    robot, known = given_arms()
    return cost(known, robot.J_1), signs(_function(known, robot.J_1))


def dense_solution() -> Cost:
    """Count Gaussian elimination for a full system of six equations."""
    A, K = SX.sym("A", 6, 6), SX.sym("K", 6)
    return cost([A, K], eliminate(A, K))


def signs(f: ca.Function) -> int:
    """Return the number of changes of sign in a graph."""
    return sum(instruction.op == ca.OP_NEG for instruction in Tape(f).instructions)


def _function(inputs: list[SX], *outputs: SX) -> ca.Function:
    return ca.Function("counted", inputs, ca.cse([ca.densify(value) for value in outputs]))


def given_arms() -> tuple[C5, list[SX]]:
    """Build the robot with the plates on the rods, with P_12, P_32, P_52 as inputs; P_22, P_42, P_62 are opposite to them."""
    P_1, P_3, P_5 = (SX.sym(name, 3) for name in ("P_1", "P_3", "P_5"))
    robot = C5(C5Parameters(), "rods", SX.sym("R", 3, 3), SX.sym("C", 3))
    robot.__dict__["P"] = [P_1, -P_1, P_3, -P_3, P_5, -P_5]  # replaces the cached property
    return robot, [P_1, P_3, P_5]


def given_joints() -> tuple[C5, list[SX]]:
    """Build the robot with the plates on the platform, with R, C and all Q_i1 as inputs."""
    robot = C5(C5Parameters(), "platform", SX.sym("R", 3, 3), SX.sym("C", 3))
    Q = [SX.sym(f"Q_{i}") for i in range(6)]
    robot.__dict__["Q"] = Q  # replaces the cached property
    return robot, [robot.R, robot.C, *Q]

"""Named CasADi functions of the paper's model."""

from __future__ import annotations

import casadi as ca

from parados.sources.fried_c5.model.accelerations import Segments, platform_motion
from parados.sources.fried_c5.model.c5_dynamics import C5Dynamics
from parados.sources.fried_c5.model.c5_kinematics import C5
from parados.sources.fried_c5.model.c5_parameters import C5Parameters, Plates, stack
from parados.sources.fried_c5.model.c5_segment import C5Segment
from parados.spatial.vectors import SX

__all__ = ["functions"]


def functions(plates: Plates = "platform", parameters: C5Parameters | None = None) -> dict[str, ca.Function]:
    """Build the model as functions of X = [alpha beta gamma x_c y_c z_c], X_dot, X_ddot, each (6, 1) [rad, m, s].

    Returns
    -------
    inverse_kinematics : X -> Q_a (6, 1), segment 6 first [m]
    inverse_jacobian : X -> J_inv (6, 6), over [omega; v]
    jacobian : X -> J, J_1, Pi_1, each (6, 6)
    joint_motion : X, X_dot, X_ddot -> Q_a_dot, Q_a_ddot (6, 1), and Q_ddot (6, 6), a column for each segment 1..6
    inverse_dynamics : X, X_dot, X_ddot -> Gamma (6, 1), segment 6 first [N], by (62)
    inverse_dynamics_solved : the same by (60) and (61), with K (6, 1), moment first, base axes
    conventional_accelerations : X, X_dot, X_ddot -> Q_ddot (6, 6) by (42), a column for each segment 1..6
    platform : X, X_dot, X_ddot -> Lambda_C (6, 6), C_C, G_C, F (6, 1) of (52)-(57)
    segment1 .. segment6 : X, X_dot, X_ddot -> every matrix and vector of a segment, see `C5Segment`: H_1, H_2, W_1, W_2, P,
        P_inv, beta, J, Pi, Q_dot, Q_ddot, J_B, inertia, M, CG, T, F_2
    """
    X, X_dot, X_ddot = (SX.sym(name, 6) for name in ("X", "X_dot", "X_ddot"))
    pose, state = {"X": X}, {"X": X, "X_dot": X_dot, "X_ddot": X_ddot}
    robot = C5.at(X, plates, parameters)
    motion = platform_motion(X, X_dot, X_ddot)
    segments, dynamics = Segments(robot, motion), C5Dynamics(robot, motion)
    Q_ddot = ca.horzcat(*[segments.Q_ddot(i) for i in range(6)])
    legs = [C5Segment(dynamics, i) for i in range(6)]
    platform = {"Lambda_C": dynamics.Lambda_C, "C_C": dynamics.C_C, "G_C": dynamics.G_C, "F": dynamics.F}
    by_42 = ca.horzcat(*[leg.conventional(_rate(leg.J_inv, X, X_dot)) for leg in legs])
    return {
        "inverse_kinematics": _function("inverse_kinematics", pose, {"Q_a": stack(robot.Q)}),
        "inverse_jacobian": _function("inverse_jacobian", pose, {"J_inv": robot.J_inv}),
        "jacobian": _function("jacobian", pose, {"J": robot.J, "J_1": robot.J_1, "Pi_1": robot.Pi_1}),
        "joint_motion": _function(
            "joint_motion", state, {"Q_a_dot": segments.Q_a_dot, "Q_a_ddot": segments.Q_a_ddot, "Q_ddot": Q_ddot}
        ),
        "inverse_dynamics": _function("inverse_dynamics", state, {"Gamma": dynamics.Gamma}),
        "inverse_dynamics_solved": _function("inverse_dynamics_solved", state, {"Gamma": dynamics.Gamma_solved, "K": dynamics.K}),
        "conventional_accelerations": _function("conventional_accelerations", state, {"Q_ddot": by_42}),
        "platform": _function("platform", state, platform),
        **{f"segment{leg.i + 1}": _function(f"segment{leg.i + 1}", state, leg.outputs()) for leg in legs},
    }


def _rate(M: SX, X: SX, X_dot: SX) -> SX:
    """Return the time derivative of a matrix that depends on X."""
    return ca.reshape(ca.jtimes(ca.vec(ca.densify(M)), X, X_dot), *M.shape)


def _function(name: str, inputs: dict[str, SX], outputs: dict[str, SX]) -> ca.Function:
    """Build a function with dense outputs; common subexpressions are computed once."""
    shared = ca.cse([ca.densify(value) for value in outputs.values()])
    return ca.Function(name, list(inputs.values()), shared, list(inputs), list(outputs))

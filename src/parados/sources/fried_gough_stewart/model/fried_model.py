"""Inverse dynamic model of the Gough-Stewart platform, (94)-(97), and the functions that evaluate it."""

from __future__ import annotations

from functools import cached_property

import casadi as ca

from parados.sources.fried_gough_stewart.model.fried_dynamics import Segment
from parados.sources.fried_gough_stewart.model.fried_parameters import FriedParameters
from parados.sources.fried_gough_stewart.model.fried_platform_dynamics import Platform
from parados.spatial.vectors import SX, Vector, column, cross, dot

__all__ = ["FriedGoughStewart"]

_KINEMATIC = ("R_b", "P", "P_inv", "H", "beta_i", "J_B", "J_v", "J_v_inv", "B", "Psi", "A", "Q", "Qd", "Qdd")
_DYNAMIC = ("W", "inertia", "M", "CG_i", "D", "F", "F_T", "F_S")
_CONTRIBUTION = ("n", "CB", "f_D")


class FriedGoughStewart:
    """A platform on six segments, as expressions of X, Xd, Xdd.

    X = [alpha beta gamma x_c y_c z_c] (6, 1) [rad, m]; V = [omega; v]. Segments are stacked in the order 1 to 6 (the
    paper stacks 6 to 1). Intermediate results are properties of `platform` and of `segments[i]`.

    References
    ----------
    G. Fried, K. Djouani, D. Borojeni, S. Iqbal, An Inverse Dynamic Model of the Gough-Stewart Platform.
    """

    segment_type: type[Segment] = Segment
    platform_type: type[Platform] = Platform

    def __init__(self, parameters: FriedParameters | None = None) -> None:
        self.parameters = FriedParameters() if parameters is None else parameters
        self.X, self.Xd, self.Xdd = (SX.sym(name, 6) for name in ("X", "Xd", "Xdd"))
        self.platform = self.platform_type(self.parameters, self.X, self.Xd, self.Xdd)
        self.segments = [self.segment_type(self.parameters, self.platform, i) for i in range(6)]

    @cached_property
    def J_inv(self) -> SX:
        """(6, 6) theta_d over V."""
        rows = [ca.horzcat(cross(s.CB, s.n).T, s.n.T) for s in self.segments]
        return ca.vertcat(*rows)  # (9)

    @cached_property
    def legs_wrench(self) -> SX:
        """(6, 1) sum of [B_iC~^t; U] J_v^-t D_i at C [N m, N]."""
        return sum((ca.vertcat(cross(s.CB, s.f_D), s.f_D) for s in self.segments), SX(6, 1))

    @cached_property
    def wrench(self) -> SX:
        """(6, 1) J^-t Gamma [N m, N]."""
        return self.platform.F + self.legs_wrench  # (94), (97), printed: minus

    @cached_property
    def Gamma(self) -> SX:
        """(6, 1) forces of the actuators [N]. J is not formed: the linear system is solved by QR."""
        return ca.solve(self.J_inv.T, self.wrench)  # (97)

    @cached_property
    def coordinate_force(self) -> SX:
        """(6, 1) generalised force over the coordinates X [N m, N]."""
        return ca.vertcat(self.platform.E.T @ self.wrench[:3], self.wrench[3:])

    @cached_property
    def Lambda(self) -> SX:
        """(6, 6) inertia of the whole robot over V, with the M_i of all segments moved to C."""
        JB = [s.J_v_inv @ s.B for s in self.segments]
        legs = (J.T @ s.M @ J for J, s in zip(JB, self.segments, strict=True))
        return self.platform.Lambda_C + sum(legs, SX(6, 6))

    @cached_property
    def contact_forces(self) -> SX:
        """(3, 6) phi_i on the platform at B_i, base axes [N]."""
        return ca.horzcat(*[s.phi(self.Gamma[i]) for i, s in enumerate(self.segments)])

    @cached_property
    def kinetic(self) -> SX:
        """Kinetic energy [J]."""
        V = self.platform.V
        return (ca.dot(V, self.platform.Lambda_C @ V) + sum(ca.dot(s.Qd, s.M @ s.Qd) for s in self.segments)) / 2

    @cached_property
    def potential(self) -> SX:
        """Potential energy, zero at the base origin [J]."""
        p = self.parameters
        moment = p.m_C * (self.X[3:] + self.platform.CG)
        for s in self.segments:
            A = column(p.A[s.index])
            moment += p.m_1 * (A + p.S_1 * s.n) + p.m_2 * (A + (s.theta + p.S_2) * s.n)
        return -dot(column(p.g), moment)

    @cached_property
    def ground_wrench(self) -> SX:
        """(6, 1) [force; moment] that the ground applies at the base origin, base axes [N, N m]."""
        n, f = self.platform.F[:3], self.platform.F[3:]
        moment = n + cross(self.X[3:], f)
        for s in self.segments:
            n_i, f_i = _turned(s.R_b, s.F[6:])
            f += f_i
            moment += n_i + cross(column(self.parameters.A[s.index]), f_i)
        return ca.vertcat(f, moment)

    def functions(self) -> dict[str, ca.Function]:
        """Build all functions of X, Xd, Xdd, by name; quantities of the segments are columns, in the order 1 to 6."""
        p, across = self.platform, self._across
        at, moving, all_ = (self.X,), (self.X, self.Xd), (self.X, self.Xd, self.Xdd)
        table = {
            "inverse_kinematics": (at, {"theta": across("theta").T}),
            "segment_coordinates": (at, {"Q": across("Q")}),
            "inverse_jacobian": (at, {"J_inv": self.J_inv}),
            "velocities": (moving, {"V": p.V, "Qd": across("Qd")}),
            "accelerations": (all_, {"V_dot": p.V_dot, "Qdd": across("Qdd")}),
            "inverse_dynamics": (all_, {"Gamma": self.Gamma}),
            "contact_forces": (all_, {"phi": self.contact_forces}),
            "coordinate_force": (all_, {"force": self.coordinate_force}),
            "platform_wrench": (all_, {"F": p.F}),
            "platform": (all_, {"E": p.E, "Lambda_C": p.Lambda_C, "C_C": p.C_C, "G_C": p.G_C, "F": p.F}),
            "inertia": (at, {"Lambda": self.Lambda}),
            "energy": (moving, {"kinetic": self.kinetic, "potential": self.potential}),
            "ground_wrench": (all_, {"wrench": self.ground_wrench}),
        }
        functions = {name: _function(name, inputs, outputs) for name, (inputs, outputs) in table.items()}
        functions |= {f"leg{s.index + 1}": self.leg_function(s) for s in self.segments}
        return functions | {f"segment{s.index + 1}": self.segment_function(s) for s in self.segments}

    def _across(self, name: str) -> SX:
        """Return a vector of each segment, as columns."""
        return ca.horzcat(*[getattr(s, name) for s in self.segments])

    def leg_function(self, s: Segment) -> ca.Function:
        """Build a function with the contribution of one segment to (97): n_i, CB_i and f_D, which need no other segment."""
        outputs = {name: getattr(s, name) for name in _CONTRIBUTION}
        return _function(f"leg{s.index + 1}", (self.X, self.Xd, self.Xdd), outputs)

    def segment_function(self, s: Segment) -> ca.Function:
        """Build a function with all matrices and vectors of one segment.

        It contains Gamma, hence the whole robot. `joint_efforts` (3, 1) is H^t of the complete `joint_forces`, [Gamma_i, 0, 0];
        `joint_reactions` (9, 1) is W^t of them: five components in the prismatic joint, four in the universal joint.
        """
        outputs = {name: getattr(s, name) for name in (*_KINEMATIC, *_DYNAMIC)}
        outputs["joint_forces"] = s.joint_forces(self.Gamma[s.index])
        outputs["joint_efforts"] = s.H.T @ outputs["joint_forces"]
        outputs["joint_reactions"] = s.W.T @ outputs["joint_forces"]
        return _function(f"segment{s.index + 1}", (self.X, self.Xd, self.Xdd), outputs)


def _turned(R: SX, F: SX) -> tuple[Vector, Vector]:
    """Return moment and force of a spatial force, rotated by R."""
    return R @ F[:3], R @ F[3:]


def _function(name: str, inputs: tuple[SX, ...], outputs: dict[str, SX]) -> ca.Function:
    """Build a function with named inputs and outputs; common subexpressions are computed once."""
    dense = ca.cse([ca.densify(value) for value in outputs.values()])
    return ca.Function(name, list(inputs), dense, [v[0].name().rsplit("_", 1)[0] for v in inputs], list(outputs))

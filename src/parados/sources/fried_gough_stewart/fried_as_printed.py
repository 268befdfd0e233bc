"""The paper's model with every formula as printed, to show the effect of its errors along the path."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.sources.fried_gough_stewart.model import FriedGoughStewart
from parados.sources.fried_gough_stewart.model.fried_dynamics import Segment
from parados.sources.fried_gough_stewart.model.notation import tilde
from parados.spatial.vectors import SX, Vector, cross

__all__ = ["AsPrinted", "AsPrintedButForTheSign", "Printed45", "Printed75", "Printed81", "Printed97", "PrintedRates"]


@dataclass(frozen=True, eq=False)
class PrintedRates(Segment):
    """Segment with the rates Qd = (theta_d, omega_y, omega_z) of (23)-(26) as printed: no spin about the leg."""

    @cached_property
    def H_1(self) -> SX:
        return SX(ca.DM([[0, 0], [1, 0], [0, 1], [0, 0], [0, 0], [0, 0]]))  # by (23)

    @cached_property
    def T(self) -> SX:
        T = SX(3, 3)
        T[0, 0], T[1, 2], T[2, 1] = 1, self.theta, -self.theta
        return T  # (25)

    @cached_property
    def T_inv(self) -> SX:
        T_inv = SX(3, 3)
        T_inv[0, 0], T_inv[1, 2], T_inv[2, 1] = 1, -1 / self.theta, 1 / self.theta
        return T_inv  # (26)


@dataclass(frozen=True, eq=False)
class Printed45(Segment):
    """Segment with the third term of (45) as printed: theta_d~/theta^2."""

    @cached_property
    def T_rate(self) -> SX:
        return tilde(ca.vertcat(self.Qd[0], 0, 0)) / self.theta**2


@dataclass(frozen=True, eq=False)
class Printed75(Segment):
    """Segment with (75) as printed: omega_dot = 0 at Qdd = 0."""

    @cached_property
    def omega_dot(self) -> Vector:
        return SX.zeros(3)


@dataclass(frozen=True, eq=False)
class Printed81(Segment):
    """Segment with (81) as printed: P_j~ f_j."""

    @cached_property
    def bias(self) -> tuple[SX, SX]:
        F_1, F_2 = super().bias
        excess = cross(self.P_1, F_1[3:] - F_2[3:])
        return F_1 + ca.vertcat(excess, SX(3, 1)), F_2


@dataclass(frozen=True, eq=False)
class PrintedSegment(PrintedRates, Printed45, Printed75, Printed81):
    """Segment with (23)-(27), (45), (75) and (81) as printed; formulas that are unreadable in the scan are the corrected ones."""

    @cached_property
    def Qdd(self) -> SX:
        return self.T_inv @ (self.R_b.T @ (self.v_B_dot - self.Psi @ self.v_B))  # (53)


class Printed97(FriedGoughStewart):
    """Model with the printed sign of the legs' term in (97)."""

    @cached_property
    def wrench(self) -> SX:
        return self.platform.F - self.legs_wrench


class AsPrintedButForTheSign(FriedGoughStewart):
    """Model with all formulas as printed, except that the legs' term of (97) has the sign of (94)."""

    segment_type = PrintedSegment


class AsPrinted(AsPrintedButForTheSign, Printed97):
    """Model with all formulas as printed."""

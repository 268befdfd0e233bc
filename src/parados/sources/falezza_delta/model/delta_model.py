"""Models of the Delta robot as CasADi functions of a state."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import casadi as ca

from parados.sources.falezza_delta.model.best_reading import PlanarAngles, lagrange_torques
from parados.sources.falezza_delta.model.delta_as_printed import printed_torques
from parados.sources.falezza_delta.model.delta_dynamics import CompleteModel, SimplifiedModel, cramer
from parados.sources.falezza_delta.model.delta_parameters import DeltaParameters
from parados.sources.falezza_delta.model.geometry import Pose, inverse_geometry
from parados.sources.falezza_delta.model.passive import PassiveAngles
from parados.spatial.vectors import SX, Vector

__all__ = ["FalezzaDelta"]


@dataclass(frozen=True)
class FalezzaDelta:
    """Geometry, M_s and M_f of one robot as expressions of symbols.

    `measured` has theta and its derivatives as inputs, as in the paper. `closed` computes them from x, x_d, x_dd and
    mode (3, 1), whose entries are -1 if the knee is outside.
    """

    parameters: DeltaParameters = field(default_factory=DeltaParameters)

    @cached_property
    def symbols(self) -> dict[str, Vector]:
        """Name of an input -> its symbol (3, 1)."""
        names = ("x", "xd", "xdd", "theta", "thetad", "thetadd", "h_ext", "tau", "mode")
        return {name: SX.sym(name, 3) for name in names}

    @cached_property
    def measured(self) -> Pose:
        """Pose as a function of the symbols x and theta."""
        theta = self.symbols["theta"]
        return Pose(self.parameters, self.symbols["x"], ca.cos(theta), ca.sin(theta))

    @cached_property
    def closed(self) -> Pose:
        """Pose as a function of the symbols x and mode."""
        s = self.symbols
        return Pose(self.parameters, s["x"], *inverse_geometry(self.parameters, s["x"], s["mode"]))

    @cached_property
    def joint_motion(self) -> tuple[Vector, Vector, Vector]:
        """theta, theta_d, theta_dd as functions of the symbols x, xd, xdd and mode."""
        s, pose = self.symbols, self.closed
        theta_d = pose.rates(s["xd"])
        return ca.atan2(pose.s, pose.c), theta_d, pose.accelerations(s["xd"], theta_d, s["xdd"])

    def simplified(self, measured: bool = False) -> SimplifiedModel:
        """Build M_s on the pose `measured` or on `closed`."""
        s = self.symbols
        if measured:
            return SimplifiedModel(self.measured, s["xdd"], s["thetadd"], s["h_ext"])
        return SimplifiedModel(self.closed, s["xdd"], self.joint_motion[2], s["h_ext"])

    def complete(self, measured: bool = False) -> CompleteModel:
        """Build M_f on the pose `measured` or on `closed`."""
        s = self.symbols
        if measured:
            return CompleteModel(self.measured, s["xd"], s["thetad"], s["xdd"], s["thetadd"], s["h_ext"])
        _, theta_d, theta_dd = self.joint_motion
        return CompleteModel(self.closed, s["xd"], theta_d, s["xdd"], theta_dd, s["h_ext"])

    def passive(self) -> PassiveAngles:
        """Angles of the rods on the pose `closed`."""
        _, theta_d, theta_dd = self.joint_motion
        return PassiveAngles(self.closed, self.symbols["xd"], theta_d, self.symbols["xdd"], theta_dd)

    def forward_dynamics(self) -> Vector:
        """(3, 1) acceleration x_dd for the torques tau [m/s^2]."""
        model = self.complete()
        at_rest = ca.substitute(model.platform_force, self.symbols["xdd"], SX.zeros(3))
        return cramer(model.mass_matrix, self.closed.inverse_jacobian.T @ self.symbols["tau"] - at_rest)

    def function(self, name: str, inputs: str, outputs: dict[str, SX]) -> ca.Function:
        """Build a function of the symbols named in `inputs`, with dense outputs and equal subexpressions merged."""
        names = inputs.split()
        results = ca.cse([ca.densify(SX(value)) for value in outputs.values()])
        return ca.Function(name, [self.symbols[i] for i in names], results, names, list(outputs))

    def functions(self) -> dict[str, ca.Function]:
        """Build all functions, by name; Table 6 counts `simplified` and `complete`.

        `multipliers` has 2 lambda [N/m] of both models, `rod_forces` the forces [N] at both ends of the rods, as columns.
        `as_printed` is M_f with every misprint of (6)-(30); `best_reading` has exact derivatives of the energies with the printed
        angles (12). Both are wrong and here to be compared with `complete`.
        """
        theta, theta_d, theta_dd = self.joint_motion
        complete, passive = self.complete(), self.passive()
        angles = {k: getattr(passive, k) for k in ("beta", "psi", "beta_d", "psi_d", "beta_dd", "psi_dd")}
        ends = {"on_platform": complete.force_on_platform, "on_arm": complete.force_on_arm}
        both = {"simplified": self.simplified(True).two_lambda, "complete": self.complete(True).two_lambda}
        measured = "x xd xdd theta thetad thetadd"
        made = (
            self.function("inverse_geometry", "x mode", {"theta": theta}),
            self.function("inverse_jacobian", "x mode", {"inverse_jacobian": self.closed.inverse_jacobian}),
            self.function("joint_motion", "x xd xdd mode", {"theta": theta, "thetad": theta_d, "thetadd": theta_dd}),
            self.function("passive_angles", "x xd xdd mode", angles),
            self.function("simplified", "x theta xdd thetadd h_ext", {"tau": self.simplified(True).tau}),
            self.function("complete", "x xd xdd theta thetad thetadd h_ext", {"tau": self.complete(True).tau}),
            self.function("simplified_inverse_dynamics", "x xd xdd h_ext mode", {"tau": self.simplified().tau}),
            self.function("inverse_dynamics", "x xd xdd h_ext mode", {"tau": complete.tau}),
            self.function("platform_force", "x xd xdd h_ext mode", {"platform_force": complete.platform_force}),
            self.function("multipliers", f"{measured} h_ext", both),
            self.function("rod_forces", "x xd xdd h_ext mode", ends),
            self.function("as_printed", measured, {"tau": printed_torques(self.parameters, self.symbols)}),
            self.function("best_reading", measured, {"tau": lagrange_torques(PlanarAngles, self.parameters, self.symbols)}),
            self.function("energy", "x xd mode", {"kinetic": complete.T, "potential": complete.V}),
            self.function("mass_matrix", "x mode", {"M": complete.mass_matrix}),
            self.function("forward_dynamics", "x xd tau h_ext mode", {"xdd": self.forward_dynamics()}),
        )
        return {f.name(): f for f in made}

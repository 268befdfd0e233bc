"""Dynamic model of the Stewart platform by the generalized momentum (Lopes, sections 3.4 and 3.5)."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import casadi as ca

from parados.errors import RobotWarning, UnknownNameError
from parados.sources.lopes_stewart.model import lopes_bodies as bodies
from parados.sources.lopes_stewart.model.lopes_bodies import Body, LegBody
from parados.sources.lopes_stewart.model.lopes_kinematics import Kinematics
from parados.sources.lopes_stewart.model.lopes_parameters import Parameters
from parados.spatial.vectors import SX

__all__ = ["LopesStewart"]

GROUPS = ("platform", "cylinders", "pistons")
"""Groups of bodies that Fig. 6 distinguishes."""


@dataclass(frozen=True)
class LopesStewart:
    """Lopes' Stewart platform. Every matrix of the paper is an attribute or a method; `functions` evaluates them.

    Attributes
    ----------
    parameters : numbers in the letters of the paper; the defaults are Table 2
    spin : include the spin of a leg that the universal joint causes. The paper sets it to zero ("cannot rotate along its own
        axis"), which is exact only if the leg has I_xx = 0, as in Table 2; for other legs a warning says so

    The matrices contain the symbols `kinematics.reciprocals`; `function` eliminates them and returns a function of x, xd, xdd.

    References
    ----------
    A. M. Lopes, Dynamic modeling of a Stewart platform using the generalized momentum approach, Commun. Nonlinear Sci.
    Numer. Simulat. 14 (2009) 3389-3401.
    """

    parameters: Parameters = field(default_factory=Parameters)
    spin: bool = False

    def __post_init__(self) -> None:
        if not self.spin and self.parameters.leg_spins:
            message = (
                "I_C, I_S: the paper neglects that a leg turns about its own axis, which is exact only for I_xx = 0; "
                "LopesStewart(parameters, spin=True) includes it"
            )
            warnings.warn(message, RobotWarning, stacklevel=3)

    @cached_property
    def kinematics(self) -> Kinematics:
        return Kinematics(self.parameters, self.spin)

    def leg_bodies(self, *groups: str) -> list[LegBody]:
        """Return the bodies of the legs in some groups; if both cylinder and piston are included, they rotate as one body."""
        unknown = set(groups) - set(GROUPS)
        if unknown:
            raise UnknownNameError(f"{sorted(unknown)[0]!r} is not a group of bodies; use {', '.join(GROUPS)}")
        makers = {
            (): (),
            ("cylinders",): (bodies.translating_cylinder, bodies.rotating_cylinder),
            ("pistons",): (bodies.translating_piston, bodies.rotating_piston),
            ("cylinders", "pistons"): (bodies.translating_cylinder, bodies.translating_piston, bodies.rotating_leg),
        }
        chosen = tuple(sorted(set(groups) - {"platform"}))
        return [make(self.kinematics, i) for i in range(6) for make in makers[chosen]]

    @cached_property
    def platform(self) -> Body:
        return bodies.platform(self.kinematics)

    def inertia(self, *groups: str) -> SX:
        """(6, 6) inertia of some groups: matrix from xdd to the wrench [N, N m]; of all groups, the default, it is I|E."""
        return self._gather(groups or GROUPS, self.platform.inertia, lambda body: body.inertia_at_P_i)

    def coriolis(self, *groups: str) -> SX:
        """(6, 6) Coriolis matrix of some groups, from xd to the wrench [N, N m]; of all groups, the default, it is V|E."""
        return self._gather(groups or GROUPS, self.platform.coriolis, lambda body: body.coriolis_at_P_i)

    def _gather(self, groups: Sequence[str], platform: SX, at_P_i: Callable[[LegBody], SX]) -> SX:
        """Add the bodies of each leg at P_i, then the legs and the platform."""
        terms = [platform] if "platform" in groups else []
        of_legs = self.leg_bodies(*groups)
        for leg in self.kinematics.legs if of_legs else ():
            terms.append(leg.wrench(_sum([at_P_i(body) for body in of_legs if body.leg is leg])))
        return _sum(terms)

    @cached_property
    def potential(self) -> dict[str, SX]:
        """Potential energy of the platform, the cylinders, the pistons; zero at z_B = 0 [J]."""
        k, (m_P, m_C, m_S) = self.kinematics, (self.parameters.m_P, self.parameters.m_C, self.parameters.m_S)
        g = self.parameters.g
        return {  # (77)
            "platform": m_P * g * k.x[2],
            "cylinders": m_C * g * _sum([leg.p_C[2] for leg in k.legs]),
            "pistons": m_S * g * _sum([leg.p_S[2] for leg in k.legs]),
        }

    def gravity_euler(self, *groups: str) -> SX:
        """(6, 1) generalised gravitational force of some groups, for the Euler coordinates [N, N m]."""
        return self.kinematics.jacobian(_sum([self.potential[group] for group in groups])).T  # (78), (79), (80)

    def gravity(self, *groups: str) -> SX:
        """(6, 1) gravitational wrench of some groups on {P}, base axes; printed in (83): T^-1, and S_i twice."""
        return self.kinematics.T_inverse.T @ self.gravity_euler(*groups)  # (83)

    def kinetic_force(self, *groups: str) -> SX:
        """(6, 1) kinetic wrench of some groups on {P}, base axes, from the derivatives of their momenta."""
        return self._gather(groups, bodies.platform_force(self.kinematics), lambda body: body.force_at_P_i)  # (82)

    def force(self, *groups: str) -> SX:
        """(6, 1) wrench on {P} that accelerates some groups of bodies and bears their weight, base axes [N, N m]."""
        return self.kinetic_force(*groups) + self.gravity(*groups)  # (84)

    @cached_property
    def total_force(self) -> SX:
        """(6, 1) wrench on {P}, base axes, that the actuators must provide."""
        return self.force(*GROUPS)

    @cached_property
    def total_force_by_matrices(self) -> SX:
        """(6, 1) the same wrench, by the matrices I|E and V|E."""
        k = self.kinematics
        return self.inertia() @ k.xdd + self.coriolis() @ k.xd + self.gravity(*GROUPS)  # (81), (84)

    def actuator_forces(self, force: SX) -> SX:
        """(6, n) tau = J_C^-T f; printed in (25): J_C^-1."""
        return ca.solve(self.kinematics.J_C.T, force)

    @cached_property
    def tau(self) -> SX:
        """(6, 1) symbol for given actuator forces, the input of `accelerations` [N]."""
        return SX.sym("tau", 6)

    @cached_property
    def accelerations(self) -> SX:
        """(6, 1) xdd for given forces tau: forward dynamics, (84) solved for the accelerations."""
        k = self.kinematics
        still = ca.substitute(self.total_force, k.xdd, SX.zeros(6))
        return ca.solve(self.inertia(), k.J_C.T @ self.tau - still)

    @cached_property
    def kinetic_energy(self) -> SX:
        """Sum over all bodies of momentum times velocity / 2 [J]."""
        k = self.kinematics
        of_legs = [ca.dot(body.momentum, body.A @ k.u(body.leg.i)) for body in self.leg_bodies(*GROUPS)]
        return (ca.dot(k.T @ k.xd, self.platform.momentum_matrix @ k.xd) + _sum(of_legs)) / 2

    def functions(self) -> dict[str, ca.Function]:
        """Build the CasADi functions of x, xd, xdd (and of `parameters`, if these are symbols), by name.

        jacobians, leg_jacobians (legs side by side), lengths, inertia, coriolis and gravity (by the groups of
        Fig. 6), total_matrices, energy, inverse_dynamics, forward_dynamics (of x, xd, tau),
        platform_force (in {B} and for the Euler coordinates), contributions (to the actuator forces, Fig. 6).
        """
        k = self.kinematics
        rate, acceleration = k.J_E @ k.xd, k.J_E @ k.xdd + k.rate(k.J_E) @ k.xd
        sides = {name: ca.horzcat(*[getattr(leg, name) for leg in k.legs]) for name in ("J_B", "J_D", "J_G")}
        by_group = self.actuator_forces(ca.horzcat(*[self.force(group) for group in GROUPS]))
        outputs = {
            "jacobians": {"J_A": k.J_A, "T": k.T, "J_C": k.J_C, "J_E": k.J_E},
            "leg_jacobians": sides,
            "lengths": {"l": k.l, "ld": rate, "ldd": acceleration},
            "inertia": {g: self.inertia(g) for g in GROUPS},
            "coriolis": {g: self.coriolis(g) for g in GROUPS},
            "total_matrices": {"inertia": self.inertia(), "coriolis": self.coriolis()},
            "gravity": {g: self.gravity(g) for g in GROUPS},
            "energy": {"kinetic": self.kinetic_energy, "potential": _sum(list(self.potential.values()))},
            "inverse_dynamics": {"tau": self.actuator_forces(self.total_force)},
            "forward_dynamics": {"xdd": self.accelerations},
            "platform_force": {"wrench": self.total_force, "euler": k.T.T @ self.total_force},
            "contributions": {g: by_group[:, j] for j, g in enumerate(GROUPS)},
        }
        return {name: self.function(name, out) for name, out in outputs.items()}

    def function(self, name: str, outputs: dict[str, SX]) -> ca.Function:
        """Build a function of those inputs x, xd, xdd, tau that the outputs need; common subexpressions are computed once."""
        k = self.kinematics
        expressions = ca.cse(k.eliminate([ca.densify(out) for out in outputs.values()]))
        inputs = {"x": k.x, "xd": k.xd, "xdd": k.xdd, "tau": self.tau, "parameters": self.parameters.symbols}
        used = {key: s for key, s in inputs.items() if key == "x" or (s.numel() and ca.depends_on(ca.veccat(*expressions), s))}
        return ca.Function(name, list(used.values()), expressions, list(used), list(outputs))


def _sum(terms: list[SX]) -> SX:
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total

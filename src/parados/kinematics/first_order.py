"""First- and second-order kinematics of the whole robot (Briot & Khalil 7.3 and 7.4).

The rows of all closures are linear in the unknown rates u = [joint rates, rates of the dependent coordinates] and in
the quasi-velocities nu of the platform:  W u + E nu = 0. Independent rows are chosen once, at sampled configurations.
Entries of W that are the same at all closed configurations become constants. W is factorised once; the result is used
for velocities and accelerations. The projection of efforts uses its transpose, by reverse derivatives of the graph.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

from parados.errors import RobotFileError
from parados.geometry.inverse import InverseGeometry, Samples
from parados.geometry.platform_motion import PlatformMotion, motion
from parados.kinematics.closure_rows import Bodies, RowAxes, acceleration_rows, rod_accelerations, rod_rates, velocity_rows
from parados.kinematics.idle_motions import idle_motions
from parados.kinematics.link_motion import LinkTwist, accelerations, carried_motion, twists
from parados.kinematics.sampled_rows import independent_rows, sparsest_axes, with_constants
from parados.kinematics.structured_solve import Factorised, Pivots
from parados.spatial.vectors import SX, Frame, exact_matrix
from parados.topology.joint_couplings import coupling_rows
from parados.topology.mechanism import Mechanism
from parados.topology.rods import Rod, rods
from parados.topology.tree import Tree

__all__ = ["Kinematics", "determining_rows", "solve_kinematics"]

Array = NDArray[np.float64]

ZERO = 1e-10
"""Entries of W below this times the largest, at every sample, are zero on the closed configurations."""

INDEPENDENT = 1e-6
"""A row is independent if, at every sample, more than this part of it is normal to the rows already chosen."""

WEAK = 1e-2
"""A row is weak if, at a sample, its norm is below this times 1 (rotations) and times the size of the robot (translations)."""


@dataclass(frozen=True)
class Kinematics:
    """Positions and velocities as expressions of the inputs of the geometry and of the symbol nu."""

    geometry: InverseGeometry
    tree: Tree
    pose: Frame
    nu: SX
    rates: SX  #: (n_u, 1) joint rates, then rates of the dependent coordinates of the platform
    twists: list[LinkTwist]
    W: SX  #: (n_u, n_u) independent rows, as coefficients of the unknown rates
    factorised: Factorised
    rows: tuple[int, ...]  #: indices of the independent rows among all rows
    axes: tuple[RowAxes, ...]  #: axes in which the rows of each closure are written
    pivots: Pivots
    samples: Samples
    driven: SX  #: (n_a, 1) symbol for the actuated rates
    passive: SX  #: (n_t, 1) joint rates as functions of nu and `driven`
    home: Array  #: (n_t,) positions of the joints at home, where the turns of springs are counted from

    @property
    def mechanism(self) -> Mechanism:
        return self.geometry.mechanism

    @property
    def qd(self) -> SX:
        return self.rates[: len(self.mechanism.joints)]

    def platform_motion(self, nu_dot: SX, rates_dot: SX) -> PlatformMotion:
        n_t = len(self.mechanism.joints)
        if self.mechanism.platform.carrier is None:
            return motion(self.geometry.coordinates, self.nu, self.rates[n_t:], nu_dot, rates_dot[n_t:])
        moving = accelerations(self.tree, self.qd, self.twists, rates_dot[:n_t], SX(3, 1))
        return carried_motion(self.tree, self.twists, moving)

    def whole_platform_motion(self) -> SX:
        """(6 + n_p, 1) twist of the platform at P, base axes, then the rates of the n_p joints that stand on the platform."""
        moving = self.platform_motion(SX(self.nu.numel(), 1), SX(self.rates.numel(), 1))
        return ca.vertcat(moving.v, moving.omega, *[self.rates[k] for k in self.mechanism.on_platform])

    def second_order(self, nu_dot: SX) -> SX:
        """(n_u, 1) derivatives of the rates, (7.183): same W, other terms at zero joint accelerations."""
        none = SX(self.rates.numel(), 1)
        velocity = self.twists
        platform = self.platform_motion(nu_dot, none)
        at_rest = accelerations(self.tree, self.qd, velocity, none, SX(3, 1), platform)
        bodies = Bodies(self.tree, self.pose, velocity, platform, at_rest)
        closed = [acceleration_rows(c, bodies, a) for c, a in zip(self.mechanism.loops, self.axes, strict=True)]
        held = [rod_accelerations(rod, bodies) for rod in _separate_rods(self.mechanism)]
        tied = SX(len(self.mechanism.couplings), 1)  # linear in the joints, so nothing is left without joint accelerations
        rows = ca.vertcat(*held, *closed, tied, *_minus_joint_rates(self.mechanism, nu_dot))
        return self.factorised.solve(-rows[list(self.rows)])


def _minus_joint_rates(mechanism: Mechanism, nu: SX) -> list[SX]:
    """Known terms of the rows that prescribe the rates of joints in x: minus the given rates."""
    tail = mechanism.n_dof - len(mechanism.joints_in_x)
    return [-nu[tail + k] for k in range(len(mechanism.joints_in_x))]


def solve_kinematics(geometry: InverseGeometry, samples: Samples, home: Array, witnesses: Samples | None = None) -> Kinematics:
    """Choose independent closure rows and solve them for the joint rates and the rates of dependent coordinates.

    home : (n_t,) positions of the joints at home [rad or m]
    witnesses : other closed configurations; an entry of W is a constant only if it is the same at these too
    """
    mechanism, tree = geometry.mechanism, geometry.tree
    n_t, n_u = len(mechanism.joints), _n_unknown(mechanism)
    rows = _sparsest_rows(geometry, samples)
    chosen = determining_rows(rows.values, mechanism)
    values = rows.values[:, chosen, :]
    raw, zero = ca.sparsify(rows.W[chosen, :]), ZERO * float(np.abs(values).max())
    W = with_constants(raw, values, zero, kept=True)
    if witnesses is not None and len(missed := _contradicting(geometry, raw, W, zero, witnesses)):
        values = np.concatenate([values, missed])
        W = with_constants(raw, values, zero, kept=True)
    nu = SX.sym("nu", mechanism.n_dof)
    E = _residuals(geometry, rows.axes, SX(n_u, 1), nu)[chosen]
    pivots = Pivots()
    factorised = Factorised(W, "J_td", pivots, values)
    rates = factorised.solve(-E)
    driven = SX.sym("driven", len(mechanism.actuated))
    by_actuators = factorised.solve(-E, {k: driven[a] for a, k in enumerate(mechanism.actuated)})
    return Kinematics(
        geometry=geometry,
        tree=tree,
        pose=geometry.pose,
        nu=nu,
        rates=rates,
        twists=twists(tree, rates[:n_t], _moving(geometry, nu, rates)),
        W=W,
        factorised=factorised,
        rows=tuple(chosen),
        axes=tuple(rows.axes),
        pivots=pivots,
        samples=samples,
        driven=driven,
        passive=by_actuators[:n_t],
        home=home,
    )


def _contradicting(geometry: InverseGeometry, raw: SX, W: SX, zero: float, witnesses: Samples) -> Array:
    """(k, n_u, n_u) values of the rows at the witnesses where entries differ that became constants."""
    found = witnesses.values(geometry, ca.vertcat(ca.densify(raw), ca.densify(W)))
    there, constant = np.split(found, 2, axis=1)
    return there[(np.abs(there - constant) > 10 * zero).any(axis=(1, 2))]


class _Rows(NamedTuple):
    """All rows of the closures, as coefficients of the unknown rates.

    axes : axes in which the rows of each closure are written
    W : (rows, n_u) expressions;  values : (samples, rows, n_u) their values at the sampled configurations
    """

    axes: list[RowAxes]
    W: SX
    values: Array


def _n_unknown(mechanism: Mechanism) -> int:
    return len(mechanism.joints) + len(mechanism.platform.dependent)


def _sparsest_rows(geometry: InverseGeometry, samples: Samples) -> _Rows:
    """Build all rows, each closure in the axes of a link that give it the fewest nonzero entries."""
    mechanism = geometry.mechanism
    own = _all_rows(geometry, samples, [RowAxes.own(c) for c in mechanism.loops])
    axes = sparsest_axes(geometry, samples, own.values[:, len(_separate_rods(mechanism)) :])
    return own if axes == own.axes else _all_rows(geometry, samples, axes)


def _all_rows(geometry: InverseGeometry, samples: Samples, axes: list[RowAxes]) -> _Rows:
    """Build all rows in given axes."""
    u = SX.sym("u", _n_unknown(geometry.mechanism))
    W = ca.jacobian(_residuals(geometry, axes, u, SX(geometry.mechanism.n_dof, 1)), u)
    return _Rows(axes, W, samples.values(geometry, W))


def _residuals(geometry: InverseGeometry, axes: list[RowAxes], u: SX, nu: SX) -> SX:
    """(rows, 1) W u + E nu of all rows: those of rods, closures, couplings and joints in x, in this order."""
    mechanism, tree = geometry.mechanism, geometry.tree
    n_t = len(mechanism.joints)
    moving = _moving(geometry, nu, u)
    bodies = Bodies(tree, geometry.pose, twists(tree, u[:n_t], moving), moving)
    held = [rod_rates(rod, bodies) for rod in _separate_rods(mechanism)]
    closed = [velocity_rows(c, bodies, a) for c, a in zip(mechanism.loops, axes, strict=True)]
    tied = exact_matrix(coupling_rows(mechanism.couplings, n_t)) @ u[:n_t]
    given = [u[k] + minus for k, minus in zip(mechanism.joints_in_x, _minus_joint_rates(mechanism, nu), strict=True)]
    return ca.vertcat(*held, *closed, tied, *given)


def _moving(geometry: InverseGeometry, nu: SX, u: SX) -> PlatformMotion:
    """Motion of the platform for quasi-velocities nu and unknown rates u, without accelerations."""
    if geometry.mechanism.platform.carrier is not None:
        return carried_motion(geometry.tree, twists(geometry.tree, u[: len(geometry.mechanism.joints)]))
    rates = u[len(geometry.mechanism.joints) :]
    return motion(geometry.coordinates, nu, rates, SX(nu.numel(), 1), SX(rates.numel(), 1))


def _separate_rods(mechanism: Mechanism) -> list[Rod]:
    """Return the rods that have a row of their own."""
    return [rod for rod in rods(mechanism) if rod.apart]


def determining_rows(values: Array, mechanism: Mechanism) -> list[int]:
    """Choose closure rows that determine all unknown rates: sparse rows first, weak ones only if the others do not suffice.

    A weak row is a small multiple of a motion, such as cos(arc) of an arc near a right angle. To divide by it loses digits, and
    it vanishes for a neighbour in a family of robots.

    values : (samples, rows, n_u) rows at the sampled configurations
    Raises RobotFileError if x does not determine all joints.
    """
    filled = (np.abs(values).max(axis=0) > ZERO * np.abs(values).max()).sum(axis=1)
    weak = np.linalg.norm(values, axis=2).min(axis=0) < WEAK * min(1.0, mechanism.size)
    order = [row for row in np.lexsort((filled, weak)) if filled[row]]
    chosen = independent_rows(values, (0.1, INDEPENDENT), order)
    if len(chosen) < values.shape[2]:
        raise RobotFileError(mechanism.name, ["legs: " + idle_motions(mechanism, _free_rates(values))])
    return chosen


def _free_rates(values: Array) -> Array:
    """(n_u, k) rates that no row prevents, at the sampled configuration that has the most of them."""
    return max((null_space(W, rcond=INDEPENDENT) for W in values), key=lambda free: free.shape[1])

"""Number of degrees of freedom (Briot & Khalil, appendix A).

Moroskine's method subtracts the rank of the closure Jacobian from the number of joints. Gogu's method uses the space of
platform motions that each leg allows, and the intersection of these spaces. Both are evaluated at the sampled closed
configuration at which the closure Jacobian has its largest rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space, orth

from parados.geometry.inverse import InverseGeometry
from parados.geometry.platform_motion import PlatformMotion
from parados.geometry.survey import Survey
from parados.kinematics.closure_rows import Bodies, RowAxes, velocity_rows
from parados.kinematics.group_motions import RANK, group_motions, platform_motions
from parados.kinematics.leg_twists import LegScrews, leg_screws
from parados.kinematics.link_motion import twists
from parados.kinematics.motion_types import kind_of_motion, simple_count, types_of_motion
from parados.spatial.live_numbers import nominal
from parados.spatial.vectors import SX, exact_matrix
from parados.text.numbers import counted
from parados.text.result_display import Display, Shown
from parados.topology.joint_couplings import coupling_rows
from parados.topology.mechanism import Mechanism

__all__ = ["RANK", "Mobility", "closure_jacobian", "closure_jacobian_expression", "degrees_of_freedom", "loop_matrix", "mobility"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Mobility(Shown):
    """Degrees of freedom, overconstraint and redundancy of a robot.

    Attributes
    ----------
    dof : degrees of freedom of the mechanism (Moroskine)
    gogu : the same by Gogu's method
    platform_dof : dimension of the platform's motions
    leg_spaces : dimension of the platform motions that each leg allows; legs that are connected to each other count as one leg
    overconstraint : number of closure constraints that follow from the other ones
    actuation_redundancy : actuators beyond the degrees of freedom
    kinematic_redundancy : degrees of freedom beyond those of the platform; 0 without a platform
    how : one sentence that explains both counts
    idle : names of ball joints whose rods spin freely about their own axes; these spins are not counted in `dof`
    motions : independent motions of the platform, translations T and rotations R along the base axes, as in "Tx, Ty, Rz"; "2 of
        Tx, Ty, Rz" if the two motions are combinations of these three
    kind : numbers of translations and rotations of the platform, as in "3T1R"
    simple : degrees of freedom by the simple formula (A.2), which counts each loop by itself and can be wrong
    """

    dof: int
    gogu: int
    platform_dof: int
    leg_spaces: tuple[int, ...]
    overconstraint: int
    actuation_redundancy: int
    kinematic_redundancy: int
    how: str
    idle: tuple[str, ...] = ()
    motions: str = ""
    kind: str = ""
    simple: int = 0

    def _display(self) -> Display:
        facts = {
            "degrees of freedom": self.dof,
            "of the platform": f"{self.platform_dof} ({self.kind}: {self.motions})",
            "redundant constraints": self.overconstraint,
            "redundant actuators": self.actuation_redundancy,
            "motions beyond the platform's": self.kinematic_redundancy,
            **({"idle spins, not counted": ", ".join(self.idle)} if self.idle else {}),
            "platform motions each leg allows": ", ".join(map(str, self.leg_spaces)),
            "by the simple formula (A.2)": self.simple,
            "how": self.how,
        }
        return Display("Mobility", facts)

    def freedoms(self) -> str:
        """Write the degrees of freedom in words, then redundant constraints and actuators, additional motions and idle spins."""
        parts = [counted(self.dof, "degree of freedom", "degrees of freedom")]
        if self.overconstraint:
            parts.append(counted(self.overconstraint, "redundant constraint"))
        if self.actuation_redundancy:
            parts.append(counted(self.actuation_redundancy, "redundant actuator"))
        if self.kinematic_redundancy:
            parts.append(f"{counted(self.kinematic_redundancy, 'motion')} beyond the platform's")
        if self.idle:
            parts.append(f"{counted(len(self.idle), 'idle spin')} ({', '.join(self.idle)})")
        return ", ".join(parts)


def _rank(matrix: Array) -> int:
    sizes = np.linalg.svd(matrix, compute_uv=False)
    return int((sizes > RANK * max(sizes[0], 1e-300)).sum()) if sizes.size else 0


def closure_jacobian_expression(geometry: InverseGeometry, axes: Sequence[RowAxes] = ()) -> SX:
    """(rows, n_t + 6) Jacobian of closures and couplings with respect to the joint rates and the twist of the platform.

    axes : axes in which the rows of the first closures are written; the other closures use the axes of their link a
    """
    mechanism = geometry.mechanism
    n_t = len(mechanism.joints)
    rates = SX.sym("rates", n_t + 6)
    none = SX(3, 1)
    platform = PlatformMotion(rates[n_t : n_t + 3], rates[n_t + 3 :], none, none)
    bodies = Bodies(geometry.tree, geometry.pose, twists(geometry.tree, rates[:n_t], platform), platform)
    axes = [*axes, *[RowAxes.own(c) for c in mechanism.closures[len(axes) :]]]
    rows = ca.vertcat(*[velocity_rows(c, bodies, a) for c, a in zip(mechanism.closures, axes, strict=True)])
    tied = exact_matrix(coupling_rows(mechanism.couplings, n_t))
    return ca.vertcat(ca.jacobian(rows, rates), ca.horzcat(tied, SX(tied.shape[0], 6)))


def closure_jacobian(survey: Survey) -> Array:
    """(n, rows, n_t + 6) Jacobian of all closures at the n sampled configurations."""
    return survey.samples.values(survey.geometry, closure_jacobian_expression(survey.geometry))


def degrees_of_freedom(J_c: Array) -> int:
    """Degrees of freedom by Moroskine's method; J_c is the `closure_jacobian` of a robot."""
    return int(J_c.shape[2]) - max(_rank(J) for J in J_c)  # (A.5), the platform counted as a body with six free rates


def mobility(mechanism: Mechanism, survey: Survey, J_c: Array) -> Mobility:
    """Degrees of freedom, overconstraint and redundancies of a robot; J_c is its `closure_jacobian`."""
    ranks, dof = [_rank(J) for J in J_c], degrees_of_freedom(J_c)
    rank = max(ranks)
    sample = ranks.index(rank)
    n_t = len(mechanism.joints)
    motions = null_space(J_c[sample], rcond=RANK)
    platform_dof = _rank(motions[n_t:]) if motions.size else 0
    legs = leg_screws(survey.geometry, survey.samples)
    gogu, spaces = _gogu(mechanism, [_at(leg, sample) for leg in legs])
    rows = J_c.shape[1]
    n_a = len(mechanism.actuated)
    moved = "motions of the platform and of the joints that it carries" if mechanism.on_platform else "platform motions"
    how = (
        f"{n_t} joints and 6 platform rates minus rank {rank} of {rows} closure rows (Moroskine) = {dof}; "
        f"the legs allow {', '.join(map(str, spaces))} {moved} (Gogu) = {gogu}"
    )
    if mechanism.platform.is_absent:  # six rows fix the six rates of the missing platform
        how = _count_without_platform(n_t, rank - 6, rows - 6, dof)
    beyond = 0 if mechanism.platform.is_absent else dof - platform_dof
    idle = tuple(spin.name for spin in mechanism.idle)
    if idle:
        how += f"; the spins of {counted(len(idle), 'rod')} about themselves are left out"
    return Mobility(
        dof=dof,
        gogu=gogu,
        platform_dof=platform_dof,
        leg_spaces=spaces,
        overconstraint=rows - rank,
        actuation_redundancy=max(n_a - dof, 0),
        kinematic_redundancy=beyond,
        how=how,
        idle=idle,
        motions=types_of_motion([null_space(J, rcond=RANK)[n_t:] for J, own in zip(J_c, ranks, strict=True) if own == rank]),
        kind=kind_of_motion(mechanism, motions[n_t:]),
        simple=simple_count(mechanism, [_at(leg, sample) for leg in legs]),
    )


def _count_without_platform(n_t: int, rank: int, rows: int, dof: int) -> str:
    """Write how the degrees of freedom of a robot without a platform are counted."""
    joints = counted(n_t, "joint")
    return f"{joints} minus rank {rank} of {rows} closure rows (Moroskine) = {dof}" if rows else f"{joints}, no closures = {dof}"


def _at(leg: LegScrews, sample: int) -> LegScrews:
    return LegScrews(leg.closure, leg.joints[sample], leg.free[sample])


def _gogu(mechanism: Mechanism, screws: list[LegScrews]) -> tuple[int, tuple[int, ...]]:
    """Return the number of freedoms N by Gogu's method, and dim E_j, where E_j are the platform motions that leg j allows.

    N = sum of (freedoms of leg j with the platform - dim E_j) + dim of the intersection of all E_j. This equals (A.14): the
    number of joints minus the sum of dim E_j, minus the rank of the loops inside legs, plus the dimension of the intersection.
    Legs that are connected to each other count as one leg.
    """
    legs = group_motions(mechanism, screws)
    bases = [orth(leg.allowed(), rcond=RANK) for leg in legs]
    own = [leg.freedoms() - basis.shape[1] for leg, basis in zip(legs, bases, strict=True)]
    normals = np.hstack([null_space(basis.T) for basis in [*bases, orth(platform_motions(mechanism, screws))]])
    intersection = normals.shape[0] - (_rank(normals) if normals.size else 0)
    spaces = tuple(basis.shape[1] for leg, basis in zip(legs, bases, strict=True) if leg.group.holds_platform)
    return sum(own) + intersection, spaces


def loop_matrix(inner: list[LegScrews], mechanism: Mechanism) -> Array:
    """(6 n + k, n_t + f) velocity equations of n inner loops, then of the k couplings.

    inner : unit twists of the closures that tie two links of the same tree
    The columns belong to the joints of the tree, then to the f free motions of these closures.
    """
    width = sum(leg.free.shape[1] for leg in inner)
    n_t, start = len(mechanism.joints), 0
    tied = coupling_rows(mechanism.couplings, n_t)
    rows = []
    for leg in inner:
        free = np.zeros((6, width))
        free[:, start : start + leg.free.shape[1]] = leg.free
        start += leg.free.shape[1]
        rows.append(np.hstack([leg.joints, free]))
    return np.vstack([*rows, np.hstack([nominal(tied), np.zeros((len(tied), width))])])

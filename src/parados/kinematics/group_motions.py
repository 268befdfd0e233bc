"""Motions of the platform that one group of legs allows, at one configuration.

The platform may be articulated, that is, joints may stand on it. Its motion V = [t_p; p] consists of the twist t_p at P in base
axes and of the rates p of the n_p joints on the platform. Each closure c between the group and the platform requires

    J_c q + F_c f_c - t_p - J_pc p = 0

where q are the joint rates of the group and f_c the rates of the free motions of the closure. Closures within the group have no
term in V, and a coupling is one more equation between q and p. The group allows the motions V for which these equations have a
solution (Briot & Khalil 7.3.1; for a rigid platform and one closure they are the column space of [J_c F_c]).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

from parados.kinematics.leg_twists import LegScrews
from parados.spatial.live_numbers import nominal
from parados.topology.joint_couplings import coupling_rows
from parados.topology.leg_groups import LegGroup, leg_groups, platform_couplings, platform_loops
from parados.topology.mechanism import Mechanism

__all__ = ["RANK", "GroupMotions", "group_motions", "platform_motions"]

Array = NDArray[np.float64]

RANK = 1e-7
"""Singular values below this times the largest count as zero; the sampled configurations are closed to 1e-12."""


@dataclass(frozen=True)
class GroupMotions:
    """Loop equations of one group of legs at one configuration: rates @ q + free @ f + platform @ V = 0.

    Attributes
    ----------
    group : the group of legs
    rates : (m, n_q) coefficients of the joint rates q of the group
    free : (m, n_f) coefficients of the rates f of the closures' free motions
    platform : (m, 6 + n_p) coefficients of the motion V of the platform
    """

    group: LegGroup
    rates: Array
    free: Array
    platform: Array

    def allowed(self, held: Collection[int] = ()) -> Array:
        """(6 + n_p, k) motions V that the group allows while the joints `held` (indices in the tree) do not move.

        The columns span all these motions; they can be linearly dependent.
        """
        width = self.platform.shape[1]
        return np.asarray(null_space(self._equations(held), rcond=RANK)[-width:])

    def freedoms(self) -> int:
        """Return the number of degrees of freedom of this group with the platform, without the other groups."""
        return int(null_space(self._equations(()), rcond=RANK).shape[1])

    def driven(self, actuated: Sequence[int]) -> Array:
        """(6 + n_p, n_a) one motion V for a unit rate of each actuator, the other actuators at rest.

        V is not unique if passive motions exist; it is taken from the solution of least norm of the loop equations. The column
        of an actuator of another group is zero.

        actuated : indices of the actuated joints of the robot
        """
        width, own = self.platform.shape[1], list(self.group.joints)
        V = np.zeros((width, len(actuated)))
        mine = [k for k, joint in enumerate(actuated) if joint in own]
        columns = self.rates[:, [own.index(actuated[k]) for k in mine]]
        V[:, mine] = np.linalg.lstsq(self._equations(actuated), -columns, rcond=None)[0][-width:]
        return V

    def _equations(self, held: Collection[int]) -> Array:
        moving = [k for k, joint in enumerate(self.group.joints) if joint not in held]
        return np.hstack([self.rates[:, moving], self.free, self.platform])


def group_motions(mechanism: Mechanism, screws: Sequence[LegScrews]) -> list[GroupMotions]:
    """Build the loop equations of every group of legs from the unit twists of all closures at one configuration."""
    by_name = {own.closure.name: own for own in screws}
    return [_equations(mechanism, group, by_name) for group in leg_groups(mechanism)]


def _equations(mechanism: Mechanism, group: LegGroup, screws: dict[str, LegScrews]) -> GroupMotions:
    carried = list(mechanism.on_platform)
    closures = [*group.outer, *group.inner]
    tied = nominal(coupling_rows(group.couplings, len(mechanism.joints)))
    rates = np.vstack([*[screws[c.name].joints[:, list(group.joints)] for c in closures], tied[:, list(group.joints)]])
    outer = [np.hstack([-np.eye(6), screws[c.name].joints[:, carried]]) for c in group.outer]
    inner = np.zeros((6 * len(group.inner), 6 + len(carried)))
    platform = np.vstack([*outer, inner, np.hstack([np.zeros((len(tied), 6)), tied[:, carried]])])
    free = _blocks([screws[c.name].free for c in closures])
    return GroupMotions(group, rates, np.vstack([free, np.zeros((len(tied), free.shape[1]))]), platform)


def platform_motions(mechanism: Mechanism, screws: Sequence[LegScrews]) -> Array:
    """(6 + n_p, k) motions V that the loops and couplings within an articulated platform allow."""
    carried, names = list(mechanism.on_platform), {c.name for c in platform_loops(mechanism)}
    own = [one for one in screws if one.closure.name in names]
    tied = nominal(coupling_rows(platform_couplings(mechanism), len(mechanism.joints)))[:, carried]
    if not own and not len(tied):
        return np.eye(6 + len(carried))
    joints = np.vstack([*[one.joints[:, carried] for one in own], tied])
    free = _blocks([one.free for one in own])
    free = np.vstack([free, np.zeros((len(tied), free.shape[1]))])
    equations = np.hstack([free, np.zeros((len(joints), 6)), joints])
    return np.asarray(null_space(equations, rcond=RANK)[-6 - len(carried) :])


def _blocks(free: Sequence[Array]) -> Array:
    """Return the (6 c, n_f) block diagonal matrix of blocks (6, f), some of which may have no columns."""
    out = np.zeros((6 * len(free), sum(block.shape[1] for block in free)))
    start = 0
    for k, block in enumerate(free):
        out[6 * k : 6 * k + 6, start : start + block.shape[1]] = block
        start += block.shape[1]
    return out


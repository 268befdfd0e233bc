"""Group legs that are connected with each other, without the base and the platform, into limbs.

A rod between two legs, or a leg that stands on a link of another leg, makes one limb of both: no statement about one of them is
true without the other. Legs that meet only at the base and at the platform are limbs of their own.
"""

from __future__ import annotations

from parados.topology.mechanism import Mechanism

__all__ = ["limbs"]


def limbs(mechanism: Mechanism) -> tuple[tuple[int, ...], ...]:
    """Return the limb of each leg, as the indices of its legs in ascending order."""
    together = [{leg} for leg in range(len(mechanism.leg_names))]

    def join(*legs: int) -> None:
        joined = set().union(*[together[leg] for leg in legs])
        for leg in joined:
            together[leg] = joined

    for joint in mechanism.joints:
        if joint.antecedent >= 0:
            join(joint.leg, mechanism.joints[joint.antecedent].leg)
    for closure in mechanism.closures:
        join(closure.leg, *[mechanism.joints[link].leg for link in (closure.a, closure.b) if link >= 0])
    return tuple(tuple(sorted(legs)) for legs in together)

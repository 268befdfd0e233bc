"""Groups of legs that move together: legs that a joint, a closure or a coupling connects without the platform in between.

In most robots each leg is a group of its own. A leg that stands on a link of another leg, a strut between two legs, or a belt
connects legs to one group. The effect of such a group on the platform does not follow from its legs one by one.
"""

from __future__ import annotations

from dataclasses import dataclass

from parados.topology.joint_couplings import Coupling
from parados.topology.mechanism import BASE, PLATFORM, Closure, Mechanism

__all__ = ["LegGroup", "closure_joints", "leg_groups", "platform_couplings", "platform_loops"]


@dataclass(frozen=True)
class LegGroup:
    """Legs that stand on the base and are connected to each other.

    Attributes
    ----------
    legs : indices of the legs;  name : names of the legs, joined by " + "
    joints : indices of all joints of these legs
    outer : closures between the group and the platform, or links that stand on the platform; may be empty
    inner : closures within the group, or between the group and the base
    couplings : couplings of joints of the group, with each other or with joints on the platform
    """

    legs: tuple[int, ...]
    name: str
    joints: tuple[int, ...]
    outer: tuple[Closure, ...]
    inner: tuple[Closure, ...]
    couplings: tuple[Coupling, ...]

    @property
    def holds_platform(self) -> bool:
        """True if a closure or a coupling connects the group to the platform, or to joints that stand on the platform."""
        return bool(self.outer) or any(k not in self.joints for coupling in self.couplings for k in coupling.factors)


def platform_loops(mechanism: Mechanism) -> list[Closure]:
    """Return the closures of an articulated platform: both bodies are the platform or links that stand on it."""
    return [c for c in mechanism.closures if mechanism.root(c.a) == PLATFORM == mechanism.root(c.b)]


def platform_couplings(mechanism: Mechanism) -> list[Coupling]:
    """Return the couplings of an articulated platform: all their joints stand on the platform."""
    return [c for c in mechanism.couplings if all(mechanism.root(k) == PLATFORM for k in c.factors)]


def closure_joints(mechanism: Mechanism) -> list[tuple[int, ...]]:
    """Return, for each closure, the indices of the joints of its group of legs, then of the joints on the platform.

    Only these joints can appear in the loop of the closure.
    """
    group_of = {closure.name: group.joints for group in leg_groups(mechanism) for closure in (*group.outer, *group.inner)}
    return [(*group_of.get(closure.name, ()), *mechanism.on_platform) for closure in mechanism.closures]


def leg_groups(mechanism: Mechanism) -> list[LegGroup]:
    """Return the groups of legs on the base, in the order of their first legs."""
    based = [k for k in range(len(mechanism.joints)) if mechanism.root(k) == BASE]
    leader = {mechanism.joints[k].leg: mechanism.joints[k].leg for k in based}

    def first(leg: int) -> int:
        while leader[leg] != leg:
            leg = leader[leg]
        return leg

    def join(links: list[int]) -> None:
        heads = sorted({first(mechanism.joints[link].leg) for link in links if link >= 0})
        for head in heads[1:]:
            leader[head] = heads[0]

    for k in based:
        join([k, mechanism.joints[k].antecedent])
    within = [c for c in mechanism.closures if mechanism.root(c.a) == BASE == mechanism.root(c.b)]
    for closure in within:
        join([closure.a, closure.b])
    for coupling in mechanism.couplings:
        join([k for k in coupling.factors if mechanism.root(k) == BASE])
    groups = []
    for head in sorted({first(leg) for leg in leader}):
        legs = tuple(leg for leg in sorted(leader) if first(leg) == head)
        joints = tuple(k for k in based if mechanism.joints[k].leg in legs)
        outer = tuple(c for c in mechanism.closures if not mechanism.is_inner(c) and _group_of(mechanism, c) in legs)
        inner = tuple(c for c in within if {c.a, c.b} & set(joints))
        couplings = tuple(c for c in mechanism.couplings if set(c.factors) & set(joints))
        groups.append(LegGroup(legs, " + ".join(mechanism.leg_names[leg] for leg in legs), joints, outer, inner, couplings))
    return groups


def _group_of(mechanism: Mechanism, closure: Closure) -> int:
    """Return the index of the leg of body a of a closure; if body a is the base, the leg to which the closure belongs."""
    return mechanism.joints[closure.a].leg if closure.a >= 0 else closure.leg

"""Build the couplings of a robot from its description: resolve the names of their joints."""

from __future__ import annotations

from collections.abc import Sequence

from parados.arguments.words import repeated
from parados.robot.changed_bodies import elementary_names
from parados.robot.description import ELEMENTARY, RobotSpec
from parados.topology.joint_couplings import Coupling, contradictions
from parados.topology.mechanism import Joint

__all__ = ["build_couplings"]


def build_couplings(spec: RobotSpec, joints: Sequence[Joint], findings: list[str]) -> tuple[Coupling, ...]:
    """Build the couplings of the file; add a finding for each term that does not name a joint that moves."""
    moving = {joint.name: k for k, joint in enumerate(joints) if not joint.welded}
    fixed = {joint.name for joint in joints if joint.welded}
    composites = {
        one.name: elementary_names(one) for leg in spec.legs for one in leg.joints if len(ELEMENTARY[one.kind]) > 1
    }
    for name in repeated(one.name for one in spec.couplings):
        findings.append(f"couplings: the name {name!r} is used twice; give each coupling its own name")
    found = []
    for k, one in enumerate(spec.couplings):
        place = f"couplings[{k}].terms"
        for name in one.terms:
            if name in fixed:
                findings.append(f"{place}: {name!r} is a fixed joint, which does not move; name a joint that moves")
            elif name in composites and name not in moving:
                findings.append(f"{place}: {name!r} stands for several joints; name one of {', '.join(composites[name])}")
            elif name not in moving:
                findings.append(f"{place}: {name!r} is not a joint of this robot; use {', '.join(moving)}")
        factors = {moving[name]: value for name, value in one.terms.items() if name in moving}
        found.append(Coupling(factors, one.constant, one.name))
    if not findings:
        against = contradictions(found)
        findings += [f"couplings: {name!r} contradicts the couplings before it; correct its constant" for name in against]
    return tuple(found)

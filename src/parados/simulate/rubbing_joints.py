"""Joints whose dry friction jumps with the sign of their rate, for the compiled loop (`rubbing_step.c`)."""

from __future__ import annotations

from collections.abc import Sequence

from parados.topology.mechanism import Mechanism

__all__ = ["passive_friction", "rubbing_joints", "rubbing_places"]


def rubbing_joints(mechanism: Mechanism) -> tuple[int, ...]:
    """Return the joints of the tree whose friction jumps."""
    return tuple(k for k, joint in enumerate(mechanism.joints) if joint.friction.jumps)


def passive_friction(mechanism: Mechanism) -> bool:
    """Tell whether a joint without an actuator has friction of any kind."""
    return any(joint.friction.acts for k, joint in enumerate(mechanism.joints) if k not in mechanism.actuated)


def rubbing_places(places: Sequence[int]) -> str:
    """Write the number N_RUB of rubbing joints and their places `rubs` in the directions of friction."""
    listed = ", ".join(str(k) for k in [*places, -1])
    return f"enum {{ N_RUB = {len(places)} }};\nstatic const int rubs[N_RUB + 1] = {{{listed}}};\n"

"""What happens in a simulated motion besides the motion itself: a joint sticks, slips, hits a stop, a motor is cut off."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["KINDS", "RunEvent"]

KINDS = {
    "stick": "comes to rest and sticks",
    "slip": "breaks away and slips",
    "impact": "hits its limit",
    "rest": "rests at its limit",
    "leave": "leaves its limit",
    "limit": "reaches its limit, and the run ends",
    "cut-off": "motor off",
}
"""What each kind of event means for its joint."""


@dataclass(frozen=True)
class RunEvent:
    """An event of a run.

    Attributes
    ----------
    t : time [s]
    kind : a key of `KINDS`
    joint : name of the joint
    rate : rate of the joint just before [rad/s or m/s]
    """

    t: float
    kind: str
    joint: str
    rate: float = 0.0

    def __str__(self) -> str:
        return f"{self.t:.6g} s: {self.joint} {KINDS[self.kind]}"

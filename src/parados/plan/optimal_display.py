"""An optimal motion as a table: the use of every limit, and the time in which each limit holds the motion back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parados.text.numbers import number
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from parados.plan.optimal_motion import OptimalMotion

__all__ = ["optimal_display"]


def optimal_display(motion: OptimalMotion) -> Display:
    """Build the display of a motion: duration, excess, limits and active limits."""
    shares: dict[str, float] = {}
    for part in motion.active:
        words = f"{part.kind} of {part.actuator}" if part.kind else "none"
        shares[words] = shares.get(words, 0.0) + part.end - part.start
    peaks = Table(
        ["limit", "actuator", "largest use"],
        [[kind, name, f"{100 * use.max():.4f} %"] for (kind, name), use in motion.use.items()],
        "Limits",
    )
    time = [[name, number(t), f"{100 * t / motion.duration:.1f} %"] for name, t in sorted(shares.items(), key=lambda i: -i[1])]
    facts = {
        "robot": motion.model.spec.name,
        "duration": f"{number(motion.duration)} s",
        "path": f"{number(motion.trajectory.path.length)}, from 0",
        "intervals": len(motion.times),
        "largest excess over a limit": f"{max(motion.excess, 0.0):.1e} of it, between grid points too",
    }
    active = Table(["active limit", "time [s]", "share"], time, "Which limit holds the motion back")
    return Display(f"Motion along a path with the least {motion.goal}", facts, [peaks, active], motion.how, motion.plot)

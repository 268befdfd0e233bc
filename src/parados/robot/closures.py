"""Closures in a robot file: ties between two frames, given by the relative motions that they leave free."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import model_validator

from parados.robot.fields import Spec, listed
from parados.robot.frames import FrameSpec

__all__ = ["CLOSURES", "FREEDOMS", "ClosureSpec", "LoopSpec", "TieSpec"]

FREEDOMS = ("Tx", "Ty", "Tz", "Rx", "Ry", "Rz")

CLOSURES: dict[str, tuple[str, ...]] = {
    "fixed": (),
    "R": ("Rz",),
    "P": ("Tz",),
    "U": ("Rx", "Ry"),
    "S": ("Rx", "Ry", "Rz"),
    "C": ("Rz", "Tz"),
    "planar": ("Tx", "Ty", "Rz"),
    "C5": ("Tx", "Ty", "Rx", "Ry", "Rz"),
}
"""Named closures and the relative motions that they leave free, in the axes of the closure's frames."""


def _free_set(joint: str | None, free: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the free motions of a named joint or of a list; raise ValueError if the names are not valid."""
    if (joint is None) == (free is None):
        raise ValueError(f"give either joint (one of {', '.join(CLOSURES)}) or free (a list from {', '.join(FREEDOMS)})")
    if joint is not None and joint not in CLOSURES:
        raise ValueError(f"joint: {joint!r} is not a closure; use one of {', '.join(CLOSURES)}")
    names = CLOSURES[joint] if joint is not None else (free or ())
    for name in names:
        if name not in FREEDOMS:
            raise ValueError(f"free: {name!r} is not a motion; use {', '.join(FREEDOMS)}")
    if len(set(names)) != len(names):
        raise ValueError(f"free: {', '.join(names)} contains a motion twice")
    if len(names) == len(FREEDOMS):
        raise ValueError(f"free: all of {', '.join(FREEDOMS)} are free, so this closure ties nothing; remove the closure")
    return names


class TieSpec(Spec):
    """Relative motion that a closure leaves free between two frames: a named `joint`, or a list of `free` motions."""

    joint: str | None = None
    free: tuple[str, ...] | None = None

    @model_validator(mode="after")
    def _check_free_motions(self) -> Self:
        _free_set(self.joint, self.free)
        return self

    def freedoms(self) -> tuple[str, ...]:
        """Names of the free motions, e.g. ("Rx", "Ry")."""
        return _free_set(self.joint, self.free)


class ClosureSpec(TieSpec):
    """Closure between a link of the leg and the platform, or a link `to` that the platform carries.

    The platform's frame can move in the leg's frame with the components listed in `free`; `joint` is a name for a usual list.
    With two free rotations (a universal joint), the first axis belongs to the leg's frame and the second to the platform's.
    Free translations are measured along the axes of the leg's or of the platform's frame, chosen by `axes`.
    """

    of: str | None = None
    to: str = "platform"
    frame: FrameSpec = FrameSpec()
    platform: FrameSpec = FrameSpec()
    axes: Literal["leg", "platform"] = "leg"


class LoopSpec(TieSpec):
    """Closure between any two links of the robot, e.g. the cut joint of a parallelogram, or a rod between two legs.

    A link has the name of its joint. `base` is the ground (in a leg: the body on which the leg stands, with frames relative to
    the leg's base), `platform` is the platform.
    """

    name: str | None = None
    between: Annotated[tuple[str, str], listed(2, "joint names")]
    frames: Annotated[tuple[FrameSpec, FrameSpec], listed(2, "frames")] = (FrameSpec(), FrameSpec())
    axes: Literal["first", "second"] = "first"

    @model_validator(mode="after")
    def _check_two_links(self) -> LoopSpec:
        if self.between[0] == self.between[1]:
            raise ValueError("between: a link cannot be tied to itself; name two different links")
        return self

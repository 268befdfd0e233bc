"""Closures in a robot file: what ties two frames, by what it leaves free."""

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
    """The motions that are left free, named or listed; raises where neither makes sense."""
    if (joint is None) == (free is None):
        raise ValueError(f"give either joint (one of {', '.join(CLOSURES)}) or free (a list from {', '.join(FREEDOMS)})")
    if joint is not None and joint not in CLOSURES:
        raise ValueError(f"joint: {joint!r} is not a closure; use one of {', '.join(CLOSURES)}")
    names = CLOSURES[joint] if joint is not None else (free or ())
    for name in names:
        if name not in FREEDOMS:
            raise ValueError(f"free: {name!r} is not a motion; use {', '.join(FREEDOMS)}")
    if len(set(names)) != len(names):
        raise ValueError(f"free: {', '.join(names)} names a motion twice")
    if len(names) == len(FREEDOMS):
        raise ValueError(f"free: all of {', '.join(FREEDOMS)} are free, so that nothing is tied; leave this closure out")
    return names


class TieSpec(Spec):
    """What two frames may still do: a named `joint`, or a list of `free` motions."""

    joint: str | None = None
    free: tuple[str, ...] | None = None

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        _free_set(self.joint, self.free)
        return self

    def freedoms(self) -> tuple[str, ...]:
        return _free_set(self.joint, self.free)


class ClosureSpec(TieSpec):
    """What ties a link of the leg to the platform.

    The motion of the platform's frame in the leg's frame has the components listed in `free`; `joint` names usual sets.
    With two free rotations, the first axis belongs to the leg's frame and the second to the platform's (a cross).
    `axes` says in whose axes free translations are measured.
    """

    of: str | None = None
    frame: FrameSpec = FrameSpec()
    platform: FrameSpec = FrameSpec()
    axes: Literal["leg", "platform"] = "leg"


class LoopSpec(TieSpec):
    """What ties two links of a leg to each other (`base` names the ground): a parallelogram's cut joint, for instance."""

    between: Annotated[tuple[str, str], listed(2, "joint names")]
    frames: Annotated[tuple[FrameSpec, FrameSpec], listed(2, "frames")] = (FrameSpec(), FrameSpec())
    axes: Literal["first", "second"] = "first"

    @model_validator(mode="after")
    def _two_links(self) -> LoopSpec:
        if self.between[0] == self.between[1]:
            raise ValueError("between: a link cannot be tied to itself; name two")
        return self

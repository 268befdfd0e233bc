"""Variants of a quantity."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Options"]


@dataclass(frozen=True)
class Options:
    """Variants of a quantity.

    loaded : wrenches on platform and links are inputs; overconstraint : it is an input; book : the particular solution (8.148)
    clamped : roots of what is below zero are zero, for poses on the border of what a leg reaches
    """

    friction: bool = True
    loaded: bool = False
    overconstraint: bool = False
    book: bool = False
    derivative: str = ""
    clamped: bool = False

    def suffix(self) -> str:
        parts = ["" if self.friction else "_frictionless", "_loaded" * self.loaded, "_overconstraint" * self.overconstraint]
        return "".join(
            [*parts, "_book" * self.book, f"_by_{self.derivative}" if self.derivative else "", "_clamped" * self.clamped]
        )

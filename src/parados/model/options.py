"""Options that select a variant of a quantity."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Options"]


@dataclass(frozen=True)
class Options:
    """Options that select a variant of a quantity.

    Attributes
    ----------
    friction : include joint friction
    loaded : take wrenches on platform and links as inputs
    overconstraint : take the vector eta of (8.148) as an input
    book : use the particular solution (8.148)
    derivative : name of the argument by which the quantity is differentiated; empty for the quantity itself
    clamped : take square roots of negative numbers as zero, for poses at the limit of a leg's reach
    """

    friction: bool = True
    loaded: bool = False
    overconstraint: bool = False
    book: bool = False
    derivative: str = ""
    clamped: bool = False

    def suffix(self) -> str:
        """Return the text that the options append to the name of a quantity."""
        parts = ["" if self.friction else "_frictionless", "_loaded" * self.loaded, "_overconstraint" * self.overconstraint]
        return "".join(
            [*parts, "_book" * self.book, f"_by_{self.derivative}" if self.derivative else "", "_clamped" * self.clamped]
        )

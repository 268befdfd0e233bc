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
    derivative : names of the arguments by which the quantity is differentiated, such as x, or parameters0 for the first live
        parameter; empty for the quantity itself
    order : order of the derivative
    switched : take the wrench on the platform and a factor of the friction as inputs, for exported C
    clamped : take square roots of negative numbers as zero, for poses at the limit of a leg's reach
    """

    friction: bool = True
    loaded: bool = False
    overconstraint: bool = False
    book: bool = False
    derivative: tuple[str, ...] = ()
    order: int = 1
    clamped: bool = False
    switched: bool = False

    def suffix(self) -> str:
        """Return the text that the options append to the name of a quantity."""
        parts = ["" if self.friction else "_frictionless", "_loaded" * self.loaded, "_overconstraint" * self.overconstraint]
        by = f"_by_{'_'.join(self.derivative)}" * self.order if self.derivative else ""
        return "".join([*parts, "_book" * self.book, by, "_clamped" * self.clamped, "_switched" * self.switched])

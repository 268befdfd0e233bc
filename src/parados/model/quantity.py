"""A quantity of a robot: the function that builds its graph, the shapes of its outputs, its uses and its variants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parados.kinematics.structured_solve import Pivots
from parados.spatial.vectors import SX

if TYPE_CHECKING:
    from parados.model.graphs import Graphs

__all__ = ["Builder", "Options", "Quantity", "Shape", "entering", "frames", "matrix", "scalar", "vector"]

Builder = Callable[["Graphs", "Options", Pivots], dict[str, SX]]

Shape = Callable[[int, int], tuple[int, ...]]
"""Function from the numbers of rows and columns of a graph's output to the shape of the result for one state."""


def scalar(rows: int, cols: int) -> tuple[int, ...]:
    """Return the shape of a number."""
    return ()


def vector(rows: int, cols: int) -> tuple[int, ...]:
    """Return the shape of a column."""
    return (rows,)


def matrix(rows: int, cols: int) -> tuple[int, ...]:
    """Return the shape of a matrix, also if it has a single row or column."""
    return rows, cols


def frames(rows: int, cols: int) -> tuple[int, ...]:
    """Return the shape of frames (4, 4) that are stacked below each other."""
    return rows // 4, 4, 4


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


@dataclass(frozen=True)
class Quantity:
    """A quantity of a robot.

    Attributes
    ----------
    build : function that builds its outputs
    shapes : shapes of the outputs, by name
    solves : True if it solves for the joint rates, so that the pivots of the kinematics must be checked
    exported : True if it is part of the C export
    public : True if messages list it, and `Model.derivatives` accepts it
    rare : True if it is evaluated at a few states only, so that merging nodes and compiling to C is not worth the time
    regrouped : True if it depends on the inertial parameters only through the base parameters (Briot & Khalil 8.7)
    """

    build: Builder
    shapes: Mapping[str, Shape]
    solves: bool = True
    exported: bool = False
    public: bool = True
    rare: bool = False
    regrouped: bool = False


def entering(table: dict[str, Quantity]) -> Callable[..., Callable[[Builder], Builder]]:
    """Return the decorator that adds a builder to a table under the builder's name."""

    def quantity(shapes: Mapping[str, Shape], **use: bool) -> Callable[[Builder], Builder]:
        def enter(builder: Builder) -> Builder:
            table[builder.__name__] = Quantity(builder, shapes, **use)
            return builder

        return enter

    return quantity

"""A quantity of a robot: a builder on `Graphs`, the shapes of its outputs, and how it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from parados.kinematics.structured_solve import Pivots
from parados.model.graphs import Graphs
from parados.model.options import Options
from parados.spatial.vectors import SX

__all__ = ["Builder", "Quantity", "Shape", "entering", "frames", "matrix", "scalar", "vector"]

Builder = Callable[[Graphs, Options, Pivots], dict[str, SX]]

Shape = Callable[[int, int], tuple[int, ...]]
"""From the rows and columns of an output of the graph to the shape that callers get for one state."""


def scalar(rows: int, cols: int) -> tuple[int, ...]:
    """A number."""
    return ()


def vector(rows: int, cols: int) -> tuple[int, ...]:
    """A column."""
    return (rows,)


def matrix(rows: int, cols: int) -> tuple[int, ...]:
    """A matrix, be it a single row or column."""
    return rows, cols


def frames(rows: int, cols: int) -> tuple[int, ...]:
    """Frames (4, 4) below each other."""
    return rows // 4, 4, 4


@dataclass(frozen=True)
class Quantity:
    """A builder and how it is used.

    Attributes
    ----------
    shapes : of the outputs, by name
    solves : the rates are solved for, so that the pivots of the kinematics belong to the result
    exported : part of the C export
    public : named by `Model.kernel`, and offered by `Model.derivatives`
    rare : asked for a few states at a time, so that it is not worth merging nor compiling to C
    """

    build: Builder
    shapes: Mapping[str, Shape]
    solves: bool = True
    exported: bool = False
    public: bool = True
    rare: bool = False


def entering(table: dict[str, Quantity]) -> Callable[..., Callable[[Builder], Builder]]:
    """The decorator that enters a builder into a table under its own name."""

    def quantity(shapes: Mapping[str, Shape], **use: bool) -> Callable[[Builder], Builder]:
        def enter(builder: Builder) -> Builder:
            table[builder.__name__] = Quantity(builder, shapes, **use)
            return builder

        return enter

    return quantity

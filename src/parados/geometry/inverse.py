"""Inverse geometric model (IGM): every joint of the tree as a function of x.

Closed forms are searched loop by loop (`equation_search`). If the search leaves a joint undetermined, the whole inverse
geometry is numeric: the graph takes the unknowns as inputs, and Newton's method computes them (`numeric`). Sampled closed
configurations (`Samples`) decide questions about all configurations, such as which entries are constant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.arguments import freeze
from parados.geometry.loops import Key
from parados.geometry.platform_motion import Coordinates
from parados.geometry.residual import ClosedFrames, alignment, axis_gaps, closing_rows, closure_frames
from parados.graph.virtual_machine import run_rows
from parados.spatial.rotation_angles import angle_expressions
from parados.spatial.rotations import rate_columns
from parados.spatial.vectors import SX, Frame
from parados.topology.mechanism import Mechanism
from parados.topology.tree import JointPosition, Tree

__all__ = [
    "ENOUGH",
    "Choice",
    "InverseGeometry",
    "Samples",
    "given_joints",
    "independent_coordinates",
    "nearer_parts",
    "numeric_form",
]

Array = NDArray[np.float64]

ENOUGH = 8
"""Smallest number of samples."""

PARTS = (1.0, 0.5, 0.25, 0.1, 0.02)
"""Parts of the way from home to the drawn poses, in the order in which they are tried."""

NEAR = 0.15
"""Distance from home at which poses are tried last, as a part of the size of the mechanism."""


@dataclass(frozen=True)
class Choice:
    """A joint that has two positions when the platform and the joints solved before it are given.

    The sign chooses between them. +1 is the position on the positive side of the middle of the two: the larger stroke,
    or the angle that is reached from the middle by turning the joint in its positive sense by less than half a turn.

    Attributes
    ----------
    joint, leg : indices of the joint and of its leg
    fixed : the sign that `branch` in the file fixes, or None if the working mode chooses it
    """

    joint: int
    leg: int
    fixed: int | None


@dataclass(frozen=True)
class InverseGeometry:
    """The configuration as expressions of x, of the live parameters, of the signs of the working mode, and, if numeric, of
    the unknowns.

    Attributes
    ----------
    x : (n_x,) symbol of the robot's coordinates
    signs : (n_signs,) symbol of +-1, one for each free choice of a closed form; empty if the geometry is numeric
    unknowns : (n_u,) symbol of all joints, then the dependent coordinates; empty if the geometry is a closed form
    joints : position of every joint of the tree
    coordinates : the platform's six coordinates
    choices : joints with two positions, in the order in which they are solved
    discriminant : for each choice, an expression that is negative where the joint has no real position; empty if the
        geometry is numeric. Those of the settled roots come last
    settled : names of the unknowns other than joints of the working mode that have two values, of which the configuration at home
        has settled one (`settled_forms`)
    undecided : places of the unknowns (joints, then dependent coordinates) that shall be near 0 at home if the guess does not
        decide between two configurations
    """

    mechanism: Mechanism
    x: SX
    signs: SX
    unknowns: SX
    joints: tuple[JointPosition, ...]
    coordinates: Coordinates
    choices: tuple[Choice, ...] = ()
    discriminant: tuple[SX, ...] = ()
    settled: tuple[str, ...] = ()
    undecided: tuple[int, ...] = ()

    @property
    def live(self) -> SX:
        """(n_p, 1) symbols of the live parameters; empty for a single robot."""
        return self.mechanism.family.symbol

    @property
    def given(self) -> SX:
        """(n_given, 1) what determines the configuration together with the working mode: x, then the live parameters."""
        return ca.vertcat(self.x, self.live)

    @property
    def free_choices(self) -> tuple[Choice, ...]:
        """The choices that the working mode makes and no `branch` fixes, in the order of their signs."""
        return tuple(choice for choice in self.choices if choice.fixed is None)

    @cached_property
    def is_closed_form(self) -> bool:
        return self.unknowns.numel() == 0

    @cached_property
    def tree(self) -> Tree:
        return Tree.at(self.mechanism, self.joints, self.coordinates.frame())

    @property
    def pose(self) -> Frame:
        """Frame of the platform in the base."""
        return self.tree.pose

    @property
    def angle_rates(self) -> SX:
        """(3, 3) matrix D with omega = D d(a1, a2, a3)/dt; if a link carries the platform, the angles follow from its frame."""
        if self.mechanism.platform.carrier is None:
            return self.coordinates.rate_matrix()
        orientation = self.mechanism.platform.orientation
        angles = angle_expressions(orientation, self.pose.R)
        return rate_columns(orientation, ca.cos(angles), ca.sin(angles))

    @cached_property
    def frames(self) -> list[ClosedFrames]:
        """Every closure with its two frames in the base."""
        return closure_frames(self.mechanism, self.tree, self.pose)

    def discriminants(self) -> SX:
        """(n_choices + n_settled, 1) expression, negative where an unknown has no real position; empty if numeric."""
        return ca.vertcat(*self.discriminant) if self.discriminant else SX(0, 1)

    def residual(self) -> SX:
        """(m, 1) residuals of all closures and couplings, zero in a closed configuration.

        A numeric geometry adds the residual q - (entry of x) of each joint that is an entry of x.
        """
        rows = closing_rows(self.mechanism, self.tree)
        if self.is_closed_form:
            return rows
        return ca.vertcat(rows, *[self.joints[k].q - given for k, given in given_joints(self.mechanism, self.x)])

    def alignment(self) -> SX:
        """(m, 1) cosines that are positive if no closure has its two frames turned over relative to each other."""
        return alignment(self._looped(self.frames))

    def axis_gaps(self) -> SX:
        """(m, 1) differences between shared axes of the two frames of each closure, zero only at the true orientation."""
        return axis_gaps(self._looped(self.frames))

    def _looped(self, frames: list[ClosedFrames]) -> list[ClosedFrames]:
        """Return the closures that close a loop, with their frames: all but the one that fixes a carried platform on its link."""
        return [ends for ends in frames if not self.mechanism.is_weld(ends[0])]


@dataclass(frozen=True)
class Samples:
    """(n, n_given + n_signs + n_unknowns) closed configurations as inputs of the geometry's graph.

    What is given are the pose x and the live parameters.
    """

    inputs: Array

    def __post_init__(self) -> None:
        freeze(self)

    def named(self, geometry: InverseGeometry, count: int | None = None) -> dict[str, Array]:
        """Return the first `count` samples (all if None) as arguments of a kernel: x, parameters, mode and unknowns."""
        sizes = [part.numel() for part in (geometry.x, geometry.live, geometry.signs)]
        parts = np.split(self.inputs[:count], np.cumsum(sizes), axis=1)
        return dict(zip(("x", "parameters", "mode", "unknowns"), parts, strict=True))

    def values(self, geometry: InverseGeometry, expression: SX) -> Array:
        """(n, rows, cols) values of a matrix expression at the samples."""
        inputs = ca.vertcat(geometry.given, geometry.signs, geometry.unknowns)
        f = ca.Function("f", [inputs], [ca.densify(expression)])
        return np.ascontiguousarray(run_rows(f, [self.inputs], len(self.inputs))[0])


def independent_coordinates(mechanism: Mechanism, x: SX) -> dict[Key, JointPosition]:
    """Return the platform coordinates that are entries of x or constants of the file."""
    if mechanism.platform.is_quaternion or mechanism.platform.carrier is not None:
        return {}
    placeholder = {k: JointPosition(SX(0), SX(1), SX(0)) for k in mechanism.platform.dependent}
    six = Coordinates.at(mechanism, x, placeholder).six
    return {("coordinate", k): six[k] for k in range(6) if k not in mechanism.platform.dependent}


def given_joints(mechanism: Mechanism, x: SX) -> list[tuple[int, SX]]:
    """Return the joints whose positions are entries of x, each with its entry."""
    tail = mechanism.n_x - len(mechanism.joints_in_x)
    return [(joint, x[tail + k]) for k, joint in enumerate(mechanism.joints_in_x)]


def numeric_form(mechanism: Mechanism) -> InverseGeometry:
    """Build the numeric inverse geometry: all joints and dependent coordinates are inputs, for Newton's method to find."""
    x = SX.sym("x", mechanism.n_x)
    joints = [JointPosition.at(SX.sym(joint.name)) for joint in mechanism.joints]
    dependent = {}
    for k in mechanism.platform.dependent:
        q = SX.sym(f"coordinate_{k}")
        dependent[k] = JointPosition.at(q)
    unknowns = ca.vertcat(*[j.q for j in joints], *[d.q for d in dependent.values()])
    return InverseGeometry(
        mechanism=mechanism,
        x=x,
        signs=SX(0, 1),
        unknowns=unknowns,
        joints=tuple(joints),
        coordinates=Coordinates.at(mechanism, x, dependent),
    )


def nearer_parts(mechanism: Mechanism, home: Array, drawn: Array) -> Iterator[float]:
    """Yield `PARTS`, and a smaller part if the poses of a much too large workspace are still far from home for this robot.

    home, drawn : (n_given,) home and (n, n_given) poses drawn from the workspace, each with its live parameters
    """
    yield from PARTS
    places = [k for k, coordinate in enumerate(mechanism.platform.coordinates) if coordinate < 3]
    farthest = float(np.abs(drawn[:, places] - home[places]).max(initial=0.0))
    if PARTS[-1] * farthest > NEAR * mechanism.size:
        yield NEAR * mechanism.size / farthest

"""Coordinates for motions in which a leg changes its working mode by crossing its singularity.

If a leg is stretched or folded, x does not determine its joints. The platform reaches the border of the leg's reach and
turns back, while the joints of the leg continue. In joint coordinates of this leg (`Robot.in_coordinates`) the motion is
smooth. In these coordinates an LPJTS needs a criterion, like a Type 2 singularity in x; a Type 1 singularity needs none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.charts.chart_description import chart_description
from parados.charts.chart_motion import chart_coordinates, working_mode
from parados.errors import InputError, ParadosError
from parados.geometry.working_modes import Mode
from parados.kinematics.sampled_rows import independent_rows
from parados.model.model import Model
from parados.robot.description import COORDINATES
from parados.singularity.leg_scales import structure_of
from parados.spatial.turns import nearest_turn

__all__ = ["LegCoordinates", "leg_coordinates"]

Array = NDArray[np.float64]

INDEPENDENT = 1e-3
"""Smallest fraction of a joint's rates, normal to the rates chosen before, for a joint to count as independent."""


class LegCoordinates:
    """A robot in joint coordinates of one leg, and the ends of a motion in these coordinates.

    Attributes
    ----------
    chart : the model in these coordinates;  mode : its working mode
    start, end : (n,) ends of the motion; angles at the end are those nearest to the start, modulo whole turns
    """

    def __init__(self, model: Model, names: list[str], ends: tuple[Array, Array], modes: tuple[ArrayLike, ArrayLike]) -> None:
        self.chart = Model(chart_description(model.robot, names), model.backend)
        found = [working_mode(self.chart, model, x, mode) for x, mode in zip(ends, modes, strict=True)]
        if found[0] is None or found[0] != found[1]:
            raise InputError(f"the coordinates {', '.join(names)} do not connect the two working modes")
        self.mode: Any = found[0]
        self.start, end = (chart_coordinates(model, self.chart, x, mode) for x, mode in zip(ends, modes, strict=True))
        self.end = np.where(self.chart.mechanism.periodic_coordinates, nearest_turn(end, self.start), end)


def leg_coordinates(
    model: Model, ends: tuple[Array, Array], modes: tuple[Mode, Mode]
) -> Iterator[LegCoordinates]:
    """Yield coordinates of the one leg whose working mode changes; raise an error unless exactly one leg changes."""
    changing = [k for k, (before, after) in enumerate(zip(*modes, strict=True)) if before != after]
    if len(changing) != 1:
        names = ", ".join(model.mechanism.leg_names[k] for k in changing)
        raise InputError(f"end_mode: {names} change their working modes; plan one leg after the other")
    own = [k for k, joint in enumerate(model.mechanism.joints) if joint.leg == changing[0]]
    passive = [k for k in own if k not in model.mechanism.actuated]
    options = [_independent(model, joints, ends, modes) for joints in (passive, own)]
    found, failures = [], []
    for coordinates in options if options[0] != options[1] else options[:1]:
        try:
            found.append(LegCoordinates(model, coordinates, ends, modes))
        except ParadosError as error:
            failures.append(error)
    if not found:
        raise failures[0]
    yield from sorted(found, key=lambda leg: not leg.chart.survey.geometry.is_closed_form)


def _independent(
    model: Model, joints: list[int], ends: tuple[Array, Array], modes: tuple[Mode, Mode]
) -> list[str]:
    """Choose joints, then platform coordinates, that are independent at both ends: one for each degree of freedom."""
    n = model.mechanism.n_dof
    scale = structure_of(model).coordinate_scales
    rates = [
        model.joint_rates(np.tile(x, (n, 1)), np.diag(scale), mode=mode, joints="all").T
        for x, mode in zip(ends, modes, strict=True)
    ]
    coordinates = model.mechanism.platform.coordinates
    names = [model.joint_names[k] for k in joints] + [COORDINATES[k] for k in coordinates]
    values = np.array([np.vstack([at[joints], np.eye(len(coordinates), n)]) for at in rates])
    return [names[k] for k in independent_rows(values, [INDEPENDENT])]

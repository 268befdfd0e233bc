"""Start and end poses on two sides of a singularity, for every robot of the catalog that can cross one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import parados
from parados.model.model import Model
from parados.plan import CrossingMotion, cross

__all__ = ["ALIKE", "HELD", "WAYS", "Way", "planned"]

BEYOND = 1.4
"""Default of `Way.beyond`: 1 ends at the singular pose, 1.4 ends behind it at 1.4 times its distance from the start."""


@dataclass(frozen=True)
class Way:
    """A start pose and an end pose (n_x,) [m, rad] with a duration [s].

    The start is the home pose of the robot unless it is given. The end is `to`; with `beyond`, `to` is a singular pose, and the
    end is on the line from the start through `to`, at `beyond` times the distance.
    """

    to: tuple[float, ...]
    duration: float = 1.0
    start: tuple[float, ...] | None = None
    beyond: float | None = None
    mode: tuple[int, ...] | None = None
    end_mode: tuple[int, ...] | None = None

    def ends(self, model: Model) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        start = np.array(model.survey.home if self.start is None else self.start, dtype=float)
        return start, start + (1.0 if self.beyond is None else self.beyond) * (np.array(self.to) - start)


WAYS = {
    "five-bar": Way((0.1, 0.1), 1.5, start=(0.0, 0.338)),
    "five-bar-feasible": Way((0.1, 0.1), 1.5, start=(0.0, 0.338)),
    "tripteron": Way((0.35, 0.42, 0.45), start=(0.4, 0.35, 0.4), mode=(1, 1, 1), end_mode=(-1, 1, 1)),
    "3-rpr": Way((0.3797, 0.4074, -0.0922)),
    "3-rrr": Way((0.02, 0.01, -0.9)),
    "3-prrr-redundant": Way((0.02, 0.01, -1.0, 0.02)),
    "3-rrr-parallelogram": Way((0.0415, 0.0061, 0.5323), beyond=BEYOND),
    "delta-d3-1200": Way((-0.4195, -0.6496, -0.806)),
    "gough-stewart-lopes": Way((0.1, 0.0, 1.9, 2.2, 0.1, 0.0), 2.0),
    "gough-stewart-fried": Way((-0.0024, -0.162, 0.7985, -0.9483, 0.4201, -0.1538), beyond=BEYOND),
    "hexa": Way((-0.0622, 0.1577, -0.4255, -0.2452, -0.2533, -0.4818), beyond=BEYOND),
    "orthoglide": Way((-0.1003, -0.1057, 0.1953), beyond=1.2),  # with 1.4 the legs would no longer hold the platform upright
    "c5-plates-on-rods": Way((0.0, 0.0, 0.0, -0.7854, 0.0, -0.7854), beyond=BEYOND),
    "3-prs": Way((0.6, 0.0, 1.2)),
    "3-rps": Way((0.571162, 0.0, 0.967781), beyond=BEYOND),
    "quadrupteron": Way((0.0, 0.0, 0.0, 1.570796), beyond=BEYOND),
    "schoenflies-4-ruu": Way((0.0, 0.0, -0.406769, 0.830761), beyond=BEYOND),
}

ALIKE = {
    "five-bar-flexible": "five-bar",
    "five-bar-split": "five-bar",
    "delta-d3-1200-simplified": "delta-d3-1200",
    "gough-stewart-lopes-fat": "gough-stewart-lopes",
    "gough-stewart-fried-constant": "gough-stewart-fried",
    "orthoglide-flexible": "orthoglide",
}
"""Variant -> robot of the catalog whose start and end it uses."""

HELD = {
    "c5": Way((0.0, 0.0, 0.0, -0.9194, 0.6204, -0.9194), beyond=BEYOND),
    "dualemps": Way((-0.2, 0.75)),
    "dualv": Way((0.05, 0.05, 0.1)),
    "navaro": Way((0.01, 0.01, 0.1)),
    "agile-eye": Way((0.3, 0.2, 0.1)),
    "andrews-squeezer": Way((0.4,)),
    "exechon": Way((-0.75, 0.1, 0.1)),
    "h4": Way((0.03, 0.03, -0.48, 0.125)),
    "par2": Way((0.1, -0.7)),
    "3-rps-wrist": Way((0.65, 0.1, 0.1, 0.3, 0.6)),
    "quattro": Way((0.075, 0.125, -0.7125, 0.175)),
    "hexaglide": Way((0.02, 0.02, -0.45, 0.05, 0.0, 0.0)),
    "tricept": Way((0.1, 0.1, 0.75)),
    "linear-delta": Way((0.05, 0.02, 0.12)),
    "3-upu": Way((0.54, 0.0, 0.6), beyond=BEYOND),
}
"""Robots for which `plan.cross` raises an error: a leg is singular too (Type 3), no Type 2 singularity is on the way, the
legs no longer hold the platform there (3-UPU), or the actuators are redundant."""


def planned(model: Model, name: str, duration: float | None = None) -> CrossingMotion:
    """Plan the crossing motion of a robot of the catalog. Raises a ParadosError for the robots in `HELD`."""
    way = {**WAYS, **HELD}[ALIKE.get(name, name)]
    return cross(model, *way.ends(model), duration or way.duration, mode=way.mode, end_mode=way.end_mode)


def main() -> None:
    """Print the summary of every crossing."""
    for name in WAYS:
        print(f"\n{name}\n{planned(parados.load(name).compile(), name).summary()}")


if __name__ == "__main__":
    main()

"""Parts of the way from home to drawn poses: if too few poses can be reached, the survey of a robot tries nearer ones."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from parados.topology.mechanism import Mechanism

__all__ = ["nearer_parts"]

PARTS = (1.0, 0.5, 0.25, 0.1, 0.02)
"""Parts of the way from home to the drawn poses, in the order in which they are tried."""

NEAR = 0.15
"""Distance from home at which poses are tried last, as a part of the size of the mechanism."""


def nearer_parts(mechanism: Mechanism, home: NDArray[np.float64], drawn: NDArray[np.float64]) -> Iterator[float]:
    """Yield `PARTS`, and a smaller part if the poses of a much too large workspace are still far from home for this robot.

    home, drawn : (n_given,) home and (n, n_given) poses drawn from the workspace, each with its live parameters
    """
    yield from PARTS
    places = [k for k, coordinate in enumerate(mechanism.platform.coordinates) if coordinate < 3]
    farthest = float(np.abs(drawn[:, places] - home[places]).max(initial=0.0))
    if PARTS[-1] * farthest > NEAR * mechanism.size:
        yield NEAR * mechanism.size / farthest

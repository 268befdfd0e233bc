"""What acts on a simulated robot: a law, efforts and wrenches over time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.control.law import Law
from parados.control.sampled_loop import Sampling
from parados.control.user_c_law import CLaw
from parados.simulate.law_text import Controller

if TYPE_CHECKING:
    from parados.simulate.loop_library import Plant

__all__ = ["LoopInputs", "OverTime"]

Array = NDArray[np.float64]

OverTime = Callable[[Array], Array]
"""Function from times (k,) to rows (k, .)."""


@dataclass(frozen=True)
class LoopInputs:
    """What acts on a plant.

    law : a law, or a function of t, q, qd, x, xd that returns efforts (n_a,); None for none
    efforts, wrench : efforts (k, n_a) and wrenches (k, 6) at times (k,), in addition to those of the law; None for none
    """

    law: Law | CLaw | Callable[[float, Array, Array, Array, Array], Any] | None = None
    sampling: Sampling = field(default_factory=Sampling)
    efforts: OverTime | None = None
    wrench: OverTime | None = None

    def controller(self, plant: Plant) -> Controller | None:
        """Return what runs on the controller; a function in Python measures with the model of the plant."""
        if self.law is None:
            return None
        if isinstance(self.law, Law | CLaw):
            return Controller(self.law, self.law.model, self.law.mode)
        return Controller(None, plant.model, plant.mode)

"""The part that all methods of a model share: the evaluation of a quantity by its name.

The files `*_methods.py` each have one class of methods about one subject; `Model` in `model/model.py` is all of them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.model.compiled_robot import CompiledRobot
from parados.model.quantity import Options

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["ModelPart"]

Array = NDArray[np.float64]


class ModelPart(CompiledRobot):
    """Base of the classes that `Model` is composed of."""

    @property
    def _model(self) -> Model:
        """This object, as the class with the methods about all subjects."""
        return cast("Model", self)

    def _value(
        self, name: str, mode: ArrayLike | None, motion: bool, options: Options | None = None, /, **values: ArrayLike
    ) -> Array:
        """Evaluate a quantity and return its first output."""
        stack, out = self._evaluator.evaluate(name, values, mode, options, motion=motion, first=True)
        return stack.unstack(next(iter(out.values())))

"""Terms of an index at the poses of a map: those of single poses in chunks, on threads or on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.cluster.running_blocks import Crew, in_order
from parados.geometry.working_modes import Mode
from parados.model.model import Model
from parados.storage.travel import WithoutDerived
from parados.study.design_states import DesignStates
from parados.study.index_results import index_values
from parados.study.study_parts import ChosenIndex
from parados.study.study_states import StudyStates

__all__ = ["index_terms"]

Array = NDArray[np.float64]

CHUNK = 512
"""Number of poses that are evaluated together."""


def index_terms(
    model: Model, one: ChosenIndex, whole: StudyStates, mode: Mode, crew: Crew, done: Callable[[int], object]
) -> Array:
    """(T,) terms of an index over a grid; of an index that takes the largest or smallest term, the one of each pose.

    done : called with the number of poses of each finished chunk
    """
    if one.index.take not in ("smallest", "largest"):
        found = index_values(one.index, DesignStates.of_robot(model, whole, mode), one.options)[0]
        done(len(whole))
        return found
    places = (slice(start, start + CHUNK) for start in range(0, len(whole), CHUNK))
    blocks = (StudyStates("map", whole.x[own], whole.xd[own], whole.xdd[own], whole=False) for own in places)
    return np.concatenate(in_order(crew, PoseTerms(model, one, mode), blocks, lambda terms: done(len(terms))))


class PoseTerms(WithoutDerived):
    """Data that travel to the workers: a model, as its description, an index, and a working mode."""

    def __init__(self, model: Model, one: ChosenIndex, mode: Mode) -> None:
        self._model, self._one, self._mode, self._threads = model, one, mode, model.threads

    @cached_property
    def _own(self) -> Model:
        return self._model.with_threads(self._threads)  # pickles of a model do not know it

    def __call__(self, states: StudyStates) -> Array:
        """(N,) the largest or smallest term of each of N poses."""
        index = self._one.index
        at = DesignStates.of_robot(self._own, states, self._mode)
        terms = index_values(index, at, self._one.options)[0].reshape(len(states), -1)
        with np.errstate(invalid="ignore"):
            return np.asarray(terms.max(axis=1) if index.take == "largest" else terms.min(axis=1))

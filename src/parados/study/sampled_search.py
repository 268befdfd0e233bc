"""Searches whose designs are known before the first one is evaluated: a grid, a Sobol sequence, a Latin hypercube."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from parados.arguments import whole, word
from parados.errors import InputError, UnknownNameError
from parados.study.design_rows import DesignRows
from parados.text.result_display import Table

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["MOST_DESIGNS", "Ask", "GridSearch", "LatinSearch", "Search", "SobolSearch"]

Array = NDArray[np.float64]
Ask = Callable[[Array], DesignRows]
"""Function that evaluates designs (D, n); designs that are known already are not evaluated again."""

MOST_DESIGNS = 10_000_000


class Search:
    """A search: it asks for designs, and may look at the answers."""

    kind: ClassVar[str]
    options: ClassVar[tuple[str, ...]] = ()
    total: int
    """Number of designs, or the largest number if the search may end earlier."""

    told: str
    """The search in a few words."""

    def __init__(self, study: Study) -> None:
        self.study = study

    @property
    def description(self) -> Mapping[str, Any]:
        """Kind and options of the search, as numbers and words."""
        return {"kind": self.kind, **{name: getattr(self, name) for name in self.options}}

    def run(self, ask: Ask) -> list[Table]:
        """Ask for all designs; return tables of what the search found beside the designs."""
        raise NotImplementedError

    def placed(self, unit: Array) -> Array:
        """(D, n) designs from points (D, n) of the unit cube."""
        return self.study.lower + unit * (self.study.upper - self.study.lower)


class GridSearch(Search):
    """All combinations of evenly spaced values: `counts`, one for all variables or a mapping of names to counts."""

    kind = "grid"
    options = ("counts",)

    def __init__(self, study: Study, counts: Any = 5) -> None:
        super().__init__(study)
        given = counts if isinstance(counts, Mapping) else dict.fromkeys(study.names, counts)
        for name in given:
            word("search.counts", name, study.names, UnknownNameError, "a variable of the study")
        missing = [name for name in study.names if name not in given]
        if missing:
            raise InputError(f"search.counts: give the number of values of {missing[0]} too")
        self.counts = {
            name: whole(f"search.counts[{name}]", given[name], 1, MOST_DESIGNS, "a number of values") for name in study.names
        }
        self.total = int(np.prod([float(one) for one in self.counts.values()]))
        if self.total > MOST_DESIGNS:
            raise InputError(f"search: {self.total:,} designs are too many for a grid; stay below {MOST_DESIGNS:,}")
        self.told = f"grid of {' x '.join(map(str, self.counts.values()))} designs"

    def run(self, ask: Ask) -> list[Table]:
        axes = [np.linspace(0.0, 1.0, count) if count > 1 else np.array([0.5]) for count in self.counts.values()]
        mesh = np.meshgrid(*axes, indexing="ij")
        ask(self.placed(np.stack([part.ravel() for part in mesh], axis=1)))
        return []


class SobolSearch(Search):
    """A scrambled Sobol sequence: `designs` points that fill the ranges evenly, `seed` of the scrambling."""

    kind = "sobol"
    options = ("designs", "seed")

    def __init__(self, study: Study, designs: Any = 256, seed: Any = 0) -> None:
        super().__init__(study)
        self.designs = self.total = whole("search.designs", designs, 1, MOST_DESIGNS, "a number of designs")
        self.seed = whole("search.seed", seed, 0)
        self.told = f"{self.kind}, {self.designs:,} designs, seed {self.seed}"

    def _points(self) -> Array:
        from scipy.stats import qmc

        with warnings.catch_warnings():  # a number that is not a power of two fills the ranges less evenly, no more
            warnings.simplefilter("ignore", UserWarning)
            return np.asarray(qmc.Sobol(len(self.study.names), seed=self.seed).random(self.designs))

    def run(self, ask: Ask) -> list[Table]:
        ask(self.placed(self._points()))
        return []


class LatinSearch(SobolSearch):
    """A Latin hypercube: every variable takes `designs` different values, one in each part of its range."""

    kind = "latin-hypercube"

    def _points(self) -> Array:
        from scipy.stats import qmc

        return np.asarray(qmc.LatinHypercube(len(self.study.names), seed=self.seed).random(self.designs))

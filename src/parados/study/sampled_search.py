"""Searches whose designs are known before the first one is evaluated: a grid, a Sobol sequence, a Latin hypercube.

Their designs come in parts, so that a study may have more designs than fit into the memory.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from parados.arguments import whole, word
from parados.errors import InputError, UnknownNameError
from parados.study.design_rows import DesignRows
from parados.text.result_display import Table

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["MOST_DESIGNS", "Ask", "GridSearch", "LatinSearch", "SampledSearch", "Search", "SobolSearch"]

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


class SampledSearch(Search):
    """A search that does not look at the answers."""

    def parts(self, size: int) -> Iterator[Array]:
        """Yield all designs in parts (size, n), the last one smaller; the same ones in the same order at every call."""
        raise NotImplementedError

    def run(self, ask: Ask) -> list[Table]:
        for designs in self.parts(self.total):
            ask(designs)
        return []


class GridSearch(SampledSearch):
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

    def parts(self, size: int) -> Iterator[Array]:
        axes = [np.linspace(0.0, 1.0, count) if count > 1 else np.array([0.5]) for count in self.counts.values()]
        for start in range(0, self.total, size):
            places = np.unravel_index(np.arange(start, min(start + size, self.total)), tuple(self.counts.values()))
            yield self.placed(np.column_stack([axis[place] for axis, place in zip(axes, places, strict=True)]))


class SobolSearch(SampledSearch):
    """A scrambled Sobol sequence: `designs` points that fill the ranges evenly, `seed` of the scrambling."""

    kind = "sobol"
    options = ("designs", "seed")

    def __init__(self, study: Study, designs: Any = 256, seed: Any = 0) -> None:
        super().__init__(study)
        self.designs = self.total = whole("search.designs", designs, 1, MOST_DESIGNS, "a number of designs")
        self.seed = whole("search.seed", seed, 0)
        self.told = f"{self.kind}, {self.designs:,} designs, seed {self.seed}"

    def parts(self, size: int) -> Iterator[Array]:
        from scipy.stats import qmc

        sequence = qmc.Sobol(len(self.study.names), seed=self.seed)
        for start in range(0, self.designs, size):
            with warnings.catch_warnings():  # a number that is not a power of two fills the ranges less evenly, no more
                warnings.simplefilter("ignore", UserWarning)
                unit = sequence.random(min(size, self.designs - start))
            yield self.placed(np.asarray(unit))


class LatinSearch(SobolSearch):
    """A Latin hypercube: every variable takes `designs` different values, one in each part of its range.

    Its points depend on each other, so that all of them are in memory (8 bytes for each number).
    """

    kind = "latin-hypercube"

    def parts(self, size: int) -> Iterator[Array]:
        from scipy.stats import qmc

        every = qmc.LatinHypercube(len(self.study.names), seed=self.seed).random(self.designs)
        for start in range(0, self.designs, size):
            yield self.placed(np.asarray(every[start : start + size]))

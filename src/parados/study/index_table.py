"""The table of indices: numbers that compare designs of a robot.

An index computes *terms*, for example one for each state of a motion and each actuator, and takes the largest, the smallest or
the mean of them. Each index is one small function of `DesignStates`; `@index` enters it into the table `INDICES`, also a
function of a user. `@slopes_of` adds the exact derivatives of its terms, which a search by gradients needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from inspect import Parameter, signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import flag, function, shown, text, word
from parados.arguments.single_values import listed
from parados.errors import InputError, UnknownNameError

__all__ = ["INDICES", "OVER", "TAKES", "Index", "index", "known_index", "slopes_of"]

Array = NDArray[np.float64]
Terms = Callable[..., Array]

OVER = ("motion", "poses", "region", "robot")
"""What an index is taken over: the states of a motion; any poses, those of a motion or of a region; the poses of a region,
which is a grid; or the robot itself."""

TAKES: dict[str, tuple[Callable[..., Array], Callable[..., Array]]] = {
    "largest": (np.max, np.nanmax),
    "smallest": (np.min, np.nanmin),
    "mean": (np.mean, np.nanmean),
    "sum": (np.sum, np.nansum),
}
"""How the terms become one number: of all terms, and of the terms that exist."""


@dataclass(frozen=True)
class Index:
    """An index of designs.

    Attributes
    ----------
    name, about : its name, and what it is in one sentence
    unit : its unit; {effort}, {speed} and {reach} stand for units that depend on the actuators (N m, rad/s, m/rad or N, m/s, m/m)
    over : what it is taken over, one of `OVER`
    take : how its terms become one number, one of `TAKES`
    terms : function of `DesignStates` and the options: (D, T) terms of D designs, NaN for states that are not reached
    slopes : function of the same: (D, T, n) derivatives of the terms by the n variables; None if the index is not smooth
    live : function of the options: names of parameters that must be live in addition to the variables
    partial : True if a design may miss some of the states
    timed : True if the states of a motion must have times
    """

    name: str
    unit: str
    over: str
    take: str
    about: str
    terms: Terms
    slopes: Terms | None = None
    live: Callable[[Mapping[str, Any]], Iterable[str]] | None = None
    partial: bool = False
    timed: bool = False

    def __reduce__(self) -> tuple[Callable[..., Index], tuple[object, ...]]:
        """Pickle an index of parados by its name, and an index of a user with its functions."""
        if INDICES.get(self.name) is self and self.terms.__module__.split(".")[0] == "parados":
            return known_index, ("index", self.name)
        return Index, tuple(getattr(self, one.name) for one in fields(self))

    @property
    def options(self) -> dict[str, bool]:
        """Names of the options of the index; True if an option must be given."""
        own = list(signature(self.terms).parameters.values())[1:]
        return {one.name: one.default is Parameter.empty for one in own}

    def check_options(self, place: str, given: Mapping[str, Any]) -> None:
        """Raise InputError for an option that the index does not have, or that is missing."""
        for name in given:
            if name not in self.options:
                known = f"use {listed(self.options)}" if self.options else "it has none"
                raise UnknownNameError(f"{place}: {shown(name)} is not an option of the index {self.name}; {known}")
        for name, needed in self.options.items():
            if needed and name not in given:
                raise InputError(f"{place}: the index {self.name} needs the option {name}")

    def taken(self, terms: Array, whole: bool) -> Array:
        """(D,) the largest, smallest, mean or sum of terms (D, T).

        whole : NaN if one of the terms is NaN; otherwise these are left out
        """
        every, known = TAKES[self.take]
        if whole:
            return np.asarray(every(terms, axis=1))
        found = np.full(len(terms), np.nan)
        some = np.isfinite(terms).any(axis=1)
        found[some] = known(terms[some], axis=1)
        return found


INDICES: dict[str, Index] = {}
"""All indices by name."""


def index(
    unit: str,
    *,
    over: str,
    take: str = "largest",
    live: Callable[[Mapping[str, Any]], Iterable[str]] | None = None,
    partial: bool = False,
    timed: bool = False,
) -> Callable[[Terms], Terms]:
    """Enter a function of `DesignStates`, and of options by keyword, into the table of indices, under its own name.

    The first line of its docstring says what the index is. The function returns real numbers, the terms (D, T): NaN for a state
    out of reach; a design whose index becomes NaN or infinite is not feasible. Over poses, T is the number N of states or a
    multiple of it. Attributes of `Index` explain the arguments. A second function of the same name replaces the first.
    """
    text("unit", unit)
    word("over", over, OVER)
    word("take", take, tuple(TAKES))
    missing, needs_times = flag("partial", partial), flag("timed", timed)
    if needs_times and over != "motion":
        raise InputError(f"timed: an index over {over} has no times; give over='motion', or leave timed out")
    if live is not None:
        function("live", live, "options")

    def entered(terms: Terms) -> Terms:
        if not callable(terms) or not getattr(terms, "__name__", "").isidentifier() or not signature(terms).parameters:
            raise InputError(f"index: a function of DesignStates and its options is expected, not {shown(terms)}")
        about = (terms.__doc__ or "").strip().split("\n")[0]
        INDICES[terms.__name__] = Index(terms.__name__, unit, over, take, about, terms, None, live, missing, needs_times)
        return terms

    return entered


def slopes_of(name: str) -> Callable[[Terms], Terms]:
    """Add a function that returns the derivatives (D, T, n) of the terms of an index by the n variables of the designs."""
    own = known_index("slopes_of", name)

    def added(slopes: Terms) -> Terms:
        INDICES[name] = replace(own, slopes=slopes)
        return slopes

    return added


def known_index(place: str, name: Any) -> Index:
    """Return an index of the table, or raise UnknownNameError with the names of all."""
    return INDICES[word(place, name, tuple(INDICES), UnknownNameError, "an index")]

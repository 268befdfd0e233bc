"""Check what the function of an index returns: real numbers, in rows of the expected number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import real_array
from parados.errors import InputError
from parados.study.design_states import DesignStates
from parados.study.index_table import Index
from parados.text.numbers import counted

__all__ = ["IndexResultError", "index_slopes", "index_values"]

Array = NDArray[np.float64]


class IndexResultError(InputError):
    """The function of an index returned something else than its terms; this is not a matter of the design."""


def index_values(index: Index, at: DesignStates, options: Mapping[str, Any]) -> Array:
    """(D, T) terms of an index for D designs at N states; raises IndexResultError if its function returns anything else.

    Over poses, and over a region of which the largest or smallest term is taken, T is a multiple of N. NaN and infinity are
    accepted: such an index has no value.
    """
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        given = index.terms(at, **options)
    terms, count, states = _numbers(index, given, "terms"), len(at), len(at.states)
    by_pose = index.over == "poses" or (index.over == "region" and index.take in ("largest", "smallest"))
    if terms.ndim == 2 and len(terms) == count and terms.shape[1] and not (by_pose and terms.shape[1] % states):
        return terms
    wanted = f"one or more numbers for each of {counted(states, 'pose')}" if by_pose else "one or more numbers"
    shape = f"({count}, {states})" if by_pose else f"({count}, T)"
    raise IndexResultError(
        f"index {index.name}: shape {shape} is expected, with a row for each of {counted(count, 'design')} and in it {wanted}; "
        f"its function returned shape {terms.shape}"
    )


def index_slopes(index: Index, at: DesignStates, options: Mapping[str, Any], terms: Array) -> Array:
    """(D, T, n) derivatives of the terms (D, T) of an index by the n variables; raises IndexResultError for anything else."""
    assert index.slopes is not None
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        given = index.slopes(at, **options)
    slopes, wanted = _numbers(index, given, "derivatives"), (*terms.shape, len(at.names))
    if slopes.shape != wanted:
        raise IndexResultError(
            f"index {index.name}: derivatives of shape {wanted} are expected, of {counted(len(at), 'design')}, "
            f"{counted(terms.shape[1], 'term')} and {counted(len(at.names), 'variable')}; "
            f"the function of slopes_of returned shape {slopes.shape}"
        )
    return slopes


def _numbers(index: Index, given: Any, what: str) -> Array:
    """Return what a function of an index returned as an array of real numbers; they need not be finite."""
    try:
        return real_array(f"index {index.name}", given, finite=False, expected=f"an array of real numbers, the {what}, is")
    except InputError as error:
        raise IndexResultError(str(error)) from None

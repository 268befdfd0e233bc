"""Find the parameters that the measurements determine: rank and groups of the projected Jacobian, as for base parameters.

The columns of J are orthogonalised from the first to the last (Briot & Khalil 8.7.4). A column that depends on columns before it
belongs to a parameter that cannot be told apart from them: J_2 = J_1 beta. It stays at its value, and the others take its effect:
what is identified is p_1 + beta p_2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.arguments.single_values import listed
from parados.dynamics.base_search import base_search
from parados.errors import InputError
from parados.text.numbers import counted

__all__ = ["Identifiable", "identifiable"]

Array = NDArray[np.float64]
Index = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Identifiable:
    """Parameters that the measurements determine.

    free : indices of the parameters that are identified;  fixed : indices of those that stay at their values
    groups : what each of them identifies, e.g. "platform_z_leg1 - offset_l1"
    sentences : why others stay, one sentence for each
    singular_values : of the Jacobian with columns of length 1, relative to the largest one
    """

    free: Index
    fixed: Index
    groups: tuple[str, ...]
    sentences: tuple[str, ...]
    singular_values: Array


def identifiable(J: Array, names: Sequence[str], chosen: Index) -> Identifiable:
    """Divide the chosen columns of a weighted Jacobian J (rows, n_p); raises InputError if there are too few rows.

    names : the names of all n_p live numbers
    """
    own = [names[k] for k in chosen]
    if len(J) < len(chosen):
        raise InputError(
            f"calibrate: the measurements give {counted(len(J), 'equation')} for {counted(len(chosen), 'parameter')}; measure at "
            "more poses, or calibrate fewer parameters"
        )
    try:
        found = base_search(J[:, chosen], np.zeros(len(J), dtype=np.intp), np.ones(len(chosen)))
    except InputError:
        raise InputError(
            "calibrate: it is not clear how many parameters the measurements determine, since the singular values of the "
            "Jacobian fall without a gap; measure at poses that differ more, or calibrate fewer parameters"
        ) from None
    sentences = [f"{own[k]} has no effect on the measurements." for k in found.without_effect]
    groups = [own[k] for k in found.kept]
    for j, k in enumerate(found.dropped):
        column = found.beta[:, j]
        with_it = [own[found.kept[i]] for i in np.flatnonzero(column)]
        sentences.append(f"{own[k]} cannot be told apart from {listed(with_it)}.")
        groups = [f"{one}{_term(share, own[k])}" for one, share in zip(groups, column, strict=True)]
    fixed = np.sort(np.concatenate([found.dropped, found.without_effect]))
    return Identifiable(chosen[found.kept], chosen[fixed], tuple(groups), tuple(sentences), found.singular_values)


def _term(share: float, name: str) -> str:
    if share == 0:
        return ""
    size = "" if abs(abs(share) - 1) < 1e-9 else f"{abs(share):.4g} "
    return f" {'-' if share < 0 else '+'} {size}{name}"

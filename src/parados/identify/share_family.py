"""Shares in base parameters as functions of live parameters, from members of the family.

beta (Briot & Khalil 8.273) is computed for members along each live parameter alone, which shows the functions of this parameter
in each entry, and for members in which all parameters differ, to which the products of these functions are fitted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.identify.share_formula import ShareFormula, fitted_formula, functions_along
from parados.identify.share_members import FACTORS, ShareMembers, Shares, changed_shares

__all__ = ["family_formulas"]

Array = NDArray[np.float64]
Entry = tuple[int, int]

FEWEST = 5
"""Smallest number of members that show the functions of a parameter."""

CHECKS = 4
"""Number of members that are not fitted."""

PRODUCTS = 32
"""Largest number of products that are fitted."""


def family_formulas(shares: Shares, beta: Array, live: Mapping[str, Any], seed: int = 0) -> dict[Entry, ShareFormula | None]:
    """Find a formula of each entry of beta that is not zero for all members; None where no small one exists.

    shares : beta (n_b, n_2) for values of live parameters;  beta : with the values `live`
    """
    family, rng = ShareMembers(shares, live), np.random.default_rng(seed)
    every = range(len(family.numbers))
    family.usual(family.moving(every, beta), rng)
    usual = family.beta(family.own)
    beta = beta if usual is None else usual
    moving = {k: family.along(k) for k in family.moving(every, beta)}
    entries = np.argwhere(np.any([beta, *(one for _, found in moving.values() for one in found)], axis=0))
    along: dict[Entry, dict[int, tuple[str, ...] | None]] = {(int(i), int(j)): {} for i, j in entries}
    for k, (p, found) in moving.items():
        changed = np.any([changed_shares(one, beta) for one in found], axis=0) if found else beta != 0
        for e in along:
            if changed[e]:
                along[e][k] = functions_along(p, np.array([one[e] for one in found])) if len(p) >= FEWEST else None
    return _fitted(family, along, beta, rng)


def _fitted(
    family: ShareMembers, along: Mapping[Entry, Mapping[int, tuple[str, ...] | None]], beta: Array, rng: np.random.Generator
) -> dict[Entry, ShareFormula | None]:
    """Fit the products of the functions along each number to members in which all these numbers differ."""
    counts = {e: prod(len(f) for f in own.values() if f) for e, own in along.items() if own and None not in own.values()}
    fitted = max((count for count in counts.values() if count <= PRODUCTS), default=0)
    members, stack = _others(family, sorted({k for own in along.values() for k in own}), fitted + CHECKS, rng)
    formulas: dict[Entry, ShareFormula | None] = {}
    for e, own in along.items():
        formulas[e] = None
        if not own:
            formulas[e] = ShareFormula(((float(beta[e]), ()),))
        elif e in counts and len(members) > CHECKS:
            names = {family.numbers[k].name: k for k in own}
            formulas[e] = fitted_formula(
                {name: members[:, k] for name, k in names.items()}, {name: own[k] or () for name, k in names.items()},
                stack[:, e[0], e[1]], len(members) - CHECKS,
            )  # fmt: skip
    return formulas


def _others(family: ShareMembers, used: Sequence[int], count: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return the numbers (m, n) and beta (m, n_b, n_2) of at most `count` members with random values of the used numbers."""
    found: list[tuple[Array, Array]] = []
    for _ in range(3 * count if len(used) else 0):
        factors = np.ones(len(family.own))
        factors[used] = rng.uniform(FACTORS[0], FACTORS[-1], len(used))
        member = family.moved(factors)
        one = family.beta(member)
        if one is not None:
            found.append((member, one))
        if len(found) == count:
            break
    return np.array([member for member, _ in found]), np.array([one for _, one in found])

"""Groups of standard parameters (Briot & Khalil 8.272): the parameter that leads a group, and the shares of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from parados.identify.share_formula import ShareFormula

__all__ = ["Group", "groups_of"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Group:
    """A base parameter: the parameter that leads the group, and the shares of those that are added to it.

    Attributes
    ----------
    leader : name of the standard parameter that gives the group its name
    shares : name of an eliminated parameter -> its factor, in the order of the columns; empty if the leader stands alone
    value : the value with the numbers of the robot file [SI units]
    equal : names of parameters of other legs that have the same value as the leader, if parameters are tied
    """

    leader: str
    shares: Mapping[str, float] = field(default_factory=dict)
    value: float = 0.0
    equal: tuple[str, ...] = ()

    @property
    def is_alone(self) -> bool:
        """True if nothing is added to the leader."""
        return not self.shares

    @property
    def formula(self) -> str:
        """The sum, such as "zz_q11 + ia_q11 - 0.24158 mx_q12 + 0.045369 m_q12"."""
        return self.leader + "".join(_term(name, share) for name, share in self.shares.items())

    def in_symbols(self, formulas: Mapping[str, ShareFormula | None]) -> str:
        """Return the sum with formulas of the shares; shares without a formula are numbers."""
        words = self.leader
        for name, formula in formulas.items():
            number = formula is None or not formula.parameters
            words += _symbolic_term(name, formula) if formula and not number else _term(name, self.shares.get(name, 0.0))
        return words

    def __str__(self) -> str:
        return self.formula


def _term(name: str, share: float) -> str:
    size = f"{abs(share):.5g}"
    return f" {'-' if share < 0 else '+'} {'' if size == '1' else f'{size} '}{name}"


def _symbolic_term(name: str, formula: ShareFormula) -> str:
    text = str(formula)
    if len(formula.terms) > 1:
        return f" + ({text}) {name}"
    size = text.removeprefix("-")
    return f" {'-' if text.startswith('-') else '+'} {f'({size})' if '/' in size else size} {name}"


def groups_of(
    leaders: Sequence[str], others: Sequence[str], beta: Array, values: Array, equal: Sequence[tuple[str, ...]]
) -> tuple[Group, ...]:
    """Return a group for each leader; beta (n_b, n_2) has the shares of the eliminated parameters `others`."""
    return tuple(
        Group(leader, {others[j]: float(beta[k, j]) for j in np.flatnonzero(beta[k]).tolist()}, float(values[k]), equal[k])
        for k, leader in enumerate(leaders)
    )

"""Linear relations between joint positions: the sum of factor * q over some joints is constant.

Gears, belts, differentials, racks and coupled arms impose such relations, and so do some closed loops (the joints of a
parallelogram turn by opposite angles). An ideal coupling does no work, so it transmits efforts in proportion to its factors.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.spatial.live_numbers import as_numbers, nominal

__all__ = ["Coupling", "contradictions", "coupling_rows", "eliminated"]

Array = NDArray[np.float64]

NONE = 1e-9
"""Factors below this, relative to the largest of their coupling, count as zero after an elimination."""


@dataclass(frozen=True)
class Coupling:
    """Linear relation between joint positions q: the sum of factor * q over the joints in `factors` equals `constant`.

    factors : index of a joint -> factor
    name : name of the coupling in the file; empty for a relation that a closed loop imposes
    """

    factors: dict[int, float]
    constant: float
    name: str = ""

    @property
    def scale(self) -> float:
        """Largest absolute factor, by which rows are divided; with live parameters, the value for the file's own numbers."""
        return float(np.abs(nominal(list(self.factors.values()))).max())

    def total(self, q: Any) -> Any:
        """Return the sum of factor * q; q (n_t,) are positions or rates of all joints, numbers or expressions."""
        return sum(factor * q[k] for k, factor in self.factors.items())

    def residual(self, q: Array) -> float:
        """Return |exp(i e) - 1| for the error e of the relation at joint positions q (n_t,): about |e|, and 0 for whole turns."""
        return float(abs(np.exp(1j * (self.total(q) - self.constant)) - 1))


def coupling_rows(couplings: Sequence[Coupling], n_t: int) -> Array:
    """(k, n_t) coefficients of the joint rates in k couplings, each row divided by its largest absolute value."""
    rows: Any = np.zeros((len(couplings), n_t), dtype=object)
    for row, coupling in zip(rows, couplings, strict=True):
        for k, factor in coupling.factors.items():
            row[k] = factor / coupling.scale
    return as_numbers(rows)


def eliminated(
    couplings: Sequence[Coupling], joints: Collection[int], kept: Collection[int] = ()
) -> list[tuple[int, Coupling]]:
    """Solve couplings for some of the joints by Gauss-Jordan elimination.

    joints : indices of the joints for which a coupling may be solved
    kept : joints for which it is solved only if no other is left
    Returns pairs of a joint and a relation. The relation has the factor 1 for this joint, and does not contain the joints of the
    other pairs. Each coupling is solved for the possible joint with the smallest factor, because this joint moves most.
    """
    left = list(couplings)
    solved: list[tuple[int, Coupling]] = []
    while left:
        relation = left.pop(0)
        sizes = {k: abs(float(nominal(factor))) for k, factor in relation.factors.items()}
        possible = [k for k, size in sizes.items() if k in joints and size > NONE * relation.scale]
        if not possible:
            continue
        joint = min(possible, key=lambda k: (k in kept, sizes[k]))
        own = _scaled(relation, joint)
        left = [_without(other, joint, own) for other in left]
        solved = [(k, _without(other, joint, own)) for k, other in solved] + [(joint, own)]
    return solved


def contradictions(couplings: Sequence[Coupling]) -> list[str]:
    """Return the names of couplings whose terms are combinations of earlier couplings with contradictory constants."""
    size = 1 + max([k for one in couplings for k in one.factors], default=0)
    terms = nominal(coupling_rows(couplings, size))
    constants = np.array([float(nominal(one.constant)) / one.scale for one in couplings])
    found: list[str] = []
    for k, one in enumerate(couplings):
        weights = np.linalg.lstsq(terms[:k].T, terms[k], rcond=None)[0]
        follows = np.abs(weights @ terms[:k] - terms[k]).max(initial=0.0) < NONE
        if follows and abs(weights @ constants[:k] - constants[k]) > NONE * max(1.0, abs(constants[k])):
            found.append(one.name)
    return found


def _scaled(relation: Coupling, joint: int) -> Coupling:
    """Divide a relation by the factor of a joint."""
    divisor = relation.factors[joint]
    factors = {k: factor / divisor if k != joint else 1.0 for k, factor in relation.factors.items()}
    return Coupling(factors, relation.constant / divisor, relation.name)


def _without(relation: Coupling, joint: int, solved: Coupling) -> Coupling:
    """Eliminate a joint from a relation; `solved` is another relation, with the factor 1 for this joint."""
    if joint not in relation.factors:
        return relation
    factor, factors = relation.factors[joint], dict(relation.factors)
    for k, other in solved.factors.items():
        factors[k] = factors.get(k, 0.0) - factor * other
    del factors[joint]
    kept = {k: value for k, value in factors.items() if np.abs(nominal(value)) > NONE * relation.scale}
    return Coupling(kept, relation.constant - factor * solved.constant, relation.name)

"""Evaluate every instruction of a graph at sampled states; non-analytic operations are replaced (see `operations`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.graph.operations import OPERATIONS
from parados.graph.tape import Instruction, Tape, apply
from parados.spatial.vectors import SX, snap

__all__ = ["ENOUGH", "EQUAL", "Sampled", "sampled_values"]

Array = NDArray[np.float64]
Ints = NDArray[np.intp]

EQUAL = 1e-11
"""Relative difference below which two values count as equal; round-off in these graphs stays below 1e-13."""

ENOUGH = 6
"""Smallest number of states with finite values of both instructions for a comparison."""


@dataclass(frozen=True)
class Sampled:
    """Values of the instructions of a graph at sampled states.

    values : (n_instructions, n_states); all values of a constant are equal
    sizes : (n_instructions, n_states) scale of round-off: the larger term of a sum, the value of
        other operations, and 0 for inputs, outputs and constants
    is_constant : (n_instructions,) True for instructions with a constant value
    """

    values: Array
    sizes: Array
    is_constant: NDArray[np.bool_]


@np.errstate(all="ignore")
def sampled_values(tape: Tape, states: Array) -> Sampled:
    """Evaluate a tape at sampled states, many instructions at a time.

    states : (n_states, total size of the inputs)
    """
    instructions = tape.instructions
    offsets = np.cumsum([0, *[tape.function.numel_in(k) for k in range(tape.function.n_in())]])
    values = np.zeros((len(instructions), len(states)))
    sizes, is_constant = np.zeros_like(values), np.zeros(len(instructions), dtype=bool)
    first, second = _operands(instructions)
    for groups in _levels(instructions):
        computed: list[tuple[Ints, Array, Array, Array]] = []
        for op, rows in groups:
            if op == ca.OP_CONST:
                values[rows] = [[instructions[k].constant] for k in rows]
                is_constant[rows] = True
            elif op == ca.OP_INPUT:
                values[rows] = states[:, [offsets[instructions[k].place[0]] + instructions[k].place[1] for k in rows]].T
            elif op == ca.OP_OUTPUT:
                values[rows], is_constant[rows] = values[first[rows]], is_constant[first[rows]]
            else:
                known = is_constant[first[rows]] & is_constant[second[rows]]
                for k in rows[known]:  # constants use the true operation, not its replacement
                    numbers = [SX(float(values[i, 0])) for i in instructions[k].operands]
                    values[k], is_constant[k] = float(apply(op, *numbers)), True
                if not known.all():
                    rows = rows[~known]
                    terms = [values[place[rows]] for place in (first, second)[: len(instructions[rows[0]].operands)]]
                    computed.append((rows, *_evaluated(op, terms)))
        if computed:
            rows, found, size, exact = (np.concatenate(parts) for parts in zip(*computed, strict=True))
            constant = _constants(found, size, exact)
            is_constant[rows] = np.isfinite(constant)
            values[rows], sizes[rows] = np.where(np.isfinite(constant)[:, None], constant[:, None], found), size
    return Sampled(values, sizes, is_constant)


def _evaluated(op: int, terms: list[Array]) -> tuple[Array, Array, Array]:
    """Evaluate instructions with the same operation: their values, their sizes, and their values without replacement."""
    found, exact = _values_of(op)(*terms), OPERATIONS[op].exact
    size = np.maximum(np.abs(terms[0]), np.abs(terms[1])) if op in (ca.OP_ADD, ca.OP_SUB) else np.abs(found)
    return found, size, found if exact is None else exact(*terms)


def _values_of(op: int) -> Callable[..., Any]:
    sampled = OPERATIONS[op].sampled
    assert sampled is not None, f"operation {op} occurs only after merging"
    return sampled


def _operands(instructions: Sequence[Instruction]) -> tuple[Ints, Ints]:
    """Return the indices of the first and of the last operand of each instruction; 0 if it has none."""
    pairs = [(operands[0], operands[-1]) if operands else (0, 0) for _, operands, _, _ in instructions]
    table = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def _levels(instructions: Sequence[Instruction]) -> Iterator[list[tuple[int, Ints]]]:
    """Yield instructions whose operands are known, level by level, in groups with the same operation."""
    depths: list[int] = []
    levels: list[dict[int, list[int]]] = []
    for k, (op, operands, _, _) in enumerate(instructions):
        depth = 1 + max([depths[i] for i in operands]) if operands else 0
        depths.append(depth)
        if depth == len(levels):
            levels.append(defaultdict(list))
        levels[depth][op].append(k)
    for groups in levels:
        yield [(op, np.array(rows)) for op, rows in sorted(groups.items())]


def _constants(values: Array, sizes: Array, exact: Array) -> Array:
    """(n,) constant value of each row; NaN for rows that are not constant. A constant has its exact value, not a replacement."""
    finite = np.isfinite(values)
    ignored, enough = ~finite, finite.sum(axis=1) >= ENOUGH
    first = values[np.arange(len(values)), finite.argmax(axis=1)]
    zero = enough & ((np.abs(values) <= EQUAL * sizes) | ignored).all(axis=1)
    same = enough & ~zero & ((np.abs(values - first[:, None]) <= EQUAL * sizes) | ignored).all(axis=1)
    constants = np.where(zero, 0.0, np.nan)
    for k in np.flatnonzero(same):
        value = float(np.median(exact[k][finite[k]]))
        constants[k] = float(snap(value)) or value  # an inertia [kg m^2] may be below any number; zeros are found above
    return constants

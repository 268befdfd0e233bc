"""Read a graph as a list of instructions and replay them, to write C, sample values or build a new graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import casadi as ca

from parados.spatial.vectors import SX

__all__ = ["Instruction", "Place", "Rewriting", "Tape", "apply", "rewritten"]

Value = TypeVar("Value")

Place = tuple[int, int]
"""Index of an input or output, and index of the nonzero entry in it."""


def apply(op: int, *operands: SX) -> SX:
    """Build the expression of an operation, given by its CasADi code.

    This is ten times faster than an operator such as `a * b`, which tries every type of number first.
    """
    return SX.unary(op, *operands) if len(operands) == 1 else SX.binary(op, *operands)


class Instruction(NamedTuple):
    """An instruction of a graph.

    op : CasADi code of the operation
    operands : indices of the earlier instructions that compute the operands
    place : entry of an input or output, for OP_INPUT and OP_OUTPUT
    constant : value of OP_CONST
    """

    op: int
    operands: tuple[int, ...] = ()
    place: Place = (0, 0)
    constant: float = 0.0


class Tape:
    """The instructions of a graph, in the order of their evaluation.

    Instruction k computes value k. Unlike in CasADi's own list, no later instruction overwrites this value.
    """

    def __init__(self, function: ca.Function) -> None:
        self.function = function
        self.instructions = _instructions(function)

    @staticmethod
    def of(inputs: Sequence[SX], outputs: Sequence[SX]) -> Tape:
        """Build the tape of the graph from inputs to outputs."""
        return Tape(ca.Function("f", list(inputs), list(outputs)))

    def replay(
        self,
        constant: Callable[[float], Value],
        entry: Callable[[Place], Value],
        operation: Callable[..., Value],
        output: Callable[[Place, Value], None],
    ) -> None:
        """Evaluate the instructions in order, with values of any type.

        constant : called with the number of a constant
        entry : called with the place of an input
        operation : called with the index of the instruction, its code and the values of its operands
        output : called with the place of an output and its value
        """
        values: list[Value] = []
        for k, (op, operands, place, number) in enumerate(self.instructions):
            if op == ca.OP_OUTPUT:
                value = values[operands[0]]
                output(place, value)
            elif op == ca.OP_CONST:
                value = constant(number)
            elif op == ca.OP_INPUT:
                value = entry(place)
            else:
                value = operation(k, op, *[values[i] for i in operands])
            values.append(value)


class Rewriting:
    """A new graph on the same inputs, written entry by entry."""

    def __init__(self, inputs: Sequence[SX], outputs: Sequence[SX]) -> None:
        self.inputs, self.tape = list(inputs), Tape.of(inputs, outputs)
        f = self.tape.function
        self._parts: list[list[SX]] = [[SX(0)] * f.nnz_out(k) for k in range(f.n_out())]

    def entry(self, place: Place) -> SX:
        """Return the symbol of an entry of an input."""
        return self.inputs[place[0]].nz[place[1]]

    def output(self, place: Place, expression: SX) -> None:
        """Set an entry of an output."""
        self._parts[place[0]][place[1]] = expression

    def outputs(self) -> list[SX]:
        """Return the new outputs; entries that became zero are structural zeros."""
        patterns = [self.tape.function.sparsity_out(k) for k in range(len(self._parts))]
        return [ca.sparsify(SX(p, ca.vertcat(*part)) if part else SX(p)) for p, part in zip(patterns, self._parts, strict=True)]


def rewritten(inputs: Sequence[SX], outputs: Sequence[SX], operation: Callable[..., SX]) -> list[SX]:
    """Return the outputs with each operation replaced by the result of `operation(index, code, *operands)`."""
    writing = Rewriting(inputs, outputs)
    writing.tape.replay(SX, writing.entry, operation, writing.output)
    return writing.outputs()


def _instructions(f: ca.Function) -> list[Instruction]:
    """Read the instructions of a CasADi function; CasADi may write a place of its work vector more than once."""
    read: list[Instruction] = []
    writer = [0] * f.sz_w()
    for k in range(f.n_instructions()):
        op = f.instruction_id(k)
        if op == ca.OP_OUTPUT:
            index, nonzero = f.instruction_output(k)
            read.append(Instruction(op, (writer[f.instruction_input(k)[0]],), (index, nonzero)))
            continue
        if op == ca.OP_CONST:
            read.append(Instruction(op, constant=f.instruction_constant(k)))
        elif op == ca.OP_INPUT:
            index, nonzero = f.instruction_input(k)
            read.append(Instruction(op, place=(index, nonzero)))
        else:
            read.append(Instruction(op, tuple([writer[i] for i in f.instruction_input(k)])))
        writer[f.instruction_output(k)[0]] = k
    return read

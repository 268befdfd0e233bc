"""Read a graph as a list of instructions and write it anew: the walk that merging, gathering and clamping share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import casadi as ca

from parados.spatial.vectors import SX

__all__ = ["Instruction", "Tape", "apply"]

Value = TypeVar("Value")


def apply(op: int, *operands: SX) -> SX:
    """The expression of an operation, by CasADi's code of it.

    Ten times quicker than an operator such as `a * b`, which tries every kind of number first.
    """
    return SX.unary(op, *operands) if len(operands) == 1 else SX.binary(op, *operands)


class Instruction(NamedTuple):
    """op : CasADi's code
    operands : which earlier instructions gave the operands
    place : which entry of which input or output
    constant : of OP_CONST
    """

    op: int
    operands: tuple[int, ...] = ()
    place: tuple[int, int] = (0, 0)
    constant: float = 0.0


class Tape:
    """The instructions of a graph in their order, each with a value of its own."""

    def __init__(self, inputs: Sequence[SX], outputs: Sequence[SX]) -> None:
        self.inputs = list(inputs)
        self.function = ca.Function("f", self.inputs, list(outputs))
        self.instructions = list(_instructions(self.function))

    def replay(
        self,
        constant: Callable[[float], Value],
        entry: Callable[[SX], Value],
        operation: Callable[..., Value],
        written: Callable[[Value], SX],
    ) -> list[SX]:
        """Go through the instructions with values of any kind; returns the outputs, without entries that became zero.

        operation : called with the number of the instruction, its code and the values of its operands
        written : the expression of a value, asked for where an output is reached
        """
        f = self.function
        values: list[Value] = []
        results: list[list[SX]] = [[SX(0)] * f.nnz_out(k) for k in range(f.n_out())]
        for k, (op, operands, place, number) in enumerate(self.instructions):
            if op == ca.OP_OUTPUT:
                value = values[operands[0]]
                results[place[0]][place[1]] = written(value)
            elif op == ca.OP_CONST:
                value = constant(number)
            elif op == ca.OP_INPUT:
                value = entry(self.inputs[place[0]].nz[place[1]])
            else:
                value = operation(k, op, *[values[i] for i in operands])
            values.append(value)
        patterns = [f.sparsity_out(k) for k in range(f.n_out())]
        return [ca.sparsify(SX(p, ca.vertcat(*part)) if part else SX(p)) for p, part in zip(patterns, results, strict=True)]

    def rewritten(self, operation: Callable[..., SX]) -> list[SX]:
        """The outputs with each operation as `operation` writes it."""
        return self.replay(SX, _itself, operation, _itself)


def _itself(expression: SX) -> SX:
    return expression


def _instructions(f: ca.Function) -> list[Instruction]:
    """One instruction for each of the function's; a place of its work vector may be written more than once."""
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

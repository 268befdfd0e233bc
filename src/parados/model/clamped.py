"""A graph whose square roots take what is below zero as zero.

At the border of what a leg reaches, the discriminant of its inverse geometry is zero but for round-off, and on the
wrong side its root is not a number. With clamped roots the pose counts as on the border; whether it is near enough to
it is for the caller to say, from the discriminants themselves.
"""

from __future__ import annotations

import casadi as ca

from parados.model.nodes import apply
from parados.spatial.vectors import SX

__all__ = ["with_clamped_roots"]


def with_clamped_roots(f: ca.Function) -> ca.Function:
    """The same function with sqrt(max(a, 0)) for every sqrt(a)."""
    inputs = [SX.sym(f.name_in(k), *f.size_in(k)) for k in range(f.n_in())]
    outputs = [SX(f.sparsity_out(k)) for k in range(f.n_out())]
    work: list[SX] = [SX(0)] * f.sz_w()
    for k in range(f.n_instructions()):
        op, source, target = f.instruction_id(k), f.instruction_input(k), f.instruction_output(k)
        if op == ca.OP_OUTPUT:
            outputs[target[0]].nz[target[1]] = work[source[0]]
        elif op == ca.OP_CONST:
            work[target[0]] = SX(f.instruction_constant(k))
        elif op == ca.OP_INPUT:
            work[target[0]] = inputs[source[0]].nz[source[1]]
        else:
            operands = [work[i] for i in source]
            work[target[0]] = ca.sqrt(ca.fmax(operands[0], 0)) if op == ca.OP_SQRT else apply(op, operands)
    names = [f.name_in(k) for k in range(f.n_in())], [f.name_out(k) for k in range(f.n_out())]
    return ca.Function(f.name(), inputs, outputs, *names)

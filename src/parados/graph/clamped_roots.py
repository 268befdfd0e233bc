"""A graph whose square roots take what is below zero as zero.

At the border of what a leg reaches, the discriminant of its inverse geometry is zero but for round-off, and on the
wrong side its root is not a number. With clamped roots the pose counts as on the border; whether it is near enough to
it is for the caller to say, from the discriminants themselves.
"""

from __future__ import annotations

import casadi as ca

from parados.graph.tape import apply, rewritten
from parados.spatial.vectors import SX

__all__ = ["with_clamped_roots"]


def with_clamped_roots(f: ca.Function) -> ca.Function:
    """The same function with sqrt(max(a, 0)) for every sqrt(a)."""
    inputs = [SX.sym(f.name_in(k), *f.size_in(k)) for k in range(f.n_in())]
    outputs = rewritten(inputs, f.call(inputs), _clamped)
    names = [f.name_in(k) for k in range(f.n_in())], [f.name_out(k) for k in range(f.n_out())]
    return ca.Function(f.name(), inputs, [ca.densify(output) for output in outputs], *names)


def _clamped(_: int, op: int, *operands: SX) -> SX:
    return apply(op, apply(ca.OP_FMAX, *operands, SX(0)) if op == ca.OP_SQRT else operands[0], *operands[1:])

"""Replace negative arguments of square roots in a graph by zero.

At the border of the reach of a leg, the discriminant of its inverse geometry is zero up to round-off. If round-off makes
it negative, its root is NaN. With clamped roots such a pose counts as on the border; the caller decides from the
discriminants whether the pose is near enough to the border.
"""

from __future__ import annotations

import casadi as ca

from parados.graph.tape import apply, rewritten
from parados.spatial.vectors import SX

__all__ = ["with_clamped_roots"]


def with_clamped_roots(f: ca.Function) -> ca.Function:
    """Return the function with sqrt(max(a, 0)) in place of every sqrt(a)."""
    inputs = [SX.sym(f.name_in(k), *f.size_in(k)) for k in range(f.n_in())]
    outputs = rewritten(inputs, f.call(inputs), _clamped)
    names = [f.name_in(k) for k in range(f.n_in())], [f.name_out(k) for k in range(f.n_out())]
    return ca.Function(f.name(), inputs, [ca.densify(output) for output in outputs], *names)


def _clamped(_: int, op: int, *operands: SX) -> SX:
    return apply(op, apply(ca.OP_FMAX, *operands, SX(0)) if op == ca.OP_SQRT else operands[0], *operands[1:])

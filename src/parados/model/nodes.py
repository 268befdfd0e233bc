"""The operations of a graph as functions on expressions, by CasADi's codes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import casadi as ca

from parados.spatial.vectors import SX

__all__ = ["BINARY", "UNARY", "apply"]

UNARY: dict[int, Callable[..., SX]] = {
    ca.OP_NEG: lambda a: -a,
    ca.OP_SQ: lambda a: a * a,
    ca.OP_SQRT: ca.sqrt,
    ca.OP_SIN: ca.sin,
    ca.OP_COS: ca.cos,
    ca.OP_TAN: ca.tan,
    ca.OP_ASIN: ca.asin,
    ca.OP_ACOS: ca.acos,
    ca.OP_ATAN: ca.atan,
    ca.OP_SIGN: ca.sign,
    ca.OP_FABS: ca.fabs,
    ca.OP_EXP: ca.exp,
    ca.OP_TANH: ca.tanh,
    ca.OP_INV: lambda a: 1 / a,
    ca.OP_TWICE: lambda a: 2 * a,
    ca.OP_NOT: ca.logic_not,
}
BINARY: dict[int, Callable[..., SX]] = {
    ca.OP_ADD: lambda a, b: a + b,
    ca.OP_SUB: lambda a, b: a - b,
    ca.OP_MUL: lambda a, b: a * b,
    ca.OP_DIV: lambda a, b: a / b,
    ca.OP_ATAN2: ca.atan2,
    ca.OP_POW: lambda a, b: a**b,
    ca.OP_CONSTPOW: lambda a, b: a**b,
    ca.OP_COPYSIGN: ca.copysign,
    ca.OP_FMAX: ca.fmax,
    ca.OP_LT: lambda a, b: a < b,
    ca.OP_LE: lambda a, b: a <= b,
    ca.OP_EQ: lambda a, b: a == b,
    ca.OP_NE: lambda a, b: a != b,
    ca.OP_IF_ELSE_ZERO: lambda a, b: ca.if_else(a, b, 0),
}


def apply(op: int, operands: Sequence[SX]) -> SX:
    """The expression of an operation."""
    return UNARY[op](*operands) if len(operands) == 1 else BINARY[op](*operands)

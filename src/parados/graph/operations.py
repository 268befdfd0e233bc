"""The operations that a graph may contain, with their C code, their kind for counting, and their function for sampling.

Equal values at sampled states prove equality only for analytic functions. Other operations are therefore replaced when a
graph is sampled: a root gets a random sign, because sqrt(g^2) = g holds only for positive g; signs, absolute values and
comparisons are replaced by odd, even and generic analytic functions. tanh and exp, which are constant in double precision for
large arguments (friction with a small width, Stribeck terms), are replaced by functions that are not. atan2 is replaced by a
periodic function of the angle: atan2(sin q, cos q) = q holds only within half a turn of zero. Other inverse trigonometric
functions are not replaced; they are compared on the branch of the samples.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

__all__ = ["COUNTED", "NOT_OPERATIONS", "OPERATIONS", "Operation"]

Array = NDArray[np.float64]

COUNTED = ("+", "-", "*", "/", "sqrt", "other")
"""Kinds of counted operations; `other` are trigonometric functions and signs."""

NOT_OPERATIONS = (ca.OP_INPUT, ca.OP_OUTPUT, ca.OP_CONST, ca.OP_PARAMETER)


@dataclass(frozen=True)
class Operation:
    """An operation of a graph.

    c : C code of the operation with {0} and {1} for the operands
    lanes : C code on lanes (`graph/lane_math.py`), if it differs from `c`; `graph/lane_source.py` writes sine and cosine
    sampled : function that computes its values, or replacement values, at sampled states; None if it occurs only after merging
    counted : kind of the operation, one of COUNTED
    exact : function that computes its true values, if it can be constant where its operands are not, and `sampled` replaces it
    """

    c: str
    sampled: Callable[..., Any] | None
    counted: str = "other"
    lanes: str = ""
    exact: Callable[..., Any] | None = None


def _either_root(a: Array) -> Array:
    """Compute square roots with a pseudo-random sign that depends only on the value."""
    mantissa, _ = np.frexp(a)
    return np.where(np.sin(1e4 * np.round(mantissa, 9)) > 0, 1.0, -1.0) * np.sqrt(a)


def _periodic_angle(a: Array, b: Array) -> Array:
    """Compute a function of the angle of (b, a) that tells angles apart and is the same after a whole turn."""
    angle = np.arctan2(a, b)
    return np.sin(angle) + 0.37 * np.cos(angle) + 0.23 * np.sin(2 * angle)  # opposite directions are not opposite numbers


OPERATIONS = {
    ca.OP_ADD: Operation("{0} + {1}", np.add, "+"),
    ca.OP_SUB: Operation("{0} - {1}", np.subtract, "-"),
    ca.OP_NEG: Operation("-{0}", np.negative, "-"),
    ca.OP_MUL: Operation("{0} * {1}", np.multiply, "*"),
    ca.OP_SQ: Operation("{0} * {0}", np.square, "*"),
    ca.OP_TWICE: Operation("2.0 * {0}", lambda a: 2 * a, "*"),
    ca.OP_DIV: Operation("{0} / {1}", np.divide, "/"),
    ca.OP_INV: Operation("1.0 / {0}", np.reciprocal, "/"),
    ca.OP_SQRT: Operation("sqrt({0})", _either_root, "sqrt", "lanes_sqrt({0})"),
    ca.OP_POW: Operation("pow({0}, {1})", np.power, lanes="lanes_pow({0}, {1})"),
    ca.OP_CONSTPOW: Operation("pow({0}, {1})", np.power, lanes="lanes_pow({0}, {1})"),
    ca.OP_SIN: Operation("sin({0})", np.sin),
    ca.OP_COS: Operation("cos({0})", np.cos),
    ca.OP_TAN: Operation("tan({0})", np.tan, lanes="lanes_tan({0})"),
    ca.OP_ASIN: Operation("asin({0})", np.arcsin, lanes="lanes_asin({0})"),
    ca.OP_ACOS: Operation("acos({0})", np.arccos, lanes="lanes_acos({0})"),
    ca.OP_ATAN: Operation("atan({0})", np.arctan, lanes="lanes_atan({0})"),
    ca.OP_ATAN2: Operation("atan2({0}, {1})", _periodic_angle, lanes="lanes_atan2({0}, {1})", exact=np.arctan2),
    ca.OP_EXP: Operation("exp({0})", lambda a: 1.3 + np.arcsinh(a), lanes="lanes_exp({0})"),
    ca.OP_LOG: Operation("log({0})", np.log, lanes="lanes_log({0})"),
    ca.OP_TANH: Operation("tanh({0})", np.arcsinh, lanes="lanes_tanh({0})"),
    ca.OP_FABS: Operation("fabs({0})", lambda a: a * np.arctan(a), lanes="lanes_abs({0})"),
    ca.OP_SIGN: Operation("(double)(({0} > 0.0) - ({0} < 0.0))", np.arctan, lanes="TRUTH({0} > 0.0) - TRUTH({0} < 0.0)"),
    ca.OP_COPYSIGN: Operation("copysign({0}, {1})", lambda a, b: a * np.arctan(b), lanes="lanes_copysign({0}, {1})"),
    ca.OP_FMAX: Operation("fmax({0}, {1})", lambda a, b: np.hypot(a, 1.1 + np.arctan(b)), lanes="lanes_max({0}, {1})"),
    ca.OP_LT: Operation("(double)({0} < {1})", lambda a, b: np.arctan(a - 0.7 * b), lanes="TRUTH({0} < {1})"),
    ca.OP_LE: Operation("(double)({0} <= {1})", lambda a, b: np.arctan(a - 0.6 * b), lanes="TRUTH({0} <= {1})"),
    ca.OP_EQ: Operation("(double)({0} == {1})", lambda a, b: np.cos(a - 0.7 * b), lanes="TRUTH({0} == {1})"),
    ca.OP_NE: Operation("(double)({0} != {1})", lambda a, b: np.cos(a - 0.6 * b), lanes="TRUTH({0} != {1})"),
    ca.OP_NOT: Operation("(double)({0} == 0.0)", lambda a: 1.1 - a, lanes="TRUTH({0} == 0.0)"),
    ca.OP_AND: Operation("(double)(({0} != 0.0) && ({1} != 0.0))", None, lanes="TRUTH(({0} != 0.0) & ({1} != 0.0))"),
    ca.OP_OR: Operation("(double)(({0} != 0.0) || ({1} != 0.0))", None, lanes="TRUTH(({0} != 0.0) | ({1} != 0.0))"),
    ca.OP_IF_ELSE_ZERO: Operation("(({0} != 0.0) ? {1} : 0.0)", lambda a, b: a * b, lanes="lanes_if({0}, {1})"),
}
"""All operations, by their CasADi codes."""

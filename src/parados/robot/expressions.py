"""Numbers of a robot file written as arithmetic: `pi/2`, `120 deg`, `d4`, `r*cos(g)`.

Only arithmetic, the functions listed here and the file's own parameters are understood; nothing is executed.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from parados.arguments import shown
from parados.arguments.words import listed

__all__ = ["FUNCTIONS", "evaluate"]

FUNCTIONS: dict[str, Callable[..., float]] = {
    name: getattr(math, name) for name in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "hypot", "radians")
}


def _real(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except ValueError as error:
        raise ArithmeticError("there is no real value") from error
    except OverflowError as error:
        raise ArithmeticError("the result is too large") from error


def _power(base: Any, exponent: Any) -> Any:
    """A power in floating point: 9**9**9 overflows rather than taking all memory, a root of a negative number is refused."""
    if isinstance(base, int | float) and isinstance(exponent, int | float):
        return _real(math.pow, base, exponent)
    return base**exponent


_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: _power,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
_DEGREES = re.compile(r"(?<!\s)\s*\bdeg\b")
"""From the first of the blanks on, so that many of them are read once."""

LONGEST = 1000
"""Characters of an expression."""

_DIGITS = re.compile(r"\d{61}")
"""More digits than any number needs."""


def evaluate(text: str, names: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]] = FUNCTIONS) -> Any:
    """The value of an expression; raises ValueError that says what is not understood."""
    known = {"pi": math.pi, **names}

    def number(node: ast.expr) -> Any:
        result = value(node)
        if isinstance(result, list):
            raise ValueError(
                f"{shown(ast.unparse(node))} is a list of {len(result)}; take one number of it, e.g. {ast.unparse(node):.40}[0]"
            )
        return result

    def value(node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=int() | float() as constant) if not isinstance(constant, bool):
                return constant
            case ast.Name(id=name):
                if name not in known:
                    raise ValueError(f"unknown name {shown(name)}; known are {listed(sorted(known))}")
                return known[name]
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](number(left), number(right))
            case ast.UnaryOp(op=op, operand=operand) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](number(operand))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                if name not in functions:
                    raise ValueError(f"unknown function {shown(name)}; use {', '.join(sorted(functions))}")
                return _real(functions[name], *[number(a) for a in args])
            case ast.Subscript(value=base, slice=ast.Constant(value=int() as index)):
                items = value(base)
                if not isinstance(items, list) or index >= len(items):
                    size = f"a list of {len(items)}" if isinstance(items, list) else "one number"
                    told = f"{shown(ast.unparse(node))} does not exist: {ast.unparse(base):.40} is {size}, counted from 0"
                    raise ValueError(told)
                return items[index]
        part = ast.unparse(node)
        told = shown(part) if part == text else f"{shown(part)} in {text!r:.80}"
        raise ValueError(
            f"{told} is not arithmetic; use numbers, parameters, + - * / **, brackets and {', '.join(sorted(functions))}"
        )

    if len(text) > LONGEST or _DIGITS.search(text):
        raise ValueError(f"{shown(text)} is too long; an expression has at most {LONGEST} characters, a number 60 digits")
    try:
        tree = ast.parse(_DEGREES.sub("*pi/180", text).strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"{text!r:.80} is neither a number nor an expression, e.g. 0.3, pi/2, 120 deg or r*cos(g)") from error
    try:
        return value(tree.body)
    except ZeroDivisionError as error:
        raise ValueError(f"{text!r:.80} cannot be computed: it divides by zero") from error
    except (ArithmeticError, TypeError, RecursionError) as error:
        raise ValueError(f"{text!r:.80} cannot be computed: {error}") from error

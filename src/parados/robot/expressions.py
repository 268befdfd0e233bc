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

__all__ = ["FUNCTIONS", "evaluate"]

FUNCTIONS: dict[str, Callable[..., float]] = {
    name: getattr(math, name) for name in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "hypot", "radians")
}
_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
_DEGREES = re.compile(r"\s*\bdeg\b")


def evaluate(text: str, names: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]] = FUNCTIONS) -> Any:
    """The value of an expression; raises ValueError that says what is not understood."""
    known = {"pi": math.pi, **names}

    def value(node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                return number
            case ast.Name(id=name):
                if name not in known:
                    raise ValueError(f"unknown name {name!r}; the file's parameters are {', '.join(sorted(known))}")
                return known[name]
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](value(left), value(right))
            case ast.UnaryOp(op=op, operand=operand) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](value(operand))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                if name not in functions:
                    raise ValueError(f"unknown function {name!r}; use {', '.join(sorted(functions))}")
                return functions[name](*[value(a) for a in args])
            case ast.Subscript(value=base, slice=ast.Constant(value=int() as index)):
                return value(base)[index]
        raise ValueError(f"{ast.unparse(node)!r} is not arithmetic")

    try:
        tree = ast.parse(_DEGREES.sub("*pi/180", text).strip(), mode="eval")
    except SyntaxError as error:
        raise ValueError(f"{text!r} is not a number nor an expression") from error
    try:
        return value(tree.body)
    except (ZeroDivisionError, OverflowError, TypeError, IndexError) as error:
        raise ValueError(f"{text!r} cannot be computed: {error}") from error

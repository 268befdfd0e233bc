"""Numbers of a robot file written as arithmetic: `pi/2`, `120 deg`, `d4`, `r*cos(g)`.

Only arithmetic, the functions in `FUNCTIONS` and the parameters of the file are accepted; no other code is executed.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from parados.arguments import shown
from parados.arguments.single_values import listed
from parados.spatial.live_numbers import LIVE_FUNCTIONS, LiveNumber
from parados.text.numbers import counted

__all__ = ["FUNCTIONS", "evaluate"]


def _function(name: str) -> Callable[..., Any]:
    """Return a function of numbers that also takes live numbers."""
    of_numbers = getattr(math, name)

    def apply(*arguments: Any) -> Any:
        if any(isinstance(value, LiveNumber) for value in arguments):
            return LIVE_FUNCTIONS[name](*arguments)
        return of_numbers(*arguments)

    return apply


FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: _function(name) for name in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "hypot", "radians")
}


def _real(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function; raise ArithmeticError if its result is too large or is not a real number."""
    try:
        return function(*arguments)
    except ValueError as error:
        raise ArithmeticError("the result is not a real number") from error
    except OverflowError as error:
        raise ArithmeticError("the result is too large") from error


def _power(base: Any, exponent: Any) -> Any:
    """Compute a power in floating point, so that 9**9**9 overflows instead of filling the memory.

    A root of a negative number raises ArithmeticError.
    """
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
_DEGREES = re.compile(r"(?<!\s)\s*(?:(?<!\*)\*(?!\*)\s*)?\bdeg\b")
"""`deg` or `*deg`, and the blanks before it. The match starts at the first blank: long runs of blanks are read only once."""

_DEGREES_TWICE = re.compile(r"\bdeg\s*(?:\*\*|\*?\s*deg\b)")
"""`deg` that is raised to a power, or multiplied by another `deg`."""

LONGEST = 1000
"""Largest number of characters of an expression."""

_DIGITS = re.compile(r"\d{61}")
"""More digits than a number may have."""


def evaluate(text: str, names: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]] = FUNCTIONS) -> Any:
    """Return the value of an expression; raise ValueError that names the part that is not accepted."""
    if len(text) > LONGEST or _DIGITS.search(text):
        raise ValueError(f"{shown(text)} is too long; an expression has at most {LONGEST} characters, a number 60 digits")
    if _DEGREES_TWICE.search(text):
        raise ValueError(f"{text!r:.80} is not an angle; write deg once after a number or a bracket, e.g. 30 deg or (a + 30) deg")
    try:
        tree = ast.parse(_DEGREES.sub(" *pi/180", text).strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"{text!r:.80} is neither a number nor an expression, e.g. 0.3, pi/2, 120 deg or r*cos(g)") from error
    try:
        return _Expression(text, {"pi": math.pi, **names}, functions).value(tree.body)
    except ZeroDivisionError as error:
        raise ValueError(f"{text!r:.80} cannot be computed: it divides by zero") from error
    except (ArithmeticError, TypeError, RecursionError) as error:
        raise ValueError(f"{text!r:.80} cannot be computed: {error}") from error


@dataclass(frozen=True)
class _Expression:
    """Evaluate the nodes of the syntax tree of an expression.

    text : the whole expression, for messages
    names : values of the known names, numbers or lists
    functions : the known functions
    """

    text: str
    names: Mapping[str, Any]
    functions: Mapping[str, Callable[..., Any]]

    def value(self, node: ast.expr) -> Any:
        """Return the value of a node: a number or a list."""
        match node:
            case ast.Constant(value=int() | float() as constant) if not isinstance(constant, bool):
                return constant
            case ast.Name(id=name):
                return self._named(name)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](self._number(left), self._number(right))
            case ast.UnaryOp(op=op, operand=operand) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](self._number(operand))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                if name not in self.functions:
                    raise ValueError(f"unknown function {shown(name)}; use {', '.join(sorted(self.functions))}")
                self._check_count(name, len(args))
                return _real(self.functions[name], *[self._number(a) for a in args])
            case ast.Subscript(value=base, slice=ast.Constant(value=int() as index)) if not isinstance(index, bool):
                return self._entry(node, base, index)
        part = ast.unparse(node)
        place = shown(part) if part == self.text else f"{shown(part)} in {self.text!r:.80}"
        known = ", ".join(sorted(self.functions))
        raise ValueError(f"{place} is not arithmetic; use numbers, parameters, + - * / **, brackets and {known}")

    def _number(self, node: ast.expr) -> Any:
        """Return the value of a node that must be a number."""
        result = self.value(node)
        if isinstance(result, list):
            part = ast.unparse(node)
            raise ValueError(
                f"{shown(part)} is a list of {counted(len(result), 'entry', 'entries')}; use one number of it, e.g. {part:.40}[0]"
            )
        if result is None or isinstance(result, bool | str):
            raise ValueError(f"{shown(ast.unparse(node))} is not a number")
        return result

    def _check_count(self, name: str, count: int) -> None:
        """Check the number of arguments of a function: two for atan2, at least one for hypot, one for the others."""
        if count != (2 if name == "atan2" else 1) and not (name == "hypot" and count):
            wanted = {"atan2": "two arguments", "hypot": "at least one argument"}.get(name, "one argument")
            raise ValueError(f"{self.text!r:.80} cannot be computed: {name} takes {wanted}, not {count}")

    def _named(self, name: str) -> Any:
        """Return the value of a name."""
        if name not in self.names:
            raise ValueError(f"unknown name {shown(name)}; the known names are {listed(sorted(self.names))}")
        return self.names[name]

    def _entry(self, node: ast.expr, base: ast.expr, index: int) -> Any:
        """Return an entry of a list, counted from 0."""
        items = self.value(base)
        if not isinstance(items, list) or index >= len(items):
            size = (
                f"a list of {counted(len(items), 'entry', 'entries')}, counted from 0"
                if isinstance(items, list)
                else "one number, not a list"
            )
            raise ValueError(f"{shown(ast.unparse(node))} does not exist: {ast.unparse(base):.40} is {size}")
        return items[index]

"""Gather constants: (x + 0.1) - 0.25 becomes one operation, and so does 0.4 q * c if 0.4 c is known.

A constant term or factor is not written where it occurs. It is carried with its node until an operation needs the value:
sums carry the constant terms, products and quotients carry the constant factors. If the node with its constant was
already written, it is used again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca

from parados.graph.tape import Rewriting, apply
from parados.spatial.vectors import SX

__all__ = ["gather_constants"]


@dataclass(frozen=True)
class _Carried:
    """A value factor * core + term that is not written yet. Either factor is 1 or term is 0; a constant has no core."""

    core: SX | None
    factor: float = 1.0
    term: float = 0.0


class _Writer:
    """Write carried values as expressions, each value once."""

    def __init__(self) -> None:
        self.written: dict[tuple[int, float, float], SX] = {}
        self.cores: list[SX] = []  # kept alive, because the hash of a node is its place in memory

    def known(self, core: SX, factor: float = 1.0, term: float = 0.0) -> SX | None:
        """Return the expression of a value if it was already written, else None."""
        return self.written.get((core.element_hash(), factor, term))

    def write(self, value: _Carried) -> SX:
        """Return the expression of a value; write it if it is new."""
        core, factor, term = value.core, value.factor, value.term
        if core is None:
            return SX(term)
        if factor == 1.0 and term == 0.0:
            return core
        key = (core.element_hash(), factor, term)
        if key not in self.written:
            self.cores.append(core)
            self.written[key] = apply(ca.OP_MUL, SX(factor), core) if term == 0.0 else apply(ca.OP_ADD, core, SX(term))
        return self.written[key]

    def add(self, a: _Carried, b: _Carried, sign: int) -> _Carried:
        """Return a + b (sign 1) or a - b (sign -1)."""
        op = ca.OP_ADD if sign > 0 else ca.OP_SUB
        if a.core is None and b.core is None:
            return _Carried(None, term=a.term + sign * b.term)
        if b.core is None:
            return _Carried(self.core(a), term=a.term + sign * b.term)
        if a.core is None:
            return _Carried(apply(ca.OP_MUL, SX(sign), self.core(b)), term=a.term + sign * b.term)
        if a.term == b.term == 0.0 and a.core.element_hash() == b.core.element_hash():
            return _Carried(a.core, a.factor + sign * b.factor)
        c_a, c_b, term = self.core(a), self.core(b), a.term + sign * b.term
        if term == 0.0:
            return _Carried(apply(op, c_a, c_b))
        if (m := self.known(c_a, term=term)) is not None:
            return _Carried(apply(op, m, c_b))
        if (m := self.known(c_b, term=sign * term)) is not None:
            return _Carried(apply(op, c_a, m))
        return _Carried(apply(op, c_a, c_b), term=term)

    def core(self, value: _Carried) -> SX:
        """Return the expression of a value without its constant term."""
        assert value.core is not None
        return self.write(_Carried(value.core, value.factor))

    def multiply(self, a: _Carried, b: _Carried) -> _Carried:
        """Return a * b."""
        if a.core is None and b.core is None:
            return _Carried(None, term=a.term * b.term)
        if a.core is None:
            a, b = b, a
        if b.core is None:
            return self._scaled(a, b.term)
        a, b = self._without_term(a), self._without_term(b)
        assert a.core is not None and b.core is not None
        factor = a.factor * b.factor
        if factor == 1.0:
            return _Carried(apply(ca.OP_MUL, a.core, b.core))
        if (m := self.known(a.core, factor)) is not None:
            return _Carried(apply(ca.OP_MUL, m, b.core))
        if (m := self.known(b.core, factor)) is not None:
            return _Carried(apply(ca.OP_MUL, a.core, m))
        return _Carried(apply(ca.OP_MUL, self.write(a), self.write(b)))

    def _scaled(self, a: _Carried, factor: float) -> _Carried:
        assert a.core is not None
        if a.term == 0.0:
            return _Carried(a.core, a.factor * factor)
        if (m := self.known(a.core, term=a.term)) is not None:
            return _Carried(m, factor)
        return _Carried(self.write(_Carried(a.core, factor)), term=factor * a.term)

    def divide(self, a: _Carried, b: _Carried) -> _Carried:
        """Return a / b."""
        if b.core is None:
            return self.multiply(a, _Carried(None, term=1 / b.term))
        if a.core is None:
            return _Carried(apply(ca.OP_DIV, SX(a.term), self.write(b)))
        a, b = self._without_term(a), self._without_term(b)
        assert a.core is not None and b.core is not None
        factor = a.factor / b.factor
        if factor != 1.0 and (m := self.known(a.core, factor)) is not None:
            return _Carried(apply(ca.OP_DIV, m, b.core))
        return _Carried(apply(ca.OP_DIV, self.write(a), self.write(b)))

    def _without_term(self, value: _Carried) -> _Carried:
        return value if value.term == 0.0 else _Carried(self.write(value))

    def apply(self, _: int, op: int, *operands: _Carried) -> _Carried:
        """Apply an operation, given by its CasADi code, to carried values."""
        match op:
            case ca.OP_ADD:
                return self.add(operands[0], operands[1], 1)
            case ca.OP_SUB:
                return self.add(operands[0], operands[1], -1)
            case ca.OP_MUL:
                return self.multiply(operands[0], operands[1])
            case ca.OP_DIV:
                return self.divide(operands[0], operands[1])
            case ca.OP_SQ:
                return self.multiply(operands[0], operands[0])
            case ca.OP_TWICE:
                return self.multiply(operands[0], _Carried(None, term=2.0))
        return _Carried(apply(op, *[self.write(o) for o in operands]))


def gather_constants(inputs: Sequence[SX], outputs: Sequence[SX]) -> list[SX]:
    """Return the same outputs with gathered constants."""
    writing, writer = Rewriting(inputs, outputs), _Writer()
    writing.tape.replay(
        lambda number: _Carried(None, term=number),
        lambda place: _Carried(writing.entry(place)),
        writer.apply,
        lambda place, value: writing.output(place, writer.write(value)),
    )
    return writing.outputs()

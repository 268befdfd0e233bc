"""Follow solutions of analytic equations F(y, q) = 0 as the parameters q move on a straight complex line (parameter homotopy).

Along q(t) = (1 - t) q_0 + t q_1 a solution obeys J dy/dt = - F_q (q_1 - q_0). A step extrapolates the last points and their
derivatives (Hermite interpolation of up to three points, order 6); two Newton steps correct it. The size of the first one sets
the length of the next step; if the second one is not much smaller, the step is repeated with half its length. All paths are
followed together, each with its own t. Compiled C does the same (`parameter_paths.c`).

References
----------
Sommese, Wampler, The Numerical Solution of Systems of Polynomials Arising in Engineering and Science (2005), chapters 2 and 7.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.graph.complex_rows import ComplexRows
from parados.spatial.vectors import SX

__all__ = ["Ends", "Pace", "ParameterPaths", "solved"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

STEPS = 1000
"""Largest number of steps of a path."""

POINTS = 3
"""Number of points that are extrapolated."""

FIRST = 0.02
"""Length of the first step."""

ROUND_OFF = 1e-10
"""Size of a Newton step that may be due to round-off."""

FAR = 1e7
"""Paths with a length larger than this, in sizes of the robot, go to infinity; so do angles with such an exponential."""


class Pace(NamedTuple):
    """Size of the correction that the steps aim at, its largest size, and the shortest step."""

    aim: float
    most: float
    shortest: float


class Ends(NamedTuple):
    """Ends of paths: y (P, n), and t (P,), which is 1 for the whole way."""

    y: Complex
    t: Array


class ParameterPaths:
    """Equations with as many rows as unknowns.

    y, q : symbols;  rows : (n, 1) equations;  turns : (n,) True for unknowns that are angles
    """

    def __init__(self, y: SX, q: SX, rows: SX, turns: NDArray[np.bool_]) -> None:
        rate = SX.sym("rate", q.numel())
        self.n, self.turns = y.numel(), turns
        own = [rows, ca.jacobian(rows, y), ca.jtimes(rows, q, rate)]
        numbers = {"N": self.n, "NQ": q.numel(), "POINTS": POINTS, "STEPS": STEPS, "FIRST": FIRST, "ROUND_OFF": ROUND_OFF}
        defined = "".join(f"#define {name} {value}\n" for name, value in numbers.items())
        text = (Path(__file__).parent / "parameter_paths.c").read_text()
        self.rows = ComplexRows(ca.vertcat(y, q, rate), [ca.densify(part) for part in own], defined + text)
        self._compiled = self.rows.compiled("follow_parameters")

    @property
    def work(self) -> float:
        """Number of operations on complex numbers for a usual path, of 90 evaluations and eliminations."""
        return 90.0 * (len(self.rows.tape.instructions) + self.n**3 / 3 + self.n**2)

    def at(self, y: Complex, q: Complex, rate: Complex) -> tuple[Complex, Complex, Complex]:
        """(P, n), (P, n, n) and (P, n): equations, Jacobian, and derivative along q with dq/dt = rate."""
        F, J, F_t = self.rows(np.hstack([y, q, np.broadcast_to(rate, q.shape)]))
        return F[:, :, 0], J, F_t[:, :, 0]

    def refined(self, y: Complex, q: Complex, iterations: int = 4) -> tuple[Complex, Array]:
        """Refine solutions (P, n) at parameters (n_a,) by Newton's method; (P,) sizes of the last step."""
        size = np.zeros(len(y))
        every = np.broadcast_to(q, (len(y), len(q)))
        for _ in range(iterations if len(y) else 0):
            F, J, _ = self.at(y, every, q)
            step = solved(J, F)
            y, size = y - step, self._sizes(step, y)
        return y, np.where(np.isfinite(size), size, np.inf)

    def follow(self, y: Complex, start: Complex, end: Complex, pace: Pace, *, compiled: bool = True) -> Ends:
        """Follow solutions y (P, n) from parameters `start` to `end`, (n_a,) or (P, n_a)."""
        first, last = (np.array(np.broadcast_to(q, (len(y), q.shape[-1])), dtype=complex, order="C") for q in (start, end))
        if self._compiled is None or not compiled:
            return self._followed(y, first, last - first, pace)
        points, t = np.array(y, dtype=complex, order="C"), np.zeros(len(y))
        limits = np.array([*pace, FAR, np.log(FAR)])
        turns = self.turns.astype(np.int64)
        addresses = [array.ctypes.data for array in (points, first, last, limits, turns, t)]
        self._compiled(np.array([len(y), *addresses], dtype=np.int64).ctypes.data)
        return Ends(points, t)

    def _followed(self, y: Complex, first: Complex, rate: Complex, pace: Pace) -> Ends:
        """Follow paths with NumPy from parameters `first` (P, n_a) to `first + rate`."""
        way = _Way(len(y), self.n)
        F, J, F_t = self.at(y, first, rate)
        way.add(np.arange(len(y)), np.zeros(len(y)), y, -solved(J, F_t))
        step, active = np.full(len(y), FIRST), np.arange(len(y))
        for _ in range(STEPS):
            if not len(active):
                break
            t = np.minimum(way.t[0, active] + step[active], 1.0)
            at = first[active] + t[:, None] * rate[active]
            guess = way.predicted(active, t)
            F, J, _ = self.at(guess, at, rate[active])
            one = solved(J, F)
            better = guess - one
            F, J, F_t = self.at(better, at, rate[active])
            both = solved(J, np.stack([F, F_t], axis=2))
            size, left = self._sizes(one, guess), self._sizes(both[:, :, 0], better)
            good = (size < pace.most) & (left < 0.05 * size + ROUND_OFF)
            order = 2.0 * way.count[active]
            with np.errstate(all="ignore"):
                change = np.clip(0.8 * (pace.aim / np.maximum(size, 1e-300)) ** (1 / order), 0.3, 3.0)
            done = active[good]
            way.add(done, t[good], better[good] - both[good, :, 0], -both[good, :, 1])
            step[active] = np.where(good, step[active] * change, 0.5 * step[active])
            stuck = (step < pace.shortest) | self.is_far(way.y[0])
            active = active[(way.t[0, active] < 1.0) & ~stuck[active]]
        return Ends(way.y[0], way.t[0])

    def _sizes(self, step: Complex, y: Complex) -> Array:
        """(P,) largest size of steps (P, n) of y (P, n), lengths over 1 + |y|."""
        return np.asarray((np.abs(step) / np.where(self.turns, 1.0, 1 + np.abs(y))).max(axis=1, initial=0.0))

    def is_far(self, y: Complex, far: float = FAR) -> NDArray[np.bool_]:
        """(P,) True for points (P, n) with a length above `far`, or an angle with such an exponential."""
        large = np.where(self.turns, np.abs(y.imag) > np.log(far), np.abs(y) > far)
        return np.asarray(large.any(axis=1) | ~np.isfinite(y).all(axis=1))


class _Way:
    """The last points of each path: t (POINTS, P), y and dy/dt (POINTS, P, n), the newest first; count (P,) how many."""

    def __init__(self, paths: int, n: int) -> None:
        self.t = np.zeros((POINTS, paths))
        self.y, self.rate = np.zeros((2, POINTS, paths, n), dtype=complex)
        self.count = np.zeros(paths, dtype=np.intp)

    def add(self, paths: NDArray[np.intp], t: Array, y: Complex, rate: Complex) -> None:
        for held, new in ((self.t, t), (self.y, y), (self.rate, rate)):
            held[1:, paths] = held[:-1, paths]
            held[0, paths] = new
        self.count[paths] = np.minimum(self.count[paths] + 1, POINTS)

    def predicted(self, paths: NDArray[np.intp], t: Array) -> Complex:
        """(P, n) values at t (P,) of the polynomials through the last points with their derivatives."""
        y = np.empty((len(paths), self.y.shape[2]), dtype=complex)
        for count in range(1, POINTS + 1):
            own = np.flatnonzero(self.count[paths] == count)
            if len(own):
                y[own] = self._hermite(paths[own], t[own], count)
        return y

    def _hermite(self, paths: NDArray[np.intp], t: Array, count: int) -> Complex:
        """Evaluate Newton's form of the polynomial with double nodes (divided differences)."""
        nodes = np.repeat(self.t[:count, paths], 2, axis=0)[:, :, None]
        values = np.repeat(self.y[:count, paths], 2, axis=0)
        first = [values[0]]
        slopes = values[1:] - values[:-1]
        slopes[0::2] = self.rate[:count, paths]
        slopes[1::2] /= nodes[2::2] - nodes[1:-1:2]
        first.append(slopes[0])
        for k in range(2, 2 * count):
            slopes = (slopes[1:] - slopes[:-1]) / (nodes[k:] - nodes[:-k])
            first.append(slopes[0])
        total, at = first[-1], t[:, None]
        for k in range(2 * count - 2, -1, -1):
            total = first[k] + (at - nodes[k]) * total
        return np.asarray(total)


def solved(J: Complex, right: Complex) -> Complex:
    """(P, n) or (P, n, k) solutions of J x = right; NaN where J (P, n, n) is exactly singular."""
    column = right.ndim == 2
    b = right[:, :, None] if column else right
    try:
        x = np.linalg.solve(J, b)
    except np.linalg.LinAlgError:
        x = np.full(b.shape, np.nan, dtype=complex)
        good = np.abs(np.linalg.det(J)) > 0
        x[good] = np.linalg.solve(J[good], b[good])
    return np.asarray(x[:, :, 0] if column else x)

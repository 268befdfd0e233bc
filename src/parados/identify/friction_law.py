"""Friction laws of actuated joints that are not linear: Stribeck, a smooth sign, asymmetric and load-dependent friction.

The friction of an actuated joint adds to its own effort alone. A law replaces or adds columns of this joint:

    stribeck      fb exp(-|qd / vs|^exponent) sign(qd)          in addition to fs sign(qd) + fv qd
    smooth        fs tanh(qd / width)                           in place of fs sign(qd)
    asymmetric    (fn - fs) sign(qd) for qd < 0                 in addition: dry friction fs for qd > 0, fn for qd < 0
    load          fl |tau| sign(qd)                             in addition: dry friction that grows with the transmitted effort

vs and width are found by variable projection, the base parameters together with them. The F-test decides whether the log shows
the law. Where the file smooths the sign of a joint (`width`, `ramp`), sign(qd) is this smooth one.

References
----------
Bona & Indri, Friction compensation in robotics: an overview (CDC 2005). Hamon, Gautier & Garrec, Dynamic identification of robots
with a dry friction model depending on load and velocity (IROS 2010).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.stats import f as f_distribution

from parados.arguments import SMALLEST, instance, number, word
from parados.errors import InputError
from parados.identify.fit_result import Fit
from parados.identify.friction_fit import COEFFICIENT, RATE, FrictionFit
from parados.identify.regression_rows import Regression
from parados.identify.variable_projection import ProjectedFit, variable_projection
from parados.robot.bodies import FrictionSpec

__all__ = ["LAWS", "friction_law"]

Array = NDArray[np.float64]

LAWS = tuple(COEFFICIENT)

REPLACED = {"stribeck": "fb", "smooth": "fs"}
"""Column of a joint that the law replaces, if the fit has it."""

EXPONENT = 2.0
"""Default exponent of the Stribeck law."""

LARGEST = 20.0
"""Largest exponent; with it the law is a step at vs."""

EXPONENTS = f"a positive number up to {LARGEST:g}"

RISK = 0.01
"""Probability to find a law in a log of a robot that does not have it."""

STARTS = 8
"""Number of first values of vs or width, as parts of the largest rate, from `SLOWEST` to `FASTEST`."""

SLOWEST, FASTEST = 0.003, 0.6

LOADS = 4
"""Number of times that the transmitted efforts are predicted again with the law."""


def friction_law(fit: Fit, law: str = "stribeck", *, exponent: float | None = None) -> FrictionFit:
    """Identify a friction law of the actuated joints together with all base parameters, on the logs of a fit.

    law : "stribeck", "smooth", "asymmetric" or "load";  exponent : of the Stribeck law, 2 by default

    Raises InputError if the logs do not show the law.
    """
    own = instance("fit", fit, Fit, "a fit (parados.identify.identify)")
    word("law", law, LAWS)
    if exponent is not None and law != "stribeck":
        raise InputError(f"exponent: the law {law!r} has none; leave it out, or use the law 'stribeck'")
    power = EXPONENT if exponent is None else number("exponent", exponent, SMALLEST, LARGEST, expected=EXPONENTS)
    if own.base.side != "efforts":
        raise InputError(
            f"friction_law: {own.base.model.spec.name} has redundant actuators, whose single efforts are not measured"
        )
    if law == "smooth" and (missing := [name for name in own.actuators if f"fs_{name}" not in own.names]):
        raise InputError(f'friction_law: the fit has no dry friction of {", ".join(missing)}; identify with friction="actuated"')
    return _found(own, law, _Rows.of(own, law, power))


@dataclass(frozen=True, eq=False)
class _Rows:
    """Weighted rows of all actuators, and the same without what the fixed columns explain.

    qd, load : (N, n_a) rates and efforts that the fit predicts;  friction : in the file;  exponent : of the Stribeck law
    measured : (N, n_a) measured efforts;  kept : the fixed columns among the base parameters
    weighted : (M, n_kept) these columns;  Q : their orthonormal basis;  y, tau : the weighted efforts, and the same projected
    """

    qd: Array
    load: Array
    friction: tuple[FrictionSpec, ...]
    exponent: float
    measured: Array
    noise: Array
    kept: list[int]
    weighted: Array
    Q: Array
    y: Array
    tau: Array

    @staticmethod
    def of(fit: Fit, law: str, exponent: float) -> _Rows:
        regression = Regression(fit.base, fit.motions)
        parts = [(m.qd[rows], W, tau) for m in fit.motions for rows, W, tau in regression.chunks(m)]
        qd, W, tau = (np.concatenate([part[k] for part in parts]) for k in range(3))
        replaced = [f"{REPLACED[law]}_{q}" for q in fit.actuators] if law in REPLACED else []
        kept = [k for k, name in enumerate(fit.names) if name not in replaced]
        weighted = (W[:, :, kept] / fit.noise[:, None]).reshape(-1, len(kept))
        Q = np.linalg.qr(weighted / np.linalg.norm(weighted, axis=0))[0]
        y = (tau / fit.noise).ravel()
        mechanism = fit.base.model.mechanism
        friction = tuple(mechanism.joints[k].friction for k in mechanism.actuated)
        load = W @ fit.values
        return _Rows(qd, load, friction, exponent, tau, fit.noise, kept, weighted, Q, y, y - Q @ (Q.T @ y))

    def columns(self, law: str, rates: Array) -> Array:
        """(M, n_a) weighted columns of the law; column j is zero in the rows of all other joints."""
        n, n_a = self.qd.shape
        full = np.zeros((n, n_a, n_a))
        for j in range(n_a):
            full[:, j, j] = self._column(law, j, rates[j] if len(rates) else 1.0) / self.noise[j]
        return full.reshape(-1, n_a)

    def projected(self, law: str, rates: Array) -> Array:
        """(M, n_a) columns of the law without what the fixed columns explain."""
        C = self.columns(law, rates)
        return np.asarray(C - self.Q @ (self.Q.T @ C))

    def _column(self, law: str, joint: int, rate: float) -> Array:
        qd, load = self.qd[:, joint], self.load[:, joint]
        if law == "smooth":
            return np.tanh(qd / rate)
        s = _direction(self.friction[joint], qd)
        if law == "stribeck":
            return np.asarray(np.exp(-(np.abs(qd / rate) ** self.exponent)) * s)
        return np.where(qd < 0, s, 0.0) if law == "asymmetric" else np.abs(load) * s

    def base_values(self, C: Array, coefficients: Array, count: int) -> Array:
        """(n_b,) base parameters beside the law; zero for columns that it replaces."""
        values = np.zeros(count)
        sizes = np.linalg.norm(self.weighted, axis=0)
        values[self.kept] = np.linalg.lstsq(self.weighted / sizes, self.y - C @ coefficients, rcond=None)[0] / sizes
        return values


def _direction(law: FrictionSpec, qd: Array) -> Array:
    """Sign of the rates as the robot file has it."""
    if law.ramp:
        return np.asarray(np.clip(qd / law.ramp, -1, 1))
    return np.tanh(qd / law.width) if law.width else np.sign(qd)


def _found(fit: Fit, law: str, rows: _Rows) -> FrictionFit:
    n_a = len(fit.actuators)
    if law in RATE:
        found = _nonlinear(law, rows)
        rates, sd = found.nonlinear, np.sqrt(np.diag(found.covariance))
        values, own, slow, squares = found.linear, sd[n_a:], sd[:n_a], found.squares
    else:
        for _ in range(LOADS if law == "load" else 1):
            C = rows.projected(law, np.zeros(0))
            values, squares = _solved(C, rows.tau)
            rows = replace(rows, load=rows.measured - (rows.tau - C @ values).reshape(rows.qd.shape) * rows.noise)
        variance = squares / (len(rows.tau) - rows.Q.shape[1] - n_a)
        own = np.sqrt(variance * np.diag(np.linalg.inv(C.T @ C)))
        rates = slow = np.zeros(0)
    before = float(np.sum((fit.gram.residuals(fit.values) / fit.noise) ** 2))
    independent = len(rows.tau) / fit.autocorrelation_times.max()
    added = n_a * (2 if law in RATE else 1) - (len(fit.names) - len(rows.kept))
    probability = _by_chance(before, squares, added, independent)
    if probability > RISK:
        raise InputError(
            f"log: the data do not show the law {law!r} of friction (probability by chance {probability:.2g}); keep fs and "
            "fv, or record a slow motion with many reversals"
        )
    base = rows.base_values(rows.columns(law, rates), values, len(fit.names))
    return FrictionFit(
        law, fit.actuators, values, own, rates, slow, probability, 1 - squares / before, base, rows.exponent, fit
    )  # fmt: skip


def _nonlinear(law: str, rows: _Rows) -> ProjectedFit:
    """Find the rates by variable projection, from the best of several starts."""
    largest = np.abs(rows.qd).max(axis=0)
    starts = [part * largest for part in np.geomspace(SLOWEST, FASTEST, STARTS)]
    best = min(starts, key=lambda rates: _solved(rows.projected(law, rates), rows.tau)[1])
    return variable_projection(lambda rates: (rows.projected(law, rates), rows.tau), best, 1e-4 * largest, 2 * largest, best)


def _solved(C: Array, tau: Array) -> tuple[Array, float]:
    values = np.asarray(np.linalg.lstsq(C, tau, rcond=None)[0], dtype=np.float64)
    r = tau - C @ values
    return values, float(r @ r)


def _by_chance(before: float, after: float, added: int, rows: float) -> float:
    F = max(before - after, 0.0) / added / (after / max(rows - added, 1.0))
    return float(f_distribution.sf(F, added, max(rows - added, 1.0)))

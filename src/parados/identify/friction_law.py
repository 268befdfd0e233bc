"""Friction laws of actuated joints that are not linear: Stribeck, a smooth sign, asymmetric and load-dependent friction.

The friction of an actuated joint adds to its own effort alone. A law replaces or adds columns of this joint:

    stribeck      fb exp(-|qd / vs|^2) sign(qd)                 in addition to fs sign(qd) + fv qd
    smooth        fs tanh(qd / width)                           in place of fs sign(qd)
    asymmetric    fn (1 - sign(qd)) / 2                         in addition: dry friction fs for qd > 0, fs + fn' for qd < 0
    load          fl |tau| sign(qd)                             in addition: dry friction that grows with the transmitted effort

vs and width are found by variable projection. The F-test decides whether the log shows the law.

References
----------
Bona & Indri, Friction compensation in robotics: an overview (CDC 2005). Hamon, Gautier & Garrec, Dynamic identification of robots
with a dry friction model depending on load and velocity (IROS 2010).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from scipy.stats import f as f_distribution

from parados.arguments import instance, word
from parados.errors import InputError
from parados.identify.fit_result import Fit
from parados.identify.regression_rows import Regression
from parados.identify.variable_projection import ProjectedFit, variable_projection
from parados.text.result_display import Display, Shown, Table

__all__ = ["LAWS", "FrictionFit", "friction_law"]

Array = NDArray[np.float64]
Column = Callable[[Array, Array, float], Array]

LAWS = ("stribeck", "smooth", "asymmetric", "load")
COEFFICIENT = {"stribeck": "fb", "smooth": "fs", "asymmetric": "fn", "load": "fl"}
RATE = {"stribeck": "vs", "smooth": "width"}

RISK = 0.01
"""Probability to find a law in a log of a robot that does not have it."""

STARTS = 8
"""Number of first values of vs or width, as parts of the largest rate, from `SLOWEST` to `FASTEST`."""

SLOWEST, FASTEST = 0.003, 0.6

LOADS = 4
"""Number of times that the transmitted efforts are predicted again with the law."""


@dataclass(frozen=True, eq=False)
class FrictionFit(Shown):
    """Friction law of the actuated joints.

    Attributes
    ----------
    law : "stribeck", "smooth", "asymmetric" or "load"
    joints : names of the actuated joints
    coefficients, coefficient_deviations : (n_a,) fb, fs, fn - fs or fl [N m, N, or - for fl]
    rates, rate_deviations : (n_a,) vs or width [rad/s, m/s]; empty for a law without
    probability : of such an improvement for a robot without this law (F-test)
    improvement : part by which the law reduces the weighted sum of squared residuals
    """

    law: str
    joints: tuple[str, ...]
    coefficients: Array
    coefficient_deviations: Array
    rates: Array
    rate_deviations: Array
    probability: float
    improvement: float
    dry: Array = field(repr=False)

    @property
    def friction(self) -> dict[str, dict[str, float]]:
        """Keys and numbers of `friction` in the robot file, by joint; empty for "load", which no file has."""
        if self.law == "load":
            return {}
        found = {}
        for k, name in enumerate(self.joints):
            own = {COEFFICIENT[self.law]: float(self.coefficients[k] + (self.dry[k] if self.law == "asymmetric" else 0.0))}
            if self.law in RATE:
                own[RATE[self.law]] = float(self.rates[k])
            found[name] = own if self.law == "smooth" else {"fs": float(self.dry[k]), **own}
        return found

    def _display(self) -> Display:
        head = ["joint", COEFFICIENT[self.law], "deviation"] + ([RATE[self.law], "deviation"] if self.law in RATE else [])
        columns = [
            self.coefficients,
            self.coefficient_deviations,
            *([self.rates, self.rate_deviations] if self.law in RATE else []),
        ]
        rows = [[name, *[f"{value:.4g}" for value in values]] for name, *values in zip(self.joints, *columns, strict=True)]
        facts = {"squared residuals": f"{100 * self.improvement:.3g} % less", "probability by chance": f"{self.probability:.2g}"}
        return Display(f"Friction law: {self.law}", facts, [Table(head, rows)])


def friction_law(fit: Fit, law: str = "stribeck") -> FrictionFit:
    """Identify a friction law of the actuated joints together with all base parameters, on the logs of a fit.

    Raises InputError if the logs do not show the law.
    """
    own = instance("fit", fit, Fit, "a fit (parados.identify.identify)")
    word("law", law, LAWS)
    if own.base.side != "efforts":
        raise InputError(
            f"friction_law: {own.base.model.spec.name} has redundant actuators, whose single efforts are not measured"
        )
    if law == "smooth" and (missing := [name for name in own.actuators if f"fs_{name}" not in own.names]):
        raise InputError(f'friction_law: the fit has no dry friction of {", ".join(missing)}; identify with friction="actuated"')
    return _found(own, law, _Rows.of(own, law))


@dataclass(frozen=True, eq=False)
class _Rows:
    """Weighted rows of all actuators, without what the fixed columns explain.

    qd, load : (N, n_a) rates and efforts that the fit predicts;  Q : orthonormal basis of the fixed columns
    measured : (N, n_a) measured efforts;  tau : the weighted ones, projected
    """

    qd: Array
    load: Array
    measured: Array
    noise: Array
    Q: Array
    tau: Array

    @staticmethod
    def of(fit: Fit, law: str) -> _Rows:
        regression = Regression(fit.base, fit.motions)
        parts = [(m.qd[rows], W, tau) for m in fit.motions for rows, W, tau in regression.chunks(m)]
        qd, W, tau = (np.concatenate([part[k] for part in parts]) for k in range(3))
        kept = [k for k, name in enumerate(fit.names) if law != "smooth" or name not in [f"fs_{q}" for q in fit.actuators]]
        weighted = (W[:, :, kept] / fit.noise[:, None]).reshape(-1, len(kept))
        Q = np.linalg.qr(weighted / np.linalg.norm(weighted, axis=0))[0]
        y = (tau / fit.noise).ravel()
        return _Rows(qd, W @ fit.values, tau, fit.noise, Q, y - Q @ (Q.T @ y))

    def columns(self, law: str, rates: Array) -> Array:
        """(M, n_a) columns of the law, projected: column j is zero in the rows of all other joints before the projection."""
        n, n_a = self.qd.shape
        full = np.zeros((n, n_a, n_a))
        for j in range(n_a):
            full[:, j, j] = _column(law, self.qd[:, j], self.load[:, j], rates[j] if len(rates) else 1.0) / self.noise[j]
        C = full.reshape(-1, n_a)
        return np.asarray(C - self.Q @ (self.Q.T @ C))


def _column(law: str, qd: Array, load: Array, rate: float) -> Array:
    if law == "stribeck":
        return np.asarray(np.exp(-((qd / rate) ** 2)) * np.sign(qd))
    if law == "smooth":
        return np.tanh(qd / rate)
    if law == "asymmetric":
        return np.where(qd < 0, -1.0, 0.0)
    return np.asarray(np.abs(load) * np.sign(qd))


def _found(fit: Fit, law: str, rows: _Rows) -> FrictionFit:
    n_a = len(fit.actuators)
    if law in RATE:
        found = _projected(law, rows)
        rates, sd = found.nonlinear, np.sqrt(np.diag(found.covariance))
        values, own, slow = found.linear, sd[n_a:], sd[:n_a]
        squares = found.squares
    else:
        for _ in range(LOADS if law == "load" else 1):
            C = rows.columns(law, np.zeros(0))
            values, squares = _solved(C, rows.tau)
            rows = replace(rows, load=rows.measured - (rows.tau - C @ values).reshape(rows.qd.shape) * rows.noise)
        variance = squares / (len(rows.tau) - rows.Q.shape[1] - n_a)
        own = np.sqrt(variance * np.diag(np.linalg.inv(C.T @ C)))
        rates = slow = np.zeros(0)
    before = float(np.sum((fit.gram.residuals(fit.values) / fit.noise) ** 2))
    independent = len(rows.tau) / fit.autocorrelation_times.max()
    probability = _by_chance(before, squares, n_a * (2 if law == "stribeck" else 1), independent)
    if probability > RISK:
        raise InputError(
            f"log: the data do not show the law {law!r} of friction (probability by chance {probability:.2g}); keep fs and "
            "fv, or record a slow motion with many reversals"
        )
    dry = np.array([dict(zip(fit.names, fit.values, strict=True)).get(f"fs_{name}", 0.0) for name in fit.actuators])
    return FrictionFit(law, fit.actuators, values, own, rates, slow, probability, 1 - squares / before, dry)


def _projected(law: str, rows: _Rows) -> ProjectedFit:
    """Find the rates by variable projection, from the best of several starts."""
    largest = np.abs(rows.qd).max(axis=0)
    starts = [part * largest for part in np.geomspace(SLOWEST, FASTEST, STARTS)]
    best = min(starts, key=lambda rates: _solved(rows.columns(law, rates), rows.tau)[1])
    return variable_projection(lambda rates: (rows.columns(law, rates), rows.tau), best, 1e-4 * largest, 2 * largest, best)


def _solved(C: Array, tau: Array) -> tuple[Array, float]:
    values = np.asarray(np.linalg.lstsq(C, tau, rcond=None)[0], dtype=np.float64)
    r = tau - C @ values
    return values, float(r @ r)


def _by_chance(before: float, after: float, added: int, rows: float) -> float:
    F = max(before - after, 0.0) / added / (after / max(rows - added, 1.0))
    return float(f_distribution.sf(F, added, max(rows - added, 1.0)))

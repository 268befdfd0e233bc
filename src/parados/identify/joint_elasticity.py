"""Stiffness and backlash of a drive train, from the positions of the motor and of the link and the effort between them.

The deflection of the drive train is q_motor - q_link = tau / k + (b / 2) sign(tau) + offset, with the stiffness k and the
backlash b. Both come from linear least squares; the data do not show what is below three of its standard deviations.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import SMALLEST, number, real_array
from parados.errors import InputError
from parados.identify.drive_train_columns import drive_train_columns
from parados.identify.fit_statistics import autocorrelation_time
from parados.identify.log import Log
from parados.text.result_display import Display, Shown

__all__ = ["JointElasticity", "joint_elasticity"]

Array = NDArray[np.float64]

SHOWN = 3.0
"""Standard deviations from which a number is shown by the data."""


@dataclass(frozen=True)
class JointElasticity(Shown):
    """Elasticity of one drive train.

    Attributes
    ----------
    stiffness, stiffness_deviation : [N m/rad, N/m]
    backlash, backlash_deviation : [rad, m]; zero if the data do not show any
    offset : of the two encoders [rad, m]
    residual : root mean square of the deflection that is not explained [rad, m]
    """

    stiffness: float
    stiffness_deviation: float
    backlash: float
    backlash_deviation: float
    offset: float
    residual: float

    def _display(self) -> Display:
        facts = {
            "stiffness": f"{self.stiffness:.5g} +- {self.stiffness_deviation:.2g} N m/rad, N/m",
            "backlash": f"{self.backlash:.4g} +- {self.backlash_deviation:.2g} rad, m"
            if self.backlash
            else "not shown by the data",
            "offset": f"{self.offset:.4g} rad, m",
            "residual": f"{self.residual:.2g} rad, m",
        }
        return Display("Elasticity of a drive train", facts)


def joint_elasticity(
    motor: ArrayLike | str,
    link: ArrayLike | str,
    effort: ArrayLike | str,
    *,
    log: Log | str | Path | None = None,
    gear: float = 1.0,
) -> JointElasticity:
    """Identify stiffness and backlash of a drive train.

    motor, link : (N,) positions of the motor and of the link [rad, m], or the names of their columns in the log
    effort : (N,) effort at the link that the drive train transmits [N m, N], or the name of its column in the log
    log : a CSV, Parquet, MAT or HDF5 file, whose headings may have units in brackets, or a log that was read; None for arrays
    gear : the motor turns or moves this many times as far as the link

    Raises InputError if the deflection does not follow the effort.
    """
    given = {"motor": motor, "link": link, "effort": effort}
    columns = {name: real_array(name, one) for name, one in given.items()} if log is None else drive_train_columns(log, given)
    columns["motor"] = columns["motor"] / number("gear", gear, SMALLEST, expected="a positive number")
    shapes = {array.shape for array in columns.values()}
    if len(shapes) != 1 or columns["motor"].ndim != 1 or len(columns["motor"]) < 20:
        raise InputError(f"motor, link, effort: three arrays of one shape (N,) with N >= 20 are expected, not {sorted(shapes)}")
    tau = columns["effort"]
    full = _solved(columns["motor"] - columns["link"], np.column_stack((np.ones_like(tau), tau, np.sign(tau) / 2)))
    loose = full[0][2] > SHOWN * full[1][2]
    found = full if loose else _solved(columns["motor"] - columns["link"], np.column_stack((np.ones_like(tau), tau)))
    (offset, compliance, *rest), (_, own, *more), residual = found
    if not compliance > SHOWN * own:
        raise InputError("effort: the deflection does not grow with the effort; the data show no elasticity of this drive train")
    k = 1 / compliance
    return JointElasticity(k, own * k**2, rest[0] if loose else 0.0, (more if loose else full[1][2:])[0], offset, residual)


def _solved(deflection: Array, A: Array) -> tuple[list[float], list[float], float]:
    """Return the coefficients, their standard deviations, and the root mean square of the residual."""
    size = np.linalg.norm(A, axis=0)
    size[size == 0] = 1.0
    values = np.linalg.lstsq(A / size, deflection, rcond=None)[0] / size
    r = deflection - A @ values
    variance = r @ r / (len(r) - A.shape[1]) * autocorrelation_time(r)
    inverse = np.linalg.pinv((A / size).T @ (A / size)) / np.outer(size, size)
    return values.tolist(), np.sqrt(variance * np.diag(inverse)).tolist(), float(np.sqrt(r @ r / len(r)))

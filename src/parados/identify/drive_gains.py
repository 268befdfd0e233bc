"""Drive gains by total least squares, from logs with and without a known payload (global identification).

A drive with the gain g_j and the measured current v_j has the effort tau_j = g_j v_j. All rows of the logs give one homogeneous
system in the gains g and the base parameters chi, with the efforts of the known payload in the loaded logs:

    [V_a  -W_a   0      ] [g  ]
    [V_b  -W_b  -Y_L p_L] [chi] = 0
                          [s  ]

Without the payload any multiple of g and chi would be a solution. The columns V of the currents are noisy, the others are not:
the noise-free columns are eliminated with a QR decomposition, and the smallest singular vector of the rest gives the gains (mixed
least squares and total least squares). The known payload scales the solution to s = 1.

References
----------
Gautier & Briot, Global identification of joint drive gains and dynamic parameters of robots, ASME J. Dyn. Sys. 136 (2014).
Van Huffel & Vandewalle, The Total Least Squares Problem (1991), section 3.6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import solve_triangular

from parados.arguments import instance, number, real_array
from parados.errors import InputError
from parados.identify.base_parameters import BaseParameters
from parados.identify.given_base import given_base
from parados.identify.given_logs import Logs, read_logs
from parados.identify.log import Log
from parados.identify.motion_of_log import log_motion, turns_of
from parados.identify.regression_rows import Regression
from parados.identify.rests_of_log import usable_rows
from parados.model.model import COMPILED, Model
from parados.spatial.inertia import INERTIAL_NAMES, from_centre_of_mass
from parados.text.result_display import Display, Shown, Table

__all__ = ["DriveGains", "drive_gains", "mixed_total_least_squares"]

Array = NDArray[np.float64]

WEAK = 1e-8
"""Ratio of singular values below which the payload has no effect on the efforts."""


@dataclass(frozen=True, eq=False)
class DriveGains(Shown):
    """Gains of the drives, identified together with the base parameters.

    Attributes
    ----------
    names, gains, standard_deviations : (n_a,) of the drives [N m or N for each unit of the currents]
    base : base parameters of the robot without payload;  values : (n_b,) their values [SI units]
    relative_error : smallest singular value of the currents, relative to the largest: the part that is not explained
    """

    names: tuple[str, ...]
    gains: Array
    standard_deviations: Array
    base: BaseParameters = field(repr=False)
    values: Array
    relative_error: float

    @property
    def by_name(self) -> dict[str, float]:
        """The gains by the names of the drives, as `identify(..., gains=...)` takes them."""
        return dict(zip(self.names, self.gains.tolist(), strict=True))

    def _display(self) -> Display:
        rows = [
            [name, f"{gain:.5g}", f"{sd:.2g}", f"{abs(100 * sd / gain):.2g} %"]
            for name, gain, sd in zip(self.names, self.gains, self.standard_deviations, strict=True)
        ]
        return Display("Gains of the drives", {}, [Table(("drive", "gain", "deviation", "relative"), rows)])


def mixed_total_least_squares(noisy: Array, exact: Array) -> tuple[Array, Array, Array]:
    """Find g and c of length ||g|| = 1 with noisy @ g + exact @ c nearest to zero; only the columns `noisy` have noise.

    Returns g, c and the singular values of the noisy columns after elimination of the exact ones, in descending order.
    """
    size = np.linalg.norm(exact, axis=0)
    size[size == 0] = 1.0
    R = np.asarray(np.linalg.qr(np.column_stack((exact / size, noisy)), mode="r"))
    n = exact.shape[1]
    R11, R12, R22 = R[:n, :n], R[:n, n:], R[n:, n:]
    _, sigma, V = np.linalg.svd(R22)
    g = V[-1]
    return g, -solve_triangular(R11, R12 @ g) / size, sigma


def drive_gains(
    model: Model,
    unloaded: Logs,
    loaded: Logs,
    *,
    mass: float,
    com: Sequence[float] = (0.0, 0.0, 0.0),
    inertia: Sequence[float] = (0.0, 0.0, 0.0),
    base: BaseParameters | None = None,
    columns: Any = None,
    units: Any = None,
    cut_off: float | None = None,
    mode: ArrayLike | None = None,
    start: ArrayLike | None = None,
) -> DriveGains:
    """Identify the gains of the drives from logs with and without a known body on the platform.

    Parameters
    ----------
    unloaded, loaded : logs whose effort columns hold currents, voltages or any other multiple of the efforts. Gains in a settings
        file beside a log are not used
    mass, com, inertia : of the payload: [kg], (3,) [m] and (3,) or (6,) about its centre of mass [kg m^2], platform frame
    base, columns, units, cut_off, mode, start : as in `identify`
    """
    own = instance("model", model, Model, COMPILED)
    if own.mechanism.platform.is_absent:
        raise InputError(f"drive_gains: {own.spec.name} has no platform for a payload; add one to its file, with the key carrier")
    kilograms = number("mass", mass)
    if kilograms <= 0:
        raise InputError("mass: a payload of more than 0 kg is needed to find the gains")
    chosen = given_base(base, own)
    if chosen.side != "efforts":
        raise InputError(f"drive_gains: {own.spec.name} has redundant actuators, whose single efforts no motion determines")
    place, turning = real_array("com", com), real_array("inertia", inertia)
    if place.shape != (3,) or turning.shape not in ((3,), (6,)):
        raise InputError("com takes 3 numbers, inertia 3 (xx, yy, zz) or 6 (xx, xy, xz, yy, yz, zz)")
    body = from_centre_of_mass(kilograms, place.tolist(), turning.tolist())
    places = [list(chosen.model.parameter_names).index(f"{name}_p") for name in INERTIAL_NAMES]
    logs = _currents(own, {"unloaded": unloaded, "loaded": loaded}, columns, units)
    signals = {"cut_off": cut_off, "mode": mode, "start": start}
    rows = [_rows(chosen, one, None, signals) for one in logs["unloaded"]]
    rows += [_rows(chosen, one, (places, body), signals) for one in logs["loaded"]]
    V, E = (np.concatenate([one[k] for one in rows]) for k in range(2))
    return _solved(chosen, V, E)


def _currents(model: Model, given: Mapping[str, Logs], columns: Any, units: Any) -> dict[str, list[Log]]:
    """Read the logs without the gains of a settings file beside them: the gains to be found belong to the columns of the file."""
    every = [one for value in given.values() for one in (value if isinstance(value, list | tuple) else [value])]
    gains = None if all(isinstance(one, Log) for one in every) else 1.0
    return read_logs(model, given, columns=columns, units=units, gains=gains)


def _rows(base: BaseParameters, log: Any, payload: Any, signals: Mapping[str, Any]) -> tuple[Array, Array]:
    """Return the currents (N, n_a) of a log and its noise-free columns (N, n_a, n_b + 1), the last one of known efforts."""
    motion = log_motion(base.model, log, **signals)
    usable = usable_rows(base.model, motion, base.columns)
    x, xd, xdd = (part[usable] for part in (motion.x, motion.xd, motion.xdd))
    turns = turns_of(base.model, motion)[usable]
    W, known = Regression(base, ()).evaluate(x, xd, xdd, motion.mode, turns)
    if payload is not None:
        places, body = payload
        known = known + base.model.regressor(x, xd, xdd, mode=motion.mode, motion=True)[..., places] @ body
    return motion.tau[usable], np.concatenate((-W, -known[:, :, None]), axis=2)


def _solved(base: BaseParameters, V: Array, E: Array) -> DriveGains:
    n_a = V.shape[1]
    known = np.abs(E[:, :, -1]).max()
    if not known:
        raise InputError("payload: it has no effect on the efforts of the loaded log; use a heavier one, or another motion")
    noisy = np.einsum("nj,jk->njk", V, np.eye(n_a)).reshape(-1, n_a)  # the current of a drive is in its own rows alone
    exact = E.reshape(len(noisy), -1)
    g, c, sigma = mixed_total_least_squares(noisy, exact)
    if abs(c[-1]) * known < WEAK * np.abs(V @ np.diag(g)).max():
        raise InputError("payload: its effect on the efforts is lost in the noise; use a heavier one")
    gains, values = g / c[-1], c[:-1] / c[-1]
    residual = noisy @ gains + exact @ np.append(values, 1.0)
    A = np.column_stack((noisy, exact[:, :-1]))
    size = np.linalg.norm(A, axis=0)
    inverse = np.linalg.inv(np.asarray(np.linalg.qr(A / size, mode="r")))
    deviations = np.sqrt((inverse**2).sum(axis=1)) / size * np.sqrt(residual @ residual / (len(residual) - A.shape[1]))
    return DriveGains(tuple(base.model.actuated_names), gains, deviations[:n_a], base, values, float(sigma[-1] / sigma[0]))

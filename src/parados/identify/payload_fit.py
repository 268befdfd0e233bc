"""Payload of a known robot: only the inertial parameters of its platform are free.

What the known robot explains is subtracted; the rest is the effort of a body on the platform. The base parameters of that body
are those combinations of its ten parameters that the motion of the platform can show.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance
from parados.errors import InputError
from parados.identify.base_parameters import BaseParameters, base_parameters
from parados.identify.effort_errors import relative_norms
from parados.identify.given_logs import Logs, read_logs
from parados.identify.gram_matrix import gram_factors
from parados.identify.least_squares import check_excitation, weighted
from parados.identify.motion_of_log import log_motion
from parados.identify.regression_rows import Regression
from parados.identify.rests_of_log import usable_rows
from parados.model.model import COMPILED, Model
from parados.spatial.inertia import INERTIAL_NAMES, why_impossible
from parados.text.result_display import Display, Shown, Table

__all__ = ["PayloadFit", "identify_payload"]

Array = NDArray[np.float64]

SHOWN = 3.0
"""Standard deviations from which a mass counts as different from zero."""


@dataclass(frozen=True, eq=False)
class PayloadFit(Shown):
    """Identified body on the platform.

    Attributes
    ----------
    names, values, standard_deviations : base parameters of the body, in the platform's frame [kg m^2, kg m, kg]
    groups : each of them as a sum of standard parameters
    relative_errors : (n_a,) of the efforts with the payload
    remarks : sentences about the result
    """

    names: tuple[str, ...]
    values: Array
    standard_deviations: Array
    groups: tuple[str, ...] = field(repr=False)
    relative_errors: Array = field(repr=False)
    remarks: tuple[str, ...] = ()

    @property
    def mass(self) -> float:
        """Mass of the payload [kg]; raises InputError if the motion shows only sums that contain it."""
        if "m_p" not in self.names or self.groups[self.names.index("m_p")] != "m_p":
            raise InputError(
                "mass: the motion shows the mass of the payload only in a sum with other parameters; see names and values"
            )
        return float(self.values[self.names.index("m_p")])

    def _display(self) -> Display:
        rows = [
            [name, f"{value:.5g}", f"{sd:.2g}", group]
            for name, value, sd, group in zip(self.names, self.values, self.standard_deviations, self.groups, strict=True)
        ]
        head = ("parameter", "value", "deviation", "group")
        return Display("Identified payload [SI units]", {}, [Table(head, rows)], "\n".join(self.remarks))


def identify_payload(
    model: Model,
    log: Logs,
    *,
    columns: Any = None,
    units: Any = None,
    gains: Any = None,
    derivatives: str = "auto",
    cut_off: float | None = None,
    mode: ArrayLike | None = None,
    start: ArrayLike | None = None,
) -> PayloadFit:
    """Identify a body on the platform of a robot whose own parameters are known.

    The arguments are those of `identify`. Raises InputError if the log does not show a payload.
    """
    own = instance("model", model, Model, COMPILED)
    if own.mechanism.platform.is_absent:
        raise InputError(f"identify_payload: {own.spec.name} has no platform; add one to its file, with the key carrier")
    base = base_parameters(own, bodies=["p"], rotors=None, friction=None, springs=False)
    motions = [
        log_motion(own, one, derivatives=derivatives, cut_off=cut_off, mode=mode, start=start)
        for one in read_logs(own, {"log": log}, columns=columns, units=units, gains=gains)["log"]
    ]
    regression = Regression(base, motions)
    unloaded = base.of_standard(base.model.parameters)  # what the robot has on its platform by itself
    rows = [(W, tau - W @ unloaded) for W, tau in regression.rows()]
    used = [(m, usable_rows(base.model, m, base.columns)) for m in motions]
    gram = gram_factors(rows)
    check_excitation(gram, base.names)
    found = weighted(gram)
    measured = np.concatenate([base.measured(m.tau[use], m.x[use], mode=m.mode, motion=True) for m, use in used])
    errors = np.concatenate([tau - W @ found.values for W, tau in rows])
    deviations = np.sqrt(np.diag(found.covariance))
    if (np.abs(found.values) < SHOWN * deviations).all():
        raise InputError("log: the data show no payload; its efforts are below the noise of the measured ones")
    groups = tuple(str(group) for group in base.groups)
    return PayloadFit(
        base.names, found.values, deviations, groups, relative_norms(errors, measured), _remarks(base, found.values)
    )


def _remarks(base: BaseParameters, values: Array) -> tuple[str, ...]:
    """Tell if the values are all ten parameters of a body, and if that body is impossible."""
    if len(base.names) < len(INERTIAL_NAMES):
        return (f"The motion shows {len(base.names)} combinations of the ten parameters of a body.",)
    by_name = dict(zip(base.names, values, strict=True))
    reason = why_impossible(np.array([by_name[f"{name}_p"] for name in INERTIAL_NAMES]))
    return (f"No real body has these numbers: {reason}.",) if reason else ()

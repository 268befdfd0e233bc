"""Identify the dynamic parameters of a robot from logs of the machine.

The steps: read the logs; find the motion of the platform along them; evaluate the regressor of the base parameters; estimate;
validate. Briot & Khalil (2015), section 8.7.
"""

from __future__ import annotations

from collections.abc import Mapping

from numpy.typing import ArrayLike

from parados.arguments import flag, instance, positive, word
from parados.arguments.callables import Progress, check_progress
from parados.identify.base_parameters import BaseParameters
from parados.identify.fit_display import METHODS
from parados.identify.fit_result import Fit
from parados.identify.given_logs import Logs, read_logs
from parados.identify.identification_steps import IdentificationSteps, LogSignals
from parados.model.model import COMPILED, Model

__all__ = ["identify"]


def identify(
    model: Model,
    log: Logs,
    *,
    validation: Logs | None = None,
    method: str = "weighted",
    base: BaseParameters | None = None,
    columns: Mapping[str, str] | None = None,
    units: Mapping[str, str] | None = None,
    gains: Mapping[str, float] | float | None = None,
    derivatives: str = "auto",
    cut_off: float | None = None,
    period: float | None = None,
    filter_cut_off: float | None = None,
    mode: ArrayLike | None = None,
    start: ArrayLike | None = None,
    strict: bool = True,
    progress: Progress | None = None,
) -> Fit:
    """Identify the base parameters of a robot from logs of its joint positions and actuator efforts.

    Parameters
    ----------
    log : path of a log, a `Log`, or a list of these;  validation : held-out logs; by default, cross validation in five blocks
    method : "ordinary", "weighted" (noise of each actuator), "robust" (outliers count less), "instrumental" or "didim" (no bias
        by noise of the positions)
    base : parameters to identify, `base_parameters(model, ...)`; by default all that the file gives, with the friction of all
        joints and the rotors of the actuated ones
    columns, units, gains : as in `read_log`, for logs that are given by their paths
    derivatives, cut_off, period, mode, start : as in `log_motion`
    filter_cut_off : cut-off of a low-pass filter on both sides of the regression, whose rows are then decimated [Hz]
    strict : False to return the fit of a robot that does not fit its log
    progress : function of (done, total)
    """
    own = instance("model", model, Model, COMPILED)
    word("method", method, tuple(METHODS))
    flag("strict", strict)
    check_progress(progress)
    both_sides = None if filter_cut_off is None else positive("filter_cut_off", filter_cut_off, "Hz")
    signals = LogSignals(derivatives, cut_off, period, mode, start)
    logs = read_logs(own, {"log": log, "validation": validation}, columns=columns, units=units, gains=gains)
    return IdentificationSteps(own, method, signals, both_sides, strict, progress).fit(logs["log"], logs["validation"], base)

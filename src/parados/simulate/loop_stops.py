"""Say why a compiled loop ended before its time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from parados.errors import InputError, ParadosError, SingularConfigurationError, TimeStepError

if TYPE_CHECKING:
    from parados.simulate.loop_library import Plant

__all__ = ["Stop", "stop_reason"]

CODES = (
    "done",
    "not finite",
    "singular",
    "law not finite",
    "law singular",
    "law stopped",
    "no pose",
    "no convergence",
    "not closed",
)
"""Meanings of the statuses of `loop_begin.c`, in their order."""


class Stop(NamedTuple):
    """End of a run before its time: the time [s], and the error that says why."""

    t: float
    error: BaseException

    @property
    def interrupted(self) -> bool:
        return isinstance(self.error, KeyboardInterrupt)


def stop_reason(status: int, t: float, raised: BaseException | None, plant: Plant, law: Any) -> Stop:
    """Return the end of a run with a status at a time; `raised` is the exception of a law in Python."""
    if raised is not None and not isinstance(raised, Exception):
        return Stop(t, raised)
    what, at = CODES[status], f"simulation: at t = {t:.6g} s"
    name = getattr(law, "title", "the law")
    error: ParadosError
    if what == "not finite":
        reason = (
            "the gains may be unstable, the step too large, or a leg out of reach" if law is not None else "use a smaller step"
        )
        error = TimeStepError(f"{at} the state is no longer finite, or out of reach; {reason}")
    elif what == "singular":
        error = SingularConfigurationError(
            f'{at} {plant.model.spec.name} is singular in these coordinates; use coordinates="joints"'
        )
    elif what == "law not finite":
        error = InputError(f"{at} {name} returns efforts that are not finite")
    elif what == "law singular":
        error = SingularConfigurationError(f"{at} {name} has no efforts: the controller's model is singular or out of reach")
    elif what == "law stopped":
        told = f": {type(raised).__name__}: {raised}" if raised is not None else ""
        error = InputError(f"{at} {name} stopped the run{told}")
    elif what == "no pose":
        error = SingularConfigurationError(f"{at} the controller finds no pose for its measured joints")
    elif what == "no convergence":
        error = TimeStepError(f"{at} a step of collocation does not converge; use a smaller step")
    else:
        error = TimeStepError(f"{at} the loops cannot be closed at the end of a step; use a smaller step")
    return Stop(t, error)

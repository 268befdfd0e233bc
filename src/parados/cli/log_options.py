"""Options of the commands about logs: how a log is read, and how the motion along it is found."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from parados.cli.mode_option import MODE, given_mode
from parados.errors import InputError

if TYPE_CHECKING:
    from parados.identify import Log
    from parados.model.model import Model

__all__ = ["LogChoice", "chosen_joints", "named_values", "number_values", "takes_log_options"]

Pairs = list[str] | None

Column = Annotated[Pairs, typer.Option(help="Column of a quantity, QUANTITY=COLUMN, e.g. tau_q11=current1.")]
Unit = Annotated[Pairs, typer.Option(help="Unit of a quantity, QUANTITY=UNIT, e.g. joints=deg.")]
Gain = Annotated[Pairs, typer.Option(help="Drive gain, NAME=NUMBER, or a number for all drives.")]
Rate = Annotated[float | None, typer.Option(help="Samples for each second [Hz], for a log without times.")]
Settings = Annotated[Path | None, typer.Option(help="YAML file with columns, units, gains and rate.")]
DerivativesOption = Annotated[str, typer.Option(help="auto, fourier, spline or filter.")]
CutOffOption = Annotated[float | None, typer.Option(help="Cut-off of the derivatives [Hz]; proposed from the spectrum.")]
StartOption = Annotated[str | None, typer.Option(help="Pose near the first row, e.g. 0.1,0.25.")]


class LogChoice:
    """Options of a command about logs, which are checked before the first log is read.

    signals : arguments of `identify` and `compare` about the motion along a log
    """

    def __init__(
        self,
        column: Column = None,
        unit: Unit = None,
        gain: Gain = None,
        rate: Rate = None,
        settings: Settings = None,
        derivatives: DerivativesOption = "auto",
        cut_off: CutOffOption = None,
        mode: MODE = None,
        start: StartOption = None,
    ) -> None:
        self._columns, self._units, self._gains = named_values("column", column), named_values("unit", unit), _gains(gain)
        self._rate, self._settings = rate, settings
        self.signals: dict[str, Any] = {"derivatives": derivatives, "cut_off": cut_off}
        self.signals |= {"mode": given_mode(mode), "start": number_values("start", start)}

    def read(self, path: Path, model: Model) -> Log:
        """Read one log of a robot."""
        from parados.identify import read_log

        return read_log(
            path, model, columns=self._columns, units=self._units, gains=self._gains, rate=self._rate, settings=self._settings
        )


def takes_log_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of `LogChoice`; the command gets them as its argument `choice`."""
    hints = get_type_hints(command, include_extras=True) | get_type_hints(LogChoice.__init__, include_extras=True)
    shared = list(inspect.signature(LogChoice).parameters.values())
    own = [one for one in inspect.signature(command).parameters.values() if one.name != "choice"]

    @wraps(command)
    def run(**given: Any) -> None:
        choice = LogChoice(**{one.name: given.pop(one.name) for one in shared})
        command(**given, choice=choice)

    every = [one.replace(annotation=hints[one.name], kind=inspect.Parameter.KEYWORD_ONLY) for one in (*own, *shared)]
    run.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in every}
    del run.__wrapped__  # its signature is another one
    return run


def chosen_joints(word: str) -> str | None:
    """Return the word of an option for joints, such as all or actuated; None for none."""
    return None if word == "none" else word


def number_values(name: str, given: str | None) -> list[float] | None:
    """Return numbers between commas, e.g. 0.1,-0.2; None without the option."""
    if given is None:
        return None
    try:
        return [float(part) for part in given.split(",")]
    except ValueError:
        raise InputError(f"--{name}: numbers with commas between them are expected, not {given!r:.60}") from None


def named_values(name: str, given: Pairs) -> dict[str, str] | None:
    """Return NAME=VALUE options as a mapping; None without options."""
    pairs = [one.partition("=") for one in given or []]
    wrong = ["".join(pair) for pair in pairs if not all(pair)]
    if wrong:
        raise InputError(f"--{name}: NAME=VALUE is expected, not {wrong[0]!r:.60}")
    names = [left for left, _, _ in pairs]
    twice = [left for left in names if names.count(left) > 1]
    if twice:
        raise InputError(f"--{name}: {twice[0]!r:.60} is given twice")
    return {left: right for left, _, right in pairs} or None


def _gains(given: Pairs) -> dict[str, float] | float | None:
    """Return gains of drives: one number for all, or NAME=NUMBER for each."""
    try:
        if given and len(given) == 1 and "=" not in given[0]:
            return float(given[0])
        return {name: float(value) for name, value in (named_values("gain", given) or {}).items()} or None
    except InputError:
        raise
    except ValueError:
        raise InputError(f"--gain: NAME=NUMBER or one number is expected, not {', '.join(given or [])!r:.60}") from None

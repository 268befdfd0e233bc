"""Read the logs that a call of identification gets: paths, logs in memory, or lists of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from parados.errors import InputError
from parados.identify.log import Log
from parados.identify.log_reading import read_log
from parados.model.model import Model

__all__ = ["Logs", "read_logs"]

Logs = str | Path | Log | Sequence[str | Path | Log]


def read_logs(
    model: Model,
    given: Mapping[str, Any],
    *,
    columns: Mapping[str, str] | None = None,
    units: Mapping[str, str] | None = None,
    gains: Mapping[str, float] | float | None = None,
) -> dict[str, list[Log]]:
    """Read the logs of each argument; an argument that is None has none.

    given : name of the argument -> its value
    columns, units, gains : as in `read_log`, for the files among the logs; rejected if there is no file
    """
    every = {name: _listed(name, value) for name, value in given.items()}
    if all(isinstance(one, Log) for logs in every.values() for one in logs):
        for name, option in (("columns", columns), ("units", units), ("gains", gains)):
            if option is not None:
                raise InputError(f"{name}: a Log has its columns in SI units already; leave this out, or give a path")

    def read(one: Any) -> Log:
        return one if isinstance(one, Log) else read_log(one, model, columns=columns, units=units, gains=gains)

    return {name: [read(one) for one in logs] for name, logs in every.items()}


def _listed(name: str, value: Any) -> list[Any]:
    if value is None:
        return []
    every = list(value) if isinstance(value, list | tuple) else [value]
    if not every:
        raise InputError(f"{name}: a path, a log or a list of these is expected, not an empty list")
    return every

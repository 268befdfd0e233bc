"""Units in which a log may be written, as factors to SI units and radians."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from parados.arguments import shown
from parados.errors import InputError

__all__ = ["CURRENTS", "UNITS", "unit_factor"]

UNITS: Mapping[str, Mapping[str, float]] = {
    "time": {"s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9, "min": 60.0},
    "angle": {"rad": 1.0, "mrad": 1e-3, "deg": np.pi / 180, "°": np.pi / 180, "turn": 2 * np.pi, "rev": 2 * np.pi},
    "length": {"m": 1.0, "mm": 1e-3, "cm": 1e-2, "um": 1e-6, "µm": 1e-6},
    "torque": {"N m": 1.0, "N mm": 1e-3, "N cm": 1e-2, "mN m": 1e-3, "kN m": 1e3},
    "pixel": {"px": 1.0, "pixel": 1.0},
    "force": {"N": 1.0, "kN": 1e3, "mN": 1e-3, "kgf": 9.80665},
}
"""Factor to SI units of each unit, by the kind of quantity."""

CURRENTS = {"A": 1.0, "mA": 1e-3, "V": 1.0, "mV": 1e-3, "%": 1e-2, "1": 1.0}
"""Units of signals that only a drive gain turns into an effort; the gain is the effort for 1 A, 1 V, 100 % or 1."""


def _plain(unit: str) -> str:
    """Return the spelling of a unit without blanks and signs of multiplication, to compare units."""
    return unit.strip().replace(" ", "").replace("*", "").replace(".", "").replace("·", "")


def unit_factor(what: str, unit: object, kind: str, gain: float | None = None) -> float:
    """Return the factor from a unit of a file to SI units; `kind` is a key of `UNITS`, `what` names the quantity in messages."""
    known = dict(UNITS[kind])
    drive = kind in ("torque", "force")
    if drive:
        known |= CURRENTS
    spelt = {_plain(name): name for name in known}
    if not isinstance(unit, str) or _plain(unit) not in spelt:
        raise InputError(f"units[{what!r}]: {shown(unit)} is not a unit of {_article(kind)}; use {', '.join(known)}")
    name = spelt[_plain(unit)]
    if drive and name in CURRENTS and gain is None:
        per = "N m" if kind == "torque" else "N"
        one = {"%": "100 %", "1": "1"}.get(name, f"one {name[-1]}")
        raise InputError(f"units[{what!r}]: an effort in {name} needs gains={{...}}, the gain of each drive in {per} for {one}")
    return known[name]


def _article(kind: str) -> str:
    return f"an {kind}" if kind[0] == "a" else f"a {kind}"

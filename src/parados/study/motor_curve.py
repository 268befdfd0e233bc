"""The limits of a motor: largest effort over speed, and continuous effort."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import file_path, instance, positive, shown, text, vector, word
from parados.errors import InputError, UnknownNameError
from parados.study.study_yaml import read_yaml
from parados.trajectory.column_tables import read_table

__all__ = ["MotorCurve", "motors_of", "read_motors"]

Array = NDArray[np.float64]

KEYS = ("speed", "effort", "continuous", "gear")
EXPECTED = (
    "a mapping with speed and effort, e.g. {speed: [0, 20, 40], effort: [60, 60, 20], continuous: 25}, or the path of a file"
)


def _curve(place: str, speeds: Any, efforts: Any) -> tuple[Array, Array]:
    """Return copies of the speeds (k,) and efforts (k,) of a curve; messages begin with `place`."""
    speed = vector(f"{place}speed", speeds)
    effort = vector(f"{place}effort", efforts, len(speed), "one for each speed")
    if speed[0] != 0 or len(speed) < 2 or (np.diff(speed) <= 0).any():
        raise InputError(f"{place}speed: at least two increasing speeds from 0 on are expected, not {shown(speed.tolist())}")
    if (effort <= 0).any():
        raise InputError(f"{place}effort: positive efforts are expected, not {effort.min():g}")
    return speed, effort


@dataclass(frozen=True)
class MotorCurve:
    """The limit curve of a motor with its gear, at the joint.

    Attributes
    ----------
    speed : (k,) increasing speeds from 0 to the largest [rad/s, m/s]
    effort : (k,) largest effort at these speeds, straight lines between them [N m, N]
    continuous : effort that the motor can deliver for ever [N m, N]; None if it is not known
    """

    speed: Array
    effort: Array
    continuous: float | None = None

    def __post_init__(self) -> None:
        """Check and copy the arrays, so that later changes of those of the caller do not change the curve."""
        for key, values in zip(KEYS, _curve("", self.speed, self.effort), strict=False):
            object.__setattr__(self, key, values)

    @staticmethod
    def read(name: str, given: Any) -> MotorCurve:
        """Read a curve from a mapping; with `gear`, its numbers are those of the motor, and the joint is behind the gear."""
        content = instance(text("name", name), given, Mapping, EXPECTED)
        for key in content:
            word(name, key, KEYS, UnknownNameError, "a key of a motor")
        for key in KEYS[:2]:
            if key not in content:
                raise InputError(f"{name}: the key {key} is missing; give {EXPECTED}")
        speed, effort = _curve(f"{name}.", content["speed"], content["effort"])
        gear = positive(f"{name}.gear", content.get("gear", 1.0), "-")
        given_continuous = content.get("continuous")
        continuous = None if given_continuous is None else gear * positive(f"{name}.continuous", given_continuous, "N m, N")
        return MotorCurve(speed / gear, effort * gear, continuous)

    def limit(self, speed: Array) -> Array:
        """Largest effort at some speeds [N m, N]; beyond the last speed that of the last speed."""
        return np.asarray(np.interp(np.abs(speed), self.speed, self.effort))

    def use(self, effort: Array, speed: Array) -> Array:
        """Used part of the motor: the larger of |effort| / limit(speed) and |speed| / largest speed."""
        return np.maximum(np.abs(effort) / self.limit(speed), np.abs(speed) / self.speed[-1])

    def thermal_use(self, rms_effort: Array) -> Array:
        """Root mean square effort as a part of the continuous effort; raises InputError if that is not known."""
        if self.continuous is None:
            raise InputError("motor: the key continuous, the effort that the motor delivers for ever, is missing")
        return np.asarray(rms_effort / self.continuous)


def motors_of(given: Any, actuators: Sequence[str]) -> list[MotorCurve]:
    """Return the motor of each actuator: one for all, or a mapping from names of actuators to motors."""
    if isinstance(given, MotorCurve):
        return [given] * len(actuators)
    if isinstance(given, str | Path):
        return read_motors(given, actuators)
    content = instance("motor", given, Mapping, EXPECTED)
    if not content or any(key in KEYS for key in content):
        return [MotorCurve.read("motor", content)] * len(actuators)
    for name in content:
        word("motor", name, actuators, UnknownNameError, "an actuator")
    missing = [name for name in actuators if name not in content]
    if missing:
        raise InputError(f"motor: the actuator {missing[0]} has no motor; give one for each of {', '.join(actuators)}")
    own = {
        name: value if isinstance(value, MotorCurve) else MotorCurve.read(f"motor[{name}]", value)
        for name, value in content.items()
    }
    return [own[name] for name in actuators]


def read_motors(path: str | Path, actuators: Sequence[str]) -> list[MotorCurve]:
    """Read motors from a file: YAML with the keys of a motor, or a table (CSV) with the columns speed, effort, continuous."""
    place = file_path("motor", path)
    if place.suffix.lower() in (".yaml", ".yml"):
        return motors_of(read_yaml("motor", place), actuators)
    table = read_table(place)
    for name in ("speed", "effort"):
        if name not in table.columns:
            raise InputError(f"{table.file}: the column {name} is missing; a motor has speed, effort and, optionally, continuous")
    content: dict[str, Any] = {name: table.numbers(name) for name in ("speed", "effort")}
    if "continuous" in table.columns:
        content["continuous"] = float(table.numbers("continuous")[0])
    return motors_of(content, actuators)

"""Instruments that see the platform from outside: distances to a fixed point, and the image of a point in a camera.

A point t of the platform, given in its frame, is at X = P + R t in base axes. A laser tracker, a draw-wire sensor or a ball bar
measures d = |X - s| from its station s. A camera with the (3, 4) matrix C sees the point at u = a / c, v = b / c with
[a, b, c] = C [X, 1] (Hartley & Zisserman, Multiple View Geometry, 6.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import freeze, instance, real_array, shown, text, vector, word
from parados.arguments.single_values import repeated
from parados.errors import InputError

__all__ = ["Distance", "ImagePoint", "Sensor", "given_sensors"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Distance:
    """Distance from a fixed point to a point of the platform; its column in a table has the name `name`.

    station : (3,) the fixed point, base axes [m];  target : (3,) the point of the platform, in its frame [m]
    """

    name: str
    station: ArrayLike
    target: ArrayLike = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        text("name", self.name)
        for key, what in (("station", "a point in base axes [m]"), ("target", "a point of the platform [m]")):
            object.__setattr__(self, key, vector(f"{self.name}: {key}", getattr(self, key), 3, what))
        freeze(self)

    @property
    def columns(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def kind(self) -> str:
        return "lengths"

    def at(self, X: Array) -> tuple[Array, Array]:
        """Return the distance (N, 1) of points X (N, 3), and its derivative (N, 1, 3) with respect to X."""
        away = X - np.asarray(self.station)
        d = np.linalg.norm(away, axis=1, keepdims=True)
        return d, (away / np.maximum(d, np.finfo(float).tiny))[:, None]


@dataclass(frozen=True, eq=False)
class ImagePoint:
    """Image of a point of the platform in one camera; its columns are NAME_u and NAME_v [pixels].

    camera : (3, 4) matrix from points in base axes [m] to the image;  target : (3,) the point of the platform, in its frame [m]
    """

    name: str
    camera: ArrayLike
    target: ArrayLike = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        text("name", self.name)
        C = np.array(real_array(f"{self.name}: camera", self.camera))
        if C.shape != (3, 4) or np.linalg.matrix_rank(C) < 3:
            raise InputError(
                f"{self.name}: camera: a (3, 4) matrix of rank 3 is expected, that of the camera's intrinsic numbers times "
                f"its place, not {shown(self.camera)}"
            )
        object.__setattr__(self, "camera", C)
        object.__setattr__(self, "target", vector(f"{self.name}: target", self.target, 3, "a point of the platform [m]"))
        freeze(self)

    @property
    def columns(self) -> tuple[str, ...]:
        return f"{self.name}_u", f"{self.name}_v"

    @property
    def kind(self) -> str:
        return "pixels"

    def at(self, X: Array) -> tuple[Array, Array]:
        """Return the image (N, 2) of points X (N, 3), and its derivative (N, 2, 3) with respect to X."""
        C = np.asarray(self.camera)
        seen = X @ C[:, :3].T + C[:, 3]
        image = seen[:, :2] / seen[:, 2:]
        return image, (C[:2, :3] - image[:, :, None] * C[2, :3]) / seen[:, 2, None, None]


Sensor = Distance | ImagePoint


def given_sensors(value: Any, taken: Sequence[str]) -> list[Sensor]:
    """Return the sensors of a list, or of a mapping of names to their numbers, as a YAML file has them.

    taken : names of columns that a sensor cannot have
    """
    if isinstance(value, Mapping):
        value = [_from_mapping(str(name), given) for name, given in value.items()]
    if not isinstance(value, list | tuple):
        raise InputError(f"sensors: a list of Distance and ImagePoint is expected, not {shown(value)}")
    expected = "parados.calibration.Distance or ImagePoint"
    for k, one in enumerate(value):
        instance(f"sensors[{k}]", one, (Distance, ImagePoint), expected)
    found: list[Sensor] = list(value)
    twice = repeated([*taken, *(column for one in found for column in one.columns)])
    if twice:
        raise InputError(f"sensors: two measured columns would be named {twice[0]}; give each sensor its own name")
    return found


def _from_mapping(name: str, given: Any) -> Sensor:
    keys = ("station", "camera", "target")
    if not isinstance(given, Mapping) or ("station" in given) == ("camera" in given):
        raise InputError(f"sensors: {shown(name)}: either station (a distance) or camera (an image) is expected, and target")
    for key in given:
        word(f"sensors: {name}", key, keys, InputError, "a key of a sensor")
    return Distance(name, **given) if "station" in given else ImagePoint(name, **given)

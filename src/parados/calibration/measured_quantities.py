"""Measured quantities z(x, p) as functions of the pose x and of the live parameters p, with their exact derivatives.

Actuated and passive joints come from the inverse geometry, platform coordinates and instruments from the frame of the platform.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.calibration.sensors import Sensor
from parados.errors import InputError
from parados.model.model import Model
from parados.robot.description import COORDINATES
from parados.sensitivity.tolerances import as_parameters

__all__ = ["MeasuredQuantities", "Values"]

Array = NDArray[np.float64]


class Values(NamedTuple):
    """z : (N, m) values;  by_x : (N, m, n_x);  by_p : (N, m, n_p) derivatives."""

    z: Array
    by_x: Array
    by_p: Array


class MeasuredQuantities:
    """Columns of measurements of a robot: actuated joints, other joints, coordinates of the platform, sensors, in this order.

    Attributes
    ----------
    columns : names of the m columns;  kinds : "encoders" (actuated), "lengths", "angles" or "pixels" of each
    actuated : (m,) True for the columns of actuated joints;  turning : (m,) True for angles, compared modulo whole turns
    """

    def __init__(self, model: Model, measured: Sequence[str], sensors: Sequence[Sensor], mode: ArrayLike | None) -> None:
        mechanism = model.mechanism
        if mechanism.platform.is_quaternion:
            raise InputError(f"calibrate: {model.spec.name} uses quaternions; write its file with an orientation such as ZYX")
        if model.has_rows:
            model.check_one_robot()
        model.signs(mode)  # raises an error if there is no such mode
        self.model, self.sensors, self.mode = model, list(sensors), mode
        names, own = list(mechanism.joint_names), [mechanism.joints[k].name for k in mechanism.actuated]
        others = [name for name in names if name in measured and name not in own]
        self.platform = [name for name in COORDINATES if name in measured and name not in names]
        if (self.platform or self.sensors) and not model.spec.has_platform:
            raise InputError(f"calibrate: {model.spec.name} has no platform, so only joints can be measured")
        self._joints = [names.index(name) for name in (*own, *others)]
        self._coordinates = [COORDINATES.index(name) for name in self.platform]
        seen = [column for sensor in self.sensors for column in sensor.columns]
        self.columns = [*own, *others, *self.platform, *seen]
        of_joints = ["lengths" if mechanism.joints[k].unit == "m" else "angles" for k in self._joints]
        self.units = [*of_joints, *("lengths" if name[0] == "p" else "angles" for name in self.platform)]
        self.units += [sensor.kind for sensor in self.sensors for _ in sensor.columns]
        self.actuated = np.arange(len(self.columns)) < len(own)
        self.kinds = ["encoders" if is_own else unit for is_own, unit in zip(self.actuated, self.units, strict=True)]
        self.turning = np.array([unit == "angles" for unit in self.units])

    def at(self, p: Array, x: Array, slopes: bool = True) -> Values:
        """Return values and derivatives at poses x (N, n_x) with live numbers p (n_p,); NaN where a pose is out of reach.

        slopes : False to leave the derivatives with respect to p out
        """
        model = self.model.with_parameters(as_parameters(self.model, p))
        wrt = ["x", *(self.model.live_places if slopes else ())]
        joints = model.quietly("joints", x, mode=self.mode)["joints"]
        ok = np.asarray(np.isfinite(joints).all(axis=1))
        safe = np.where(ok[:, None], x, x[np.argmax(ok)])
        if not ok.any():
            full = (len(x), len(self.columns))
            return Values(np.full(full, np.nan), np.zeros((*full, x.shape[1])), np.zeros((*full, len(p))))
        z = [joints[:, self._joints]]
        dz = [np.asarray(model.derivatives("joints", wrt)(safe, mode=self.mode))[:, self._joints]]
        if self._coordinates or self.sensors:
            pose = model.quietly("pose", safe, mode=self.mode)
            slope = model.derivatives("pose", wrt)(safe, mode=self.mode)
            assert isinstance(slope, dict)
            z.append(pose["coordinates"][:, self._coordinates])
            dz.append(slope["coordinates"][:, self._coordinates])
            for sensor in self.sensors:
                t = np.append(np.asarray(sensor.target), 1.0)
                value, by_point = sensor.at((pose["frame"] @ t)[:, :3])
                z.append(value)
                dz.append(by_point @ np.einsum("nijk,j->nik", slope["frame"], t)[:, :3])
        values, all_slopes, n_x = np.hstack(z), np.concatenate(dz, axis=1), x.shape[1]
        values[~ok] = np.nan
        return Values(values, all_slopes[:, :, :n_x], all_slopes[:, :, n_x:])

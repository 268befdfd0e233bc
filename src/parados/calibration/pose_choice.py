"""Choose poses to measure at: those of a set of candidates with the largest observability index, within workspace and limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import file_path, flag, instance, name_list, real_array, shown, whole, word, writing
from parados.calibration.geometric_calibration import chosen_numbers
from parados.calibration.identifiable_parameters import identifiable
from parados.calibration.measured_quantities import MeasuredQuantities
from parados.calibration.noise_levels import given_noise
from parados.calibration.observability import deviations, observability
from parados.calibration.pose_exchange import exchanged
from parados.calibration.projected_residuals import projected
from parados.calibration.sensors import given_sensors
from parados.errors import InputError
from parados.model.model import COMPILED, Model
from parados.robot.description import COORDINATES
from parados.sensitivity.tolerances import live_values
from parados.text.csv_cells import write_columns
from parados.text.result_display import Display, Shown, Table

__all__ = ["PoseChoice", "measurement_poses"]

Array = NDArray[np.float64]

CANDIDATES = 400
"""Number of random candidates; half of them are on the border of the workspace."""


@dataclass(frozen=True, eq=False)
class PoseChoice(Shown):
    """Chosen poses.

    Attributes
    ----------
    x : (count, n_x) poses;  q : (count, n_a) positions of the actuated joints there
    observability, random : index O1 of the chosen poses, and of the first candidates, for comparison
    names : the identified parameters;  standard_deviations : (n,) those that a calibration at these poses will have [m, rad]
    """

    model: Model = field(repr=False)
    x: Array
    q: Array
    observability: float
    random: float
    names: tuple[str, ...]
    standard_deviations: Array

    def write(self, path: str | Path) -> Path:
        """Write the poses as CSV: the actuated joints, then the coordinates."""
        target = file_path("path", path, "the path of a CSV file")
        labels = self.model.labels
        parts = ((labels["q"], self.q), (labels["x"], self.x))
        columns = {name: values[:, k] for names, values in parts for k, name in enumerate(names)}
        with writing("path", target):
            write_columns(target, columns)
        return target

    def _display(self) -> Display:
        facts = {"poses": len(self.x), "observability": f"O1 = {self.observability:.4g}, random poses {self.random:.4g}"}
        rows = [[name, f"{s:.3g}"] for name, s in zip(self.names, self.standard_deviations, strict=True)]
        table = Table(["parameter", "standard deviation to expect"], rows, "Parameters [m, rad]")
        return Display(f"Poses to measure {self.model.spec.name} at", facts, [table])


def measurement_poses(
    model: Model,
    count: int,
    *,
    measured: Sequence[str] = (),
    noise: Any = None,
    sensors: Any = (),
    parameters: Sequence[str] | None = None,
    candidates: ArrayLike | None = None,
    mode: ArrayLike | None = None,
    strict: bool = True,
    seed: int = 0,
) -> PoseChoice:
    """Choose poses at which measurements determine the live parameters best, within the workspace and the joint limits.

    count : number of poses;  measured : columns beside the actuated joints and sensors, by default px ... a3 that move
    noise, sensors, parameters, mode, strict : as in `calibrate`
    candidates : (K, n_x) poses to choose from; by default random ones in the workspace of the file
    """
    own: Model = instance("model", model, Model, COMPILED)
    flag("strict", strict)
    p, chosen, wanted = live_values(own), chosen_numbers(own, parameters), whole("count", count, 1, 10_000, "a number of poses")
    instruments = given_sensors(sensors, [])
    quantities = MeasuredQuantities(own, _columns(own, measured, bool(instruments)), instruments, mode)
    x = _candidates(own, candidates, mode, whole("seed", seed, 0))
    if len(x) < wanted:
        raise InputError(f"candidates: {len(x)} of them can be reached within the limits, fewer than the {wanted} poses wanted")
    blocks = projected(quantities.at(p, x), given_noise(quantities, noise))
    divided = identifiable(blocks.reshape(-1, blocks.shape[2]), own.labels["parameters"], chosen)
    if divided.sentences and strict:
        raise InputError(f"measurement_poses: {' '.join(divided.sentences)} Leave parameters out, or pass strict=False")
    blocks = blocks[:, :, divided.free]
    n = len(divided.free)
    if wanted * blocks.shape[1] < n:
        raise InputError(
            f"count: {wanted} poses give {wanted * blocks.shape[1]} equations for {n} parameters; measure at more poses"
        )
    best = exchanged(blocks, wanted)
    J = blocks[best].reshape(-1, n)
    names = tuple(own.labels["parameters"][k] for k in divided.free)
    q = np.atleast_2d(own.inverse_kinematics(x[best], mode=mode))
    random = observability(blocks[:wanted].reshape(-1, n), wanted)
    return PoseChoice(own, x[best], q, observability(J, wanted), random, names, deviations(J))


def _columns(model: Model, measured: Sequence[str], has_sensors: bool) -> list[str]:
    names = name_list("measured", measured)
    for name in names:
        word("measured", name, [*model.mechanism.joint_names, *COORDINATES], InputError, "a joint or a coordinate")
    moving = [name for name in model.spec.x_names if name in COORDINATES and name not in model.mechanism.joint_names]
    return names or ([] if has_sensors else moving)


def _candidates(model: Model, given: ArrayLike | None, mode: ArrayLike | None, seed: int) -> Array:
    """(K, n_x) poses that the robot reaches within its limits."""
    if given is None:
        rng, lower, upper = np.random.default_rng(seed), model.survey.lower, model.survey.upper
        x = rng.uniform(lower, upper, (CANDIDATES, len(lower)))
        border = rng.integers(0, 3, x.shape)  # 0: lower limit, 1: upper limit, 2: between
        x[1::2] = np.where(border == 0, lower, np.where(border == 1, upper, x))[1::2]
        x = x[np.sort(np.unique(x, axis=0, return_index=True)[1])]
    else:
        x = real_array("candidates", given)
        if x.ndim != 2 or x.shape[1] != len(model.labels["x"]):
            raise InputError(f"candidates: poses of the shape (K, {len(model.labels['x'])}) are expected, not {shown(given)}")
    reached = np.isfinite(model.quietly("joints", x, mode=mode)["joints"]).all(axis=1)
    if not reached.any():
        raise InputError("candidates: the robot reaches none of them")
    x = x[reached]
    return np.asarray(x[model.within_limits(x, mode=mode)])

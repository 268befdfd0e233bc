"""Find where a robot can be: its inverse geometry, a closed configuration at home, and samples around it.

The samples serve every question about all configurations: which rows are independent, what is constant, the mobility.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.errors import RobotFileError
from parados.geometry.couplings import find_couplings
from parados.geometry.inverse import InverseGeometry, closed_form, numeric_form
from parados.geometry.numeric import NumericInverse
from parados.geometry.samples import Samples
from parados.geometry.working_modes import mode_signs, why_no_mode
from parados.robot.description import COORDINATES, RobotSpec
from parados.spatial.rotations import quaternion, rotation
from parados.topology.mechanism import Mechanism

__all__ = ["Survey", "as_x", "survey"]

Array = NDArray[np.float64]

COUNT = 48
"""Samples wanted."""

ENOUGH = 8
"""Samples needed."""


@dataclass(frozen=True)
class Survey:
    """What was found.

    Attributes
    ----------
    samples : closed configurations, with every choice of the free signs where closed forms exist
    lower, upper : (n_x,) box from which poses are drawn
    home : (n_x,) a pose within reach in the default mode
    home_unknowns : (n_u,) the unknowns there, where the geometry is numeric
    """

    geometry: InverseGeometry
    samples: Samples
    lower: Array
    upper: Array
    home: Array
    home_unknowns: Array


def _length(mechanism: Mechanism) -> float:
    """A characteristic length of the robot [m]."""
    sizes = [np.linalg.norm(j.fixed[:3, 3]) for j in mechanism.joints]
    sizes += [np.linalg.norm(f[:3, 3]) for c in mechanism.closures for f in (c.frame_a, c.frame_b)]
    return max(float(np.max(sizes)), 1e-3)


def _box(spec: RobotSpec, mechanism: Mechanism) -> tuple[Array, Array, Array]:
    """Lower and upper bounds and home, in the entries of x with angles in place of a quaternion."""
    names = [*spec.platform.coordinates, *spec.redundancy]
    unknown = [key for key in spec.workspace if key not in names]
    if unknown:
        raise RobotFileError(spec.name, [f"workspace: {', '.join(unknown)} is not one of {', '.join(names)}"])
    for key, (low, high) in spec.workspace.items():
        if low >= high:
            raise RobotFileError(spec.name, [f"workspace.{key}: the lower bound {low:g} is not below the upper bound {high:g}"])
    wanted = len(names) + mechanism.platform.is_quaternion
    if spec.home is not None and len(spec.home) != wanted:
        raise RobotFileError(spec.name, [f"home: {wanted} numbers are needed ({', '.join(names)}), {len(spec.home)} are given"])
    centre = np.array([sum(spec.workspace.get(n, (0.0, 0.0))) / 2 for n in names])
    if spec.home is not None and not mechanism.platform.is_quaternion:
        centre = np.array(spec.home)
    elif spec.home is not None:
        centre[:3] = spec.home[:3]
    span = _length(mechanism)
    reach = np.array([0.15 * span if n.startswith("p") and n in COORDINATES else 0.2 for n in names])
    lower = np.array(
        [spec.workspace[n][0] if n in spec.workspace else c - r for n, c, r in zip(names, centre, reach, strict=True)]
    )
    upper = np.array(
        [spec.workspace[n][1] if n in spec.workspace else c + r for n, c, r in zip(names, centre, reach, strict=True)]
    )
    return lower, upper, centre


def as_x(mechanism: Mechanism, values: Array) -> Array:
    """Entries of x; for quaternion platforms the three angles become a quaternion."""
    if not mechanism.platform.is_quaternion:
        return values
    return np.array([[*v[:3], *quaternion(rotation("XYZ", v[3:6])), *v[6:]] for v in values])


def survey(spec: RobotSpec, mechanism: Mechanism) -> Survey:
    """Refuses a robot that no pose closes."""
    rng = np.random.default_rng(20150731)
    lower, upper, centre = _box(spec, mechanism)
    guess = np.array([spec.guess.get(j.name, 0.0) for j in mechanism.joints])
    drawn = as_x(mechanism, rng.uniform(lower, upper, (COUNT, len(lower))))
    home = as_x(mechanism, centre[None])[0]
    if spec.home is not None:
        home = np.array(spec.home)
    couplings = find_couplings(mechanism, guess, rng)
    geometry = None if spec.numeric else closed_form(mechanism, np.vstack([home, drawn]), couplings)
    if geometry is not None:
        _check_home(spec, geometry, home)
        samples = _closed_samples(spec, geometry, drawn, home, rng)
        return Survey(geometry, samples, lower, upper, home, np.zeros(0))
    return _numeric_survey(spec, mechanism, (lower, upper, home), drawn, rng)


def _closed_samples(spec: RobotSpec, geometry: InverseGeometry, drawn: Array, home: Array, rng: np.random.Generator) -> Samples:
    n_signs = geometry.signs.numel()
    positions = ca.vertcat(*[j.q for j in geometry.joints])
    found: list[Array] = []
    for shrink in (1.0, 0.5, 0.25, 0.1, 0.02):
        x = drawn if geometry.mechanism.platform.is_quaternion else home + shrink * (drawn - home)
        inputs = np.hstack([x, rng.choice([-1.0, 1.0], (len(x), n_signs))])
        values = Samples(inputs).values(geometry, positions)[:, :, 0]
        found = [row for row, value in zip(inputs, values, strict=True) if np.isfinite(value).all()]
        if len(found) >= ENOUGH:
            return Samples(np.array(found))
    raise RobotFileError(
        spec.name,
        [f"workspace: fewer than {ENOUGH} poses near home = {np.round(home, 4).tolist()} can be reached; check lengths or home"],
    )


def _check_home(spec: RobotSpec, geometry: InverseGeometry, home: Array) -> None:
    """Name the legs that do not reach home in the default mode, nor in any other."""
    if not geometry.steps:
        return
    n_signs = min(geometry.signs.numel(), 8)
    usable = spec.mode is None or why_no_mode(geometry, spec.mode) is None  # else the checks will say so
    modes = [mode_signs(geometry, spec.mode)] if usable else []
    modes += [np.array([*choice, *[1.0] * (geometry.signs.numel() - n_signs)]) for choice in product((1.0, -1.0), repeat=n_signs)]
    inputs = np.array([np.concatenate([home, signs]) for signs in modes])
    reaches = Samples(inputs).values(geometry, geometry.discriminants())[:, :, 0] >= 0
    if reaches.all(axis=1).any():
        return
    blocked = {geometry.steps[k].leg for k in np.flatnonzero(~reaches[0])}
    names = ", ".join(geometry.mechanism.leg_names[leg] for leg in sorted(blocked))
    raise RobotFileError(
        spec.name,
        [
            f"legs: {names} cannot reach the platform at home = {np.round(home, 4).tolist()}; "
            "check lengths and attachment points, or home"
        ],
    )


def _numeric_survey(
    spec: RobotSpec, mechanism: Mechanism, box: tuple[Array, Array, Array], drawn: Array, rng: np.random.Generator
) -> Survey:
    lower, upper, home = box
    geometry = numeric_form(mechanism)
    solver = NumericInverse(geometry)
    names = [COORDINATES[k] for k in mechanism.platform.dependent]
    dependent = [spec.guess.get(f"platform.{name}", spec.guess.get(name, 0.0)) for name in names]
    guess = np.array([*[spec.guess.get(j.name, 0.0) for j in mechanism.joints], *dependent])
    start, widest = solver.from_nothing(home, guess, rng)
    if start is None:
        raise RobotFileError(
            spec.name,
            [
                f"legs: no closed configuration was found at home = {np.round(home, 4).tolist()}, "
                f"the closure {widest!r} stays open; check its axes and lengths, "
                "or let guess give joint positions near a closed one"
            ],
        )
    for shrink in (1.0, 0.5, 0.25, 0.1, 0.02):
        x = home + shrink * (drawn - home)
        unknowns = solver.track(x, home, start)
        good = np.isfinite(unknowns).all(axis=1)
        if good.sum() >= ENOUGH:
            break
    samples = Samples(np.hstack([x[good], unknowns[good]]))
    if len(samples.inputs) < ENOUGH:
        raise RobotFileError(
            spec.name,
            [
                "platform: the closed configuration at home cannot be moved along the declared coordinates "
                f"{', '.join(spec.platform.coordinates)}; list the coordinates that follow from the closures under dependent"
            ],
        )
    return Survey(geometry, samples, lower, upper, home, start)

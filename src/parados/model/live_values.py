"""Values of live parameters in a call: one set for all states, or one for each row of a stack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.arguments import instance, real_array, shown
from parados.errors import InputError, UnknownNameError
from parados.model.live_robot import LiveRobot
from parados.model.live_selection import LiveEntry
from parados.robot.file_parameters import followers
from parados.robot.live_description import Bound
from parados.robot.reading import compute_parameters
from parados.robot.superelements import why_not_semidefinite
from parados.spatial.inertia import suspects, why_impossible
from parados.spatial.live_numbers import LiveNumber, is_live
from parados.spatial.vectors import expression

__all__ = ["LiveValues"]

Array = NDArray[np.float64]

EXPECTED = "a mapping of names to values, e.g. {'l1': 0.4}"

NOT_NEGATIVE = ("fv", "fs", "fn", "ia", "k", "c")
"""Dynamic parameters that must not be negative: friction, rotor inertia, stiffness and damping of springs."""

PAYLOAD = {"mass": (), "com": (3,), "inertia": (6,)}
"""Shapes of the parts of a payload; an inertia of three numbers is completed by zeros."""


class LiveValues:
    """The live parameters of a family, and the rules for their values."""

    def __init__(self, robot: LiveRobot) -> None:
        self.robot = robot
        self._checks = _Checks(robot)

    def vector(self, given: Mapping[str, Any] | None, nominal: Array) -> Array:
        """(n_p,) values of the live parameters, or (N, n_p) if a value is given for each row; raises InputError.

        given : name -> value, or one value for each row; parameters that are not given keep their values `nominal` (n_p,) or
            (N, n_p), or follow the others if the file writes them as expressions
        """
        values = instance("parameters", {} if given is None else given, Mapping, EXPECTED)
        entries = {entry.name: entry for entry in self.robot.entries}
        for name in values:
            if name not in entries:
                raise UnknownNameError(self._unknown(name))
        parts = {name: _entry(entries[name], value) for name, value in values.items()}
        parts = self._with_followers(parts, nominal)
        counts = {name: len(part) for name, part in parts.items() if part.ndim == 2}
        counts |= {"the parameters of the model": len(nominal)} if nominal.ndim == 2 else {}
        if len(set(counts.values())) > 1:
            found = ", ".join(f"{name} has {count}" for name, count in counts.items())
            raise InputError(f"parameters: one value for each row is expected, but the numbers of rows differ: {found}")
        result = np.array(nominal if not counts or nominal.ndim == 2 else np.tile(nominal, (next(iter(counts.values())), 1)))
        for name, part in parts.items():
            result[..., self.robot.places[name]] = part
        if values and result.size:
            self._checks(result)
        return result

    def _unknown(self, name: object) -> str:
        live = ", ".join(entry.name for entry in self.robot.entries)
        spec = self.robot.spec
        if spec.file and name in [one.name for one in spec.file[1]]:
            return f"parameters: {name} is not live in this model (live are {live}); name it in compile(live=[...])"
        return f"parameters: {shown(name)} is not a live parameter of this model; use {live}"

    def _with_followers(self, parts: dict[str, Array], nominal: Array) -> dict[str, Array]:
        """Add the live parameters that the file writes as expressions of the given ones, if they are not given.

        nominal : (n_p,) or (N, n_p) values of the parameters that are neither given nor follow
        """
        spec = self.robot.spec
        written = spec.file[1] if spec.file else ()
        following = followers(written, parts) - set(parts)
        own = [entry for entry in self.robot.entries if entry.kind == "file"]
        if not following & {entry.name for entry in own}:
            return parts
        stated = [entry for entry in own if entry.name not in following]
        values = {entry.name: parts.get(entry.name, nominal[..., self.robot.places[entry.name]]) for entry in stated}
        rows = max(len(part) if part.ndim == 2 else 1 for part in values.values())
        shapes = {entry.name: entry.values.shape for entry in own}
        found: dict[str, list[Array]] = {entry.name: [] for entry in own if entry.name in following}
        for k in range(rows):
            at = {name: part[min(k, len(part) - 1)] if part.ndim == 2 else part for name, part in values.items()}
            computed = compute_parameters(written, {name: part.reshape(shapes[name]).tolist() for name, part in at.items()})
            for name, each in found.items():
                each.append(np.asarray(computed[name], dtype=float).ravel())
        single = all(part.ndim == 1 for part in values.values())
        return parts | {name: each[0] if single else np.array(each) for name, each in found.items()}


def _entry(entry: LiveEntry, value: Any) -> Array:
    """(n,) or (N, n) numbers of one live parameter."""
    if entry.kind == "payload":
        return _payload(value)
    return _rows(f"parameters: {entry.name}", value, entry.values.shape)


def _rows(place: str, value: Any, shape: tuple[int, ...]) -> Array:
    """(n,) numbers of a value of the given shape, or (N, n) if there is one for each row."""
    array, size = real_array(place, value), int(np.prod(shape))
    if array.shape == shape:
        return array.reshape(-1)
    if array.ndim == len(shape) + 1 and array.shape[1:] == shape:
        return array.reshape(len(array), size)
    one = "one number" if shape == () else f"{size} numbers" if len(shape) == 1 else f"an array {shape}"
    each = ("N", *[str(k) for k in shape])
    rows = "(N,)" if shape == () else f"({', '.join(each)})"
    raise InputError(f"{place}: {one}, or one value for each row {rows}, is expected, not an array {array.shape}")


def _payload(value: Any) -> Array:
    """(10,) or (N, 10) numbers of a payload: mass, centre of mass and six elements of the inertia about it.

    An array of these numbers, as in `Model.live`, is accepted too.
    """
    if isinstance(value, np.ndarray) and value.ndim in (1, 2) and value.shape[-1] == 10:
        return _rows("parameters: payload", value, (10,))
    given = instance("parameters: payload", value, Mapping, "a mapping with mass, com and inertia")
    for key in given:
        if key not in PAYLOAD:
            raise UnknownNameError(f"parameters: payload: {shown(key)} is not known; use {', '.join(PAYLOAD)}")
    if "mass" not in given:
        raise InputError("parameters: payload: give its mass")
    parts = []
    for key, shape in PAYLOAD.items():
        place, part = f"parameters: payload: {key}", given.get(key, np.zeros(shape))
        array = real_array(place, part)
        if key == "inertia" and array.ndim and array.shape[-1] == 3:
            xx, yy, zz = np.moveaxis(array, -1, 0)
            none = np.zeros_like(xx)
            array = np.stack([xx, none, none, yy, none, zz], axis=-1)
        parts.append(_rows(place, array, shape))
    counts = {len(part) for part in parts if part.ndim == 2}
    if len(counts) > 1:
        raise InputError(f"parameters: payload: the numbers of rows differ: {', '.join(map(str, sorted(counts)))}")
    if counts:
        parts = [np.broadcast_to(part, (next(iter(counts)), part.shape[-1])) for part in parts]
    return np.concatenate(parts, axis=-1)


class _Checks:
    """Reject values that no robot can have: outside the range of the file or of the file format, or impossible bodies."""

    def __init__(self, robot: LiveRobot) -> None:
        self.robot = robot
        self.bounds = [*robot.description.bounds, *_dynamic_bounds(robot)]
        single = {entry.name.split("_", 1)[-1] for entry in robot.entries if entry.kind == "dynamic"}
        self.bodies = {} if robot.spec.identified else {name: own for name, own in _bodies(robot, single).items() if is_live(own)}
        # single inertial parameters need not belong to a real body: identification changes them one by one
        self.masses_only = {name for name in self.bodies if ("p" if name == "platform" else name) in single}
        numbers = [expression([bound.number for bound in self.bounds]) if self.bounds else ca.SX(0, 1)]
        numbers += [expression(own) for own in self.bodies.values()]
        self.matrices = robot.description.matrices
        numbers += [expression(own) for own in self.matrices.values()]
        self._function = ca.Function("checked", [robot.family.symbol], numbers)

    def __call__(self, live: Array) -> None:
        """Raise InputError for the first wrong value in (n_p,) or (N, n_p)."""
        rows = np.atleast_2d(live)
        self._check_ranges(rows, live.ndim == 2)
        first = np.flatnonzero(np.r_[True, (rows[1:] != rows[:-1]).any(axis=1)])  # equal designs usually follow each other
        designs = rows[first]
        numbers, *arrays = self._function.call([ca.DM(designs.T)])
        bodies, matrices = arrays[: len(self.bodies)], arrays[len(self.bodies) :]
        for bound, values in zip(self.bounds, numbers.full(), strict=True):
            wrong = _outside(bound, values)
            if wrong.any():
                k = int(np.argmax(wrong))
                raise InputError(f"parameters{_row(first[k], live)}: {bound.place} would be {values[k]:g}; {_allowed(bound)}")
        for name, standard in zip(self.bodies, bodies, strict=True):
            every = standard.full().T
            if name in self.masses_only:
                every = np.where(np.arange(10) < 9, 0.0, every)
            for k in suspects(every):
                reason = why_impossible(every[k])
                if reason:
                    raise InputError(f"parameters{_row(first[k], live)}: {name}: {reason}")
        for (place, given), values in zip(self.matrices.items(), matrices, strict=True):
            for k, matrix in enumerate(values.full().T.reshape(-1, *given.shape)):
                reason = why_not_semidefinite(matrix)
                if reason:
                    raise InputError(f"parameters{_row(first[k], live)}: {place}: {reason}")

    def _check_ranges(self, rows: Array, stacked: bool) -> None:
        for entry in self.robot.entries:
            if entry.range is None:
                continue
            low, high = entry.range
            own = rows[:, self.robot.places[entry.name]]
            wrong = ~((own >= low) & (own <= high)).all(axis=1)
            if wrong.any():
                k = int(np.argmax(wrong))
                value = own[k][~((own[k] >= low) & (own[k] <= high))][0]
                row = f"[{k}]" if stacked else ""
                raise InputError(f"parameters: {entry.name}{row}: {value:g} is outside its range [{low:g}, {high:g}]")


def _bodies(robot: LiveRobot, together: set[str]) -> dict[str, Array]:
    """Return the inertial parameters (10,) of the bodies, by the names of their joints.

    together : joints for which links that are fixed to each other form one body; the others are separate, as in a file
    """
    separate = [joint for joint in robot.links.joints if joint.name not in together]
    welded = [joint for joint in robot.live_mechanism.joints if joint.name in together]
    bodies = {joint.name: joint.standard for joint in [*separate, *welded] if not joint.varying}
    if robot.payload is None:
        return bodies | {"platform": robot.live_mechanism.platform.standard}
    # a planar platform is given by its planar parameters alone; with a payload in space it would look impossible
    return bodies | {"platform": robot.live_mechanism.platform.standard - robot.payload, "payload": robot.payload}


def _row(k: int, live: Array) -> str:
    return f" in row {k}" if live.ndim == 2 else ""


def _dynamic_bounds(robot: LiveRobot) -> Iterator[Bound]:
    """Yield the bounds of dynamic parameters that are live themselves: many are not negative, nor is fs + fb."""
    for entry in robot.entries:
        if entry.kind == "dynamic" and entry.name.split("_")[0] in NOT_NEGATIVE:
            yield Bound(entry.name, robot.numbers(entry.name)[0], 0.0, None, False)
    single = {entry.name for entry in robot.entries if entry.kind == "dynamic"}
    for joint in robot.live_mechanism.joints:
        for one in joint.friction.requirements() if f"fb_{joint.name}" in single else ():
            if isinstance(one.number, LiveNumber):
                yield Bound(f"{one.name} of {joint.name}", one.number, 0.0, None, one.open)


def _outside(bound: Bound, values: Array) -> NDArray[np.bool_]:
    below = np.zeros(len(values), dtype=bool)
    if bound.least is not None:
        below = ~(values > bound.least) if bound.open else ~(values >= bound.least)
    return below if bound.most is None else below | ~(values <= bound.most)


def _allowed(bound: Bound) -> str:
    if bound.least is None:
        return f"it must be at most {bound.most:g}"
    return f"it must be above {bound.least:g}" if bound.open else f"it must be at least {bound.least:g}"

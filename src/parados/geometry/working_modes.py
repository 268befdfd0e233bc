"""Working modes: the signs of all free choices of the inverse geometry, leg by leg.

A mode has one entry for each leg: +1 or -1 for a leg with one free choice, a tuple of signs for a leg with several (in
the order in which its joints are solved), and 1 for a leg without a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import shown
from parados.arguments.single_values import listed
from parados.errors import InputError
from parados.geometry.inverse import InverseGeometry
from parados.robot.description import RobotSpec

__all__ = [
    "Mode",
    "all_modes",
    "file_signs",
    "leg_trials",
    "mode_name",
    "mode_of_signs",
    "mode_signs",
    "nearest_signs",
    "other_mode",
    "read_mode",
]

Array = NDArray[np.float64]

MOST_ENTRIES = 1000
"""Largest number of entries of an array that is read as a mode; no robot has so many choices."""

Mode = tuple[int | tuple[int, ...], ...]
"""One entry for each leg: a sign, or a tuple of signs for a leg with several free choices."""


def _free_joints(geometry: InverseGeometry, leg: int) -> list[str]:
    """Return the names of the joints of a leg that have a free choice."""
    return [geometry.mechanism.joints[choice.joint].name for choice in geometry.free_choices if choice.leg == leg]


def all_modes(geometry: InverseGeometry) -> list[Mode]:
    """List all working modes; the first has +1 everywhere."""
    count = len(geometry.free_choices)
    by_leg = sorted(range(count), key=lambda k: geometry.free_choices[k].leg)
    modes = []
    for drawn in product((1.0, -1.0), repeat=count):
        signs = np.ones(count)
        signs[by_leg] = drawn
        modes.append(mode_of_signs(geometry, signs))
    return modes


def mode_of_signs(geometry: InverseGeometry, signs: Iterable[float]) -> Mode:
    """Build the working mode with the given sign for each free choice."""
    chosen: list[list[int]] = [[] for _ in geometry.mechanism.leg_names]
    for choice, sign in zip(geometry.free_choices, signs, strict=True):
        chosen[choice.leg].append(int(sign))
    return tuple(tuple(own) if len(own) > 1 else (own or [1])[0] for own in chosen)


def mode_name(mode: Mode) -> str:
    """Write a mode as text, for example "+1 -1" or "+1 (-1 +1)"."""
    entries = [entry if isinstance(entry, tuple) else (entry,) for entry in mode]
    signs = [" ".join(f"{sign:+d}" for sign in entry) for entry in entries]
    return " ".join(f"({text})" if len(entry) > 1 else text for entry, text in zip(entries, signs, strict=True))


def other_mode(mode: Mode, default: Mode) -> str:
    """Return "working mode +1 -1" for titles and sentences, or an empty text if the mode is the default one."""
    return "" if mode == default else f"working mode {mode_name(mode)}"


def mode_signs(geometry: InverseGeometry, mode: Mode) -> Array:
    """(n_choices,) sign +-1 of every free choice in a working mode that `read_mode` has validated."""
    left = [list(entry) if isinstance(entry, tuple) else [entry] for entry in mode]
    return np.array([left[choice.leg].pop(0) for choice in geometry.free_choices], dtype=float)


def file_signs(spec: RobotSpec, geometry: InverseGeometry) -> Array | None:
    """(n_free,) signs of the file's `mode`; None if the file gives no mode, or a wrong one, which `checks` reports."""
    try:
        return None if spec.mode is None else mode_signs(geometry, read_mode(geometry, spec.mode))
    except InputError:
        return None


def leg_trials(geometry: InverseGeometry) -> tuple[Array, list[list[int]], list[list[int]]]:
    """Return signs to try (n, n_choices), in which each leg takes all combinations of its own signs.

    For each leg with actuated joints, also the places of these among q, and of its choices among the free choices.
    """
    mechanism, choices = geometry.mechanism, [choice.leg for choice in geometry.free_choices]
    actuated = [mechanism.joints[k].leg for k in mechanism.actuated]
    places = [[k for k, own in enumerate(choices) if own == leg] for leg in range(len(mechanism.leg_names))]
    joints = [[k for k, own in enumerate(actuated) if own == leg] for leg in range(len(places))]
    combined = [list(product((1.0, -1.0), repeat=len(own))) for own in places]
    trials = np.ones((max(len(own) for own in combined), len(choices)))
    for own, signs in zip(places, combined, strict=True):
        for turn, row in enumerate(trials):
            row[own] = signs[turn % len(signs)]
    legs = [leg for leg in range(len(places)) if joints[leg]]
    return trials, [joints[leg] for leg in legs], [places[leg] for leg in legs]


def nearest_signs(geometry: InverseGeometry, distance: Callable[[Array], Array]) -> Array:
    """(n_choices,) signs of the free choices with the smallest distance, minimised leg by leg; +1 if both are equal.

    distance : function from signs (k, n_choices) to distances (k,); finite also for a leg without a real position
    """
    signs = np.ones(len(geometry.free_choices))
    for leg in range(len(geometry.mechanism.leg_names)):
        own = [k for k, choice in enumerate(geometry.free_choices) if choice.leg == leg]
        if own:
            trials = np.tile(signs, (2 ** len(own), 1))
            trials[:, own] = list(product((1.0, -1.0), repeat=len(own)))
            signs = trials[int(np.argmin(distance(trials)))]
    return signs


def read_mode(geometry: InverseGeometry, mode: ArrayLike | Sequence[object]) -> Mode:
    """Validate a working mode; raises InputError with a sentence that says which entries are valid."""
    names = geometry.mechanism.leg_names
    legs = [_free_joints(geometry, leg) for leg in range(len(names))]
    given = _listed(mode)
    if given is None or len(given) != len(names):
        raise InputError(
            f"mode: one entry for each leg is expected ({listed(names)}), such as {_example(legs)}, not {shown(mode)}"
        )
    return tuple(_entry(f"mode[{leg}]", names[leg], legs[leg], value) for leg, value in enumerate(given))


def _listed(value: object) -> list[object] | None:
    """Return the entries of a list, tuple or array; a single sign is one entry; None for anything else."""
    if isinstance(value, np.ndarray):
        value = value.tolist() if value.size <= MOST_ENTRIES else None
    if isinstance(value, list | tuple):
        return list(value)
    return [value] if _sign(value) is not None else None


def _sign(value: object) -> int | None:
    """Return +1 or -1, or None for anything else."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.integer | np.floating):
        return None
    return int(value) if value in (1, -1) else None


def _entry(place: str, leg: str, joints: Sequence[str], value: object) -> int | tuple[int, ...]:
    """Validate the entry of one leg."""
    entries = _listed(value)
    signs = [_sign(one) for one in entries or []]
    if entries is not None and len(entries) == max(len(joints), 1) and None not in signs:
        if not joints and signs != [1]:
            raise InputError(f"{place}: {leg} has no choice and takes 1, not {shown(value)}")
        found = [sign for sign in signs if sign is not None]
        return tuple(found) if len(joints) > 1 else found[0]
    if len(joints) > 1:
        example = [1] * (len(joints) - 1) + [-1]
        wanted = f"has {len(joints)} choices ({', '.join(joints)}) and takes a sign for each, such as {example}"
    else:
        wanted = f"has one choice ({joints[0]}) and takes 1 or -1" if joints else "has no choice and takes 1"
    raise InputError(f"{place}: {leg} {wanted}, not {shown(value)}")


def _example(legs: Sequence[Sequence[str]]) -> str:
    """Write a valid mode as an example for messages."""
    return str([1 if len(joints) < 2 else [1] * len(joints) for joints in legs])

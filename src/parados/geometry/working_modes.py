"""Working modes: the signs of all free choices of the inverse geometry, leg by leg.

A mode has one entry for each leg: +1 or -1 for a leg with one free choice, a tuple of signs for a leg with several (in
the order in which its joints are solved), and 1 for a leg without a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import shown
from parados.arguments.single_values import listed
from parados.errors import InputError
from parados.geometry.inverse import InverseGeometry
from parados.robot.description import RobotSpec
from parados.topology.leg_groups import leg_groups

__all__ = [
    "Mode",
    "SignGroups",
    "all_modes",
    "file_signs",
    "mode_name",
    "mode_of_signs",
    "mode_signs",
    "nearest_signs",
    "other_mode",
    "read_mode",
    "sign_groups",
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


class SignGroups(NamedTuple):
    """Signs that decide the same positions, and are therefore tried together.

    Attributes
    ----------
    places : for each group, the places of its signs among the free choices
    actuated : for each group, the places among q of the actuated joints that depend on its signs
    choices : for each group, the indices of the choices whose reach depends on its signs
    platform : number of the group on which the frame of the platform depends; None if it depends on no sign
    seen_in_actuated : True if the actuated joints depend on every sign on which the reach of a choice depends
    """

    places: list[list[int]]
    actuated: list[list[int]]
    choices: list[list[int]]
    platform: int | None
    seen_in_actuated: bool

    @property
    def trial_count(self) -> int:
        """Number of trials in which every group takes all combinations of its signs."""
        return int(2 ** max((len(own) for own in self.places), default=0))

    def trials(self, n_choices: int, most: int) -> Array:
        """(n, n_choices) signs in which each group takes all combinations of its own signs; n is at most `most`."""
        turns = np.arange(min(self.trial_count, most))
        trials = np.ones((len(turns), n_choices))
        for own in self.places:
            trials[:, own] = 1.0 - 2.0 * ((turns[:, None] >> np.arange(len(own))[::-1]) & 1)
        return trials


def sign_groups(geometry: InverseGeometry) -> SignGroups:
    """Return the groups of the signs of the free choices: signs are in one group if one position depends on both.

    The positions are those of the actuated joints, the frame of the platform, and those of the joints that may be out of reach.
    In most robots the signs of each leg are a group. A coupling or a loop between legs joins their signs, and so does a dependent
    coordinate that one leg decides and another leg follows. Signs on which none of these positions depends are in no group.

    A numeric geometry has no expressions of the positions: the signs of legs that move together are a group.
    """
    if not geometry.is_closed_form:
        legs = [geometry.mechanism.joints[k].leg for k in geometry.mechanism.actuated]
        return _grouped(_signs_of_joined_legs(geometry, legs), set(), [])
    mechanism, pose = geometry.mechanism, geometry.pose
    actuated = [_deciding(geometry, geometry.joints[k].q) for k in mechanism.actuated]
    frame = set() if mechanism.platform.is_absent else _deciding(geometry, ca.vertcat(ca.vec(pose.R), pose.p))
    reach = [_deciding(geometry, discriminant) for discriminant in geometry.discriminant[: len(geometry.choices)]]
    return _grouped(actuated, frame, reach)


def _grouped(actuated: Sequence[set[int]], frame: set[int], reach: Sequence[set[int]]) -> SignGroups:
    """Join the signs on which the actuated joints, the frame of the platform and the reach of the choices depend."""
    groups: list[set[int]] = []
    for signs in (*actuated, frame, *reach):
        apart = [group for group in groups if not group & signs]
        groups = [*apart, signs.union(*(group for group in groups if group & signs))] if signs else groups
    groups.sort(key=min)

    def members(parts: Sequence[set[int]]) -> list[list[int]]:
        return [[k for k, signs in enumerate(parts) if signs & group] for group in groups]

    platform = next((k for k, group in enumerate(groups) if group & frame), None)
    seen = set().union(*reach) <= set().union(*actuated)
    return SignGroups([sorted(group) for group in groups], members(actuated), members(reach), platform, seen)


def _deciding(geometry: InverseGeometry, expression: ca.SX) -> set[int]:
    """Return the places of the signs on which an expression depends."""
    if not geometry.signs.numel():
        return set()
    return {int(k) for k in ca.jacobian_sparsity(ca.densify(expression), geometry.signs).get_col()}


def _signs_of_joined_legs(geometry: InverseGeometry, legs: Sequence[int]) -> list[set[int]]:
    """Return, for each of the given legs, the places of the signs of all legs that move together with it."""
    joined = {leg: set(group.legs) for group in leg_groups(geometry.mechanism) for leg in group.legs}
    return [{k for k, own in enumerate(geometry.free_choices) if own.leg in joined.get(leg, {leg})} for leg in legs]


MOST_TRIALS = 4096
"""Largest number of combinations of signs that are compared with a guess."""


def nearest_signs(geometry: InverseGeometry, nearest: Callable[[Array], int]) -> Array:
    """(n_choices,) signs of the free choices whose configuration is nearest; +1 if both are equally near.

    Signs that decide the position of one joint together are tried together.

    nearest : function from signs (k, n_choices) to the place of the nearest configuration, or of the first of several that are
        equally near; a leg may be without a real position
    """
    signs = np.ones(len(geometry.free_choices))
    for own in _signs_of_positions(geometry):
        trials = np.tile(signs, (2 ** len(own), 1))
        trials[:, own] = list(product((1.0, -1.0), repeat=len(own)))
        signs = trials[nearest(trials)]
    return signs


def _signs_of_positions(geometry: InverseGeometry) -> list[list[int]]:
    """Return groups of signs: two signs are in one group if the position of a joint or coordinate depends on both.

    A numeric geometry has no expressions of the positions: the signs of legs that move together are a group. If a group has too
    many combinations, the signs of each leg are a group.
    """
    if geometry.is_closed_form:
        groups = _grouped(_deciding_each(geometry), set(), []).places
    else:
        groups = _grouped(_signs_of_joined_legs(geometry, [choice.leg for choice in geometry.free_choices]), set(), []).places
    if all(2 ** len(own) <= MOST_TRIALS for own in groups):
        return groups
    legs = [choice.leg for choice in geometry.free_choices]
    return [[k for k, leg in enumerate(legs) if leg == own] for own in sorted(set(legs))]


def _deciding_each(geometry: InverseGeometry) -> list[set[int]]:
    """Return for each joint, then each dependent coordinate, the places of the signs on which its position depends."""
    dependent = [geometry.coordinates.six[k].q for k in geometry.mechanism.platform.dependent]
    rows = ca.densify(ca.vertcat(*[joint.q for joint in geometry.joints], *dependent))
    decided: list[set[int]] = [set() for _ in range(rows.numel())]
    if geometry.signs.numel():
        for row, sign in zip(*ca.jacobian_sparsity(rows, geometry.signs).get_triplet(), strict=True):
            decided[row].add(sign)
    return decided


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

"""The order of the columns of the observation matrix (Briot & Khalil 8.7.4), and parameters that are equal over the legs.

The search for base parameters goes from the first column to the last and keeps what is independent of the columns before. So the
order decides which parameter of a group gives the group its name. In the order (8.274)

    W_tot = [ W^p  W^(chi_1, 1:n)  W^(chi_2, 1:n) ... ]

the platform is first, and each parameter of a leg stands beside the same parameter of the other legs; equal legs then have equal
groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parados.arguments import name_list, shown
from parados.arguments.single_values import listed, repeated
from parados.dynamics.dynamic_parameters import StandardParameter, place_in_leg, symmetric_order
from parados.errors import InputError, UnknownNameError
from parados.topology.mechanism import Mechanism

__all__ = ["ordered", "tied_groups"]


def ordered(mechanism: Mechanism, parameters: Sequence[StandardParameter], order: Any = None) -> list[StandardParameter]:
    """Return the parameters in the order of the columns.

    order : None or "legs" for (8.274); "file" for the order of `Model.parameter_names`; or names that come first, after which
        the others follow in the order (8.274)
    """
    if isinstance(order, str) and order == "file":
        return sorted(parameters, key=lambda one: one.place)
    symmetric = sorted(parameters, key=lambda one: symmetric_order(mechanism, one))
    if order is None or (isinstance(order, str) and order == "legs"):
        return symmetric
    if isinstance(order, str):
        raise InputError(f'order: {shown(order)} is not known; use None, "legs", "file" or a list of names of parameters')
    first, known = name_list("order", order), {one.name: one for one in symmetric}
    unknown = [name for name in first if name not in known]
    if unknown:
        raise UnknownNameError(f"order: {shown(unknown[0])} is not a parameter of the set; use {listed(known)}")
    if repeated(first):
        raise InputError(f"order: {repeated(first)[0]} is named twice; name each parameter once")
    return [known[name] for name in first] + [one for one in symmetric if one.name not in first]


def tied_groups(mechanism: Mechanism, parameters: Sequence[StandardParameter], tied: Any = None) -> list[list[int]]:
    """Return the columns of each unknown: one column, or several whose parameters have one value.

    tied : None; "legs" for parameters of the same kind, of joints at the same place of their legs and of the same sort; or lists
        of names
    """
    if tied is None:
        return [[k] for k in range(len(parameters))]
    if isinstance(tied, str) and tied == "legs":
        keys: list[Any] = [_leg_key(mechanism, k, one) for k, one in enumerate(parameters)]
    elif isinstance(tied, list | tuple):
        keys = _named_keys([one.name for one in parameters], tied)
    else:
        raise InputError(f'tied: {shown(tied)} is not known; use None, "legs" or a list of lists of names of parameters')
    groups: dict[Any, list[int]] = {}
    for k, key in enumerate(keys):
        groups.setdefault(key, []).append(k)
    return list(groups.values())


def _leg_key(mechanism: Mechanism, column: int, one: StandardParameter) -> Any:
    if one.owner < 0:
        return column
    joint = mechanism.joints[one.owner]
    return place_in_leg(mechanism, one.owner), one.kind, joint.unit, joint.active


def _named_keys(names: Sequence[str], tied: Sequence[Any]) -> list[Any]:
    groups = [name_list("tied", group) for group in tied]
    every = [name for group in groups for name in group]
    unknown = [name for name in every if name not in names]
    if unknown:
        raise UnknownNameError(f"tied: {shown(unknown[0])} is not a parameter of the set; use {listed(names)}")
    if repeated(every):
        raise InputError(f"tied: {repeated(every)[0]} is named twice; name each parameter once")
    leader = {name: group[0] for group in groups for name in group}
    return [leader.get(name, name) for name in names]

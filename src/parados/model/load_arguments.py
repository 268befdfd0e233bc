"""Validate the loads of a call: the wrench on the platform and the wrenches on the links."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from parados.arguments import instance, shown
from parados.errors import InputError, UnknownNameError
from parados.model.compiled_robot import CompiledRobot
from parados.model.state_arguments import check_stack

__all__ = ["loads"]


def loads(model: CompiledRobot, wrench: ArrayLike | None, link_wrenches: Mapping[str, ArrayLike] | None) -> dict[str, ArrayLike]:
    """Return the arguments `wrench` and `links` of a loaded kernel; an empty dictionary if no wrench is given."""
    expected = "a mapping of joint names to wrenches"
    given = {} if link_wrenches is None else dict(instance("link_wrenches", link_wrenches, Mapping, expected))
    if wrench is None and not given:
        return {}
    if wrench is not None and not model.spec.has_platform:
        raise InputError("wrench: this robot has no platform; give the wrenches on its links under link_wrenches")
    unknown = [name for name in given if not isinstance(name, str) or name not in model.joint_names]
    if unknown:
        raise UnknownNameError(f"link_wrenches: {shown(unknown[0])} is not a joint; use {', '.join(model.joint_names)}")
    places = {f"link_wrenches[{name!r}]": value for name, value in given.items()}
    stack = check_stack(places, dict.fromkeys(places, model.labels["wrench"]))
    parts = [stack.arrays.get(f"link_wrenches[{name!r}]", np.zeros(6)) for name in model.joint_names]
    shape = (stack.count, 6) if stack.stacked else (6,)
    links = np.concatenate([np.broadcast_to(part, shape) for part in parts], axis=-1)
    return {"wrench": np.zeros(6) if wrench is None else wrench, "links": links}

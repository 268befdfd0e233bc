"""Write other values of parameters into the text of a robot file; comments, expressions and repeated legs stay as they are."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
import yaml

from parados.errors import InputError, ParadosError
from parados.robot.description import RobotSpec
from parados.robot.reading import parse_robot
from parados.robot.yaml_text import write_yaml

__all__ = ["robot_text", "with_parameter_values"]


def robot_text(spec: RobotSpec) -> str:
    """Return the text of the file of a description, without its comments; the description must have a file."""
    if spec.file is None:
        raise InputError(f"robot: {spec.name} has no file; use a robot that was loaded from one")
    return write_yaml(spec.file[0])


def with_parameter_values(text: str, values: Mapping[str, Any]) -> str:
    """Return the text of a robot file with other values of some of its parameters.

    values : name -> a number, or a list of numbers of the parameter's shape

    Only the numbers change. Where they cannot be replaced in place, such as a list over several lines, the whole file is
    written again and loses its comments. The new text is read again to check that it has these values.
    """
    for made in (_in_place, _written_again):
        changed = made(text, values)
        if changed is not None and _has_values(changed, values):
            return changed
    raise InputError(f"parameters: {', '.join(values)} cannot be written into this file; change its text instead")


def _has_values(text: str, values: Mapping[str, Any]) -> bool:
    """Tell whether a text is a robot file in which the parameters have these values."""
    try:
        spec = parse_robot(text)
    except ParadosError:
        return False
    known = {one.name: one.value for one in spec.file[1]} if spec.file else {}
    return all(name in known and np.array_equal(known[name], value) for name, value in values.items())


def _in_place(text: str, values: Mapping[str, Any]) -> str | None:
    """Replace the numbers alone; None if a number has no place of its own in the text."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)  # marks of this loader count characters
    parameters = _child(root, "parameters")
    places: list[tuple[int, int, str]] = []
    for name, value in values.items():
        node = _child(parameters, name)
        node = _child(node, "value") if isinstance(node, yaml.MappingNode) else node
        if not isinstance(node, yaml.ScalarNode) and not (isinstance(node, yaml.SequenceNode) and node.flow_style):
            return None
        places.append((node.start_mark.index, node.end_mark.index, _number_text(value)))
    for start, end, number in sorted(places, reverse=True):
        text = text[:start] + number + text[end:]
    return text


def _child(node: yaml.Node | None, key: str) -> yaml.Node | None:
    """Return the value of a key of a mapping; None if there is none."""
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    return next((value for own, value in pairs if own.value == key), None)


def _number_text(value: Any) -> str:
    if isinstance(value, list | tuple | np.ndarray):
        return f"[{', '.join(_number_text(one) for one in value)}]"
    return repr(float(value))


def _written_again(text: str, values: Mapping[str, Any]) -> str | None:
    """Write the whole file again, without its comments."""
    file = parse_robot(text).file
    if file is None:
        return None
    data = copy.deepcopy(file[0])
    for name, value in values.items():
        written, own = data["parameters"][name], np.asarray(value, dtype=float).tolist()
        if isinstance(written, dict):
            written["value"] = own
        else:
            data["parameters"][name] = own
    return write_yaml(data)

"""Text of a robot file with identified numbers, with the origin of the numbers in its head."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from parados.dynamics.dynamic_parameters import parameter_names, parameter_values
from parados.errors import InputError
from parados.identify.identified_description import identified_data
from parados.model.surveyed_robot import SurveyedRobot
from parados.robot.description import RobotSpec
from parados.robot.reading import parse_robot
from parados.robot.yaml_text import write_yaml
from parados.text.printable import printable
from parados.version import __version__

__all__ = ["described_again", "robot_file_text", "written_file"]

SAME = 1e-9
"""Relative difference of a dynamic parameter of the written file from the identified one."""


def robot_file_text(spec: RobotSpec, values: Mapping[str, float], facts: Sequence[str], *, identified: bool) -> str:
    """Return a robot file with other dynamic parameters.

    values : all dynamic parameters by name;  facts : lines of the comment in its head
    identified : True if the numbers are base parameters, which need not belong to real bodies
    """
    kind = "identified base parameters" if identified else "identified parameters of real bodies"
    return written_file(spec, identified_data(spec, values, identified=identified), kind, facts)


def written_file(spec: RobotSpec, data: dict[Any, Any], kind: str, facts: Sequence[str]) -> str:
    """Return the data of a robot file as text; title and source name the kind of numbers, and facts stand in its head."""
    today = datetime.date.today().isoformat()
    source = f"{spec.source}; " * bool(spec.source) + f"{kind}, parados {__version__}, {today}"
    data = {**data, "title": f"{spec.title or spec.name} ({kind})", "source": source}
    data = {key: data[key] for key in sorted(data, key=lambda key: ("name", "title", "source", key).index(key))}
    head = "".join(f"# {printable(fact)}\n" for fact in facts)
    return head + write_yaml(data)


def described_again(text: str, values: Mapping[str, float]) -> RobotSpec:
    """Read the text of a robot file, and check that its dynamic parameters are the identified ones."""
    spec = parse_robot(text, "identified robot")
    mechanism = SurveyedRobot(spec).mechanism
    found = dict(zip(parameter_names(mechanism), parameter_values(mechanism), strict=True))
    for name, value in values.items():
        if name.startswith("vi_"):  # its value is in the expressions of the varying inertia
            continue
        if not np.isclose(found.get(name, 0.0), value, rtol=SAME, atol=SAME * max(map(abs, values.values()))):
            raise InputError(
                f"robot: the file cannot hold {name} = {value:.6g}, it would read {found.get(name, 0.0):.6g}; use fit.values and "
                "fit.predict, or write the links of this file as separate R and P joints with standard elements"
            )
    return spec

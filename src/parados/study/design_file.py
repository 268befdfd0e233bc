"""The robot file of a design: the file of the study's robot with other values of its parameters."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import yaml

from parados.errors import InputError
from parados.robot.reading import parse_robot
from parados.text.printable import printable

if TYPE_CHECKING:
    from parados.study.study_result import StudyResult

__all__ = ["design_file"]


class _Writer(yaml.SafeDumper):
    """Writer without aliases: equal lists are written out."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def design_file(result: StudyResult, design: int) -> str:
    """Return the text of the robot file of a design; its head says which design it is, and its indices."""
    study = result.study
    if study.robot.spec.file is None:
        raise InputError(f"robot: {study.robot.name} has no file; study a robot that was loaded from one")
    data = copy.deepcopy(study.robot.spec.file[0])
    values = dict(zip(study.names, result.designs[design].tolist(), strict=True))
    for name, value in values.items():
        written = data["parameters"][name]
        if isinstance(written, dict):
            written["value"] = value
        else:
            data["parameters"][name] = value
    rest = [f"{one.name} = {result.values(one.name)[design]:.6g} {study.units[one.name]}" for one in study.indices]
    lines = [f"Design {design} of the study {study.name}", f"Indices: {', '.join(rest)}"]
    head = "".join(f"# {printable(line)}\n" for line in lines)
    text = head + yaml.dump(data, Dumper=_Writer, sort_keys=False, default_flow_style=None, width=120, allow_unicode=True)
    parse_robot(text, "design")
    return text

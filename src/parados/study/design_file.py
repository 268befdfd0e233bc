"""The robot file of a design: the file of the study's robot with other values of its parameters."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from parados.errors import InputError
from parados.robot.reading import parse_robot
from parados.robot.yaml_text import write_yaml
from parados.study.mode_words import mode_entries
from parados.text.printable import printable

if TYPE_CHECKING:
    from parados.study.study_result import StudyResult

__all__ = ["design_file"]


def design_file(result: StudyResult, design: int) -> str:
    """Return the text of the robot file of a design; its head says which design it is, and its indices."""
    study = result.study
    if study.robot.spec.file is None:
        raise InputError(f"robot: {study.robot.name} has no file; study a robot that was loaded from one")
    data = copy.deepcopy(study.robot.spec.file[0])
    row = result.row(design)
    values = dict(zip(study.names, row.designs[0].tolist(), strict=True))
    for name, value in values.items():
        written = data["parameters"][name]
        if isinstance(written, dict):
            written["value"] = value
        else:
            data["parameters"][name] = value
    if study.mode != study.robot.survey.mode:
        data["mode"] = mode_entries(study.mode)
    known = zip(study.indices, row.values[0], strict=True)
    rest = [f"{one.name} = {value:.6g} {study.units[one.name]}" for one, value in known]
    lines = [f"Design {design} of the study {study.name}", f"Indices: {', '.join(rest)}"]
    head = "".join(f"# {printable(line)}\n" for line in lines)
    text = head + write_yaml(data)
    parse_robot(text, "design")
    return text

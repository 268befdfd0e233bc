"""Judge one mutated file or one odd call."""

from __future__ import annotations

import tempfile
import time
import traceback
import warnings
from functools import cache
from pathlib import Path

import numpy as np
from helpers.plain_messages import fault_of_message

import parados
from parados.robot.description import RobotSpec

from .identities import Examined, examined
from .mutations import ROBOTS, Mutated, mutated_file
from .outcome import Outcome, limit_processor_time

__all__ = ["SECONDS", "Outcome", "judged_error", "judged_file", "limit_processor_time"]

SECONDS = 10
"""Largest processor time to load or reject a file, or to answer a call [s]."""

DRAWN = 2
"""Number of random identities that are checked for a file that loads; a campaign checks each one on thousands of files."""

PATIENCE = 300
"""Largest processor time to build the graphs for the identities [s]."""


def judged_error(error: BaseException, case: str, seconds: float) -> Outcome:
    """Judge an error: it must be an error of parados with a short and plain message."""
    message = str(error)
    if not isinstance(error, parados.ParadosError):
        last = "".join(traceback.format_exception(error)[-4:])
        return Outcome("traceback", last[-1500:], case, seconds)
    if fault := fault_of_message(message):
        return Outcome("message", fault, case, seconds)
    return Outcome("slow" if seconds > SECONDS else "rejected", message, case, seconds)


def judged_file(seed: int) -> Outcome:
    """Load the mutated file of a seed; if it loads, check identities of its models."""
    mutated = mutated_file(seed)
    case = f"{mutated.robot}, {mutated.what}\n{mutated.text}"
    start = time.process_time()
    limit_processor_time(3 * SECONDS)  # distinguishes a slow case from one that hangs
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder) / "robot.yaml"
        path.write_bytes(mutated.text.encode("utf-8", "surrogatepass"))
        try:
            robot = parados.load(path)
            spent = time.process_time() - start
            if spent > SECONDS:
                return Outcome("slow", f"{spent:.1f} s", case, spent)
            limit_processor_time(PATIENCE)
            violations, compared = _examined(mutated, robot, seed)
        except Exception as error:
            return judged_error(error, case, time.process_time() - start)
    return Outcome("wrong" if violations else "works", "; ".join(violations), case, spent, compared)


def _examined(mutated: Mutated, robot: parados.Robot, seed: int) -> Examined:
    spec, before = robot.spec, _original(mutated.robot)
    if spec == before:
        return Examined([], -1)
    if mutated.same:
        return Examined(["the same robot, written differently, is read as another robot"], -1)
    if _described(spec) == _described(before):
        return Examined([], -1)
    return examined(spec, robot.compile("vm"), np.random.default_rng(seed), DRAWN)


def _described(spec: RobotSpec) -> RobotSpec:
    """Return the description without the fields that do not change the models."""
    return spec.model_copy(update={"name": "", "title": "", "source": "", "parameters": {}})


@cache
def _original(name: str) -> RobotSpec:
    return parados.describe(ROBOTS[name])

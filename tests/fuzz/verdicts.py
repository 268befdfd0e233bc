"""Judge one mutated file or one odd call."""

from __future__ import annotations

import resource
import tempfile
import time
import traceback
import warnings
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

import parados
from parados.robot.description import RobotSpec

from .identities import Examined, examined
from .mutations import ROBOTS, Mutated, mutated_file
from .odd_text import JARGON

__all__ = ["LONGEST", "SECONDS", "Outcome", "judged_file", "judged_refusal", "limit_processor_time"]

LONGEST = 1500
"""Characters of a refusal."""

SECONDS = 10
"""Of the processor, within which a file is loaded or refused, and a call answered."""

DRAWN = 2
"""Identities that are tried on a file that loads, drawn by its seed: the campaign tries each on thousands of files."""

PATIENCE = 300
"""Seconds of the processor that building the graphs for the identities may take."""


class Outcome(NamedTuple):
    """kind : "works", "refused", or of a failure "traceback", "message", "slow", "lie", "crash" or "hang"
    told : what failed, or the refusal
    case : what was tried, to be read by a person
    seconds : of the processor
    compared : identities that were compared on a file that loaded as another robot; -1 where none was to be compared
    """

    kind: str
    told: str
    case: str
    seconds: float = 0.0
    compared: int = -1

    @property
    def failed(self) -> bool:
        return self.kind not in ("works", "refused")


def limit_processor_time(seconds: float) -> None:
    """End this process, by a signal, when it has worked for so long from now on: a hang is not a busy machine."""
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    resource.setrlimit(resource.RLIMIT_CPU, (int(used + seconds) + 1, resource.RLIM_INFINITY))


def judged_refusal(error: BaseException, case: str, seconds: float) -> Outcome:
    """A refusal is an error of parados, short and in plain words."""
    told = str(error)
    if not isinstance(error, parados.ParadosError):
        last = "".join(traceback.format_exception(error)[-4:])
        return Outcome("traceback", last[-1500:], case, seconds)
    found = [word for word in JARGON if word in told]
    if len(told) >= LONGEST or found or not told.strip():
        return Outcome("message", f"{len(told)} characters, {found}: {told[:600]}", case, seconds)
    return Outcome("slow" if seconds > SECONDS else "refused", told, case, seconds)


def judged_file(seed: int) -> Outcome:
    """Load the mutated file of a seed; if it loads, its models fulfil the identities."""
    mutated = mutated_file(seed)
    case = f"{mutated.robot}, {mutated.what}\n{mutated.text}"
    start = time.process_time()
    limit_processor_time(3 * SECONDS)  # so that a slow one is told from one that hangs
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
            lies, compared = _examined(mutated, robot, seed)
        except Exception as error:
            return judged_refusal(error, case, time.process_time() - start)
    return Outcome("lie" if lies else "works", "; ".join(lies), case, spent, compared)


def _examined(mutated: Mutated, robot: parados.Robot, seed: int) -> Examined:
    spec, before = robot.spec, _original(mutated.robot)
    if spec == before:
        return Examined([], -1)
    if mutated.same:
        return Examined(["the same robot in other words is another one"], -1)
    if _described(spec) == _described(before):
        return Examined([], -1)
    return examined(spec, robot.compile("vm"), np.random.default_rng(seed), DRAWN)


def _described(spec: RobotSpec) -> RobotSpec:
    """Without what no model depends on."""
    return spec.model_copy(update={"name": "", "title": "", "source": "", "parameters": {}})


@cache
def _original(name: str) -> RobotSpec:
    return parados.describe(ROBOTS[name])

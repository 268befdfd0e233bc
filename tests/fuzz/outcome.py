"""Outcome of a case of a campaign, and the limit of its processor time; nothing else is imported, so that workers start fast."""

from __future__ import annotations

import resource
from typing import NamedTuple

__all__ = ["Outcome", "limit_processor_time"]


class Outcome(NamedTuple):
    """Outcome of a case.

    kind : "works", "rejected", or a failure: "traceback", "message", "slow", "wrong", "crash" or "hang"
    message : the failure, or the message of the rejection
    case : description of the case
    seconds : processor time [s]
    compared : number of identities that were compared on a file that loaded as a changed robot; -1 if none had to be
    """

    kind: str
    message: str
    case: str
    seconds: float = 0.0
    compared: int = -1

    @property
    def failed(self) -> bool:
        return self.kind not in ("works", "rejected")


def limit_processor_time(seconds: float) -> None:
    """End this process by a signal after so much more processor time [s]; waiting on a busy machine does not count."""
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    resource.setrlimit(resource.RLIMIT_CPU, (int(used + seconds) + 1, resource.RLIM_INFINITY))

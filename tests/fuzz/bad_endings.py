"""Judge that ends its process or hangs, to test the campaign."""

from __future__ import annotations

import os
import signal
import time

from .campaign import Case
from .outcome import Outcome, limit_processor_time

__all__ = ["ends_badly"]


def ends_badly(case: Case) -> Outcome:
    if case.kind == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if case.kind == "hang":
        limit_processor_time(0)
        while True:
            time.process_time()
    return Outcome("works", "", "")

"""Let workers of this machine ignore Ctrl-C: a terminal sends it to all processes, and the one that asks ends the others."""

from __future__ import annotations

import signal
from typing import Any

from distributed import WorkerPlugin

__all__ = ["IgnoreInterrupts"]


class IgnoreInterrupts(WorkerPlugin):  # type: ignore[misc]
    """Set up in every worker, also in one that is started again; the loop of a worker runs in its main thread."""

    def setup(self, worker: Any) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)

"""Run requests one after another in one thread; a newer request of a kind replaces an older one that still waits.

A browser sends more positions of a dragged platform than a robot needs: only the last one counts.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

__all__ = ["LatestWorker"]


class LatestWorker:
    """A thread that runs the latest request of every kind, in the order in which the kinds were asked for.

    failed : called with the exception of a request that fails; the thread goes on
    """

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._waiting: dict[str, Callable[[], None]] = {}
        self._changed = threading.Condition()
        self._closed = False
        self._busy = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def post(self, kind: str, request: Callable[[], None]) -> None:
        """Run a request soon, in place of a waiting one of the same kind."""
        with self._changed:
            if not self._closed:
                self._waiting[kind] = request
                self._changed.notify_all()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until no request is left; return False if it takes longer than `timeout` [s]."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and not self._busy, timeout)

    def close(self) -> None:
        """Drop the waiting requests and end the thread after the one that runs."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=5.0)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                request = self._waiting.pop(next(iter(self._waiting)))
                self._busy = True
            try:
                request()
            except Exception as error:  # the studio must survive every error of a panel
                self._failed(error)

"""Play an oscillation: a thread asks the session for one picture after the other, until it is stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from parados.studio.session import Session

__all__ = ["SwingAnimation"]

PICTURES = 20.0
"""Pictures per second, at most; a slow session or browser gets fewer."""


class SwingAnimation:
    """An oscillation of one session.

    kind : kind of its requests (`Session.post`)
    draw : function of the displacement, from -1 to 1, in the session's thread;  period : function that returns the period [s]
    """

    def __init__(self, session: Session, kind: str, draw: Callable[[float], None], period: Callable[[], float]) -> None:
        self._session, self._kind, self._draw, self._period = session, kind, draw, period
        self._stop: threading.Event | None = None

    @property
    def playing(self) -> bool:
        return self._stop is not None

    def start(self) -> None:
        """Begin at the undisplaced place, unless it plays already."""
        if self._stop is None:
            self._stop = threading.Event()
            threading.Thread(target=self._run, args=(self._stop,), daemon=True).start()

    def stop(self) -> None:
        """End the oscillation; no picture is drawn afterwards."""
        if self._stop is not None:
            self._stop.set()
            self._stop = None

    def _run(self, stop: threading.Event) -> None:
        phase, before = 0.0, time.monotonic()
        while not stop.wait(1 / PICTURES):
            now = time.monotonic()
            phase, before = phase + (now - before) / max(self._period(), 0.1), now
            self._session.post(self._kind, partial(self._picture, float(np.sin(2 * np.pi * phase)), stop))

    def _picture(self, part: float, stop: threading.Event) -> None:
        if not stop.is_set():
            with self._session.client.atomic():
                self._draw(part)

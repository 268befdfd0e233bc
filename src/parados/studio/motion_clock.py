"""The clock of a played motion: it runs, pauses, repeats, and asks for pictures in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

__all__ = ["MotionClock"]

RATE = 30.0
"""Pictures for each second [Hz]."""


class MotionClock:
    """Time within a motion.

    tick : called from the clock's thread for every picture while the clock runs; it must return at once

    Attributes
    ----------
    time : present time of the motion [s];  first, last : its ends [s]
    speed : 1 for the motion's own time;  loop : True to begin again after the end
    """

    def __init__(self, tick: Callable[[], None]) -> None:
        self._tick = tick
        self.time = self.first = self.last = 0.0
        self.speed, self.loop = 1.0, True
        self._running, self._closed = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def running(self) -> bool:
        return self._running.is_set()

    def set_motion(self, first: float, last: float) -> None:
        """Take the times of another motion, and go to its start [s]."""
        self.pause()
        self.time, self.first, self.last = first, first, last

    def play(self) -> None:
        """Run; from the start if the clock stands at the end."""
        if self.time >= self.last:
            self.time = self.first
        self._running.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()

    def pause(self) -> None:
        """Stand still."""
        self._running.clear()

    def close(self) -> None:
        """End the thread."""
        self._closed.set()
        self._running.set()

    def advance(self, seconds: float) -> None:
        """Go on by some real time [s]: at the end, begin again or pause."""
        self.time += self.speed * seconds
        if self.time > self.last:
            if self.loop and self.last > self.first:
                self.time = self.first + (self.time - self.first) % (self.last - self.first)
            else:
                self.time = self.last
                self.pause()

    def _run(self) -> None:
        before = due = time.perf_counter()
        while not self._closed.is_set():
            if not self.running:
                self._running.wait()
                before = due = time.perf_counter()
                continue
            due += 1 / RATE
            self._closed.wait(max(due - time.perf_counter(), 0.0))
            now = time.perf_counter()
            due = max(due, now - 1 / RATE)  # pictures that are late are left out
            if self.running and not self._closed.is_set():
                self.advance(now - before)
                self._tick()
            before = now

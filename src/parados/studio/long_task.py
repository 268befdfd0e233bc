"""Work of more than a moment: it runs beside the page, shows its progress and can be cancelled."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from parados.errors import ParadosError

if TYPE_CHECKING:
    from parados.studio.session import Session

__all__ = ["CancelledError", "LongTasks", "Progress"]

Result = TypeVar("Result")


class CancelledError(ParadosError):
    """A user cancelled a task."""


class Progress:
    """Report of a task: `progress(0.3)` shows 30 %; it raises CancelledError if a user has cancelled the task."""

    def __init__(self, shown: Callable[[float], None]) -> None:
        self._shown = shown
        self.stop = threading.Event()

    def __call__(self, part: float) -> None:
        if self.stop.is_set():
            raise CancelledError("cancelled")
        self._shown(min(max(part, 0.0), 1.0))


class LongTasks:
    """The tasks of one session, one at a time: a new task cancels the one before."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._progress: Progress | None = None

    def start(self, title: str, work: Callable[[Progress], Result], finished: Callable[[Result], None]) -> None:
        """Run `work(progress)` in a thread of its own, then `finished(result)` in the session's thread.

        A progress bar and a button that cancels are shown meanwhile. The result of a cancelled task is dropped.
        """
        self.cancel()
        gui = self.session.gui
        folder = gui.add_folder(title, order=-1)  # on top of the panel
        with folder:
            bar = gui.add_progress_bar(0.0, animated=True)
            button = gui.add_button("Cancel")
        progress = Progress(lambda part: setattr(bar, "value", 100 * part))
        self._progress = progress
        button.on_click(lambda _: progress.stop.set())

        def run() -> None:
            try:
                result = work(progress)
            except CancelledError:
                self.session.tell(title, "Cancelled.")
            except Exception as error:
                self.session.tell_error(error)
            else:
                if not progress.stop.is_set():
                    self.session.post(f"finished {title}", lambda: finished(result))
            finally:
                self.session.post(f"end of task {id(folder)}", remove)

        def remove() -> None:
            if not folder._impl.removed:  # it is gone if another robot was opened meanwhile
                folder.remove()

        threading.Thread(target=run, daemon=True).start()

    def cancel(self) -> None:
        """Ask the running task to end."""
        if self._progress is not None:
            self._progress.stop.set()
            self._progress = None

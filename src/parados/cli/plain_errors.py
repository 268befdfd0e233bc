"""Print errors as plain sentences, one for each problem, with an exit code and without a traceback or control characters."""

from __future__ import annotations

import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from parados.arguments import shown
from parados.cli.option_names import with_option_name
from parados.errors import ParadosError, RobotFileError
from parados.text.printable import printable

__all__ = ["BAD_FILE", "BAD_USE", "INTERRUPTED", "PlainErrors"]

BAD_FILE = 1
"""Exit code for an invalid robot file."""

BAD_USE = 2
"""Exit code for every other invalid input."""


CALLED = "parados.called"
"""Key of the context of a call for its command: name, command and words on the command line."""

INTERRUPTED = 130
"""Exit code of an interrupted command, as in shells."""

_UsageError: Any = typer.BadParameter.__mro__[1]
"""Error of the command line itself, such as an unknown option. Its module depends on the version of typer."""


class PlainErrors(TyperGroup):
    """Group of commands that prints errors of parados and of the file system as plain sentences."""

    def invoke(self, ctx: Any) -> Any:
        try:
            with warnings.catch_warnings(), _interrupts_as_such():
                warnings.showwarning = _show_warning
                return super().invoke(ctx)
        except RobotFileError as error:
            for finding in error.findings:
                _print(finding)
            raise typer.Exit(BAD_FILE) from None
        except ParadosError as error:
            called = ctx.meta.get(CALLED)
            _print(f"parados: {with_option_name(str(error), *called) if called else error}")
            raise typer.Exit(BAD_USE) from None
        except OSError as error:
            place = f"{shown(str(error.filename))}: " if error.filename else ""
            _print(f"parados: {place}{error.strerror or error}")
            raise typer.Exit(BAD_USE) from None
        except _UsageError as error:
            error.message = printable(error.message)
            raise
        except KeyboardInterrupt:
            print("Interrupted: existing files were not changed.")
            raise typer.Exit(INTERRUPTED) from None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command of a call, and keep its name and words for messages."""
        name, command, words = super().resolve_command(ctx, args)
        if command is not None:
            ctx.meta[CALLED] = (name, command, tuple(words))
        return name, command, words


@contextmanager
def _interrupts_as_such() -> Iterator[None]:
    """Raise KeyboardInterrupt if an interrupt ended the block as another error.

    An interrupt in the middle of an import becomes an ImportError or a RuntimeError of the library that is imported.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield
        return
    received = False

    def interrupt(number: int, frame: object) -> None:
        nonlocal received
        received = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    except typer.Exit:  # a command that handles an interrupt itself has told what it kept
        raise
    except Exception as error:
        if received:
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.signal(signal.SIGINT, before)


def _print(message: str) -> None:
    """Print a message as one line on standard error; control characters in names are escaped."""
    print(printable(message), file=sys.stderr)


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    _print(f"Warning: {message}")

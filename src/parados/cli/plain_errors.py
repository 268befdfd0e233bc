"""Print errors as plain sentences, one for each problem, with an exit code and without a traceback or control characters."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import typer
from typer.core import TyperGroup

from parados.errors import ParadosError, RobotFileError
from parados.text.printable import printable

__all__ = ["BAD_FILE", "BAD_USE", "INTERRUPTED", "PlainErrors"]

BAD_FILE = 1
"""Exit code for a robot file that is refused."""

BAD_USE = 2
"""Exit code for every other input that is refused."""


INTERRUPTED = 130
"""Exit code of an interrupted command, as shells have it."""

_UsageError: Any = typer.BadParameter.__mro__[1]
"""What the command line itself refuses, such as an unknown option; it is not at the same place in every version of typer."""


class PlainErrors(TyperGroup):
    """A group of commands that reports what parados refuses, and what the file system refuses, in plain sentences."""

    def invoke(self, ctx: Any) -> Any:
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _show_warning
                return super().invoke(ctx)
        except RobotFileError as error:
            for finding in error.findings:
                _print(finding)
            raise typer.Exit(BAD_FILE) from None
        except (ParadosError, OSError) as error:
            _print(f"parados: {error}")
            raise typer.Exit(BAD_USE) from None
        except _UsageError as error:
            error.message = printable(error.message)
            raise
        except KeyboardInterrupt:
            print("Interrupted: what was there was left as it was.")
            raise typer.Exit(INTERRUPTED) from None


def _print(message: str) -> None:
    """One line on standard error, whatever names are in it."""
    print(printable(message), file=sys.stderr)


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    _print(f"Warning: {message}")

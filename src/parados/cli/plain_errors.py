"""Errors as an engineer wants to read them: one sentence a finding, an exit code, no traceback."""

from __future__ import annotations

import sys
from typing import Any

import typer
from typer.core import TyperGroup

from parados.errors import ParadosError, RobotFileError

__all__ = ["BAD_FILE", "BAD_USE", "INTERRUPTED", "PlainErrors"]

BAD_FILE = 1
"""Exit code for a robot file that is refused."""

BAD_USE = 2
"""Exit code for every other input that is refused."""


INTERRUPTED = 130
"""Exit code of an interrupted command, as shells have it."""


class PlainErrors(TyperGroup):
    """A group of commands that reports what parados refuses, and what the file system refuses, in plain sentences."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except RobotFileError as error:
            for finding in error.findings:
                print(finding, file=sys.stderr)
            raise typer.Exit(BAD_FILE) from None
        except (ParadosError, OSError) as error:
            print(f"parados: {error}", file=sys.stderr)
            raise typer.Exit(BAD_USE) from None
        except KeyboardInterrupt:
            print("Interrupted: what was there was left as it was.")
            raise typer.Exit(INTERRUPTED) from None

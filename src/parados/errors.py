"""The exceptions of parados; each one also derives from a built-in exception."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = [
    "AssemblyError",
    "CompilerError",
    "InputError",
    "ParadosError",
    "RobotFileError",
    "RobotWarning",
    "SimulationError",
    "SingularConfigurationError",
    "TimeStepError",
    "UnknownNameError",
    "UnreachableError",
]


LONGEST = 1400
"""Largest number of characters of a message; a longer message is cut after this many."""

MOST_FINDINGS = 20
"""Largest number of findings in the message of a `RobotFileError`; its attribute `findings` holds all of them."""


class ParadosError(Exception):
    """Base class of all exceptions that parados raises on purpose; a message has at most 1,500 characters."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message if len(message) <= LONGEST else f"{message[:LONGEST]} ... (shortened)")


class InputError(ParadosError, ValueError):
    """An argument of the wrong shape, type or value; the message says what is accepted."""


class UnknownNameError(InputError):
    """A name that does not exist; the message lists the names that exist."""


class RobotFileError(ParadosError, ValueError):
    """A robot description that cannot be used.

    Attributes
    ----------
    findings : tuple of str
        One plain sentence for each problem; each sentence begins with its place in the file.
    """

    def __init__(self, name: str, findings: Sequence[str]) -> None:
        self.name = name
        self.findings = tuple(findings)
        super().__init__(f"{_cut(name, 80)}: " + "\n  ".join(self._lines()))

    def _lines(self) -> Iterator[str]:
        """Yield as many findings as fit into a message; long findings are cut."""
        room = LONGEST - 200
        for k, finding in enumerate(self.findings):
            shown = _cut(finding, 600)
            room -= len(shown) + 3
            if k and (room < 0 or k >= MOST_FINDINGS):
                yield f"and {len(self.findings) - k} more"
                return
            yield shown

    def __reduce__(self) -> tuple[type[RobotFileError], tuple[str, tuple[str, ...]]]:
        return type(self), (self.name, self.findings)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 4]} ..."


class RobotWarning(UserWarning):
    """A robot can be used, but something in its file looks wrong; the message begins with the place in the file."""


class UnreachableError(ParadosError, ValueError):
    """A pose that a leg cannot reach in the requested working mode."""


class SingularConfigurationError(ParadosError, ArithmeticError):
    """A configuration where a matrix that the model must invert has lost rank."""


class AssemblyError(ParadosError, ValueError):
    """Joint positions for which no closed configuration was found."""


class CompilerError(ParadosError, RuntimeError):
    """The C compiler rejected generated code, or the requested compiler is missing."""


class TimeStepError(ParadosError, ArithmeticError):
    """A step in time that is too large, or a motion that cannot be continued."""


class SimulationError(TimeStepError):
    """A simulated motion that cannot be continued; the message says when and why.

    Attributes
    ----------
    run : what was computed so far, a `parados.simulate.Run`; None if there is nothing
    """

    run: object = None

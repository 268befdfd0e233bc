"""The exceptions of parados, a small family over the built-in ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = [
    "AssemblyError",
    "CompilerError",
    "InputError",
    "ParadosError",
    "RobotFileError",
    "RobotWarning",
    "SingularConfigurationError",
    "TimeStepError",
    "UnknownNameError",
    "UnreachableError",
]


LONGEST = 1400
"""Characters of a message; of a longer one the beginning is kept."""

MOST_FINDINGS = 20
"""Findings that the message of a robot file holds; `findings` has them all."""


class ParadosError(Exception):
    """Base of everything that parados raises on purpose; a message has at most 1,500 characters."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message if len(message) <= LONGEST else f"{message[:LONGEST]} ... (shortened)")


class InputError(ParadosError, ValueError):
    """An argument of the wrong shape, type or value; the message says what is accepted."""


class UnknownNameError(InputError):
    """A name that does not exist; the message lists the ones that do."""


class RobotFileError(ParadosError, ValueError):
    """A robot description that cannot be used.

    Attributes
    ----------
    findings : tuple of str
        One plain sentence for each thing that is wrong, each opening with its place in the file.
    """

    def __init__(self, name: str, findings: Sequence[str]) -> None:
        self.name = name
        self.findings = tuple(findings)
        super().__init__(f"{_cut(name, 80)}: " + "\n  ".join(self._told()))

    def _told(self) -> Iterator[str]:
        """As many findings as a message holds, long ones cut."""
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
    """Something odd about a robot that can be used all the same; the message opens with its place in the file."""


class UnreachableError(ParadosError, ValueError):
    """A pose that a leg cannot reach in the requested working mode."""


class SingularConfigurationError(ParadosError, ArithmeticError):
    """A configuration where a matrix that the model must invert has lost rank."""


class AssemblyError(ParadosError, ValueError):
    """Joint positions for which no closed configuration was found."""


class CompilerError(ParadosError, RuntimeError):
    """The C compiler refused generated code, or is missing although it was asked for."""


class TimeStepError(ParadosError, ArithmeticError):
    """A step in time that is too large, or a motion that cannot be continued."""

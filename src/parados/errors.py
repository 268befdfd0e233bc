"""The exceptions of parados, a small family over the built-in ones."""

from __future__ import annotations

from collections.abc import Sequence

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


class ParadosError(Exception):
    """Base of everything that parados raises on purpose."""


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
        self.findings = tuple(findings)
        super().__init__(f"{name}: " + "\n  ".join(self.findings))


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

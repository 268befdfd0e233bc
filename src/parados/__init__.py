"""parados: every model of a parallel robot from its description."""

from parados.api import Robot, catalog, describe, load
from parados.errors import (
    AssemblyError,
    CompilerError,
    InputError,
    ParadosError,
    RobotFileError,
    SingularConfigurationError,
    UnknownNameError,
    UnreachableError,
)

__all__ = [
    "AssemblyError",
    "CompilerError",
    "InputError",
    "ParadosError",
    "Robot",
    "RobotFileError",
    "SingularConfigurationError",
    "UnknownNameError",
    "UnreachableError",
    "__version__",
    "catalog",
    "describe",
    "load",
]

__version__ = "0.1.0"

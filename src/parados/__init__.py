"""parados: every model of a parallel robot from its description."""

import sys
from types import ModuleType

from parados.api import Robot, catalog, describe, load
from parados.errors import (
    AssemblyError,
    CompilerError,
    InputError,
    ParadosError,
    RobotFileError,
    RobotWarning,
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
    "RobotWarning",
    "SingularConfigurationError",
    "UnknownNameError",
    "UnreachableError",
    "__version__",
    "catalog",
    "describe",
    "load",
]

__version__ = "0.1.0"


class _Package(ModuleType):
    """The folder `catalog` of robot files must not hide the function `catalog` when someone imports it as a package."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name == "catalog" and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package

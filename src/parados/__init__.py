"""parados: geometric, kinematic and dynamic models of a parallel robot from its description."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from parados.api import Robot, catalog, describe, load
from parados.errors import (
    AssemblyError,
    CompilerError,
    InputError,
    ParadosError,
    RobotFileError,
    RobotWarning,
    SimulationError,
    SingularConfigurationError,
    TimeStepError,
    UnknownNameError,
    UnreachableError,
)
from parados.version import __version__

if TYPE_CHECKING:
    from parados import (
        calibration,
        cluster,
        control,
        fmu,
        identify,
        plan,
        plots,
        sensitivity,
        simulate,
        singularity,
        spatial,
        studio,
        study,
        trajectory,
    )
    from parados.model.model import Model
    from parados.trajectory.base import Trajectory

__all__ = [
    "AssemblyError",
    "CompilerError",
    "InputError",
    "Model",
    "ParadosError",
    "Robot",
    "RobotFileError",
    "RobotWarning",
    "SimulationError",
    "SingularConfigurationError",
    "TimeStepError",
    "Trajectory",
    "UnknownNameError",
    "UnreachableError",
    "__version__",
    "calibration",
    "catalog",
    "cluster",
    "control",
    "describe",
    "fmu",
    "identify",
    "load",
    "plan",
    "plots",
    "sensitivity",
    "simulate",
    "singularity",
    "spatial",
    "studio",
    "study",
    "trajectory",
]

_PACKAGES = {"calibration", "control", "fmu", "identify", "plan", "plots", "sensitivity", "simulate", "singularity", "spatial"}
_PACKAGES |= {"cluster", "studio", "study", "trajectory"}
_CLASSES = {"Model": "parados.model.model", "Trajectory": "parados.trajectory.base"}


def __getattr__(name: str) -> Any:
    """Import a public package or class when it is first used, so that `import parados` is fast."""
    if name in _PACKAGES:
        return import_module(f"parados.{name}")
    if name in _CLASSES:
        return getattr(import_module(_CLASSES[name]), name)
    raise AttributeError(f"module 'parados' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)

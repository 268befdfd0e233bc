"""Rotations and their parametrisations, and transformations of twists and wrenches (Briot & Khalil, chapters 2 and 3).

The names in `__all__` are for users; these functions work on numbers. The modules of this package also contain functions on
CasADi expressions, which the models use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parados.spatial.rotations import (
        SEQUENCES,
        angles,
        axis_angle,
        from_axis_angle,
        from_quaternion,
        quaternion,
        rate_matrix,
        rotation,
    )
    from parados.spatial.screw_transforms import acceleration_drift, twist_transform, wrench_transform

__all__ = [
    "SEQUENCES",
    "acceleration_drift",
    "angles",
    "axis_angle",
    "from_axis_angle",
    "from_quaternion",
    "quaternion",
    "rate_matrix",
    "rotation",
    "twist_transform",
    "wrench_transform",
]

_PLACES = dict.fromkeys(("acceleration_drift", "twist_transform", "wrench_transform"), "screw_transforms")


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import parados.spatial` alone does not import CasADi."""
    if name in __all__:
        return getattr(import_module(f"parados.spatial.{_PLACES.get(name, 'rotations')}"), name)
    raise AttributeError(f"module 'parados.spatial' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)

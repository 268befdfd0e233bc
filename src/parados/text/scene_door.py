"""The one place where results and robots reach up to the studio, for their methods `show` and `studio`.

The studio stands on all other packages, so that none of them imports it. It is looked up by its name when a method is called, as
`parados.__getattr__` does for public packages; the extra `studio` is needed only then.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parados.studio.scene_page import ScenePage
    from parados.studio.studio import Studio

__all__ = ["opened_studio", "page_of_motion", "page_of_pose"]


def page_of_motion(motion: Any, robot: Any = None, **options: Any) -> ScenePage:
    """Return the page of a motion; see `parados.studio.show`."""
    return import_module("parados.studio").show(motion, robot, **options)


def page_of_pose(robot: Any, **options: Any) -> ScenePage:
    """Return the page of a robot at one pose; see `parados.studio.show`."""
    return import_module("parados.studio").show(None, robot, **options)


def opened_studio(robot: Any, **options: Any) -> Studio:
    """Open the studio for a robot; see `parados.studio.open_studio`."""
    return import_module("parados.studio").open_studio(robot, **options)

"""Draw the pictures of the page on the first robot file into docs/pictures, from the files of the page.

    python -m docs.draw_first_file [name ...]
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
from helpers.small_pictures import write_pictures
from matplotlib.figure import Figure

from parados.api import Robot
from parados.plots.panels import Panel, curves_figure
from parados.plots.robot_drawing import draw_robot
from parados.robot.reading import parse_robot
from parados.trajectory import point_to_point

PAGE = Path(__file__).with_name("first-file.md")


def files() -> list[str]:
    """Return the robot files of the page."""
    return re.findall(r"^```yaml\n(.*?)^```", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def _efforts() -> Figure:
    """Draw the motion of the page and its torques."""
    model = Robot(parse_robot(files()[2])).compile()
    t = np.linspace(0.0, 0.5, 101)
    x, xd, xdd = point_to_point([0.0, 0.0, 0.0], [0.06, 0.04, 0.2], duration=0.5)(t)
    tau = model.inverse_dynamics(x, xd, xdd)
    curves = {f"tau {name}": column for name, column in zip(model.actuated_names, tau.T, strict=True)}
    return curves_figure(t, [Panel("torque [N m]", curves)], size=(5.0, 2.8))


def draw(name: str) -> Figure:
    """Draw one picture."""
    if name == "gap":
        return Robot(parse_robot(files()[1])).draw_assembly()
    if name == "efforts":
        return _efforts()
    model = Robot(parse_robot(files()[2])).compile()
    return model.draw_working_modes() if name == "modes" else draw_robot(model, size=(4.6, 4.4))


NAMES = ("gap", "robot", "modes", "efforts")

if __name__ == "__main__":
    write_pictures(sys.argv[1:] or NAMES, draw, "first-file-", dpi=100, colors=48)

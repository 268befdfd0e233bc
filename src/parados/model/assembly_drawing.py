"""Draw a robot at home in the configuration in which the gaps of its closures are smallest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parados.model.surveyed_robot import SurveyedRobot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw_assembly"]


def draw_assembly(robot: SurveyedRobot) -> Figure:
    """Draw the robot at home in the configuration with the smallest gaps, and mark the closures that stay open."""
    from parados.geometry.survey import assembly_at_home
    from parados.plots.gap_drawing import gap_figure
    from parados.text.figure_text import figure_text
    from parados.text.numbers import counted

    found = assembly_at_home(robot.spec, robot.mechanism)
    gaps = found.open_gaps()
    verdict = f"{len(gaps)} of {counted(len(found.gaps), 'closure')} stay open" if gaps else "every closure closes"
    title = figure_text(f"{robot.spec.name}: {verdict} at home")
    marks = [(gap.a, gap.b, figure_text(f"{gap.name}: {gap.words()}")) for gap in gaps]
    return gap_figure(robot, found.links, found.platform, marks, title)

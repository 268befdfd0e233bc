"""Pictures of a model: the robot at a pose, and its working modes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from parados.model.method_calls import Parameters, live_one
from parados.model.model_part import ModelPart
from parados.model.state_arguments import check_state

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["DrawingMethods"]


class DrawingMethods(ModelPart):
    """Methods of `Model` that draw the rigid robot."""

    @live_one
    def draw(self, x: ArrayLike | None = None, *, mode: ArrayLike | None = None, parameters: Parameters = None) -> Figure:
        """Draw the robot at a pose x (n_x,) and in a working mode; by default at home and in the default mode."""
        from parados.plots.robot_drawing import draw_robot
        from parados.text.figure_text import figure_text

        pose = self.survey.home if x is None else check_state("x", x, self.labels)
        return draw_robot(self._model, pose, title=figure_text(self.spec.title or self.spec.name), mode=mode)

    @live_one
    def draw_working_modes(self, x: ArrayLike | None = None, *, parameters: Parameters = None) -> Figure:
        """Draw one small picture of each working mode at a pose x (n_x,), by default at home.

        If there are more than 16 modes, each leg is drawn in its own positions instead, while the others keep the default mode.
        Raises InputError for a robot with one mode.
        """
        from parados.model.working_mode_sheet import draw_working_modes

        return draw_working_modes(self._model, self.survey.home if x is None else check_state("x", x, self.labels))

"""Tab with the parameters of the robot file: drag a length, and everything follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from viser import Icon

from parados.errors import InputError, ParadosError
from parados.robot.parameter_text import with_parameter_values
from parados.studio.html_tables import html_rows, html_sentences
from parados.studio.parameter_rows import ParameterRow, free_parameters, parameter_rows, values_by_name
from parados.studio.posed_robot import PosedRobot
from parados.studio.studio_panel import StudioPanel
from parados.studio.value_sliders import typed_slider

if TYPE_CHECKING:
    from parados.api import Robot
    from parados.studio.long_task import Progress
    from parados.studio.session import Session

__all__ = ["ParameterPanel", "changed_pose", "prepare_family"]

Values = dict[str, Any]
"""Name of a parameter -> its value, a number or a list."""


class ParameterPanel(StudioPanel):
    """A slider for every parameter of the file that no other parameter determines; a table of those that follow."""

    title, icon = "Design", Icon.RULER_2

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        gui, self._base = session.gui, session.pose
        self._rows = parameter_rows(self._base.robot)
        self._state = "new"  # then "preparing", "ready"
        self._wanted: Values = {}
        self._controls: list[tuple[ParameterRow, Any]] = []
        for title, ranged, expanded in (("Parameters with a range", True, True), ("Other parameters", False, False)):
            own = [row for row in self._rows if row.has_range == ranged]
            if own:
                with gui.add_folder(title, expand_by_default=expanded or not self._controls):
                    self._controls += [(row, self._control(row)) for row in own]
        self._followers = gui.add_html("")
        self._message = gui.add_html("")
        gui.add_button("Reset", icon=Icon.RESTORE).on_click(lambda _: session.post("parameters", self._reset))
        gui.add_button("Save as a robot file", icon=Icon.DOWNLOAD).on_click(lambda _: session.post("save", self._save))
        self._show_followers(self._base.robot)

    @staticmethod
    def serves(pose: PosedRobot) -> bool:
        """Tell whether the file of the robot names parameters."""
        return pose.robot.spec.file is not None and bool(free_parameters(pose.robot))

    def _control(self, row: ParameterRow) -> Any:
        control = typed_slider(self.session.gui, row.label, row.lower, row.upper, row.value, row.about or None)
        control.on_update(self._updated)
        return control

    async def _updated(self, event: Any) -> None:
        if event.client is not None:
            wanted = {(row.name, row.entry): float(control.value) for row, control in self._controls}
            self.session.post("parameters", lambda: self._change(values_by_name(self._base.robot, wanted)))

    def _change(self, values: Values) -> None:
        """Show the robot with these values; the models of the family are made before the first change."""
        self._wanted = values
        if self._state == "new":
            self._state = "preparing"
            self.session.tasks.start("Preparing the models for other values", self._prepare, self._prepared)
        if self._state == "preparing":
            return
        try:
            pose = changed_pose(self.session.pose, values)
        except ParadosError as error:
            self._message.content = html_sentences([f"Not possible, the values before are kept: {error}"])
            return
        self._message.content = ""
        self._show_followers(pose.robot)
        self.session.place(pose, self)

    def _prepare(self, progress: Progress) -> None:
        progress(0.2)
        try:
            prepare_family(self._base.robot)
        finally:
            self._state = "ready"  # also after Cancel: the next change then waits for its own models

    def _prepared(self, _: None) -> None:
        self._change(self._wanted)

    def _reset(self) -> None:
        for row, control in self._controls:
            control.value = row.value
        self._change({name: self._base.robot.parameters[name] for name in free_parameters(self._base.robot)})

    def _save(self) -> None:
        """Send the robot file with the values of the robot that is shown."""
        source = self.session.source
        if source is None:
            raise InputError(f"save: {self._base.robot.name} has no file; open a robot file or a robot of the catalog")
        text = with_parameter_values(source.text, changed_values(self._base.robot, self.session.pose.robot))
        self.session.client.send_file_download(source.name, text.encode(), save_immediately=True)

    def _show_followers(self, robot: Robot) -> None:
        names = [name for name in robot.parameters if name not in free_parameters(robot)]
        rows = [(name, f"{robot.parameters[name]}", str(robot.parameters.details(name).written)) for name in names]
        text = html_rows(("follows from others", "value", "expression"), rows) if rows else ""
        if self._followers.content != text:
            self._followers.content = text


def prepare_family(robot: Robot) -> None:
    """Build the model in which all parameters are live, so that every change of one shares it.

    If the parameters cannot be live together, each change makes its own family, which takes longer.
    """
    try:
        model = robot.compile(live=free_parameters(robot))
        home = model.survey.home
        model.link_frames(home)
        model.joints(home)
        model.platform_frame(home)
    except ParadosError:
        return


def changed_values(base: Robot, robot: Robot) -> Values:
    """Return the values of the free parameters in which a robot differs from another one of its family."""
    known = {name: (base.parameters[name], robot.parameters[name]) for name in free_parameters(base)}
    return {name: new for name, (old, new) in known.items() if not np.array_equal(old, new)}


def changed_pose(shown: PosedRobot, values: Values) -> PosedRobot:
    """Return the robot that is shown with other values of its parameters, at the same pose and in the same working mode.

    Other changes, such as a payload, stay. Raises ParadosError if there is no such robot, or if it does not reach the pose.
    """
    own = {name: value for name, value in values.items() if not np.array_equal(shown.robot.parameters[name], value)}
    if not own:
        return shown
    robot = shown.robot.with_parameters(**own)
    moved = PosedRobot(robot, robot.compile(), shown.x, shown.mode)
    _ = moved.bodies
    return moved

"""Tab with maps: reach, aspects, singularities and indices, in the scene where they are, on slices that move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from viser import Icon

from parados.errors import InputError, ParadosError
from parados.singularity.maps import SingularityMap
from parados.studio.html_tables import html_sentences
from parados.studio.latest_worker import LatestWorker
from parados.studio.map_colours import aspect_picture, index_picture, map_legend, value_legend
from parados.studio.map_picture import MapPicture
from parados.studio.map_scene import MapScene
from parados.studio.map_slices import map_place
from parados.studio.map_work import (
    SINGULARITIES,
    MapRequest,
    computed_map,
    mapped_indices,
    standing_coordinates,
    varied_coordinates,
)
from parados.studio.pose_panel import coordinate_rows
from parados.studio.studio_panel import StudioPanel
from parados.studio.value_sliders import typed_slider

if TYPE_CHECKING:
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session
    from parados.study.index_map import IndexMap

__all__ = ["MapPanel"]

NONE = "none"


class MapPanel(StudioPanel):
    """Choice of a map, its legend, and a slider that moves its slice.

    The map follows the slider, the parameters and the working mode.
    """

    title, icon = "Maps", Icon.MAP

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        gui, names = session.gui, varied_coordinates(session.pose)
        self._kind = gui.add_dropdown("Map", (SINGULARITIES, *mapped_indices()))
        self._axes = [
            gui.add_dropdown("First coordinate", names, initial_value=names[0]),
            gui.add_dropdown("Second coordinate", names, initial_value=names[1]),
        ]
        third = gui.add_dropdown("Third coordinate", (NONE, *names), hint="Three lengths give surfaces in space")
        self._axes.append(third)
        self._count = gui.add_slider("Points along each", 10, 200, 5, 60)
        gui.add_button("Compute the map", icon=Icon.MAP).on_click(lambda _: session.post("map", self._start))
        gui.add_button("Clear", icon=Icon.ERASER).on_click(lambda _: session.post("map", self._clear))
        self._slice_folder = gui.add_folder("Move the slice", visible=False)
        self._message = gui.add_html("")
        self._legend = gui.add_html("")
        self._picture = MapPicture(gui)
        self._scene = MapScene(session.scene, session.robot_scene.size, self._go)
        self._worker = LatestWorker(session.tell_error)
        self._asked: MapRequest | None = None
        self._drawn: tuple[Any, Any] = (None, None)  # robot and working mode of the map
        self._sliders: dict[str, Any] = {}

    @staticmethod
    def serves(pose: PosedRobot) -> bool:
        """Tell whether there are two coordinates to vary."""
        return len(varied_coordinates(pose)) >= 2

    def close(self) -> None:
        self._worker.close()

    # -- computing --------------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        """Compute the chosen map with a progress bar."""
        over = tuple(axis.value for axis in self._axes if axis.value != NONE)
        if len(set(over)) < len(over):
            raise InputError(f"map: {', '.join(over)} names a coordinate twice; choose different ones")
        asked, pose = MapRequest(self._kind.value, over, int(self._count.value)), self.session.pose
        self.session.tasks.start(
            f"Map over {', '.join(over)}",
            lambda progress: computed_map(pose, asked, progress),
            lambda made: self._finished(made, asked, pose, fresh=True),
        )

    def _again(self, asked: MapRequest) -> None:
        """Compute the map again in the background; the latest request counts."""
        pose = self.session.pose

        def work() -> None:
            try:
                made = computed_map(pose, asked, lambda _: None)
            except ParadosError as error:
                sentence = str(error)
                self.session.post("map", lambda: self._failed(sentence))
            else:
                self.session.post("map", lambda: self._finished(made, asked, pose, fresh=False))

        self._worker.post("map", work)

    def _finished(self, made: SingularityMap | IndexMap, asked: MapRequest, pose: PosedRobot, fresh: bool) -> None:
        ranges = {axis.name: (axis.lower, axis.upper) for axis in made.grid.axes}
        self._asked, self._drawn = replace(asked, ranges=ranges), (pose.robot, pose.mode)
        self._message.content = ""
        if fresh:
            self._add_sliders(asked, pose)
        self._draw(made)
        self._mark(self.session.pose)

    def _failed(self, sentence: str) -> None:
        """Show why there is no map, in place of the map before. The request stays: the next change computes it again."""
        if self._asked is not None:  # else a user has cleared the map meanwhile
            self._erase()
            self._message.content = html_sentences([sentence])

    def _draw(self, made: SingularityMap | IndexMap) -> None:
        """Show a map where it is: in the scene, or as a picture if it varies angles or joints."""
        place = map_place(made.grid, self.session.pose)
        self._picture.clear()
        if isinstance(made, SingularityMap):
            one = made.modes[0]
            self._legend.content = map_legend(made, one)
            if place is not None and made.is_volume:
                self._scene.show_surfaces(place, one.surfaces)
            elif place is not None:
                self._scene.show_plane(place, aspect_picture(made, one), one.curves)
        else:
            name = next(iter(made.fields))
            self._legend.content = value_legend(made, name)
            if place is not None and len(made.grid.axes) == 2:
                self._scene.show_plane(place, index_picture(made, name))
        if place is None or (len(made.grid.axes) == 3 and not isinstance(made, SingularityMap)):
            self._scene.clear()
            self._picture.show(made)

    def _clear(self) -> None:
        self._erase()
        self._asked, self._message.content = None, ""
        self._slice_folder.visible = False

    def _erase(self) -> None:
        """Remove the map and its legend from the page."""
        self._scene.clear()
        self._picture.clear()
        self._legend.content = ""

    # -- the slice and the pose -------------------------------------------------------------------------------------------

    def _add_sliders(self, asked: MapRequest, pose: PosedRobot) -> None:
        """Add a slider for each coordinate that the map does not vary."""
        for slider in self._sliders.values():
            slider.remove()
        rows = {row.name: row for row in coordinate_rows(pose)}
        names = standing_coordinates(pose, asked.over) if len(asked.over) == 2 else []
        labels = list(pose.model.labels["x"])
        self._sliders = {}
        with self._slice_folder:
            for name in names:
                row, value = rows[name], float(pose.x[labels.index(name)])
                slider = typed_slider(self.session.gui, f"{name} [{row.unit}]", row.lower, row.upper, value)
                slider.on_update(self._slid)
                self._sliders[name] = slider
        self._slice_folder.visible = bool(names)

    async def _slid(self, event: Any) -> None:
        if event.client is not None:
            at = {name: float(slider.value) for name, slider in self._sliders.items()}
            self.session.post("slice", lambda: None if self._asked is None else self._again(replace(self._asked, at=at)))

    def show(self, pose: PosedRobot, source: object) -> None:
        if self._asked is None:
            return
        robot, mode = self._drawn
        if pose.robot is not robot or pose.mode != mode:
            what = "other parameters" if pose.robot is not robot else "another working mode"
            self._drawn = (pose.robot, pose.mode)
            self._message.content = html_sentences([f"Computing the map for {what} ..."], "inherit")
            self._again(replace(self._asked, at={name: float(s.value) for name, s in self._sliders.items()}))
        self._mark(pose)

    def _mark(self, pose: PosedRobot) -> None:
        self._scene.show_pose(pose.x)
        self._picture.show_pose(pose.x)

    def _go(self, point: Any) -> None:
        """Move the robot to a point of the slice that was clicked."""
        place = self._scene.place
        if place is not None:
            self.session.move(place.pose(point), self)

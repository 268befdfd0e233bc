"""Tab with the robot file: its text beside the scene, checked in place; robots of the catalog; drafts of families."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from viser import Icon

from parados.api import catalog
from parados.arguments.single_values import writing
from parados.drafting import draft_robot
from parados.errors import InputError
from parados.studio.file_check import CheckedFile, check_file, kept_pose
from parados.studio.gap_scene import GapScene
from parados.studio.html_tables import html_sentences
from parados.studio.robot_source import RobotSource, catalog_source, file_source
from parados.studio.studio_panel import StudioPanel

if TYPE_CHECKING:
    from parados.studio.long_task import Progress
    from parados.studio.session import Session

__all__ = ["FilePanel"]

CHOOSE = "choose a robot"
GOOD, ODD = "#2f9e44", "#e8590c"

WIDE_TEXT = """<style>
textarea {min-height: 48vh !important; white-space: pre; overflow-x: auto; tab-size: 2;
  font-family: ui-monospace, Menlo, Consolas, monospace !important; font-size: 0.78em !important; line-height: 1.4 !important}
.mantine-Flex-root:has(textarea) > div:first-child:not(:has(textarea)) {display: none}
</style>"""
"""Style that makes the text of the file as wide as the panel, with lines that are not broken."""


class FilePanel(StudioPanel):
    """Editor of the robot file. A text with problems shows its findings, and the robot before it is kept."""

    title, icon = "File", Icon.FILE_TEXT

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        gui, source = session.gui, session.source
        self._name = "robot.yaml" if source is None else source.name
        self._path = None if source is None else source.path
        self._loaded = "" if source is None else source.text
        self._gaps: GapScene | None = None
        with gui.add_folder("Another robot", expand_by_default=False):
            robots = gui.add_dropdown("Catalog", (CHOOSE, *catalog()))
            self._family = gui.add_text("New robot", "6-UPS", hint="Legs and joints from the base: 6-UPS, 3-PRS, 4-RUU, 3-RRR")
            self._active = gui.add_text("Actuated joints", "", hint="Places in a leg from the base, such as 2 or 1,2")
            gui.add_button("Draft a new robot", icon=Icon.PENCIL_PLUS).on_click(lambda _: self._start_draft())
        robots.on_update(self._chosen)
        gui.add_html(WIDE_TEXT + html_sentences([self._name], "inherit"))
        self._text: Any = gui.add_text(self._name, self._loaded, multiline=True)
        self._findings = gui.add_html("")
        self._show_gaps = gui.add_checkbox("Show the open loops", True, visible=False)
        self._show_gaps.on_update(self._switched)
        self._button("Apply", Icon.CHECK, "file", self._apply)
        self._button("Download", Icon.DOWNLOAD, "save", self._download)
        if self._path is not None:
            self._button("Save", Icon.DEVICE_FLOPPY, "save", self._save)
            self._button("Read the file again", Icon.REFRESH, "file", self._read_again)
        self._open: CheckedFile | None = None

    def _button(self, label: str, icon: Any, kind: str, request: Callable[[], None]) -> None:
        self.session.gui.add_button(label, icon=icon).on_click(lambda _: self.session.post(kind, request))

    def close(self) -> None:
        self._remove_gaps()

    # -- other robots -----------------------------------------------------------------------------------------------------

    async def _chosen(self, event: Any) -> None:
        name = event.target.value
        if event.client is not None and name != CHOOSE:
            self.session.post("file", lambda: self._check(catalog_source(name), keep=False))

    def _start_draft(self) -> None:
        family, active = self._family.value, self._active.value.strip() or None

        def draft(progress: Progress) -> CheckedFile:
            progress(0.1)
            made = draft_robot(family, active=active)
            return CheckedFile(RobotSource(made.text, f"{made.robot.name}.yaml"), made.robot, remarks=made.robot.remarks)

        self.session.tasks.start("Drafting a robot", draft, lambda made: self._opened(made, keep=False))

    # -- the text ---------------------------------------------------------------------------------------------------------

    def _source(self) -> RobotSource:
        return RobotSource(self._text.value, self._name, self._path)

    def _apply(self) -> None:
        self._check(self._source(), keep=True)

    def _check(self, source: RobotSource, keep: bool) -> None:
        def work(progress: Progress) -> CheckedFile:
            progress(0.1)
            checked = check_file(source)
            progress(0.7)
            if checked.robot is not None:
                checked.robot.compile().link_frames(checked.robot.home)  # the session then finds its kernels in the cache
            return checked

        self.session.tasks.start(f"Checking {source.name}", work, lambda checked: self._opened(checked, keep))

    def _opened(self, checked: CheckedFile, keep: bool) -> None:
        """Show a checked robot, at the pose of the one before if it reaches it; or show what is wrong."""
        session = self.session
        if checked.robot is None:
            self._tell(checked)
            return
        kept = kept_pose(session.pose, checked.robot) if keep else None
        session.open(
            checked.robot, None if kept is None else kept.x, None if kept is None else kept.mode, checked.source, keep_view=keep
        )
        for panel in session.panels:
            if isinstance(panel, FilePanel):
                panel._tell(checked)

    def _tell(self, checked: CheckedFile) -> None:
        """Write findings and remarks below the text, and draw open loops."""
        self._open = checked
        if checked.robot is not None:
            lines = html_sentences([f"{checked.source.name} is sound."], GOOD) + html_sentences(checked.remarks, ODD)
        else:
            kept = f"{checked.source.name} is not a robot yet; {self.session.pose.robot.name} is kept as it was:"
            lines = html_sentences([kept, *checked.findings])
        self._findings.content = lines
        self._show_gaps.visible = checked.open is not None
        self._draw_gaps()

    def _download(self) -> None:
        self.session.client.send_file_download(self._name, self._text.value.encode(), save_immediately=True)

    # -- the file of the studio -------------------------------------------------------------------------------------------

    def _save(self) -> None:
        """Write the text to the file that the studio was opened with; the studio then reads it, as after any change."""
        if self._path is None:
            raise InputError("save: the studio was not opened with a file; use Download")
        text = self._text.value
        with writing("save", self._path):
            self._path.write_text(text, encoding="utf-8")
        self._loaded = text
        self.session.tell("Saved", str(self._path))

    def _read_again(self) -> None:
        if self._path is None:
            return
        try:
            source = file_source(self._path)
        except (OSError, ValueError) as error:
            raise InputError(f"{self._name}: the file cannot be read: {error}") from error
        self._load(source)

    def _load(self, source: RobotSource) -> None:
        self._loaded = source.text
        self._text.value = source.text
        self._check(source, keep=True)

    def file_changed(self, source: RobotSource | None) -> None:
        if self._path is None or self._path != self.session.path:
            return  # another robot is open in this browser
        if source is None:
            gone = f"{self._name} was removed, or cannot be read any more; the robot stays as it was."
            self._findings.content = html_sentences([gone])
        elif self._text.value not in (self._loaded, source.text):
            told = f'{self._name} was changed by another program; "Read the file again" takes its text in place of yours.'
            self._findings.content = html_sentences([told], ODD)
        elif self.session.source is None or source.text != self.session.source.text or self._open is not None:
            self._load(source)

    # -- open loops -------------------------------------------------------------------------------------------------------

    async def _switched(self, event: Any) -> None:
        if event.client is not None:
            self.session.post("gaps", self._draw_gaps)

    def _draw_gaps(self) -> None:
        """Show the robot with open loops in place of the robot before, or this one again."""
        self._remove_gaps()
        found = None if self._open is None else self._open.open
        if found is not None and self._show_gaps.value:
            self._gaps = GapScene(self.session.scene, found)
        self.session.robot_scene.visible = self._gaps is None

    def _remove_gaps(self) -> None:
        if self._gaps is not None:
            self._gaps.remove()
            self._gaps = None

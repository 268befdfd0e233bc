"""The studio: a page in the browser that shows a robot, moves it, and tells what it feels; and pages that work offline."""

from parados.studio.scene_page import ScenePage, scene_html, show
from parados.studio.studio import Studio, open_studio

__all__ = ["ScenePage", "Studio", "open_studio", "scene_html", "show"]

"""The studio: a page in the browser that shows a robot, moves it, and tells what it feels."""

from parados.studio.studio import Studio, open_studio

__all__ = ["Studio", "open_studio"]

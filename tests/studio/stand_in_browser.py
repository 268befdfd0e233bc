"""A browser that is not there: it takes every call of a session, and lets a test move controls and press buttons."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager
from types import SimpleNamespace

from parados.studio.map_panel import MapPanel
from parados.studio.session import Session


class Handle:
    """A control or a node: its arguments are attributes, and its callbacks are kept."""

    def __init__(self, owner, name, **props):
        self.__dict__.update(props)
        self.owner, self.name, self.removed, self.callbacks = owner, name, False, []
        self._children, self.ended = {}, threading.Event()
        self.__dict__.setdefault("visible", True)

    def on_update(self, callback):
        self.callbacks.append(callback)
        return callback

    on_click = on_upload = on_update

    def remove(self):
        self.removed = True
        self.ended.set()

    def add_tab(self, title, icon=None):
        return self.owner.made(title, kind="tab")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


VALUES = {"add_slider": 4, "add_checkbox": 1, "add_text": 1, "add_number": 1, "add_vector3": 1}
"""Call that makes a control -> place of the initial value among its arguments."""


class Api:
    """Stand-in for `client.gui` and `client.scene`: `add_...` makes a handle; every other call does nothing."""

    def __init__(self):
        self.handles = []
        self._container_handle_from_uuid = {"root": SimpleNamespace(_children={})}

    def made(self, name, **props):
        self.handles.append(Handle(self, name, **props))
        return self.handles[-1]

    def __getattr__(self, call):
        def add(name="", *arguments, **props):
            if not call.startswith("add_"):
                return SimpleNamespace(dock_right=lambda: None, set_width=lambda _: None)
            if call == "add_html":
                return self.made("", kind=call, content=name, **props)
            if call == "add_dropdown":
                props.setdefault("value", props.pop("initial_value", arguments[0][0]))
            if call in VALUES:
                props["value"] = (name, *arguments)[VALUES[call]]
            if call == "add_slider":
                props |= {"min": arguments[0], "max": arguments[1]}
            if call in ("add_mesh_simple", "add_image"):
                props["data"] = arguments
            return self.made(name, kind=call, **props)

        if call == "main_panel":
            return SimpleNamespace(dock_right=lambda: None, set_width=lambda _: None)
        return add

    def named(self, name):
        """The newest handle of this name, label or title that was not removed."""
        return next(one for one in reversed(self.handles) if one.name == name and not one.removed)


class Browser:
    """Stand-in for viser's handle of a browser, with a session on it."""

    def __init__(self, robot, path=None, source=None):
        self.gui, self.scene = Api(), Api()
        self.camera, self.client_id = SimpleNamespace(image_width=800, image_height=600), 0
        self.told, self.downloads = [], {}
        self.session = Session(self, robot, path=path, source=source)
        self.settle()

    @contextmanager
    def atomic(self):
        yield

    def add_notification(self, title, body, **_):
        self.told.append(body)

    def send_file_download(self, name, content, **_):
        self.downloads[name] = content.decode()

    def settle(self, seconds=60.0):
        """Wait until the session, its long task and its maps are done."""
        for _ in range(3):  # the end of a task may post a request, which may begin another task
            assert self.session.worker.wait(seconds)
            for folder in [one for one in self.gui.handles if getattr(one, "order", None) == -1]:
                assert folder.ended.wait(seconds)
            for panel in self.session.panels:
                if isinstance(panel, MapPanel):
                    assert panel._worker.wait(seconds)

    def move(self, label, value):
        """Move a control as a user does."""
        control = self.gui.named(label)
        control.value = value
        for callback in control.callbacks:
            asyncio.run(callback(SimpleNamespace(client=self, target=control)))
        self.settle()

    def press(self, label):
        """Press a button."""
        for callback in self.gui.named(label).callbacks:
            callback(SimpleNamespace(client=self))
        self.settle()

    def html(self):
        """All texts of the page."""
        return " ".join(one.content for one in self.gui.handles if one.kind == "add_html" and not one.removed)

    def nodes(self):
        """Names of the nodes in the scene."""
        return {one.name for one in self.scene.handles if not one.removed}

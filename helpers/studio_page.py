"""Drive the studio as a person would: Debian's Chromium, moved by Playwright."""

from __future__ import annotations

import io
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image
from playwright.sync_api import Browser, ConsoleMessage, Locator, sync_playwright
from viser.transforms import SO3

from parados.api import Robot
from parados.plots.skeleton_parts import skeleton_parts
from parados.studio import open_studio
from parados.studio.robot_scene import PlacedRobot
from parados.studio.studio import Studio

__all__ = ["StudioPage", "chromium", "chromium_path", "motor_place", "studio_page"]

Array = NDArray[np.float64]

#: renders WebGL without a graphics card, and asks no host for anything
FLAGS = [
    "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic",
]  # fmt: skip

PATIENCE = 60.0
"""Longest wait for something that a page must show [s]; rendering in software takes long on a busy machine."""

KNOWN = ("THREE.Clock", "GPU stall", "GL Driver Message", "Automatic fallback to software WebGL")
"""Messages of the browser's console that viser or the software renderer writes at every start."""

GLIDE = """([ax, ay, bx, by, frames]) => new Promise((done) => {
  const canvas = window.__viserMutable.canvas;
  let k = 0;
  function move() {
    if (k++ === frames) return done();
    const [clientX, clientY] = [ax + ((bx - ax) * k) / frames, ay + ((by - ay) * k) / frames];
    const mouse = { clientX, clientY, pointerId: 1, pointerType: "mouse", isPrimary: true, buttons: 1, bubbles: true };
    canvas.dispatchEvent(new PointerEvent("pointermove", mouse));
    requestAnimationFrame(move);
  }
  move();
})"""
"""Move the mouse along a line of the page: Playwright's own moves wait for each other, and come later than frames."""

HOVERED = "() => window.__viserMutable.scene.__r3f.root.getState().internal.hovered.size"
"""Number of objects under the cursor that take events, gizmos among them."""

LIGHTS = """() => { const on = []; window.__viserMutable.scene.traverseVisible((node) => {
  if (node.isDirectionalLight) on.push([node.castShadow, node.intensity]); }); return on; }"""

SHADOWS = 3
"""Number of lights by which viser 1.1 draws the shadows of its one source of light; another version may have others."""


def chromium_path() -> str:
    """Return the path of Chromium; without it, fail with a sentence that says how to get it."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    raise RuntimeError("the tests of the studio need Chromium; install it, e.g. with `apt-get install chromium`")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield a browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()


def motor_place(pose: PlacedRobot, number: int = 0) -> Array:
    """(3,) place of a motor of a robot at a pose."""
    plan = skeleton_parts(pose.model)
    starts = [start for part, start in zip(plan.parts, plan.starts, strict=True) if part.kind == "motor"]
    return plan.placed(pose.bodies)[starts[number]]


class StudioPage:
    """One browser page on a studio, with the session that belongs to it."""

    def __init__(self, browser: Browser, studio: Studio, width: int = 900, height: int = 560) -> None:
        self.studio = studio
        self.errors: list[str] = []
        self.page = browser.new_page(viewport={"width": width, "height": height})
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        known = set(studio.sessions)
        self.page.goto(studio.address)
        self.wait_for(lambda: self._has_robot(known))
        self.settle()

    def _has_robot(self, known: set[int]) -> bool:
        """Tell whether the page shows a robot, and take its session: that of its last connection, if it needed several."""
        own = set(self.studio.sessions) - known
        if not own:
            return False
        self.session = self.studio.sessions[max(own)]
        return bool(self.session.panels) and self.page.get_by_text(f"parados: {self.session.pose.robot.name}").count() > 0

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(part in message.text for part in KNOWN):
            self.errors.append(message.text)

    def wait_for(self, holds: Callable[[], object], what: str = "the page") -> None:
        """Wait until a function returns something true; the browser goes on meanwhile."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"waited too long for {what}"
            self.page.wait_for_timeout(50)

    def settle(self) -> None:
        """Wait until the session has done all requests and the page shows the robot's name."""
        self.wait_for(lambda: self.session.panels and self.session.worker.wait(0.0), "the session")
        self.page.get_by_text(f"parados: {self.session.pose.robot.name}").first.wait_for(timeout=1000 * PATIENCE)

    def lights(self) -> list[tuple[bool, float]]:
        """List the lights of one direction that are on: (has shadows, intensity)."""
        return [(bool(shadow), float(bright)) for shadow, bright in self.page.evaluate(LIGHTS)]

    def wait_for_shadows(self) -> None:
        """Wait until the scene rests and shadows, which are left out while frames are slow, are back."""
        self.wait_for(lambda: sum(shadow for shadow, _ in self.lights()) == SHADOWS, "a scene at rest")

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=name).first.click()

    def type_number(self, label: str, value: float) -> None:
        """Type a number beside a slider."""
        field = self.page.locator(f"xpath=//label[contains(., '{label}')]/following::input[@inputmode='decimal'][1]").first
        field.fill(str(value))
        field.press("Enter")

    def home(self) -> None:
        """Move the robot home by its button."""
        self.button("Home")
        self.wait_for(lambda: np.allclose(self.session.pose.x, self.session.pose.robot.home), "home")
        self.settle()

    def check(self, name: str) -> None:
        """Switch a checkbox."""
        self.page.get_by_role("checkbox", name=name, exact=True).click()

    def picture(self) -> NDArray[np.uint8]:
        """(h, w, 3) what the page shows, as an array."""
        return np.asarray(Image.open(io.BytesIO(self.page.screenshot(timeout=1000 * PATIENCE))).convert("RGB"))

    def pixel(self, point: ArrayLike) -> Array:
        """(2,) place of a point (3,) on the page, by the camera of viser (x right, y down, z forward)."""
        camera = self.session.client.camera
        local = SO3(camera.wxyz).inverse().apply(np.asarray(point) - camera.position)
        box = self.page.locator("canvas").first.bounding_box()
        assert box is not None, "the page shows no scene"
        focal = box["height"] / 2 / np.tan(camera.fov / 2)
        return np.array([box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]) + focal * local[:2] / local[2]

    def drag(self, start: ArrayLike, end: ArrayLike, frames: int = 8) -> None:
        """Take the gizmo at a point (3,) of the scene, move to another one, and let go."""
        self.take(start)
        self.glide(start, end, frames)
        self.page.mouse.move(*self.pixel(end))
        self.wait_for(lambda: self.session.worker.wait(0.0))
        self.page.mouse.up()
        self.wait_for(lambda: not self._is_dragged(), "the end of the drag")
        self.settle()

    def glide(self, start: ArrayLike, end: ArrayLike, frames: int) -> None:
        """Move a pressed mouse from a point (3,) of the scene to another one, with one event for each frame of the browser."""
        self.page.evaluate(GLIDE, [*self.pixel(start).tolist(), *self.pixel(end).tolist(), frames])

    def take(self, start: ArrayLike) -> None:
        """Press the mouse at a point (3,) until the gizmo is taken: the camera may still move, and a picture may come late."""
        mouse = self.page.mouse
        for _ in range(20):
            place = self.pixel(start)
            mouse.move(*(place + 3))
            mouse.move(*place)
            if self._soon(lambda: self.page.evaluate(HOVERED) > 0):
                mouse.down()
                if self._soon(self._is_dragged):
                    return
                mouse.up()
        raise AssertionError("the gizmo cannot be taken")

    def _is_dragged(self) -> bool:
        return self.session.gizmo is not None and self.session.gizmo.dragged

    def _soon(self, holds: Callable[[], bool], patience: float = 1.0) -> bool:
        """Tell whether a function returns something true within a time [s]."""
        end = time.monotonic() + patience
        while not (held := holds()) and time.monotonic() < end:
            self.page.wait_for_timeout(20)
        return held

    def motor(self, number: int = 0) -> Array:
        """(3,) place of a motor."""
        return motor_place(self.session.pose, number)

    def label_of_motor(self, number: int = 0) -> Locator:
        """Rest on a motor until the page shows a label, and return it: the camera may still move."""
        label = self.page.locator("#part-label")

        def shown() -> bool:
            self.page.mouse.move(*(self.pixel(self.motor(number)) + 1))
            self.page.mouse.move(*self.pixel(self.motor(number)))
            return self._soon(label.is_visible, 0.5)

        self.wait_for(shown, "the label")
        return label

    def close(self) -> None:
        assert self.errors == []
        self.page.close()


@contextmanager
def studio_page(browser: Browser, robot: Robot, **options: Any) -> Iterator[StudioPage]:
    """Yield the page of a new studio; its console must stay without errors."""
    with open_studio(robot, browser=False, **options) as studio:
        page = StudioPage(browser, studio)
        yield page
        page.close()

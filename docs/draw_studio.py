"""Draw the gallery of the studio, its tab Forces and a label, as Chromium shows them. Run: python -m docs.draw_studio"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from helpers.studio_page import StudioPage, chromium
from PIL import Image

import parados
from parados.studio import open_studio

CLOSE = ".mantine-Notification-root button"
"""Buttons that close notifications."""

PICTURES = Path(__file__).parent / "pictures"

ROBOTS = ("gough-stewart-lopes", "delta-d3-1200", "hexa", "quattro", "orthoglide", "tripteron", "agile-eye", "3-rps", "exechon")
ROBOTS += ("c5", "navaro", "dualv")
"""Robots of the gallery."""

SIZE = (1060, 660)
"""Width and height of the page of one robot."""

SCENE = SIZE[0] - 404
"""Width of its scene; the panel, 400 wide, is cut off."""

WHOLE = (1150, 760)
"""Width and height of the page with its panel."""


def draw(names: tuple[str, ...] = ROBOTS) -> None:
    """Write a picture of each robot in the studio."""
    with chromium() as browser, open_studio(parados.load(names[0]), browser=False) as studio:
        page = StudioPage(browser, studio, *SIZE)
        page.page.locator(CLOSE).first.click()
        page.tab("View")
        page.check("Arrows to drag the platform")
        for name in names:
            robot = parados.load(name)
            page.session.post("open", lambda robot=robot: page.session.open(robot))
            page.wait_for(lambda robot=robot: page.session.pose.robot is robot, name)
            page.settle()
            if page.session.gizmo is not None:
                page.session.gizmo.visible = False
            _save(page, f"studio-robot-{name}.png", SCENE)


def draw_label(name: str = "delta-d3-1200") -> None:
    """Write a picture of a robot with the cursor on its first motor."""
    with chromium() as browser, open_studio(parados.load(name), browser=False) as studio:
        page = StudioPage(browser, studio, *SIZE)
        page.page.locator(CLOSE).first.click()
        page.label_of_motor()
        _save(page, "studio-label.png", SCENE)


def draw_forces() -> None:
    """Write a picture of a Gough-Stewart platform with a wrench, its efforts and its weights."""
    with chromium() as browser, open_studio(parados.load("gough-stewart-lopes"), browser=False) as studio:
        page = StudioPage(browser, studio, *WHOLE)
        page.page.locator(CLOSE).first.click()
        page.tab("Forces")
        for label in ("Show efforts", "Show weights", "Drag the force"):
            page.check(label)
            page.settle()
            page.page.wait_for_timeout(1000)
        for label, values in (("Force [N]", (12, 10, -16)), ("Moment [N m]", (0, 0, 4))):
            fields = page.page.locator(f"xpath=//label[contains(., '{label}')]/following::input[@inputmode='decimal']")
            for k, value in enumerate(values):
                fields.nth(k).fill(str(value))
                fields.nth(k).press("Enter")
                page.settle()
                page.page.wait_for_timeout(500)
        page.page.mouse.move(20, 20)
        _save(page, "studio-forces.png", WHOLE[0])


def _save(page: StudioPage, name: str, wide: int) -> None:
    """Save the left part of a page, so many pixels wide, with the shadows of its scene."""
    page.page.wait_for_timeout(1500)  # the camera may still move
    page.wait_for_shadows()
    page.page.wait_for_timeout(1000)
    shot = Image.open(io.BytesIO(page.page.screenshot(timeout=60_000))).convert("RGB")
    cut = shot.crop((0, 0, wide, shot.height))
    # the usual method, median cut, makes small parts with strong colours pale
    cut.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=4).save(PICTURES / name, optimize=True)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        draw_forces()
        draw_label()
    draw(tuple(sys.argv[1:]) or ROBOTS)

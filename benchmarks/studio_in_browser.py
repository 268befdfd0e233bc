"""The studio in Chromium while a platform is dragged: updates of the robot and pictures for each second.

Run: python -m benchmarks.studio_in_browser. It needs Chromium; without a graphics card the pictures are drawn in software, and
what else runs on the machine counts.
"""

from __future__ import annotations

import os
import time
from typing import Any

import numpy as np
from helpers.studio_page import StudioPage, chromium

import parados
from parados.studio import open_studio

ROBOT = "gough-stewart-lopes"

FRAMES = 40
"""Number of frames on the way from one end of the drag to the other."""

DRAWN = "() => window.__viserTestpoints.rendererInfo.render.frame"


def drag_rates(turns: int = 6) -> dict[str, float]:
    """Return the numbers for each second: poses that the page sends, steps of the robot, frames that the page draws.

    turns : number of ways from one end to the other and back; efforts are shown as arrows
    """
    with chromium() as browser, open_studio(parados.load(ROBOT), browser=False) as studio:
        page = StudioPage(browser, studio)
        page.tab("Forces")
        page.check("Show efforts")
        page.settle()
        start = np.add(page.session.pose.platform[:3, 3], [0.18 * page.session.robot_scene.size, 0.0, 0.0])
        end = np.add(start, [0.2, 0.0, 0.0])
        page.take(start)
        counts = _counted(page.session)
        page.glide(start, end, FRAMES)  # shadows are left out by now, if the browser is slow
        page.glide(end, start, FRAMES)
        counts.update(poses=0, steps=0)
        frames, begin = page.page.evaluate(DRAWN), time.perf_counter()
        for _ in range(turns):
            page.glide(start, end, FRAMES)
            page.glide(end, start, FRAMES)
        frames, seconds = page.page.evaluate(DRAWN) - frames, time.perf_counter() - begin
        page.page.mouse.up()
        return {"poses": counts["poses"] / seconds, "steps": counts["steps"] / seconds, "frames": frames / seconds}


def _counted(session: Any) -> dict[str, int]:
    """Count the poses that a session gets from its gizmo, and the steps of its robot."""
    counts, step = {"poses": 0, "steps": 0}, session._step

    async def pose(_: Any) -> None:
        counts["poses"] += 1

    def counted(*given: Any) -> None:
        counts["steps"] += 1
        step(*given)

    session.gizmo._handle.on_update(pose)
    session._step = counted
    return counts


if __name__ == "__main__":
    for what, rate in drag_rates().items():
        print(f"{what:8}{rate:6.1f} a second")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")

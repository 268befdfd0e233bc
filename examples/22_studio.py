"""The studio, and pages for others
=================================

A robot and its motions are best understood when they move. The studio is a page in the browser: drag the platform, make a motion,
play it beside its efforts. A motion can also leave as one file of HTML that opens in any browser, without a network.

    python examples/22_studio.py

It needs the extra `studio` (`pip install "parados[studio]"`). In a notebook `motion.show(robot)` as the last line of a cell shows
the moving robot below the cell; `motion.show(robot, "motion.html")` writes the page to a file.
"""

from tempfile import TemporaryDirectory

import numpy as np

import parados
from parados import plan, trajectory
from parados.studio import scene_html

robot = parados.load("five-bar")
model = robot.compile()

# -- a robot and a motion as pages -----------------------------------------------------------------------------------------

still = robot.show([0.02, 0.25])
circle = trajectory.along(trajectory.circle([0.0, 0.25], None, 0.03), law="quintic", duration=2.0)
page = circle.show(robot, title="A circle of 60 mm")
print(f"page of the robot: {len(still.html) / 1e6:.2f} MB, of 2 s of motion: {len(page.html) / 1e6:.2f} MB")
assert "<title>A circle of 60 mm</title>" in page.html
assert len(page.html) - len(still.html) < 1_000_000  # a motion takes little more than the robot
assert "https://" not in page.html  # nothing is fetched from elsewhere

with TemporaryDirectory() as folder:
    assert page.save(f"{folder}/circle.html").read_text(encoding="utf-8") == page.html

# -- a crossing beside the naive motion ------------------------------------------------------------------------------------

crossing = plan.cross(model, [0.0, 0.338], [0.1, 0.1], duration=1.5)
both = crossing.show(fps=20)  # the ghost takes the naive motion
print(f"{both.title}: largest effort {crossing.peak.max():.1f} N m, naive motion {crossing.naive_peak.max():.0f} N m")
assert np.isfinite(crossing.peak).all() and crossing.naive_peak.max() > 100 * crossing.peak.max()
assert scene_html(model, crossing, fps=20) != still.html

# -- the studio ------------------------------------------------------------------------------------------------------------

with robot.studio(crossing, browser=False) as studio:  # without browser=False, the page opens by itself
    print(f"the studio was open at {studio.address}")
    assert studio.address.startswith("http://127.0.0.1:")
    assert studio.motion is not None and studio.motion.ghost is not None
# studio.wait() would keep a script alive until Ctrl-C; in a notebook the studio runs beside the cells

# In a notebook: circle.show(robot)

"""Draw the figure of the page on calibration into docs/pictures.

python -m docs.draw_calibration
"""

from __future__ import annotations

import numpy as np
from helpers.measured_robots import NOISE, SixUPS
from helpers.small_pictures import write_pictures
from matplotlib.figure import Figure

import parados
from parados.calibration import calibrate, measurement_poses


def _six_ups() -> Figure:
    """A 6-UPS platform with errors of 2 mm in all 42 parameters, measured at 40 chosen poses."""
    platform, rng = SixUPS(), np.random.default_rng(3)
    model = parados.load("gough-stewart-lopes").with_corrections().compile(live=platform.names)
    truth = rng.normal(0, 2e-3, 42)
    poses = measurement_poses(model, 40, noise=NOISE)
    return calibrate(model, platform.measured(truth, poses.x, rng), noise=NOISE).plot()


if __name__ == "__main__":
    write_pictures(["six-ups"], lambda name: _six_ups(), "calibration-", dpi=120, colors=64)

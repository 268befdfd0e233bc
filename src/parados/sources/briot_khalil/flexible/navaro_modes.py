"""Figures of the first four modes of the NaVARo, and an animation of the first one.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 11.6.2; pose 3 of Fig. 11.3.
"""

from __future__ import annotations

import numpy as np

from parados.api import load
from parados.flexible.modes import VibrationModes
from parados.model.centre_lines import CentreLines, centre_lines
from parados.plots.mode_shapes import animate_mode, mode_shapes_figure
from parados.plots.skeleton import skeleton
from parados.sources.briot_khalil.flexible.navaro_frequencies import POSES, TABLE
from parados.sources.briot_khalil.flexible.printed import half_digit
from parados.sources.entry import Line, Reproduction, equal, unprinted

__all__ = ["first_modes"]

POSE = 3
"""Pose of Fig. 11.3. All of its frequencies differ, so that its modes are unique except for their sign."""

COUNT = 4
SWING = 0.05
"""Displacement of the point that moves most in the pictures [m]."""


def first_modes() -> Reproduction:
    """Compute the entry 003/modes-navaro: first four modes of the NaVARo."""
    model, x = load("navaro").compile("vm"), POSES[POSE - 1]
    modes = model.vibration_modes(x, count=COUNT)
    lines = centre_lines(model, x, modes.shapes)
    titles = [f"mode {k + 1}, {modes.frequencies[k]:.2f} Hz, {direction(lines, k)}" for k in range(COUNT)]
    comparisons = [
        equal(f"Table 11.4: f{k + 1} in pose {POSE}", float(TABLE[k][POSE - 1]), float(f), half_digit(TABLE[k][POSE - 1]), "Hz")
        for k, f in enumerate(modes.frequencies)
    ]
    comparisons += [_line(modes, lines, k) for k in range(COUNT)]
    comparisons.append(unprinted("mode 1 in motion", "mode-1.gif in the same folder", note="one period, repeated"))
    data = {"beam": list(modes.body_names), **{f"mode {k + 1}, part of the energy": modes.bodies[k] for k in range(COUNT)}}
    return Reproduction(
        comparisons,
        {"modes": mode_shapes_figure(lines, np.array(skeleton(model, x).base), titles, SWING)},
        {"energies": data},
        [f"pose {POSE}, and {SWING} m at the point that moves most: the book draws no mode."],
        animations={"mode-1": lambda path: animate_mode(path, lines, 0, titles[0], SWING)},
    )


def direction(lines: CentreLines, mode: int) -> str:
    """Describe whether the centre lines move in the plane of the robot or normal to it."""
    out, whole = (float((part**2).sum()) for part in (lines.moved[mode, ..., 2], lines.moved[mode]))
    part = out / whole
    return "in the plane" if part < 1e-6 else "out of the plane" if part > 1 - 1e-6 else f"{np.sqrt(part):.0%} out of the plane"


def _line(modes: VibrationModes, lines: CentreLines, mode: int) -> Line:
    """Build the line that names the beams with most of the elastic energy."""
    parts = modes.bodies[mode]
    strongest = ", ".join(f"{modes.body_names[k]} {parts[k]:.0%}" for k in np.argsort(-parts)[:3])
    return unprinted(f"mode {mode + 1}", direction(lines, mode), note=f"elastic energy: {strongest}")

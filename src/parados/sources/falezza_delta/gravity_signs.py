"""Fig. 10: means of the errors with their standard deviations, and a hypothesis about the 8 to 10 N m between the two models.

The printed v_i of M_s (5) is + (m_1 + m_2) g l_1 cos(theta)/2, the printed dV/dtheta of M_f is - (m_1/2 + m_2) g l_1 cos(theta)
and more: gravity has opposite signs in the two models. If both models were used as printed, the difference of their torques at
rest would be the sum of the absolute values.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.style import PALETTE, new_figure, style
from parados.sources.entry import Line, Reproduction, unprinted
from parados.sources.falezza_delta.cycle import LONG, SHORT
from parados.sources.falezza_delta.models import COMPLETE, SIMPLIFIED, by_engine
from parados.sources.falezza_delta.printed_means import Y_1, Y_2, Y_3
from parados.trajectory.motion_table import MotionTable

__all__ = ["HEIGHTS", "fig_10", "sums_at_rest"]

Array = NDArray[np.float64]

HEIGHTS = np.linspace(-0.9, -0.65, 6)
"""Heights in the middle of the workspace [m]."""


def sums_at_rest() -> dict[str, Array]:
    """Return |M_f| + |M_s| and |M_f - M_s| (6,) at rest in the middle at `HEIGHTS` [N m]; the three joints are equal there."""
    x = np.column_stack([0 * HEIGHTS, 0 * HEIGHTS, HEIGHTS])
    still = np.zeros_like(x)
    tau = by_engine(MotionTable(np.arange(6, dtype=np.float64), x, still, still))
    full, simple = tau[COMPLETE][:, 0], tau[SIMPLIFIED][:, 0]
    return {"opposite": np.abs(full) + np.abs(simple), "same": np.abs(full - simple)}


def fig_10() -> Reproduction:
    """Draw the printed means of Tables 3-5 with their standard deviations, and examine their differences."""
    data: dict[str, list[float] | list[str]] = {"trajectory": [], "joint": [], "mean of M_f [N m]": [], "std of M_f [N m]": []}
    data |= {"mean of M_s [N m]": [], "std of M_s [N m]": []}
    for name, means in (("Y_1", Y_1), ("Y_2", Y_2), ("Y_3", Y_3)):
        for joint in range(3):
            row = (name, str(joint + 1), means.of_M_f[joint], means.std_M_f[joint], means.of_M_s[joint], means.std_M_s[joint])
            for column, value in zip(data.values(), row, strict=True):
                column.append(value)  # type: ignore[arg-type]
    choices = ["The hypothesis of opposite signs of gravity cannot be proved: trajectories and measured torques are not printed."]
    return Reproduction(_hypothesis(), {"means": _figure()}, {"means": data}, choices)


def _hypothesis() -> list[Line]:
    """Report the printed differences beside those at rest with equal and with opposite signs of gravity."""
    rest = sums_at_rest()
    printed = np.array([Y_1.differences, Y_2.differences, Y_3.differences])
    fast = [np.abs(_reversed(cycle.motion())).mean(axis=0) for cycle in (SHORT, LONG)]
    span = "{:.2f} to {:.2f} N m".format
    where = f"z from {HEIGHTS[0]:g} to {HEIGHTS[-1]:g} m, x = y = 0"
    why = (
        f"{where}; the printed v_i of (5) is + and the printed dV/dtheta of M_f is -: this would explain Tables 3-5, if the "
        "robot mostly moved slowly; a hypothesis, not a proof"
    )
    return [
        unprinted("Tables 3-5: differences of the printed means of M_s and M_f", span(printed.min(), printed.max())),
        unprinted("M_f - M_s at rest, gravity of the same sign", span(rest["same"].min(), rest["same"].max()), "", where),
        unprinted("|M_f| + |M_s| at rest: gravity of opposite signs", span(*np.sort(rest["opposite"])[[0, -1]]), "", why),
        unprinted(
            "mean of |M_f| + |M_s| on our fast cycles", span(np.min(fast), np.max(fast)), "",
            "larger than printed: on such motions opposite signs alone do not give the tables",
        ),
    ]  # fmt: skip


def _reversed(motion: MotionTable) -> Array:
    """Return M_f - M_s (N, 3) along a motion if all gravity has the opposite sign in M_s [N m]."""
    tau = by_engine(motion)
    weight = by_engine(MotionTable(motion.t, motion.x, 0 * motion.x, 0 * motion.x))[SIMPLIFIED]
    return tau[COMPLETE] - (tau[SIMPLIFIED] - 2 * weight)


def _figure() -> Figure:
    """Draw bars of the means with lines of one standard deviation, a panel for each trajectory, as in Fig. 10."""
    with style():
        figure = new_figure(6.8, 3.4)
        panels: Any = figure.subplots(1, 3, sharey=True)
        for axes, (name, means) in zip(panels, (("Y1", Y_1), ("Y2", Y_2), ("Y3", Y_3)), strict=True):
            bars = (("$M_f$", means.of_M_f, means.std_M_f, ""), ("$M_s$", means.of_M_s, means.std_M_s, "////"))
            for k, (model, of, std, hatch) in enumerate(bars):
                look = {"color": PALETTE[k], "edgecolor": "black", "linewidth": 0.5, "hatch": hatch}
                label = f"{model}, mean ± standard deviation" if name == "Y1" else None
                axes.bar(np.arange(1, 4) + 0.36 * (k - 0.5), of, 0.34, yerr=std, capsize=3, label=label, **look)
            axes.axhline(0, color="black", linewidth=0.6)
            axes.set_xticks([1, 2, 3], [f"joint {j}" for j in (1, 2, 3)])
            axes.set_title(f"Table {means.table}: {name}", fontsize=9)
        panels[0].set_ylabel("measured minus modelled torque [N m]")
        figure.legend(loc="outside lower center", ncols=2)
        figure.suptitle("Delta of Falezza et al., Fig. 10 from the printed Tables 3-5", fontsize=10)
    return figure

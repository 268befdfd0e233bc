"""Geometric constructions of Figs. 7.4 and 7.9: the possible ends of the first link of a leg."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.robot_drawing import frame_all
from parados.plots.style import ACTUATED, GROUND, LINK, PALETTE, PLATFORM, new_figure, style
from parados.sources.briot_khalil.rigid.closed_forms import FiveBarForms, OrthoglideForms
from parados.sources.briot_khalil.rigid.mode_figures import circle, ring, sphere

__all__ = ["five_bar_leg_figure", "orthoglide_leg_figure"]

Array = NDArray[np.float64]

LOOKS = ((1, "-", "sign +"), (-1, (0, (4, 1.5)), "sign -"))
"""Sign of the root, line style and name of the two solutions."""


def five_bar_leg_figure(forms: FiveBarForms, x: Array) -> Figure:
    """Draw Fig. 7.4 for both legs: A_i2 is an intersection of two circles."""
    with style():
        figure = new_figure(6.8, 4.0)
        panels: list[Any] = list(figure.subplots(1, 2))
        for leg, axes in enumerate(panels):
            _five_bar_leg(axes, forms, x, leg)
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure


def _five_bar_leg(axes: Any, forms: FiveBarForms, x: Array, leg: int) -> None:
    base, d_2, d_3 = np.array([forms.d_1[leg], 0.0]), forms.d_2[leg], forms.d_3[leg]
    first, second = circle(base, d_2), circle(x, d_3)
    axes.plot(*first.T, color=PALETTE[2], linewidth=1.0, linestyle="-.", label=r"circle $\mathcal{C}_{i1}$ about $A_{i1}$")
    axes.plot(*second.T, color=PALETTE[3], linewidth=1.0, linestyle=":", label=r"circle $\mathcal{C}_{i2}$ about $A_{i3}$")
    for sign, dashes, name in LOOKS:
        q = forms.actuated(x, leg, sign)
        elbow = base + d_2 * np.array([np.cos(q), np.sin(q)])
        axes.plot(*np.array([base, elbow, x]).T, color=LINK, linewidth=2.2, linestyle=dashes, label=f"(7.15) with {name}")
        axes.plot(*elbow, "o", markerfacecolor="white", markeredgecolor=LINK, markersize=6)
        away = elbow - (base + x) / 2
        place = 22 * away / np.linalg.norm(away)
        axes.annotate(
            f"$A_{{{leg + 1}2}}$, {name[-1]}", elbow, xytext=place, textcoords="offset points", ha="center", va="center"
        )
    axes.plot(*base, "o", color=ACTUATED, markersize=7, label="actuated joint $A_{i1}$")
    axes.plot(*x, "D", color=PLATFORM, markersize=5, label="end effector $A_{i3}$")
    axes.set_title(f"leg {leg + 1}")
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")
    points = np.vstack([first, second])
    frame_all(axes, np.column_stack([points, np.zeros(len(points))]), True)


def orthoglide_leg_figure(forms: OrthoglideForms, x: Array) -> Figure:
    """Draw Fig. 7.9 for leg 1: A_12 is an intersection of the rail, the line L_1, with the sphere S_1."""
    centre = x - np.array([forms.d_6, 0.0, 0.0])
    roots = [float(forms.actuated(x, np.full(3, sign))[0]) for sign, _, _ in LOOKS]
    reach = [min(roots) - 0.12, max(roots) + 0.12]
    rail = np.array([[0, 0, reach[0]], [0, 0, reach[1]]])
    outline = [*sphere(centre, forms.d_4), *[ring(centre, forms.d_4, 2, at) for at in (-0.8, -0.45, 0.45, 0.8)]]
    with style():
        figure = new_figure(5.6, 5.4)
        axes: Any = figure.add_subplot(projection="3d")
        for k, curve in enumerate(outline):
            name = r"sphere $\mathcal{S}_1$ of radius $d_4$" if k == 0 else None
            axes.plot(*curve.T, color=PALETTE[5], linewidth=0.8, alpha=0.8, label=name)
        axes.plot(*rail.T, color=GROUND, linewidth=3.0, label=r"rail, line $\mathcal{L}_1$")
        for root, (_, dashes, name) in zip(roots, LOOKS, strict=True):
            foot = np.array([0.0, 0.0, root])
            axes.plot(*np.array([foot, centre]).T, color=LINK, linewidth=2.2, linestyle=dashes, label=f"(7.29) with {name}")
            axes.plot(*foot[:, None], "s", color=ACTUATED, markersize=7)
            axes.text(*(foot + np.array([-0.06, 0, 0])), f"$A_{{12}}$, {name[-1]}", ha="right")
        axes.plot(*np.array([centre, x]).T, color=PLATFORM, linewidth=4.0)
        axes.plot(*x[:, None], "D", color=PLATFORM, markersize=5, label="platform, P")
        axes.set(xlabel="x [m]", ylabel="y [m]", zlabel="z [m]")
        axes.xaxis.labelpad = axes.yaxis.labelpad = 1
        axes.view_init(elev=16, azim=-60)
        frame_all(axes, np.vstack([*outline, rail]), False, 0.02)
        figure.legend(loc="outside lower center", ncols=3)
    return figure

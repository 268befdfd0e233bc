"""Table 2: parameters of the manipulator, as the robot of the catalog has them."""

from __future__ import annotations

import numpy as np

from parados.plots.robot_drawing import draw_robot
from parados.sources.entry import Reproduction, equal, holds
from parados.sources.lopes_stewart.model import Parameters
from parados.sources.lopes_stewart.there_and_back import CHOICES, engine

__all__ = ["TABLE_2", "table_2"]

TABLE_2 = {
    "r_B": (1.5, "m"), "r_P": (0.75, "m"), "phi_B": (15.0, "deg"), "phi_P": (0.0, "deg"),
    "m_P": (1.43, "kg"), "m_C": (0.39, "kg"), "m_S": (0.39, "kg"),
    "I_Pxx": (0.2, "kg m^2"), "I_Pyy": (0.2, "kg m^2"), "I_Pzz": (0.4, "kg m^2"),
    "I_Cxx": (0.0, "kg m^2"), "I_Cyy": (0.1, "kg m^2"), "I_Czz": (0.1, "kg m^2"),
    "I_Sxx": (0.0, "kg m^2"), "I_Syy": (0.1, "kg m^2"), "I_Szz": (0.1, "kg m^2"),
    "b_C": (0.5, "m"), "b_S": (0.5, "m"),
}  # fmt: skip
"""Symbol -> value and unit, as printed."""

SAME = 1e-12
"""Largest allowed difference of numbers that were typed, not computed."""


def table_2() -> Reproduction:
    """Compare Table 2 with the numbers that the engine uses, and with the defaults of the formulation."""
    ours, typed = _read_back(), _typed(Parameters())
    lines = [equal(name, printed, ours[name], SAME, unit) for name, (printed, unit) in TABLE_2.items()]
    apart = max(abs(typed[name] - ours[name]) for name in TABLE_2)
    lines.append(holds("formulation and robot file hold the same numbers", "", f"differ by {apart:.0e}", apart < SAME))
    figure = draw_robot(engine(), title="Stewart platform of Lopes at home; first angles of the hexagons chosen")
    return Reproduction(lines, {"robot": figure}, choices=CHOICES[2:])


def _read_back() -> dict[str, float]:
    """Return the symbols of Table 2, computed from the attachment points and the standard parameters of the robot file."""
    model = engine()
    p = dict(zip(model.parameter_names, model.parameters, strict=True))
    legs = model.spec.legs
    base = np.array([leg.base.at for leg in legs], dtype=float)
    ends = np.array([leg.closure.platform.at for leg in legs if leg.closure is not None], dtype=float)
    angles = [np.degrees(np.arctan2(points[:, 1], points[:, 0])) for points in (base, ends)]
    b_C, b_S = p["mx_pitch1"] / p["m_pitch1"], -p["mz_l1"] / p["m_l1"]
    across_C, across_S = p["m_pitch1"] * b_C**2, p["m_l1"] * b_S**2
    return {
        "r_B": float(np.hypot(*base[0, :2])), "r_P": float(np.hypot(*ends[0, :2])),
        "phi_B": float(angles[0][0]), "phi_P": float(angles[1][1] - 60.0),
        "m_P": p["m_p"], "m_C": p["m_pitch1"], "m_S": p["m_l1"],
        "I_Pxx": p["xx_p"], "I_Pyy": p["yy_p"], "I_Pzz": p["zz_p"],
        "I_Cxx": p["xx_pitch1"], "I_Cyy": p["yy_pitch1"] - across_C, "I_Czz": p["zz_pitch1"] - across_C,
        "I_Sxx": p["zz_l1"], "I_Syy": p["yy_l1"] - across_S, "I_Szz": p["xx_l1"] - across_S,  # the leg is z of this link
        "b_C": b_C, "b_S": b_S,
    }  # fmt: skip


def _typed(p: Parameters) -> dict[str, float]:
    """Return the symbols of Table 2 from the defaults of the formulation."""
    found = {name: float(getattr(p, name)) for name in ("r_B", "r_P", "m_P", "m_C", "m_S", "b_C", "b_S")}
    found |= {"phi_B": float(np.degrees(p.phi_B)), "phi_P": float(np.degrees(p.phi_P))}
    for name, values in (("I_P", p.I_P), ("I_C", p.I_C), ("I_S", p.I_S)):
        found |= {f"{name}{axis}{axis}": float(value) for axis, value in zip("xyz", values, strict=True)}
    return found

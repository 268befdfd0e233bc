"""Printed parameters of the five-bar mechanism, and those of the robot files in the letters of the book.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 8.4.3.1.
"""

from __future__ import annotations

from dataclasses import dataclass

from parados.model.model import Model
from parados.sources.briot_khalil.five_bar_model import FiveBarParameters, LegParameters

__all__ = ["PRINTED", "LinkNumbers", "as_printed", "formulation_parameters", "link_numbers", "unit"]

PRINTED = {
    "d_11": -0.14, "d_12": 0.213, "d_13": 0.1878, "d_21": 0.14, "d_22": 0.213, "d_23": 0.1878,
    "zz_11R": 2.11e-2, "fv_11": 6.76, "fs_11": 2.94,
    "zz_12": 2.23e-5, "mx_12": 0.012, "my_12": 0.0, "fv_12": 0.0, "fs_12": 0.0, "fv_13": 0.0, "fs_13": 0.0,
    "zz_21R": 2.24e-2, "fv_21": 6.75, "fs_21": 2.95,
    "zz_22": 2.44e-5, "mx_22": 0.012, "my_22": 0.0, "fv_22": 0.0, "fs_22": 0.0,
    "m_4": 0.272,
}  # fmt: skip
"""Lengths and identified parameters of the prototype."""

UNITS = {"d": "m", "zz": "kg m^2", "mx": "kg m", "my": "kg m", "m": "kg", "fv": "N m s/rad", "fs": "N m"}


def unit(name: str) -> str:
    return UNITS[name.partition("_")[0]]


@dataclass(frozen=True)
class LinkNumbers:
    """Parameters of a leg in (8.207)-(8.230): position of A_i1, length d_i2, and standard parameters of the links."""

    d_1: float
    d_2: float
    zz_1: float
    mx_1: float
    my_1: float
    Ia_1: float
    zz_2: float
    mx_2: float
    my_2: float
    m_2: float


def _values(model: Model) -> dict[str, float]:
    return dict(zip(model.parameter_names, map(float, model.parameters), strict=True))


def _length(model: Model, joint: str) -> float:
    return float(model.mechanism.joints[model.joint_names.index(joint)].fixed[0, 3])


def link_numbers(model: Model, leg: int) -> LinkNumbers:
    """Return the parameters of leg 1 or 2 of a five-bar mechanism of the catalog."""
    v, i = _values(model), leg
    return LinkNumbers(
        d_1=_length(model, f"q{i}1"), d_2=_length(model, f"q{i}2"), Ia_1=v[f"ia_q{i}1"],
        **{f"{name}_1": v[f"{name}_q{i}1"] for name in ("zz", "mx", "my")},
        **{f"{name}_2": v[f"{name}_q{i}2"] for name in ("zz", "mx", "my", "m")},
    )  # fmt: skip


def as_printed(model: Model) -> dict[str, float]:
    """Return the parameters of a robot file, with the names of `PRINTED`."""
    v, end = _values(model), model.spec.legs[1].closure
    numbers = {f"d_{i}{j}": _length(model, f"q{i}{j}") for i, j in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2))}
    numbers |= {"d_23": float(end.frame.matrix()[0, 3]) if end else float("nan"), "m_4": v["m_p"]}
    for i in (1, 2):
        one = link_numbers(model, i)
        numbers[f"zz_{i}1R"] = one.zz_1 + one.Ia_1 + one.d_2**2 * one.m_2  # (8.119), (8.122)
        numbers |= {f"zz_{i}2": one.zz_2, f"mx_{i}2": one.mx_2, f"my_{i}2": one.my_2}
    joints = [name.removeprefix("q") for name in model.joint_names]
    return numbers | {f"{kind}_{ij}": v[f"{kind}_q{ij}"] for ij in joints for kind in ("fv", "fs")}


def formulation_parameters(model: Model, flip_my: bool = False) -> FiveBarParameters:
    """Return the parameters of the formulation, without gravity. `flip_my` changes the sign of my, as in the printed formulas."""
    p, sign = as_printed(model), -1 if flip_my else 1
    third = {1: (p["fv_13"], p["fs_13"]), 2: (0.0, 0.0)}
    legs = [
        LegParameters(
            p[f"d_{i}2"], p[f"d_{i}3"], p[f"zz_{i}1R"], p[f"zz_{i}2"], p[f"mx_{i}2"], sign * p[f"my_{i}2"],
            fv=(p[f"fv_{i}1"], p[f"fv_{i}2"], third[i][0]), fs=(p[f"fs_{i}1"], p[f"fs_{i}2"], third[i][1]),
        )
        for i in (1, 2)
    ]  # fmt: skip
    return FiveBarParameters(p["d_11"], p["d_21"], legs[0], legs[1], p["m_4"])

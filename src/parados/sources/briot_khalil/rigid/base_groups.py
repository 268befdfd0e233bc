"""Base parameters of the five-bar mechanism and of the Orthoglide: the printed groups beside those that parados finds.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 8.7.5, (8.275)-(8.279).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.identify.base_parameters import BaseParameters, base_parameters
from parados.model.model import Model
from parados.sources.entry import Line, Reproduction, corrected, equal, holds

__all__ = ["section_8_7_5"]

Array = NDArray[np.float64]

FIVE_BAR: dict[str, dict[str, dict[str, float]]] = {
    "(8.275)": {
        **{f"zz_q{i}1": {f"ia_q{i}1": 1, f"mx_q{i}2": -0.24158, f"m_q{i}2": 0.045369} for i in (1, 2)},
        **{f"zz_q{i}2": {f"mx_q{i}2": -0.1878} for i in (1, 2)},
    },
    "(8.276)": {"m_p": {"mx_q12": 5.3248, "mx_q22": 5.3248}},
}
"""Printed groups by number and leader: shares of the other parameters."""

OF_A_LEG: dict[str, dict[str, float]] = {
    "zz_q{}2": {"yy_q{}3": 1, "mx_q{}3": -0.31, "yy_q{}4": 1},
    "my_q{}2": {"mz_q{}3": 1, "mz_q{}4": 1},
    "fv_q{}2": {"fv_q{}5": 1},
    "fs_q{}2": {"fs_q{}5": 1},
    "xx_q{}3": {"yy_q{}3": -1, "mx_q{}3": 0.31},
    "xz_q{}3": {"mz_q{}4": -0.31},
}
"""Printed groups (8.279) of one leg."""

ORTHOGLIDE: dict[str, dict[str, dict[str, float]]] = {
    "(8.277)": {"m_p": {f"{name}_q{i}{j}": share for i in (1, 2, 3) for name, j, share in (("mx", 3, 3.2258), ("m", 4, 1.0))}},
    "(8.279)": {
        leader.format(i): {name.format(i): share for name, share in shares.items()}
        for i in (1, 2, 3)
        for leader, shares in OF_A_LEG.items()
    },
}
"""Printed groups of the Orthoglide that are right; (8.278) and the groups of zz, fv and fs of joints i3 are not."""

NO_FIFTH = ["p", *(f"q{i}{j}" for i in (1, 2, 3) for j in (1, 2, 3, 4))]
"""Bodies of the Orthoglide with mass; link 5, which is fixed on the platform, has none in (8.277)."""


def section_8_7_5() -> Reproduction:
    """Compute the entry 003/section-8.7.5: groups (8.275)-(8.279) of base parameters."""
    five_bar, robot = load("five-bar").compile("vm"), load("orthoglide").compile("vm")
    small, large = base_parameters(five_bar), base_parameters(robot, bodies=NO_FIFTH)
    lines = [line for number, groups in FIVE_BAR.items() for line in _group_lines(number, groups, small)]
    lines += [line for number, groups in ORTHOGLIDE.items() for line in _group_lines(number, groups, large)]
    lines += _carriages(robot, large) + _inseparable(robot, large)
    data = {
        f"groups-{base.model.spec.name}": {
            "base parameter": np.array([group.leader for group in base.groups]),
            "group": np.array([group.formula for group in base.groups]),
            "value": base.values,
        }
        for base in (small, large)
    }
    choices = [
        "Friction of all joints and rotors of actuated joints belong to both sets; link 5 of the Orthoglide's legs has no mass.",
        "The columns are eliminated from the first to the last, in the order (8.274).",
    ]
    return Reproduction(lines, data=data, choices=choices)


def _shares(base: BaseParameters, leader: str) -> Mapping[str, float]:
    return next(group.shares for group in base.groups if group.leader == leader)


def _group_lines(number: str, groups: Mapping[str, Mapping[str, float]], base: BaseParameters) -> list[Line]:
    """Compare every printed share, and check that the groups have no other members."""
    lines = []
    for leader, printed in groups.items():
        ours = _shares(base, leader)
        for name, share in printed.items():
            half = 0.5 * 10.0 ** (np.floor(np.log10(abs(share))) - 4) if share % 1 else 1e-9
            lines.append(equal(f"{number}: share of {name} in {leader}", share, ours.get(name, 0.0), half))
        members = ", ".join(printed)
        found = ", ".join(sorted(ours, key=list(printed).index)) if set(ours) == set(printed) else ", ".join(ours)
        lines.append(holds(f"{number}: members of the group of {leader}", members, found, members == found))
    return lines


def _carriages(model: Model, base: BaseParameters) -> list[Line]:
    """(8.278): the mass of link 3, not that of link 4, is added to that of the carriage; the rotor of joint 31 stands alone."""
    kinetic, _ = _rows(model)
    lines = []
    for i in (1, 2, 3):
        leader, ours = f"m_q{i}1", _shares(base, f"m_q{i}1")
        lines.append(equal(f"(8.278): share of mx_q{i}3 in {leader}", -3.2258, ours[f"mx_q{i}3"], 5e-5))
        proof = float(np.abs(kinetic[f"m_q{i}3"] - kinetic[leader]).max() / np.abs(kinetic[leader]).max())
        note = "m_i3 moves with the carriage, m_i4 with the platform; the rows (8.243) of m_i3 and of the carriage are equal"
        for name, printed, share in ((f"m_q{i}3", 0.0, 1.0), (f"m_q{i}4", 1.0, 0.0)):
            what = f"(8.278): share of {name} in {leader}"
            found = ours.get(name, 0.0)
            lines.append(corrected(what, printed, found, note, differs_by=0.5, proof=proof + abs(found - share)))
    alone = "ia_q31" in base.alone and all(f"ia_q{i}1" in base.eliminated for i in (1, 2))
    stated = "Ia_31 is not grouped with m_31, since joint 31 carries weight; Ia_11 and Ia_21 are grouped"
    lines.append(holds("(8.278): rotors", stated, "Ia_31 stands alone" if alone else "not so", alone))
    return lines


def _inseparable(model: Model, base: BaseParameters) -> list[Line]:
    """(8.279): with Table 7.3, q_33 = -q_23; zz, fv and fs of these joints cannot be told apart."""
    _, rates = _rows(model)
    second, third = (rates[:, model.joint_names.index(name)] for name in ("q23", "q33"))
    proof = float(np.abs(second + third).max() / np.abs(second).max())
    note = "qd_33 = -qd_23 in every motion, so the parameters of joint 33 are added to those of joint 23"
    lines = [corrected("(8.279): number of base parameters", 53, base.count, note, differs_by=0.5, proof=proof)]
    for kind in ("zz", "fv", "fs"):
        share = _shares(base, f"{kind}_q23").get(f"{kind}_q33", 0.0)
        what = f"(8.279): share of {kind}_q33 in {kind}_q23"
        lines.append(corrected(what, 0.0, share, note, differs_by=0.5, proof=proof + abs(share - 1)))
    return lines


def _rows(model: Model) -> tuple[dict[str, Array], Array]:
    """Rows of the kinetic energy at random states, by parameter, (N,) each; and the rates (N, n_t) of all joints."""
    rng, survey = np.random.default_rng(875), model.survey
    x = rng.uniform(survey.lower, survey.upper, (50, len(survey.lower)))
    xd = rng.uniform(-1, 1, x.shape)
    kinetic = model.energy_regressor(x, xd).kinetic
    return dict(zip(model.parameter_names, kinetic.T, strict=True)), model.joint_rates(x, xd, joints="all")

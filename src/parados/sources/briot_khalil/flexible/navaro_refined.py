"""The refined model of the NaVARo with joint masses and elastic clutches: Table 11.5, its two "about" values fitted.

The book prints "about 300 g per joint" and "about 2000 N m/rad". Here a mass is at each of the joints B, C, D and E of every leg,
and both clutches at A have a stiffness. The mass matrix is linear in the mass, the stiffness matrix in the stiffness, so that two
robots give the matrices of all.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 11.6.2.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.api import Robot, describe
from parados.flexible.modes import solve_frequencies
from parados.model.elastic_equations import LinearMatrices
from parados.robot.description import JointSpec
from parados.sources.briot_khalil.flexible.navaro_frequencies import POSES
from parados.sources.entry import Line, Reproduction, holds, unprinted

__all__ = ["TABLE_11_5", "RefinedModel", "refined_navaro", "table_11_5"]

Array = NDArray[np.float64]
Pair = tuple[float, float]

TABLE_11_5 = (
    ((22, 19.25), (24, 20.43), (32, 40.25), (0, 43.16), (42, 44.10), (50, 0), (52, 0), (62, 67.94), (66, 68.81), (77, 79.79)),
    ((19, 19.46), (21, 20.49), (0, 41.88), (44, 45.55), (45, 47.05), (53, 0), (54, 56.37), (56, 0), (60, 63.10)),
    ((17, 17.91), (19, 19.71), (23, 20.91), (27, 0), (32, 36.88), (43, 41.86), (46, 45.61), (48, 50.52), (57, 55.45), (60, 61.04),
     (61, 0), (65, 65.00)),
    ((18, 18.44), (20, 19.26), (22, 21.28), (33, 36.88), (43, 40.60), (44, 46.13), (50, 55.29), (56, 57.81), (58, 62.27),
     (66, 0)),
)  # fmt: skip
"""Rows (measured, calculated) [Hz] of poses 1 to 4; 0 where the table has a dash."""

ABOUT = (0.3, 2000.0)
"""Printed mass of a joint [kg] and stiffness of a clutch [N m/rad]."""

EQUAL = 1e-5
"""Frequencies that differ by less than this, relative, are one double frequency; the table lists it once."""

CLOSE = 0.05
"""Largest relative difference from the calculated column after the fit; measurements differ from it by up to 20 %."""

NEAR = 0.2
"""Largest relative difference of a fitted value from the printed "about" one."""


def refined_navaro(mass: float, stiffness: float) -> Robot:
    """Return the NaVARo with masses [kg] at B, C, D and E, and clutches with a stiffness [N m/rad]."""
    spec, legs = describe("navaro"), []
    for leg in spec.legs:
        joints: list[JointSpec] = []
        for joint in leg.joints:
            if joint.active:  # A D and A B, held by the double clutch
                joints.append(joint.model_copy(update={"stiffness": stiffness}))
                continue
            end = {"name": f"{joint.name}end", "kind": "fixed", "d": joint.link.beams[0].length, "link": {"m": mass}}
            loaded = joint.link.model_copy(
                update={"m": mass}
            )  # D, B at the origins of the links C D E and B C; E, C at their ends
            joints += [joint.model_copy(update={"link": loaded}), JointSpec.model_validate(end)]
        legs.append(leg.model_copy(update={"joints": tuple(joints)}))
    return Robot(spec.model_copy(update={"legs": tuple(legs)}))


@dataclass(frozen=True)
class RefinedModel:
    """Matrices of two refined robots in poses 1 to 4: with the printed values, and with twice these."""

    once: LinearMatrices
    twice: LinearMatrices

    @staticmethod
    def computed() -> RefinedModel:
        mass, stiffness = ABOUT
        robots = (refined_navaro(factor * mass, factor * stiffness) for factor in (1, 2))
        return RefinedModel(*(robot.compile("vm").elastic_matrices(POSES[:4]) for robot in robots))

    def frequencies(self, mass: float, stiffness: float) -> list[Array]:
        """Return the distinct natural frequencies [Hz] in poses 1 to 4."""
        M = self.once.M_cc + (mass / ABOUT[0] - 1) * (self.twice.M_cc - self.once.M_cc)
        K = self.once.K_cc + (stiffness / ABOUT[1] - 1) * (self.twice.K_cc - self.once.K_cc)
        found = [solve_frequencies(*pair, None) for pair in zip(M, K, strict=True)]
        return [f[np.append(True, np.diff(f) > EQUAL * f[1:])] for f in found]

    def columns(self, values: Sequence[float]) -> list[Array]:
        """Return the calculated frequencies in the rows of the table, 0 where it has a dash."""
        out = []
        for f, rows in zip(self.frequencies(*values), TABLE_11_5, strict=True):
            own = iter(f)
            out.append(np.array([next(own) if calculated else 0.0 for _, calculated in rows]))
        return out

    def errors(self, values: Sequence[float], column: int) -> Array:
        """Return the relative differences from a column (0: measured, 1: calculated), for the rows with both numbers."""
        ours, printed = np.concatenate(self.columns(values)), np.concatenate([np.array(rows, dtype=float) for rows in TABLE_11_5])
        known = (printed[:, column] > 0) & (ours > 0)
        return np.asarray(np.log(ours[known] / printed[known, column]))

    def fitted(self, column: int) -> tuple[float, float]:
        """Fit mass [kg] and stiffness [N m/rad] to a column by least squares of the relative differences."""
        from scipy.optimize import least_squares

        found = least_squares(lambda v: self.errors(np.exp(v) * ABOUT, column), np.zeros(2))
        return tuple(np.exp(found.x) * ABOUT)


def table_11_5() -> Reproduction:
    """Compute the entry 003/table-11.5: the NaVARo with joint masses and elastic clutches."""
    model = RefinedModel.computed()
    values = {"about": ABOUT, "calculated": model.fitted(1), "measured": model.fitted(0)}
    columns = {key: model.columns(value) for key, value in values.items()}
    lines = [_about(values["calculated"], model.errors(values["calculated"], 1))]
    lines += [_row(p, columns["calculated"][p]) for p in range(4)]
    for key, column in (("calculated", 1), ("measured", 0)):
        mass, stiffness = values[key]
        lines += [
            unprinted(f"mass of a joint, fitted to the {key} column", mass, "kg", "printed: about 0.3 kg"),
            unprinted(f"stiffness of a clutch, fitted to the {key} column", stiffness, "N m/rad", "printed: about 2000 N m/rad"),
            _spread(f"root mean square difference from the {key} column", model.errors(values[key], column)),
        ]
    both = np.array([row for rows in TABLE_11_5 for row in rows if all(row)])
    lines.append(_spread("root mean square difference of the printed columns", np.log(both[:, 1] / both[:, 0])))
    rows = [(p + 1, *row) for p, own in enumerate(TABLE_11_5) for row in own]
    pose, measured, calculated = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    names = {
        "about": "ours, 0.3 kg and 2000 N m/rad",
        "calculated": "ours, fitted to calculated",
        "measured": "ours, fitted to measured",
    }
    data = {"pose": pose, "measured [Hz]": measured, "calculated, printed [Hz]": calculated}
    data |= {f"{name} [Hz]": np.concatenate(columns[key]) for key, name in names.items()}
    choices = [
        "masses are at the joints B, C, D and E of every leg (those at A do not move); all clutches have the same stiffness.",
        "frequencies are assigned to the rows of the calculated column in increasing order; a double frequency counts once.",
        "mass and stiffness are fitted by least squares of relative differences; 0 in the data is a dash in the table.",
    ]
    return Reproduction(lines, data={"frequencies": data}, choices=choices)


def _row(pose: int, ours: Array) -> Line:
    """Show our frequencies of a pose, fitted to the calculated column, beside that column."""
    printed = np.array([calculated for _, calculated in TABLE_11_5[pose]])
    known = printed > 0
    off = float(np.abs(ours[known] / printed[known] - 1).max())
    note = f"printed: {' '.join(f'{f:.2f}' for f in printed[known])}; largest difference {off:.1%}"
    return unprinted(f"pose {pose + 1}, fitted to the calculated column", " ".join(f"{f:.2f}" for f in ours[known]), "Hz", note)


def _about(values: Sequence[float], errors: Array) -> Line:
    """Judge the printed "about": the fitted values must be near, and must give the whole calculated column."""
    off, apart = float(np.abs(errors).max()), float(np.abs(np.array(values) / ABOUT - 1).max())
    shown = f"{1000 * values[0]:.0f} g and {values[1]:.0f} N m/rad give all {len(errors)} frequencies within {off:.1%}"
    return holds("Table 11.5: its model", "about 300 g and 2000 N m/rad", shown, off < CLOSE and apart < NEAR)


def _spread(what: str, errors: Array) -> Line:
    return unprinted(
        what, f"{np.sqrt(np.mean(errors**2)):.1%}", note=f"largest {np.abs(errors).max():.1%}, {len(errors)} frequencies"
    )

"""Mobility of four robots by Moroskine's and by Gogu's method, with the intermediate numbers.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, appendix A.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import null_space

from parados.api import load
from parados.sources.briot_khalil.rigid.mobility_counts import Count, count, motions
from parados.sources.briot_khalil.rigid.orthoglide_parallelograms import orthoglide_with_parallelograms
from parados.sources.entry import Line, Reproduction, Verdict, corrected, equal, holds, unprinted

__all__ = ["appendix_a"]

Array = NDArray[np.float64]

ORTHOGLIDE = ("Tx, Ty, Tz, Rx, Ry", "Tx, Ty, Tz, Ry, Rz", "Tx, Ty, Tz, Rx, Ry")
"""Platform motions E(x_1), E(x_2), E(x_3) that the legs allow, as printed in A.4.3, sorted."""

TRIPTERON = (("Rx", 2), ("Ry", 3), ("Rz", 1))
"""Rotation of leg j in A.4.4, and the number of that leg in section 9.5 and in the robot file."""


def appendix_a() -> Reproduction:
    """Compute the entry 003/appendix-a: mobility by Moroskine's and Gogu's methods."""
    robots = {name: load(name) for name in ("five-bar", "3-rpr", "orthoglide", "tripteron")}
    counts = {name: count(robot) for name, robot in robots.items()}
    lines = [*_five_bar(counts["five-bar"]), *_planar(counts["3-rpr"])]
    lines += [*_orthoglide(counts["orthoglide"]), *_tripteron(counts["tripteron"])]
    real = count(orthoglide_with_parallelograms())
    lines += _remarks(counts, real)
    every = {**counts, "orthoglide, parallelograms": real}
    table: dict[str, ArrayLike] = {
        "robot": list(every),
        "L": [c.joints for c in every.values()],
        "c": [c.constraints for c in every.values()],
        "sum of dim E_j": [sum(space.shape[1] for space in c.spaces) for c in every.values()],
        "dim of intersection": [c.common.shape[1] for c in every.values()],
        "N_dof Moroskine": [c.moroskine for c in every.values()],
        "N_dof Gogu": [c.gogu for c in every.values()],
        "L - sum of c_j (A.2)": [c.simple() for c in every.values()],
    }
    return Reproduction(lines, {}, {"mobility": table}, _choices())


def _choices() -> list[str]:
    return [
        "the lengths of the 3-RPR and of the Tripteron are those of the robot files; appendix A does not need them.",
        "E(x_j) of the Orthoglide is taken where the leg's bar is along its rail; elsewhere its second axis turns with the bar.",
    ]


def _common(name: str, found: Count, n_joints: int, dims: tuple[int, ...], dof: int) -> list[Line]:
    """Compare what is printed for every robot: dimensions of the legs' spaces and of their intersection, and the mobility."""
    return [
        equal(f"{name}: joints L", n_joints, found.joints, 0),
        *[equal(f"{name}: dim E(x_{j + 1})", dim, found.spaces[j].shape[1], 0) for j, dim in enumerate(dims)],
        equal(f"{name}: n_dof, dimension of the intersection", dof, found.common.shape[1], 0),
        equal(f"{name}: N_dof by Gogu (A.13)", dof, found.gogu, 0),
        equal(f"{name}: N_dof by Moroskine (A.5)", dof, found.moroskine, 0),
        unprinted(f"{name}: c by Moroskine (A.3)", found.constraints),
    ]


def _spans(what: str, space: Array, printed: str, note: str = "") -> Line:
    """Check that a space is spanned by a printed set such as "Tx, Ty, Rz"."""
    found = ", ".join(motions(space))
    return holds(what, printed, found, found == printed and space.shape[1] == len(motions(space)), note)


def _five_bar(found: Count) -> list[Line]:
    return [
        *_common("five-bar", found, 5, (3, 2), 2),
        equal("five-bar: independent equations around the loop", 3, found.constraints, 0),
        equal("five-bar: rank of the chain opened at its last joint (A.7)", 3, found.loops()[0], 0),
        equal("five-bar: mobility L - rank (A.7)", 2, found.simple(), 0),
        _spans("five-bar: E(x_1)", found.spaces[0], "Tx, Ty, Rz"),
    ]


def _planar(found: Count) -> list[Line]:
    spans = [_spans(f"3-RPR: E(x_{j + 1})", space, "Tx, Ty, Rz") for j, space in enumerate(found.spaces)]
    return [*_common("3-RPR", found, 9, (3, 3, 3), 3), *spans, _spans("3-RPR: E(x_p)", found.common, "Tx, Ty, Rz")]


def along_rail() -> list[Array]:
    """Return a basis (6, 5) of E(x_j), the platform twists that leg j allows, for each leg of the Orthoglide.

    Each leg is taken in a pose where its bar is along its rail.
    """
    model = load("orthoglide").compile("vm")
    poses = ([0.03, 0.0, 0.34], [0.0, 0.03, 0.34], [0.03, 0.0, 0.34])  # x = d_6, y = 0; y = d_6, z = a; x = d_6, z = a
    legs = [model.leg_wrenches(pose)[j] for j, pose in enumerate(poses)]
    return [np.asarray(null_space(np.atleast_2d(leg.constraint))) for leg in legs]


def _orthoglide(found: Count) -> list[Line]:
    one, two, three = along_rail()
    shared = set.intersection(*[set(printed.split(", ")) for printed in ORTHOGLIDE])
    turning = "leg 3 slides along y and so turns about x and z, not x and y"
    third, size = ", ".join(motions(three)), found.common.shape[1]
    verdict = Verdict.CORRECTED if third == "Tx, Ty, Tz, Rx, Rz" else Verdict.MISSED
    what = "A.4.3: dimension of the intersection of the printed sets"
    note = f"the printed sets have {', '.join(sorted(shared))} in common: {turning}"
    return [
        *_common("Orthoglide", found, 15, (5, 5, 5), 3),
        _spans("Orthoglide: E(x_1), bar along its rail", one, ORTHOGLIDE[0]),
        _spans("Orthoglide: E(x_2), bar along its rail", two, ORTHOGLIDE[1]),
        Line("A.4.3: E(x_3) of the Orthoglide, bar along its rail", ORTHOGLIDE[2], third, "", verdict, turning),
        corrected(what, len(shared), size, note, proof=size - found.moroskine),
        _spans("Orthoglide: E(x_p)", found.common, "Tx, Ty, Tz"),
    ]


def _tripteron(found: Count) -> list[Line]:
    spans = [
        _spans(f"Tripteron: E(x_{j + 1})", found.spaces[leg - 1], f"Tx, Ty, Tz, {turn}", f"leg {leg} as section 9.5 numbers them")
        for j, (turn, leg) in enumerate(TRIPTERON)
    ]
    return [*_common("Tripteron", found, 12, (4, 4, 4), 3), *spans, _spans("Tripteron: E(x_p)", found.common, "Tx, Ty, Tz")]


def _remarks(counts: dict[str, Count], real: Count) -> list[Line]:
    """Check the remarks about the robots for which the simple relation (A.2) is right."""
    equivalent = counts["orthoglide"]
    note = (
        f"the PUU legs of A.4.3 have c_j = {equivalent.loops()}, and (A.2) is right; the remark is true for real parallelograms"
    )
    verdict = Verdict.CORRECTED if equivalent.simple() == equivalent.moroskine else Verdict.MISSED
    result = f"{equivalent.simple()}, where N_dof = {equivalent.moroskine}"
    return [
        _simple("(A.2) on the five-bar", True, counts["five-bar"]),
        _simple("(A.2) on the 3-RPR", True, counts["3-rpr"]),
        _simple("(A.2) on the Tripteron", False, counts["tripteron"]),
        _simple("(A.2) on the Orthoglide, real parallelograms, loops through leg 1", False, real),
        unprinted("(A.2) on the same, loops through leg 2", real.simple(1), note=f"c_j = {real.loops(1)}: right by chance"),
        Line("Remarks of appendix A: (A.2) on the Orthoglide, equivalent PUU legs", "wrong", result, "", verdict, note),
    ]


def _simple(what: str, right: bool, found: Count) -> Line:
    """Check a printed remark: (A.2) gives the right mobility, or not."""
    result = f"{found.simple()}, where N_dof = {found.moroskine}"
    true = (found.simple() == found.moroskine) == right
    return holds(what, "right" if right else "wrong", result, true, f"L = {found.joints}, c_j = {found.loops()}")

"""Display of results at a pose: classification, distances, lines of the legs and superbrackets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.kinematics.matrix_display import WRENCH, matrix_table
from parados.singularity.singularity_kinds import BY_LEG, KIND_NAMES
from parados.text.numbers import number, number_list
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from parados.singularity.classification import Classification
    from parados.singularity.line_geometry.grassmann import LegsVariety
    from parados.singularity.line_geometry.legs_superbracket import LegsSuperbracket
    from parados.singularity.measures import Distances

__all__ = ["classification_display", "distances_display", "superbracket_display", "variety_display"]


def classification_display(found: Classification) -> Display:
    """Build the display of a classification: pose, kinds, distances, and the findings in sentences."""
    facts = {
        "x": f"({number_list(found.x)})",
        "singularity": ", ".join(found.kinds) or "none, the pose is regular",
        "characteristic length": f"{number(found.distances.length)} m",
    }
    sentences = "\n".join(finding.sentence for finding in found.findings)
    title = "Singular pose" if found.findings else "Regular pose"
    return Display(title, facts, [distances_table(found.distances)], sentences, found.draw)


def distances_table(found: Distances) -> Table:
    """Build a table of the smallest distance of each kind over all legs and poses, for the kinds that the robot has."""
    rows = []
    for kind in found.smallest:
        values = found.of_kind(kind)
        row, column = np.unravel_index(np.where(np.isfinite(values), values, np.inf).argmin(), values.shape)
        where = found.legs[column] if kind in BY_LEG else "platform"
        rows.append([KIND_NAMES[kind], f"{values[row, column]:.4g}", where])
    return Table(["kind", "distance", "of"], rows, "Distances, dimensionless")


def distances_display(found: Distances) -> Display:
    """Build the display of distances: number of poses, and the smallest distance of each kind."""
    count = len(found.reached)
    facts = {"poses": count, "reached": int(found.reached.sum()), "characteristic length": f"{number(found.length)} m"}
    return Display("Smallest distances from singularities over all poses", facts, [distances_table(found)])


def variety_display(found: LegsVariety) -> Display:
    """Build the display of the legs' lines and of the variety that they span."""
    table = matrix_table("Unit wrenches at P, base axes", found.lines, found.names, WRENCH)
    return Display("Lines of the legs", {"P": f"({number_list(found.at)}) m"}, [table], found.summary())


def superbracket_display(found: LegsSuperbracket) -> Display:
    """Build the display of the superbracket and determinant for every choice of six wrenches."""
    rows = [
        [", ".join(names), f"{value:.6g}", f"{determinant:.6g}"]
        for names, value, determinant in zip(found.names, found.values, found.determinants, strict=True)
    ]
    facts = {"characteristic length": f"{number(found.length)} m"}
    return Display("Superbrackets of the legs' wrenches", facts, [Table(["wrenches", "superbracket", "det W"], rows)])

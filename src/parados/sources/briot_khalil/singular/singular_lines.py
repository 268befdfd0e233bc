"""Shared functions for the figures of singular poses: findings, their lines, and the entry with its drawing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parados.charts.chart_motion import platform_motion
from parados.model.model import Model
from parados.singularity.classification import Finding, classify
from parados.sources.briot_khalil.singular.singular_figures import Arrow, Turn, singular_figure
from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, holds

__all__ = ["apart", "classified", "entry", "still"]

Array = NDArray[np.float64]

SINGULAR = 1e-6
"""Largest distance from the singularity of a pose that is drawn as singular."""


def classified(model: Model, x: Array, kind: str) -> tuple[Finding, list[Line]]:
    """Return the finding of a given kind at a pose, and its lines."""
    found = classify(model, x)
    (finding,) = [f for f in found.findings if f.kind == kind]
    return finding, [
        holds("singularity of the pose", kind, ", ".join(found.kinds), kind in found.kinds, finding.sentence),
        holds("its distance", "0", f"{finding.distance:.1e}, at most {SINGULAR:g} allowed", finding.distance < SINGULAR),
    ]


def still(model: Model, x: Array, along: Array, what: str) -> Line:
    """Check that P does not move along a direction, for any rates of the joints of the leg."""
    n = len(x)
    rates = platform_motion(model, np.tile(x, (n, 1)), np.eye(n), np.zeros((n, n))).xd[:, :3]
    return agree(what, "0", float(np.abs(rates @ along).max()), within=1e-9)


def apart(one: Array, other: Array) -> float:
    """Return the difference of two directions, independent of their sign and size."""
    one, other = one / np.linalg.norm(one), other / np.linalg.norm(other)
    return difference(one * np.sign(one @ other), other)


def entry(
    model: Model, x: Array, lines: list[Line], finding: Finding, marks: Sequence[Arrow | Turn], choice: str
) -> Reproduction:
    """Build the result: the drawing, and one row of data with the joints and the rates of the free motion."""
    joints = model.joints(x)
    data = {
        f"{name} [{joint.unit}]": [value]
        for name, joint, value in zip(model.joint_names, model.mechanism.joints, joints, strict=True)
    }
    data |= {f"free rate of {name}": [rate] for name, rate in zip(model.joint_names, finding.joints, strict=True)}
    return Reproduction(lines, {"robot": singular_figure(model, x, marks, view=(58.0, -75.0))}, {"pose": data}, [choice])

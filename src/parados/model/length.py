"""The length that makes translations and rotations comparable."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.model.evaluation import Evaluator

__all__ = ["characteristic_length", "coordinate_scales"]

POINT = 1e-6
"""A platform whose attachments all stand this close to P, as part of the legs' length, is a point."""


def characteristic_length(evaluator: Evaluator) -> float:
    """The root mean square distance of the legs' attachments from P [m].

    Where the platform is a point (the five-bar mechanism), the same for the distance of the legs' feet from P at home; where
    these stand in P too (spherical robots), one metre.
    """
    _, out = evaluator.evaluate("pose", {"x": evaluator.survey.home}, None)
    P = out["frame"][0][:3, 3]
    feet = np.array([joint.fixed[:3, 3] for joint in evaluator.mechanism.joints if joint.antecedent < 0])
    ends = np.array([leg.closure.platform.matrix()[:3, 3] for leg in evaluator.spec.legs if leg.closure is not None])
    reach = float(np.sqrt(np.mean(np.sum((feet - P) ** 2, axis=1))))
    size = float(np.sqrt(np.mean(np.sum(ends**2, axis=1))))
    return (size if size > POINT * reach else reach) or 1.0


def coordinate_scales(evaluator: Evaluator, length: float) -> NDArray[np.float64]:
    """(n,) what one unit of each entry of xd / scale is: the length for translations and strokes, 1 for angles."""
    mechanism = evaluator.mechanism
    platform = [length if k < 3 else 1.0 for k in mechanism.platform.coordinates]
    return np.array([*platform, *[length if mechanism.joints[k].prismatic else 1.0 for k in mechanism.redundant]])

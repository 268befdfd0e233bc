"""Singularities of parallel robots: classify them, locate them, and find the criteria for crossing them."""

from parados.singularity.classification import Classification, Finding, classify, classify_all
from parados.singularity.criteria import CrossingCriterion, crossing_criterion
from parados.singularity.line_geometry import legs_superbracket, legs_variety
from parados.singularity.maps import SingularityMap, singularity_map
from parados.singularity.measures import Distances, distances
from parados.singularity.mode_aspects import mode_aspects
from parados.singularity.nearest import NearestSingularity, nearest_singularity
from parados.singularity.path_crossings import Crossing, PathCrossings, crossings
from parados.singularity.same_aspect import AspectAnswer, same_aspect
from parados.singularity.screw_words import tell_twist, tell_wrench

__all__ = [
    "AspectAnswer",
    "Classification",
    "Crossing",
    "CrossingCriterion",
    "Distances",
    "Finding",
    "NearestSingularity",
    "PathCrossings",
    "SingularityMap",
    "classify",
    "classify_all",
    "crossing_criterion",
    "crossings",
    "distances",
    "legs_superbracket",
    "legs_variety",
    "mode_aspects",
    "nearest_singularity",
    "same_aspect",
    "singularity_map",
    "tell_twist",
    "tell_wrench",
]

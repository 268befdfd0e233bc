"""Lines of the legs' wrenches: Grassmann varieties and the superbracket (Briot & Khalil 7.5.4)."""

from parados.singularity.line_geometry.grassmann import LegsVariety, dependent_subsets, legs_variety
from parados.singularity.line_geometry.kinds import GrassmannVariety, grassmann_variety
from parados.singularity.line_geometry.legs_superbracket import LegsSuperbracket, legs_superbracket
from parados.singularity.line_geometry.superbracket import monomials, superbracket, superbracket_of_wrenches

__all__ = [
    "GrassmannVariety",
    "LegsSuperbracket",
    "LegsVariety",
    "dependent_subsets",
    "grassmann_variety",
    "legs_superbracket",
    "legs_variety",
    "monomials",
    "superbracket",
    "superbracket_of_wrenches",
]

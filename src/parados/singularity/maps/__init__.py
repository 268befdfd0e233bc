"""Workspace and singularity maps over two or three coordinates, for every working mode."""

from parados.singularity.maps.mapping import singularity_map
from parados.singularity.maps.results import ModeMap, SingularityMap

__all__ = ["ModeMap", "SingularityMap", "singularity_map"]

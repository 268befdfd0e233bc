"""Workspace and singularity maps over two or three coordinates, for every working mode."""

from parados.singularity.maps.map_result import ModeMap, SingularityMap
from parados.singularity.maps.mapping import singularity_map

__all__ = ["ModeMap", "SingularityMap", "singularity_map"]

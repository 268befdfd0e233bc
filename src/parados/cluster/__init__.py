"""Processes on one machine or many that evaluate blocks of a study or of a map, by Dask distributed."""

from parados.cluster.dask_cluster import Cluster

__all__ = ["Cluster"]

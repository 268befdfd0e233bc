"""Closed deformed states of flexible robots for tests."""

from functools import cache

import numpy as np

import parados
from parados.model.elastic_model import ElasticModel


@cache
def elastic(name: str, friction: bool = False) -> ElasticModel:
    """Full model of a robot of the catalog, on the virtual machine."""
    return parados.load(name).compile("vm").elastic_model(friction=friction)


def states(own: ElasticModel, count: int, seed: int = 7) -> tuple[np.ndarray, np.ndarray]:
    """(count, n) positions and rates: independent coordinates near the undeformed home, all loops closed."""
    rng = np.random.default_rng(seed)
    z = np.tile(own.undeformed(own.model.survey.home), (count, 1))
    places = [own.names.index(name) for name in own.independent]
    z[:, places] += 1e-3 * rng.normal(size=(count, len(places)))
    z = own.closed(z)
    return z, own.rates(z, rng.normal(size=(count, len(places))))

"""Estimate the error of a reduction to few modes: the static displacement of the omitted modes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.flexible.independent_closures import independent_closures
from parados.flexible.nonlinear import NonlinearModel
from parados.simulate.elastic_result import ElasticResult

__all__ = ["neglected_displacement"]

Array = NDArray[np.float64]

INSTANTS = 25


def neglected_displacement(model: NonlinearModel, result: ElasticResult) -> float:
    """Return the largest neglected displacement of the platform coordinates [m, rad], at some instants of a run.

    The residual forces r on the full model displace it statically, with the actuators held:

        [K G^T; G 0] [dz; lambda] = -[r(z, zd, zdd, 0); 0]
    """
    structure, z0 = model.structure, result.z[0]
    full = NonlinearModel(structure, independent_closures(structure, z0), model.damping, model.friction, model.rest)
    residual, slopes = full.residual(), full.jacobians()
    free = np.setdiff1d(np.arange(full.size), full.actuated)
    none, worst = np.zeros(len(full.rows)), 0.0
    for k in np.unique(np.linspace(0, len(result.t) - 1, INSTANTS).astype(int)):
        state = (result.z[k], result.zd[k], result.zdd[k], none)
        r = residual(*state)[0].full()[free, 0]
        by_z, _, _, G = (value.full() for value in slopes(*state))
        bordered = np.block([[by_z[np.ix_(free, free)], G[:, free].T], [G[:, free], np.zeros((len(G), len(G)))]])
        dz = np.zeros(full.size)
        dz[free] = np.linalg.solve(bordered, -np.concatenate([r, none]))[: len(free)]
        worst = max(worst, float(np.abs(dz[list(structure.platform)]).max()))
    return worst

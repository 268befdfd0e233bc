"""Find how elastic parts share the loads that statics of rigid bodies does not determine, at the states of a stack."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import word
from parados.arguments.single_values import listed
from parados.dynamics.elastic_distribution import ElasticPaths
from parados.dynamics.joint_loads import effort_scale, wrench_bases
from parados.errors import InputError
from parados.flexible.flexible_structure import is_elastic
from parados.kinematics.leg_twists import LegScrews
from parados.model.evaluation import Evaluator
from parados.model.quantity import Options
from parados.topology.mechanism import Mechanism

__all__ = ["ElasticParts", "check_distribution", "check_shared", "elastic_parts"]

Array = NDArray[np.float64]

DISTRIBUTIONS = ("statics", "elastic")


def check_distribution(evaluator: Evaluator, distribution: str) -> str:
    """Validate the argument `distribution`; raises InputError if elastic parts shall share the loads and there are none."""
    name = word("distribution", distribution, DISTRIBUTIONS)
    if name == "elastic" and not is_elastic(evaluator.robot.links):
        raise InputError(
            f"distribution: nothing is elastic in {evaluator.robot.spec.name}; give links beams or a superelement, or give "
            "passive joints a stiffness, or use 'statics'"
        )
    return name


@dataclass(frozen=True)
class ElasticParts:
    """Elastic parts of a robot at N states.

    demand : (N, n_e) forces f_e at the elastic coordinates;  twists : (N, 6, n_e n_c) relative twists of the closures
    stiffness : (N, n_e, n_e);  joints : (N, n_s) stiffnesses of the passive joints `places`
    """

    mechanism: Mechanism
    demand: Array
    twists: Array
    stiffness: Array
    places: tuple[int, ...]
    joints: Array

    def paths(self, row: int, legs: Sequence[LegScrews]) -> ElasticPaths:
        """Return the elastic parts at one state; `legs` are the unit twists of every closure at P."""
        bases = wrench_bases(self.mechanism, legs)
        n_e = self.demand.shape[1]
        own = [self.twists[row][:, c * n_e : (c + 1) * n_e] for c in range(len(bases))]
        gains = np.hstack([np.zeros((n_e, 0)), *[J.T @ Y for J, Y in zip(own, bases, strict=True)]])
        scale = np.diag(effort_scale(self.mechanism))
        springs = [(scale[:, j], float(k)) for j, k in zip(self.places, self.joints[row], strict=True)]
        return ElasticPaths(self.demand[row], gains, np.linalg.cholesky(self.stiffness[row]).T, springs)


def elastic_parts(
    evaluator: Evaluator, values: Mapping[str, ArrayLike], mode: ArrayLike | None, options: Options, motion: bool
) -> ElasticParts:
    """Evaluate the elastic parts of the moving robot at all states; rows without a result are NaN."""
    graphs, mechanism = evaluator.graphs, evaluator.robot.mechanism
    with warnings.catch_warnings():  # rows that fail have been reported with the efforts
        warnings.simplefilter("ignore", RuntimeWarning)
        stack, out = evaluator.evaluate("elastic_loads", values, mode, options, motion=motion)
    structure = graphs.robot.flexible
    own = list(structure.elastic)
    places = tuple(k for k in mechanism.passive if mechanism.joints[k].stiffness)
    K = evaluator.numbers(structure.stiffness[np.ix_(own, own)])
    k = evaluator.numbers(np.array([graphs.mechanism.joints[j].stiffness for j in places]))
    n_e, n_s = len(own), len(places)
    return ElasticParts(
        mechanism,
        out["demand"],
        out["twists"],
        np.broadcast_to(K, (stack.count, n_e, n_e)),
        places,
        np.broadcast_to(k, (stack.count, n_s)),
    )


def check_shared(names: Sequence[str], projectors: Array, before: NDArray[np.int_], after: NDArray[np.int_]) -> None:
    """Raise InputError if no self-stress loads an elastic part, so that the elastic parts determine nothing.

    names : joints and closures;  projectors : (N, n, 6, 6)
    before, after : (N,) number of undetermined multipliers by statics alone, and with the elastic parts
    """
    if not before.any() or (after < before).any():
        return
    traces = np.nan_to_num(np.trace(projectors, axis1=-2, axis2=-1), nan=6.0).min(axis=0)
    left = [name for name, trace in zip(names, traces, strict=True) if trace < 5.5]
    raise InputError(
        "distribution: what statics does not determine passes through no elastic part, so the wrenches of "
        f"{listed(left)} stay undetermined; make the links between them elastic in these directions (beams that are not planar, "
        "superelements), or use 'statics'"
    )

"""Compute the wrenches through the joints and closures of a robot, for one state or a stack of states."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import word
from parados.dynamics.elastic_distribution import elastic_joint_loads
from parados.dynamics.joint_loads import Balance, Carried, Demand, joint_loads, robot_balance
from parados.errors import SingularConfigurationError
from parados.kinematics.leg_twists import LegScrews, legs_of_columns
from parados.model.elastic_reactions import ElasticParts, check_distribution, check_shared, elastic_parts
from parados.model.evaluation import Evaluator
from parados.model.failed_rows import report_failed
from parados.model.quantity import Options
from parados.model.reaction_result import Parts, Reactions
from parados.model.singular_efforts import efforts
from parados.model.state_arguments import Stack
from parados.robot.description import RobotSpec
from parados.topology.joint_couplings import coupling_rows
from parados.topology.mechanism import Mechanism

__all__ = ["parts_of", "reactions_at"]

Array = NDArray[np.float64]

BALANCED = 1e-6
"""Largest imbalance of the whole robot, relative; round-off leaves 1e-14."""

UNHELD = "the closures have lost rank here (constraint singularity): no wrenches through the joints balance all bodies"


def reactions_at(
    evaluator: Evaluator,
    values: Mapping[str, ArrayLike],
    mode: ArrayLike | None,
    options: Options,
    motion: bool,
    axes: str,
    distribution: str,
) -> Reactions:
    """Compute the wrenches through all joints and closures.

    The actuators have the efforts of `Model.inverse_dynamics`. Rows of a stack without a result are NaN.
    """
    parts = parts_of(evaluator.robot.mechanism, evaluator.robot.spec)
    word("axes", axes, ("base", "own", *parts.bodies))
    check_distribution(evaluator, distribution)
    tau = np.atleast_2d(efforts(evaluator, values, mode, options, motion))
    with warnings.catch_warnings():  # `efforts` has reported the rows that fail
        warnings.simplefilter("ignore", RuntimeWarning)
        stack, out = evaluator.evaluate("joint_loads", values, mode, options, motion=motion)
    elastic = elastic_parts(evaluator, values, mode, options, motion) if distribution == "elastic" else None
    points = np.concatenate([out["frames"][:, :-1, :3, 3], out["points"].transpose(0, 2, 1)], axis=1)
    found = _solved(evaluator, stack, out, tau, points, elastic)
    kept = len(parts.between)  # a platform on a link is one body with it: nothing is told between the two
    balanced, projectors, points = found.balanced[:, :kept], found.projectors[:, :kept], points[:, :kept]
    if elastic is not None:
        check_shared(parts.names, projectors, found.by_statics, found.undetermined)
    turn = parts.turns(out["frames"], axes)
    return Reactions(
        parts=parts,
        axes=axes,
        distribution=distribution,
        balanced=stack.unstack(_turned(balanced, turn)),
        projectors=stack.unstack(_turned_projectors(projectors, turn)),
        points=stack.unstack(points),
        turns=stack.unstack(turn),
        tau=stack.unstack(tau),
        anchors=stack.unstack(out["anchors"]),
        undetermined=found.undetermined if stack.stacked else found.undetermined[0],
    )


class _Found(NamedTuple):
    """Wrenches (N, n, 6), projectors (N, n, 6, 6), numbers (N,) of undetermined multipliers, in all and by statics alone."""

    balanced: Array
    projectors: Array
    undetermined: NDArray[np.int_]
    by_statics: NDArray[np.int_]


def _solved(
    evaluator: Evaluator, stack: Stack, out: Mapping[str, Array], tau: Array, points: Array, elastic: ElasticParts | None
) -> _Found:
    """Solve the balance at all states; results are NaN where there is none."""
    mechanism, (count, n, _) = evaluator.robot.mechanism, points.shape
    found = _Found(np.full((count, n, 6), np.nan), np.full((count, n, 6, 6), np.nan), *np.zeros((2, count), dtype=int))
    rows = evaluator.numbers(coupling_rows(evaluator.graphs.mechanism.couplings, len(mechanism.joints)))
    couplings, unheld = np.broadcast_to(rows, (count, *rows.shape[-2:])), []
    for row in range(count):
        if not (np.isfinite(tau[row]).all() and np.isfinite(out["totals"][row]).all()):
            continue
        here = {**{key: value[row] for key, value in out.items()}, "couplings": couplings[row]}
        legs = legs_of_columns(mechanism, here["screws"])
        balance = _balance(mechanism, here, tau[row], points[row], legs)
        by_statics = joint_loads(balance)
        loads: Carried = by_statics if elastic is None else elastic_joint_loads(balance, elastic.paths(row, legs))
        if loads.imbalance > BALANCED:
            unheld.append(row)
            continue
        found.balanced[row], found.projectors[row] = loads.balanced, loads.projectors()
        found.undetermined[row], found.by_statics[row] = loads.unknown.shape[2], by_statics.unknown.shape[2]
    if unheld:
        report_failed(stack, np.array(unheld), SingularConfigurationError(UNHELD))
    return found


def _balance(mechanism: Mechanism, out: Mapping[str, Array], tau: Array, points: Array, legs: list[LegScrews]) -> Balance:
    """Write the balance of all bodies at one state."""
    needed = out["efforts"].copy()
    needed[list(mechanism.actuated)] -= tau
    demand = Demand(out["totals"].T, needed, out["platform"])
    return robot_balance(mechanism, demand, legs, out["couplings"], points, out["frames"][-1, :3, 3])


def _turned(wrenches: Array, turn: Array) -> Array:
    """Wrenches (N, n, 6) in other axes; the columns of turn (N, n, 3, 3) are these axes in the base."""
    halves = wrenches.reshape(*wrenches.shape[:2], 2, 3)
    return np.asarray(np.einsum("abji,abkj->abki", turn, halves).reshape(wrenches.shape))


def _turned_projectors(projectors: Array, turn: Array) -> Array:
    """Projectors (N, n, 6, 6) on wrenches in other axes."""
    both = np.zeros_like(projectors)
    both[:, :, :3, :3] = both[:, :, 3:, 3:] = turn
    return np.asarray(both.swapaxes(2, 3) @ projectors @ both)


def parts_of(mechanism: Mechanism, spec: RobotSpec) -> Parts:
    """Names of the joints and closures, with the bodies that they connect."""
    joints = mechanism.joint_names
    closures = [f"{c.name} (closure)" if c.name in joints else c.name for c in mechanism.loops]
    parts = {joint.name: joint.elementary_names for leg in spec.legs for joint in leg.joints if len(joint.elementary_names) > 1}
    also, first = ({name: own[end] for name, own in parts.items()} for end in (-1, 0))
    for leg in spec.legs:
        if leg.closure is not None and leg.name not in joints:
            also[leg.name] = f"{leg.name} to {leg.closure.to}"
    between = [(joint.antecedent, k) for k, joint in enumerate(mechanism.joints)]
    between += [(c.b, c.a) if c.exchanged else (c.a, c.b) for c in mechanism.loops]
    return Parts(joints, tuple(closures), tuple(between), also, first)

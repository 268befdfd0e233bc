"""Lagrange multipliers of the closures, with the names of the book (Briot & Khalil 8.4.1 and 9.1).

    tau_td = J_td^T lambda_2                       (8.84)
    w_d    = w_r + J_t^T lambda_2 = A_r^T lambda_1 (8.83), (9.5)
    w_b    = tau_ta - J_ta^T lambda_2              (9.7)
    tau    = w_b - B^T lambda_1                    (8.82)
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.kinematics.matrices import KinematicMatrices
from parados.model.evaluation import Evaluator
from parados.model.pose_matrices import matrices_at
from parados.model.quantity import Options
from parados.model.singular_efforts import efforts
from parados.text.numbers import number_list
from parados.text.result_display import Display, Shown
from parados.topology.mechanism import Mechanism

__all__ = ["Multipliers", "multipliers_at"]

Array = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class Multipliers(Shown):
    """Lagrange multipliers and efforts at a state; for a stack all arrays have an additional first axis.

    n_d is the number of passive joints, n_w that of actuation wrenches; A_r, B, J_t, ... are those of `Model.matrices`.

    Attributes
    ----------
    lambda_1 : (n_w,) sizes of the actuation wrenches that the legs apply to the platform, (8.86)
    lambda_2 : (n_d,) forces in the closures that balance the efforts tau_td of the passive joints, (8.85)
    w_d : (n,) wrench of the free platform, and of the passive joints by J_t^T lambda_2, (9.5)
    w_b : (n_a,) efforts of the tree at the actuators, passive joints included by J_ta^T lambda_2, (9.7)
    w_r : (n,) wrench of the free platform along its independent motions, (8.65)
    tau_ta, tau_td : (n_a,), (n_d,) efforts of the tree at its actuated and passive joints, as if each had a motor
    tau : (n_a,) actuator efforts, (8.82)
    """

    lambda_1: Array
    lambda_2: Array
    w_d: Array
    w_b: Array
    w_r: Array
    tau_ta: Array
    tau_td: Array
    tau: Array

    def __repr__(self) -> str:
        return self.summary()

    def _display(self) -> Display:
        values = {name: getattr(self, name) for name in NAMES}
        if self.tau.ndim == 2:
            shapes = {name: f"{value.shape[1]} numbers" for name, value in values.items()}
            return Display(f"Multipliers of {len(self.tau)} states", shapes)
        return Display("Multipliers and efforts of tree and platform", {name: number_list(v) for name, v in values.items()})


NAMES = tuple(field.name for field in fields(Multipliers))


def multipliers_at(
    evaluator: Evaluator, values: Mapping[str, ArrayLike], mode: ArrayLike | None, options: Options, motion: bool
) -> Multipliers:
    """Compute the multipliers of one state or a stack; rows without a result are NaN."""
    tau = np.atleast_2d(efforts(evaluator, values, mode, options, motion))
    with warnings.catch_warnings():  # `efforts` has reported the rows that fail
        warnings.simplefilter("ignore", RuntimeWarning)
        stack, out = evaluator.evaluate("joint_loads", values, mode, options, motion=motion)
    poses = np.broadcast_to(stack.arrays["x"], (stack.count, stack.arrays["x"].shape[-1]))
    served = np.asarray(np.isfinite(np.hstack([tau, out["efforts"]])).all(axis=1))
    mechanism, home = evaluator.robot.mechanism, evaluator.robot.survey.home
    lost = _without_result(matrices_at(evaluator.of_row(0), home, mode))
    rows, along = [], evaluator.along(stack, mode, motion)
    for k in range(stack.count):
        if served[k]:
            own = matrices_at(along.of_row(k), poses[k], mode)
            rows.append(_solved(own, mechanism, out["efforts"][k], out["platform"][k], tau[k]))
        else:
            rows.append(lost)
    every = {name: [getattr(row, name) for row in rows] for name in NAMES}
    sized = {name: np.reshape(own, (len(rows), len(getattr(lost, name)))) for name, own in every.items()}
    return Multipliers(**{name: stack.unstack(values) for name, values in sized.items()})


def _without_result(m: KinematicMatrices) -> Multipliers:
    """Return multipliers with NaN in all entries, for a state without a result."""
    n_w, n_a, n_d, n = *m.B.shape, m.J_td.shape[0], m.Psi_t.shape[1]
    return Multipliers(*[np.full(size, np.nan) for size in (n_w, n_d, n, n_a, n, n_a, n_d, n_a)])


def _solved(m: KinematicMatrices, mechanism: Mechanism, tau_t: Array, w_p: Array, tau: Array) -> Multipliers:
    """Solve (8.82)-(8.84) at one state; lambda_1 is such that the actuators have the given efforts tau (n_a,)."""
    tau_ta, tau_td = tau_t[list(mechanism.actuated)], tau_t[list(mechanism.passive)]
    w_r = m.Psi_t[:6].T @ w_p
    lambda_2 = np.asarray(np.linalg.solve(m.J_td.T, tau_td), dtype=float)  # (8.85)
    w_d = w_r + m.J_t.T @ lambda_2  # (9.5)
    w_b = tau_ta - m.J_ta.T @ lambda_2  # (9.7)
    system = np.vstack([m.A_r.T, m.B.T])
    lambda_1 = np.linalg.lstsq(system, np.concatenate([w_d, w_b - tau]), rcond=None)[0]  # (8.82), (8.83)
    return Multipliers(lambda_1, lambda_2, w_d, w_b, w_r, tau_ta, tau_td, w_b - m.B.T @ lambda_1)

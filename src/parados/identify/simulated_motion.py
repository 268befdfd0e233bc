"""Motion that a model with given base parameters makes along a reference: the simulation of DIDIM.

The efforts are those of the model along the reference, and a PD law in accelerations holds the motion near it:

    tau = W(x_r, xd_r, xdd_r) chi + M(x) (w^2 (x_r - x) + 2 w (xd_r - xd)),    M = d(W chi) / d(xdd),

so that xdd = M^-1 (W(x_r, xd_r, xdd_r) chi - h(x, xd)) + w^2 (x_r - x) + 2 w (xd_r - xd), with h = W(x, xd, 0) chi. The classical
Runge-Kutta method of order four integrates it with the step of the log.

References
----------
Gautier, Janot & Vandanjon, A new closed-loop output error method for parameter identification of robot dynamics, IEEE Trans.
Control Systems Technology 21 (2013), 428-444.
"""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.identify.base_parameters import BaseParameters
from parados.identify.motion_of_log import LogMotion, turns_of
from parados.identify.regression_rows import Regression

__all__ = ["simulated_motion"]

Array = NDArray[np.float64]

BAND = 2.0
"""Bandwidth of the law that holds the motion, in cut-offs of the reference."""


def simulated_motion(base: BaseParameters, values: Array, reference: LogMotion) -> LogMotion:
    """Simulate the model with base parameters `values` (n_b,) along a reference; return its motion, at the same instants."""
    step, rate = _step(base, reference, 2 * np.pi * BAND * reference.cut_off)
    if turns_of(base.model, reference).any():
        told = "joints make whole turns on which a spring or a coupling depends, and its simulation does not count them"
        raise InputError(f'method="didim": {told}; use method="instrumental"')
    W, known = Regression(base, ()).evaluate(reference.x, reference.xd, reference.xdd, reference.mode)
    table = np.hstack((reference.x, reference.xd, W @ values + known))
    steps = np.hstack((table[:-1], (table[:-1] + table[1:]) / 2, table[1:]))
    p = _standard(base, values)
    begin = np.concatenate((reference.x[0], reference.xd[0]))
    run = step.mapaccum("run", len(steps))
    z = np.vstack((begin, np.asarray(run(begin, steps.T, ca.repmat(ca.DM(p), 1, len(steps)))).T))
    if not np.isfinite(z).all():
        raise InputError('method="didim": the simulated robot leaves its workspace; use method="instrumental"')
    xdd = np.asarray(rate.map(len(z))(z.T, table.T, ca.repmat(ca.DM(p), 1, len(z)))).T
    n = reference.x.shape[1]
    return replace(reference, x=z[:, :n], xd=z[:, n:], xdd=xdd)


def _standard(base: BaseParameters, values: Array) -> Array:
    """(n_p,) standard parameters with chi_1 = chi_b and chi_2 = 0, (8.272)."""
    p = np.array(base.model.parameters, dtype=float)
    p[base.columns] = base.selection @ values
    return p


def _step(base: BaseParameters, reference: LogMotion, w: float) -> tuple[ca.Function, ca.Function]:
    """Return one step of the integration, and the accelerations, as functions of the state, the reference and the parameters."""
    model = base.model
    graph = model.graph("regressor")
    known = {"x", "xd", "xdd", "mode"}
    if base.side != "efforts" or set(graph.name_in()) - known or reference.x.shape[1] != reference.xd.shape[1]:
        raise InputError(
            f'method="didim": {model.spec.name} cannot be simulated; this method needs as many actuators as freedoms, a '
            'closed-form inverse geometry, and no quaternion or live parameters; use method="instrumental"'
        )
    n, h = reference.x.shape[1], reference.step
    z, r, p = ca.SX.sym("z", 2 * n), ca.SX.sym("r", 2 * n + len(model.actuated_names)), ca.SX.sym("p", len(model.parameters))
    x, xd, xdd = z[:n], z[n:], ca.SX.sym("xdd", n)
    given = {"x": x, "xd": xd, "xdd": xdd}
    mode = {"mode": ca.DM(model.signs(reference.mode))} if "mode" in graph.name_in() else {}
    tau = graph(**given, **mode)[graph.name_out()[0]] @ p
    M, bias = ca.jacobian(tau, xdd), ca.substitute(tau, xdd, ca.SX.zeros(n, 1))
    held = w**2 * (r[:n] - x) + 2 * w * (r[n : 2 * n] - xd)
    rate = ca.Function("rate", [z, r, p], [ca.cse(ca.solve(M, r[2 * n :] - bias) + held)])

    def slope(state: ca.SX, at: ca.SX) -> ca.SX:
        return ca.vertcat(state[n:], rate(state, at, p))

    three = ca.SX.sym("three", 3 * r.numel())
    first, middle, last = ca.vertsplit(three, r.numel())
    k1 = slope(z, first)
    k2 = slope(z + h / 2 * k1, middle)
    k3 = slope(z + h / 2 * k2, middle)
    k4 = slope(z + h * k3, last)
    return ca.Function("step", [z, three, p], [z + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)]), rate

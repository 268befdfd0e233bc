"""States at which exported C is compared with Python: calls of both, and paths along which NAME_close closes the loops."""

from __future__ import annotations

import warnings

import numpy as np

from parados.model.failing_pose_search import PLACES, _along, _rays, unreachable_pose
from parados.model.quantities import QUANTITIES
from parados.model.status_codes import STATUSES

STATUS = {name: k for k, name in enumerate(STATUSES)}
EXPORTED = [key for key, entry in QUANTITIES.items() if entry.exported]

STEPS = 24
"""Number of poses on a path of a robot with numeric geometry."""


def is_numeric(model):
    return not model.survey.geometry.is_closed_form


def arguments(model, x, seed=3):
    """Return the arguments of every quantity at poses (N, n_x)."""
    rng, n = np.random.default_rng(seed), model.mechanism.n_dof
    sizes = {"xd": n, "xdd": n, "tau": len(model.labels["tau"])}
    return {"x": np.atleast_2d(x), **{key: rng.normal(size=(len(np.atleast_2d(x)), size)) for key, size in sizes.items()}}


def of_python(model, quantity, values, motion=False):
    """(N, k) results of Python, NaN where it fails; `motion` tells that the rows follow each other."""
    used = {key: value for key, value in values.items() if key in model.kernel(quantity).inputs}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        if quantity == "inverse_dynamics":
            return model.inverse_dynamics(used["x"], used["xd"], used["xdd"], motion=motion)
        _, out = model._evaluator.evaluate(quantity, used, None, motion=motion)
    return np.hstack([value.reshape(len(value), -1) for value in out.values()])


def of_c(c, quantity, values, row, unknowns=None):
    """Call a function of C in one row: its status and its results."""
    own = {key: value[row] for key, value in values.items()}
    if unknowns is not None:
        own["unknowns"] = unknowns
    status, out = c.call(quantity, {**own, "mode": c.model.signs()})
    return status, np.concatenate(list(out.values()))


def paths(model, count=40):
    """Return stacks of poses (N, n_x) in twice the workspace: single ones, or paths from home if the geometry is numeric.

    Poses that must be rejected are among them: one out of reach, and paths that go on until the loops no longer close.
    """
    rng, survey = np.random.default_rng(5), model.survey
    centre, size = (survey.lower + survey.upper) / 2, survey.upper - survey.lower
    x = np.array([centre + rng.uniform(-1, 1, len(size)) * size for _ in range(count)])
    if is_numeric(model):
        steps = np.linspace(0.0, 1.0, STEPS)[:, None]
        rays = [_along(model._evaluator, ray, np.linspace(0.0, 4.0, STEPS)) for ray in _rays(model._evaluator)]
        return [*(survey.home + steps * (target - survey.home) for target in x[: count // 8]), *rays]
    far = unreachable_pose(model._evaluator)
    return [np.array([*x, *([] if far is None else [far])])]


def rows_of_c(c, x):
    """Return the unknowns of the poses (N, n_x) that C is called with; each is closed from the one before.

    The last row is the first whose loops do not close: it has the unknowns of the row before. None for closed forms.
    """
    if not is_numeric(c.model):
        return [None] * len(x)
    found, u, before = [], c.model.survey.home_unknowns.copy(), c.model.survey.home
    for pose in x:
        status = closed(c, before, pose, u)
        found.append(u.copy())
        if status != STATUS["OK"]:
            break
        before = pose
    return found


def closed(c, before, pose, unknowns):
    """Close the loops at a pose from the one before, in smaller steps if one step fails, as Python does."""
    for count in (1, 4, 16, 64):
        u = unknowns.copy()
        for k in range(1, count + 1):
            status = c.close(before + (pose - before) * k / count, u)
            if status != STATUS["OK"]:
                break
        else:
            unknowns[:] = u
            return status
    return status


def first_lost(c):
    """Return the first pose on a ray that C cannot follow, the unknowns before it and the status; None if there is none."""
    evaluator = c.model._evaluator
    for ray in _rays(evaluator):
        x = _along(evaluator, ray, np.linspace(0.0, 4.0, PLACES))
        rows = rows_of_c(c, x)
        u, k = rows[-1].copy(), len(rows) - 1
        status = closed(c, x[k - 1], x[k], u)
        if status != STATUS["OK"]:
            assert np.array_equal(u, rows[-1])
            return x[k], u, status
    return None

"""Solve the forward geometry of a stack in compiled C.

If the geometry is numeric, C finds x and the unknowns together. A pose counts only if these unknowns are the ones that the robot
has there, followed from home.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import LARGEST, all_within
from parados.errors import ParadosError
from parados.graph.row_library import RowLibrary
from parados.model.compiled_solvers import OK, SINGULAR
from parados.model.state_arguments import LARGEST_POSITION
from parados.spatial.turns import nearest_turn

if TYPE_CHECKING:
    from parados.model.evaluation import Evaluator
    from parados.model.model import Model

__all__ = ["doubtful", "solve_in_c", "solve_one"]

Array = NDArray[np.float64]

DOUBTFUL = 1e-4
"""Smallest pivot of J_inv over the largest one, below which a pose may be singular: the general way then decides."""

MOST_HOMES = 1000
"""Number of sets of live parameters for which the sense at home is kept."""

SAME = 1e-6
"""Largest motion [rad, m] between two configurations that are the same."""

EQUAL = 1e-9
"""Difference between the unknowns of two configurations below which the motion between them need not be computed."""


def solve_in_c(
    model: Model, q: Array, start: Array, mode: ArrayLike | None, motion: bool, sense: Array | None = None
) -> tuple[Array, NDArray[np.bool_], NDArray[np.bool_]] | None:
    """Return poses (N, n_x), (N,) True where they have converged, and (N,) True for rows that Python has to try.

    None if there is no compiled solver.

    sense : (N,) array to fill with the sense of each row (`c_forward_rows`)
    """
    evaluator = model._evaluator
    library = evaluator.forward.library
    if library is None or len(q) == 0:
        return None
    common = not motion and len(start) > 1 and bool((start == start[0]).all())  # C computes the slopes there once
    inputs = {"q": q, "guess": start[0] if common else start, "mode": evaluator.signs(mode), **evaluator.live_argument}
    numeric = "start" in library.inputs
    if numeric:
        inputs["start"] = evaluator.of_row(0).unknowns(start[:1], mode)[0] if motion else evaluator.unknowns(start, mode)
    found = evaluator.forward.run(library, inputs, motion, evaluator.threads)
    status = found["status"][:, 0]
    good = np.asarray(status == OK)
    if sense is not None:
        sense[:] = found["sense"][:, 0]
    if not numeric:
        return found["x"], good, np.asarray(status == SINGULAR)
    good &= _is_reached(evaluator, np.where(good[:, None], found["x"], start), found["unknowns"], mode)
    return found["x"], good, ~good


def _is_reached(evaluator: Evaluator, x: Array, u: Array, mode: ArrayLike | None) -> NDArray[np.bool_]:
    """(N,) True if the unknowns u (N, n_u) are those that the robot has at the poses x (N, n_x), followed from home.

    Whole turns of u do not count: those of the robot are principal values, and u continues the angles of a start.
    """
    reached = evaluator.unknowns(x, mode)
    same = np.asarray(np.abs(u - reached).max(axis=1) < EQUAL)  # False for NaN
    if not same.all():
        rest = ~same & np.isfinite(reached).all(axis=1)
        solver = evaluator.numeric.solver
        turned = np.where(solver.periodic, nearest_turn(u[rest], reached[rest]), u[rest])
        same[rest] = solver.apart(turned, reached[rest]) < SAME
    return same


def solve_one(model: Model, q: ArrayLike, guess: ArrayLike | None) -> Array | None:
    """(n_x,) the pose of one state in the default working mode, with as little work in Python as possible.

    None if the general way must decide: the arguments are not arrays of one state, no pose was found, or the pose may be singular
    or in another assembly mode than home, of which the general way warns.
    """
    evaluator = model._evaluator
    library = evaluator.forward.plain_library
    start = model.survey.home if guess is None else guess
    if library is None or not (_is_state(q, library.inputs["q"]) and _is_state(start, library.inputs["guess"])):
        return None
    if not all_within(np.asarray(q), LARGEST_POSITION):
        return None
    if evaluator.live is not None and evaluator.live.ndim == 2:
        return None
    known: dict[str, Any] = {"q": q, "guess": start, "mode": evaluator.signs(None), "motion": 0.0, "parameters": evaluator.live}
    if "start" in library.inputs:
        if not all_within(np.asarray(start), LARGEST):
            return None
        known["start"] = evaluator.unknowns(np.asarray(start))[0]
    x, *unknowns, status, sense = library.one([known[name] for name in library.inputs])
    if status[0] != OK or not sense[0] * _home_sense(model, library, None) > DOUBTFUL:
        return None
    return x if not unknowns or _is_reached(evaluator, x[None], unknowns[0][None], None)[0] else None


def doubtful(model: Model, sense: Array, mode: ArrayLike | None) -> NDArray[np.bool_]:
    """(N,) True for the rows that may be singular, or may lie in another assembly mode than home.

    sense : (N,) sense of each row
    """
    evaluator = model._evaluator
    library = evaluator.forward.library
    if library is None or model.has_rows:
        return np.ones(len(sense), dtype=bool)
    return np.asarray(~(sense * _home_sense(model, library, mode) > DOUBTFUL))


def _home_sense(model: Model, library: RowLibrary, mode: ArrayLike | None) -> float:
    """Return the sign of det J at home, as +-1; 0 if it is not known there."""
    evaluator = model._evaluator
    senses, key = evaluator.forward.home_senses, evaluator.free_signs(mode).tobytes()
    if evaluator.live is not None:
        key += evaluator.live.tobytes()
    if key not in senses:
        if len(senses) >= MOST_HOMES:
            senses.clear()
        home = model.survey.home
        try:
            q = model.inverse_kinematics(home, mode=mode)
        except ParadosError:
            q = np.full(library.inputs["q"], np.nan)
        known: dict[str, Any] = {"q": q, "guess": home, "mode": evaluator.signs(mode), "motion": 0.0}
        known["parameters"] = evaluator.live
        if "start" in library.inputs:
            known["start"] = evaluator.unknowns(home, mode)[0]
        found = library.one([known[name] for name in library.inputs])[-1][0]
        sense = float(np.sign(found)) if abs(found) > DOUBTFUL else 0.0
        senses[key] = sense
        return sense
    return senses.get(key, 0.0)  # another thread may have cleared it: the general way decides then


def _is_state(value: object, size: int) -> bool:
    """Tell whether a value is an array of `size` numbers; C checks that they are finite."""
    return type(value) is np.ndarray and value.dtype == np.float64 and value.shape == (size,)

"""Call the models with odd arguments; the result must equal that of plain numbers of the same value."""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np

import parados
from parados import singularity, trajectory
from parados.model.model import Model
from parados.study import index_map

from .mutations import ROBOTS
from .odd_values import Odd, odd_array, odd_number, odd_switch, odd_word
from .verdicts import SECONDS, Outcome, judged_error, limit_processor_time

__all__ = ["CALLS", "judged_call"]

SAME = 1e-9
"""Relative tolerance; sums for a row of a stack and for a single state may have another order."""

MODELS = ("five-bar", "3-rpr", "dualv", "tripteron", "navaro", "planar-3-rrr-on-rail", "3-prs", "6-ups-quaternion")
"""Robots with few and many degrees of freedom, redundant actuators, redundant joints, elastic links, numeric geometry,
quaternions."""

CALLS: dict[str, str] = {
    **dict.fromkeys(
        ["inverse_kinematics", "joints", "pose", "platform_frame", "link_frames", "within_limits", "beyond_limits"], "x ?mode"
    ),
    **dict.fromkeys(["jacobian", "inverse_jacobian", "leg_wrenches"], "x ?mode"),
    **dict.fromkeys(["centre_of_mass", "centre_of_mass_jacobian", "platform_jacobian"], "x ?mode"),
    **dict.fromkeys(["natural_frequencies", "vibration_modes", "platform_stiffness", "elastic_matrices"], "x ?mode"),
    "forward_kinematics": "q ?guess ?mode",
    **dict.fromkeys(["working_mode", "signs"], "mode"),
    **dict.fromkeys(["pose_rates", "link_twists", "platform_twist"], "x xd ?mode"),
    **dict.fromkeys(["pose_accelerations", "link_accelerations", "platform_acceleration"], "x xd xdd ?mode"),
    "joint_rates": "x xd ?mode ?joints",
    "joint_accelerations": "x xd xdd ?mode ?joints",
    "inverse_dynamics": "x xd xdd ?wrench ?mode ?friction ?solution ?jerk",
    "platform_force": "x xd xdd ?mode ?friction",
    "forward_dynamics": "x xd tau ?wrench ?mode ?friction",
    "mass_matrix": "x ?space ?mode",
    "bias": "x xd ?space ?mode ?friction",
    "ground_reaction": "x xd xdd ?wrench ?mode",
    "ground_regressor": "x xd xdd ?mode",
    "reactions": "x xd xdd ?wrench ?mode ?friction ?axes ?distribution",
    "multipliers": "x xd xdd ?wrench ?mode ?friction",
    "matrices": "x ?xd ?mode",
    **dict.fromkeys(["energy", "body_energies"], "x xd ?mode"),
    "dissipated_power": "x xd ?mode ?friction",
    "regressor": "x xd xdd ?mode ?friction",
    **dict.fromkeys(["platform_force_regressor", "regressor_parts"], "x xd xdd ?mode ?friction"),
    "energy_regressor": "x xd ?mode",
    "derivatives": "name wrt",
    "kernel": "name",
    "classify": "x ?mode",
    "distances": "x ?mode",
    "index_map": "mode",
    "point_to_point": "start end duration ?law",
    "line": "start end",
    "through": "points times",
    "with_payload": "mass ?com ?inertia",
    "compile": "backend",
    "in_coordinates": "names",
    "load": "robot",
}
"""Arguments of each call; those with ? are optional."""


def _sampled(motion: trajectory.Trajectory) -> Any:
    return motion(np.linspace(0, 1, 5) * motion.duration)


def _small_map(model: Model, mode: Any) -> Any:
    """Return the dexterities of four poses near home, over the first two coordinates."""
    ends = {
        name: (float(model.survey.home[k]) - 1e-3, float(model.survey.home[k]) + 1e-3, 2)
        for k, name in enumerate(model.labels["x"][:2])
    }
    return index_map(model, ["dexterity"], ends, mode=mode).fields["dexterity"]


OUTSIDE: dict[str, Callable[..., Any]] = {
    "classify": singularity.classify,
    "distances": singularity.distances,
    "index_map": _small_map,
    "reactions": lambda model, **given: model.reactions(**given).balanced,
    "multipliers": lambda model, **given: model.multipliers(**given).w_d,
    "point_to_point": lambda model, **given: _sampled(trajectory.point_to_point(**given)),
    "line": lambda model, start, end: trajectory.line(start, end).length,
    "through": lambda model, points, times: trajectory.through(points, times)([0.1, 0.2]),
    "with_payload": lambda model, **given: parados.Robot(model.spec).with_payload(**given).spec.platform.link.standard(),
    "compile": lambda model, backend: repr(parados.Robot(model.spec).compile(backend)),
    "in_coordinates": lambda model, names: parados.Robot(model.spec).in_coordinates(names).name,
    "load": lambda model, robot: parados.load(robot).name,
}
"""Calls that are not methods of a model."""

STATES = ("x", "xd", "xdd", "q", "tau", "wrench", "jerk", "guess", "mode", "start", "end", "points", "times", "com", "inertia")
WORDS = {"axes": "platform", "distribution": "statics"}
WORDS |= {"joints": "all", "solution": "minimum-norm", "law": "quintic", "backend": "vm", "wrt": "x"}
WORDS |= {"name": "inverse_kinematics", "robot": "five-bar", "names": "px"}
NUMBERS = {"mass": 1.0, "duration": 1.0}


@cache
def _model(name: str) -> Model:
    return parados.load(ROBOTS[name]).compile("vm")


def _good(model: Model, name: str, stacked: bool, rng: random.Random) -> Any:
    """Return a valid argument; arrays are (n,) or (3, n), near home."""
    rows, numbers = (3 if stacked else 1), np.random.default_rng(rng.randrange(10**9))
    labels, home = model.labels, model.survey.home
    if name == "space":
        return rng.choice(("platform", "actuators"))
    if name in WORDS or name in NUMBERS or name == "friction":
        return {**WORDS, **NUMBERS, "friction": False}[name]
    plain = {"mode": model.working_mode(), "com": [0.1, 0.0, 0.2], "inertia": [1.0, 1.2, 1.1], "times": [0.0, 0.4, 1.0]}
    if name in plain:
        return np.array(plain[name], dtype=int if name == "mode" else float)
    if name in ("x", "guess", "start", "end", "points"):
        value = np.tile(home, (3 if name == "points" else rows, 1))
        if not model.mechanism.platform.is_quaternion:
            value = value + 0.05 * numbers.uniform(-1, 1, value.shape) * (model.survey.upper - model.survey.lower)
        return value if name == "points" or (stacked and name in ("x", "guess")) else value[0]
    if name == "q":
        value = np.tile(model.inverse_kinematics(home), (rows, 1))
    else:
        key = {"jerk": "xddd"}.get(name, name)
        value = numbers.uniform(-1, 1, (rows, len(labels[key])))
    return value if stacked else value[0]


def _call(model: Model, call: str, given: dict[str, Any]) -> Any:
    if call in OUTSIDE:
        return OUTSIDE[call](model, **given)
    return getattr(model, call)(**given)


def _odd(name: str, good: Any, rng: random.Random) -> Odd:
    if name in WORDS or name == "space":
        return odd_word(good, rng)
    if name in NUMBERS:
        return odd_number(good, rng)
    if name == "friction":
        return odd_switch(good, rng)
    odd = odd_array(good, rng)
    free = name in ("start", "end", "points", "times", "com", "inertia") and odd.must == "rejected"  # other lengths may fit too
    return odd._replace(must="either") if free and odd.what.startswith(("one too", "deep", "number", "zero")) else odd


def judged_call(seed: int) -> Outcome:
    """Make the odd call of a seed and judge its result."""
    rng = random.Random(seed)
    robot, call = rng.choice(MODELS), rng.choice(list(CALLS))
    model, stacked = _model(robot), rng.random() < 0.4
    arguments = [a for a in CALLS[call].split() if not a.startswith("?") or rng.random() < 0.4]
    names = [a.strip("?") for a in arguments]
    given = {name: _good(model, name, stacked and call not in OUTSIDE, rng) for name in names}
    name = rng.choice(names)
    odd = _odd(name, given[name], rng)
    written = ", ".join(f"{key}={value!r:.80}" for key, value in {**given, name: odd.value}.items())
    case = f"{robot}: {call}({written}) with {odd.what} for {name}"
    start = time.process_time()
    limit_processor_time(30 * SECONDS)  # the call may build graphs
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            found = _call(model, call, {**given, name: odd.value})
        except Exception as error:
            return judged_error(error, case, time.process_time() - start)
        spent = time.process_time() - start
        counted = any("NaN" in str(w.message) for w in warned)
        problem = _problem(model, call, {**given, name: odd.value}, odd, name, found, counted)
    return Outcome("wrong" if problem else "works", problem, case, spent)


def _problem(model: Model, call: str, given: dict[str, Any], odd: Odd, name: str, found: Any, counted: bool) -> str:
    if odd.must == "rejected":
        return f"{odd.what} for {name} was accepted"
    values = list(_arrays(found))
    if not counted and not all(np.isfinite(v).all() for v in values):
        return "numbers that are not finite, without a warning"
    if odd.must == "same" and name in STATES:
        plain = np.array(odd.value, dtype=object).astype(float)
        plain = plain.astype(int) if name == "mode" else plain
        try:
            wanted = list(_arrays(_call(model, call, {**given, name: plain})))
        except parados.ParadosError as error:
            return f"plain numbers are rejected: {error}"
        if len(values) != len(wanted) or any(not _equal(a, b) for a, b in zip(values, wanted, strict=True)):
            return f"{values} instead of {wanted}"[:600]
    return ""


def _equal(a: np.ndarray, b: np.ndarray) -> bool:
    return a.shape == b.shape and bool(
        np.allclose(a, b, rtol=SAME, atol=SAME * max(1.0, np.abs(b).max(initial=0)), equal_nan=True)
    )


def _arrays(found: Any) -> Iterator[np.ndarray]:
    """Yield the arrays of numbers in a result."""
    if isinstance(found, np.ndarray | float | int | np.floating) and np.asarray(found).dtype.kind in "fiu":
        yield np.asarray(found, dtype=float)
    elif isinstance(found, tuple | list):
        for part in found:
            yield from _arrays(part)
    elif isinstance(found, dict):
        yield from _arrays(list(found.values()))

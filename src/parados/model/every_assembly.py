"""Find all assembly modes: solve the equations of the pose, then find the legs' positions at each solution (Briot & Khalil 7.2).

Robots for which no solver fits are searched from random starts (`forward_geometry`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.assembly.found_poses import FoundPoses, PoseSolver
from parados.assembly.joint_closing import JointClosing
from parados.geometry.working_modes import Mode, mode_of_signs
from parados.model.assembly_result import AssemblyModes
from parados.model.forward_geometry import SAME, frames_at, pose_distances, searched_assemblies
from parados.model.frame_coordinates import MOVED, coordinates_of_frames, declared_six, frame_gaps
from parados.model.mode_matching import all_tried, matching_modes, reproduces
from parados.model.newton_poses import solve_from
from parados.model.quick_modes import quick_modes
from parados.text.numbers import counted

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["every_assembly"]

Array = NDArray[np.float64]

TRIES, FEW_TRIES = 400, 20
"""Number of random starts in each working mode, if the poses are searched; the second one for a numeric geometry."""


def every_assembly(model: Model, q: Array, tries: int | None) -> AssemblyModes:
    """Find all poses at the actuated joints q (n_a,); `tries` asks for a search with so many random starts."""
    robot = model.single_robot()
    if not robot.mechanism.loops:
        return _open_chain(model, q)
    solver = robot.pose_solver if tries is None else None
    if solver is not None:
        return _solved(model, q, solver)
    count = TRIES if model.survey.geometry.is_closed_form else FEW_TRIES
    return _searched(model, q, count if tries is None else tries)


def _open_chain(model: Model, q: Array) -> AssemblyModes:
    """Return the only pose of a robot without loops."""
    x, _ = solve_from(model, q[None], model.survey.home[None], None)
    frames = frames_at(model, x, None)
    return AssemblyModes(
        model, q, x, frames, (model.working_mode(),), True, 1, 1, "open chain", "a robot without loops has one pose"
    )


def _searched(model: Model, q: Array, tries: int) -> AssemblyModes:
    x, frames, modes = searched_assemblies(model, q, tries)
    starts = f"{tries} random starts in each working mode"
    found = f"{counted(len(x), 'pose')} found from {starts}; there may be more" if len(x) else f"no pose was found from {starts}"
    return AssemblyModes(model, q, x, frames, modes, False, None, None, "random starts", found)


def _solved(model: Model, q: Array, solver: PoseSolver) -> AssemblyModes:
    found = solver.solve(q)
    x, frames, modes, excluded = _with_modes(model, q, found)
    order = sorted(range(len(x)), key=np.round(x, 9).tolist().__getitem__)
    geometry = model.survey.geometry
    branches = bool(geometry.settled) or any(choice.fixed is not None for choice in geometry.choices)
    if excluded and (unsure := _why_unsure(model, found, branches)):
        found = replace(found, complete=False, doubt="; ".join([*([found.doubt] if found.doubt else []), unsure]))
    return AssemblyModes(
        model, q, x[order], frames[order], tuple(modes[k] for k in order), found.complete, found.complex_found,
        found.complex_expected, found.route, _reason(found, len(x), excluded, branches), found.is_curve, found.polynomial,
        excluded,
    )  # fmt: skip


def _reason(found: FoundPoses, count: int, excluded: int, branches: bool) -> str:
    """Tell in one sentence how many poses there are, and whether these are all.

    branches : True if the robot file excludes branches of legs
    """
    if found.is_curve:
        return (
            "the platform can move while these actuated joints are held (self-motion): poses on the curve of solutions are not "
            f"listed, {counted(count, 'isolated pose')} found beside it"
        )
    if found.complex_found is None or found.complex_expected is None:
        return f"{counted(count, 'real pose')} of the closure equations; {found.doubt}"
    solutions = f"the equations of the pose have {counted(found.complex_found, 'solution')}"
    unless = ", or only in a branch that the robot file excludes" if branches else ""
    off = f", at {excluded} of the real ones the joints cannot close{unless}" if excluded else ""
    proof = f"; {found.doubt}" if found.doubt else ""
    proof += "" if found.complete or found.doubt else "; some paths were lost, so there may be more"
    if count == 0 and found.complete:
        return f"no pose has these actuated joints: {solutions}, none of them a real pose of the robot{off}{proof}"
    fewer = " at these joints" if found.complex_found < found.complex_expected else ""
    return f"{solutions}{fewer}, {count} of them {'is a real pose' if count == 1 else 'are real poses'}{off}{proof}"


def _why_unsure(model: Model, found: FoundPoses, branches: bool) -> str:
    """Tell why a real solution without a working mode may still be a pose of the robot; empty if it is none.

    branches : True if the robot file excludes branches of legs
    """
    if model.survey.geometry.is_closed_form and not all_tried(model):
        return "the robot has too many working modes to try all of them at each solution, so there may be more poses"
    if found.joints is not None and np.isfinite(found.joints).all() and not branches:
        return "the loops close at every solution, but at some the joints were not found, so there may be more poses"
    return ""


def _with_modes(model: Model, q: Array, found: FoundPoses) -> tuple[Array, Array, list[Mode | None], int]:
    """Return the poses that the robot can take, refined by Newton's method, with their frames and working modes.

    The last number is that of the solutions that are no pose of the robot.
    """
    mechanism = model.mechanism
    joints = np.full((len(found.frames), len(mechanism.joints)), np.nan) if found.joints is None else found.joints.copy()
    joints[:, list(mechanism.actuated)] = q
    x, good = coordinates_of_frames(mechanism, found.frames, joints[:, list(mechanism.joints_in_x)], model.survey.home, found.six)
    frames = found.frames
    if not good.all():
        x, frames, joints = x[good], frames[good], joints[good]
    quick = quick_modes(model, q, x, frames)
    if quick is not None and (found.joints is None or len(quick[0]) == len(found.frames)):
        return *quick, len(found.frames) - len(quick[0])
    if model.survey.geometry.is_closed_form:
        modes = matching_modes(model, x, q, frames)
        kept = np.array([mode is not None for mode in modes], dtype=bool)
    else:
        modes, kept = _closing_modes(model, x, q, frames, joints)
    for mode in {mode for mode in modes if mode is not None}:
        own = np.array([k for k, other in enumerate(modes) if other == mode])
        refined, converged = solve_from(model, np.tile(q, (len(own), 1)), x[own], mode)
        near = converged & (frame_gaps(model.mechanism, frames_at(model, refined, mode), frames[own]) < MOVED)
        x[own[near]] = refined[near]
        at = frames_at(model, x[own], mode)
        there = frame_gaps(model.mechanism, at, frames[own]) < MOVED
        frames[own[there]] = at[there]
        if model.survey.geometry.is_closed_form:
            kept[own] = there
        else:
            modes = [None if k in own[~there] else known for k, known in enumerate(modes)]
    once = _once(model, x, frames, kept)
    return x[once], frames[once], [modes[k] for k in once], len(found.frames) - int(kept.sum())


def _closing_modes(model: Model, x: Array, q: Array, frames: Array, joints: Array) -> tuple[list[Mode | None], NDArray[np.bool_]]:
    """Return the working modes of a numeric geometry at known poses, and (k,) True where the loops close.

    The mode is None if the model does not come to this configuration by itself.

    joints : (k, n_t) positions of joints, NaN where they are not known
    """
    survey, placements = model.survey, model.survey.placements
    closing = JointClosing(survey.geometry, survey.home_unknowns)
    six, _ = declared_six(model.mechanism, frames)
    modes: list[Mode | None] = []
    closed = np.zeros(len(x), dtype=bool)
    for k, pose in enumerate(x):
        given = np.concatenate([pose, survey.live])
        u = closing.unknowns(given, six[k, list(model.mechanism.platform.dependent)], joints[k])
        closed[k] = u is not None
        if u is None or placements is None:
            modes.append(None)
            continue
        sides = placements.sides(given[None], u[None])[0]
        free = [side for side, choice in zip(sides, survey.geometry.choices, strict=True) if choice.fixed is None]
        mode = mode_of_signs(survey.geometry, np.where(np.array(free) < 0, -1.0, 1.0))
        modes.append(mode if reproduces(model, pose[None], q, mode)[0] else None)
    return modes, closed


def _once(model: Model, x: Array, frames: Array, kept: NDArray[np.bool_]) -> list[int]:
    """Return the indices of the kept poses, each pose once; poses are compared by their frames and by the joints in x."""
    rows = np.flatnonzero(kept)
    tail = x[rows, x.shape[1] - len(model.mechanism.joints_in_x) :]
    same = pose_distances(model, frames[rows], tail) < SAME
    once: list[int] = []
    for k in range(len(rows)):
        if not same[k, once].any():
            once.append(k)
    return [int(rows[k]) for k in once]

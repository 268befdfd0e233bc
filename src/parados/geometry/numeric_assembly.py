"""Assembly of a robot whose geometry is numeric: its placements, its configuration at home, and samples around home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.arguments.single_values import listed
from parados.errors import RobotFileError
from parados.geometry.closing_search import ClosingSearch
from parados.geometry.coupled_joints import CoupledJoints
from parados.geometry.home_assembly import HomeAssembly, choose_assembly, nearest_to_names
from parados.geometry.inverse import ENOUGH, InverseGeometry, Samples, nearer_parts, numeric_form
from parados.geometry.numeric import NumericInverse
from parados.geometry.numeric_modes import NumericModes
from parados.geometry.open_loops import assembly_at
from parados.geometry.placements import Placements, find_placements
from parados.geometry.unwinding import unwound
from parados.geometry.working_modes import file_signs
from parados.robot.description import COORDINATES, RobotSpec
from parados.text.numbers import counted
from parados.topology.axis_motions import Guess
from parados.topology.mechanism import Mechanism

__all__ = ["FirstAssembly", "NumericAssembly", "first_assembly", "first_near_guess", "member_assembly", "numeric_assembly"]

Array = NDArray[np.float64]

SEED = 11
"""Seed of the search for an assembly that is nearer to the guess."""

SEARCHED = 8
"""Number of samples for which a working mode is searched from random starts."""


@dataclass(frozen=True)
class NumericAssembly:
    """Results of the assembly of a numeric geometry, for the survey of the robot."""

    placements: Placements
    home: HomeAssembly
    samples: Samples
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class FirstAssembly:
    """One closed configuration at home, of any branch and mode, and closed configurations that continue it to other poses.

    at_home : (n_u,) joints and dependent coordinates at home
    x, u : (n, n_given) poses with live parameters around home, and (n, n_u) joints and dependent coordinates there
    """

    solver: NumericInverse
    at_home: Array
    x: Array
    u: Array

    @property
    def samples(self) -> Samples:
        return Samples(np.hstack([self.x, self.u]))

    @property
    def geometry(self) -> InverseGeometry:
        return self.solver.geometry


def first_assembly(
    spec: RobotSpec, mechanism: Mechanism, home: Array, drawn: Array, guess: Guess, rng: np.random.Generator
) -> FirstAssembly:
    """Close the loops at home, in any branch and mode, and follow this configuration to random poses around home.

    Raises RobotFileError if the loops do not close at home.

    home, drawn : (n_given,) home and (n, n_given) random poses around it, each with its live parameters
    """
    solver = NumericInverse(numeric_form(mechanism))
    first = unwound(solver, home, _any_closed(spec, solver, home, guess, rng), guess.values)
    return FirstAssembly(solver, first, *_around(solver, home, first, drawn))


def first_near_guess(first: FirstAssembly, home: Array, drawn: Array, guess: Guess, joints: Sequence[int]) -> FirstAssembly:
    """Return the first assembly, or one in which given joints are nearer to the positions that the file names for them.

    home, drawn : as for `first_assembly`;  joints : joints that are linear functions of x, so that no sign can choose their place
    """
    named = [k for k in joints if guess.named[k]]
    if not named:
        return first
    nearest = nearest_to_names(first.solver, home, first.at_home, guess, named, np.random.default_rng(SEED))
    if nearest is first.at_home:
        return first
    at_home = unwound(first.solver, home, nearest, guess.values)
    return FirstAssembly(first.solver, at_home, *_around(first.solver, home, at_home, drawn))


def numeric_assembly(
    spec: RobotSpec,
    first: FirstAssembly,
    home: Array,
    drawn: Array,
    guess: Guess,
    relations: CoupledJoints | None,
    rng: np.random.Generator,
) -> NumericAssembly:
    """Close the loops at home in the branch and mode of the file, as near to the guess as possible, and sample around home.

    Raises RobotFileError if the loops do not close.

    home, drawn : (n_given,) home and (n, n_given) random poses around it, each with its live parameters
    relations : linear relations between joints, and joints that are linear in x; None for a geometry without working modes
    """
    placements = Placements(first.geometry)
    if relations is not None and len(first.x):
        placements = find_placements(first.geometry, first.samples, relations)
    chosen = choose_assembly(placements, home, first.at_home, guess, file_signs(spec, placements.geometry), rng)
    if chosen is None:
        raise RobotFileError(spec.name, [_nothing_obeys(spec, placements)])
    samples = _sampled(spec, NumericModes(placements, home, chosen.unknowns), drawn, rng)
    return NumericAssembly(placements, chosen, samples, tuple(_remarks(first.geometry.mechanism, chosen, guess)))


def member_assembly(
    spec: RobotSpec, placements: Placements, family_home: Array, family_unknowns: Array, home: Array, drawn: Array
) -> tuple[Array, Samples]:
    """Close the loops of a member of a family at its home, followed from the home of the family; sample around it.

    family_home, family_unknowns : (n_given,) home of the family with its live parameters, and the configuration there
    home, drawn : (n_given,) and (n, n_given) home of the member and poses around it, each with its live parameters
    """
    solver = NumericInverse(placements.geometry)
    unknowns = solver.track(home[None], family_home, family_unknowns)[0]
    if not np.isfinite(unknowns).all():
        shown = np.round(home[: placements.geometry.mechanism.n_x], 4).tolist()
        found = f"legs: no closed configuration was found at home = {shown} with these parameters"
        raise RobotFileError(spec.name, [f"{found}; change home or the parameters"])
    return unknowns, _sampled(spec, NumericModes(placements, home, unknowns), drawn, np.random.default_rng(9))


def _sampled(spec: RobotSpec, modes: NumericModes, drawn: Array, rng: np.random.Generator) -> Samples:
    """Sample closed configurations in random working modes; raises RobotFileError if too few poses can be reached."""
    x, u = _around(modes.solver, modes.home, modes.home_unknowns, drawn)
    if len(x) < ENOUGH:
        raise RobotFileError(
            spec.name,
            [
                "platform: the closed configuration at home cannot be moved along the declared coordinates "
                f"{', '.join(spec.x_names)}; list the coordinates that follow from the closures under dependent"
            ],
        )
    return Samples(np.hstack([x, _in_all_modes(modes, x, u, rng)]))


def _any_closed(spec: RobotSpec, solver: NumericInverse, home: Array, guess: Guess, rng: np.random.Generator) -> Array:
    """(n_u,) any closed configuration at home; raises RobotFileError if none is found."""
    closed, found = ClosingSearch(solver).from_nothing(home, guess.values, rng)
    if not closed:
        shown = np.round(home[: solver.geometry.mechanism.n_x], 4).tolist()
        coupled = [f"coupling {coupling.name}" for coupling in solver.geometry.mechanism.couplings]
        held = listed([*coupled, *[f"joint {name}" for name in spec.redundancy]])
        gap = assembly_at(solver.geometry, home, found).words() or f"although every closure closes without {held}"
        raise RobotFileError(
            spec.name,
            [
                f"legs: no closed configuration was found at home = {shown}, "
                f"{gap}; check axes and lengths, "
                "or give joint positions near a closed configuration under guess"
            ],
        )
    return found


def _around(solver: NumericInverse, home: Array, start: Array, drawn: Array) -> tuple[Array, Array]:
    """Return the drawn poses that can be reached from home, and the unknowns there.

    If too few can be reached, the poses are moved closer to home.
    """
    for shrink in nearer_parts(solver.geometry.mechanism, home, drawn):
        x = solver.between(home, drawn, shrink)
        unknowns = solver.track(x, home, start)
        good = np.isfinite(unknowns).all(axis=1)
        if good.sum() >= ENOUGH:
            break
    return x[good], unknowns[good]


def _in_all_modes(modes: NumericModes, x: Array, u: Array, rng: np.random.Generator) -> Array:
    """(n, n_u) configurations at the same poses in random working modes; a row stays as it is if its random mode does not close.

    With samples of one mode only, a property of this mode could be mistaken for a property of the robot. If single equations do
    not determine every joint, a mode may close only with other values of the remaining unknowns; up to `SEARCHED` samples are
    then searched from random starts.
    """
    placements = modes.placements
    left = 0 if placements.complete else SEARCHED
    for k in range(len(x) if placements.geometry.free_choices else 0):
        signs = placements.all_signs(rng.choice([-1.0, 1.0], len(placements.geometry.free_choices)))
        placed = modes.in_mode(x[k : k + 1], u[k : k + 1].copy(), signs)
        if not np.isfinite(placed).all() and left:
            placed, left = modes.unknowns(x[k : k + 1], signs), left - 1
        if np.isfinite(placed).all():
            u[k] = placed[0]
    return u


def _nothing_obeys(spec: RobotSpec, placements: Placements) -> str:
    """Write the message for a robot that does not close at home in its branch and mode."""
    fixed = [placements.geometry.mechanism.joints[c.joint].name for c in placements.geometry.choices if c.fixed is not None]
    asked = [f"branch of {', '.join(fixed)}"] if fixed else []
    asked += ["mode"] if spec.mode is not None else []
    return (
        f"home: none of the closed configurations found at home obeys {' and '.join(asked) or 'the choices of the legs'}; "
        "change them, or give joint positions near the wanted configuration under guess"
    )


def _remarks(mechanism: Mechanism, chosen: HomeAssembly, guess: Guess) -> Iterator[str]:
    """Remark on other assemblies at home if branch, mode and guess do not decide between them and the chosen one."""
    if len(chosen.others) == 0:
        return
    nearest = guess.distance(chosen.unknowns[None])[0]
    rivals = chosen.others[guess.distance(chosen.others) < nearest + 1e-6] if guess.named.any() else chosen.others
    if len(rivals) == 0:
        return
    moved = set(np.argwhere(guess.moved(rivals, chosen.unknowns))[:, 1].tolist())
    unknowns = [*mechanism.joint_names, *[COORDINATES[k] for k in mechanism.platform.dependent]]
    names = [name for k, name in enumerate(unknowns) if k in moved]
    yield (
        f"guess: the loops also close at home in {counted(len(rivals), 'other way')}, "
        f"with {listed(names)} in other positions; "
        "give the positions of some of them under guess to choose one"
    )

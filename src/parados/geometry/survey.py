"""Survey a robot: find its inverse geometry, a closed configuration at home, and sampled configurations around home.

The samples decide questions about all configurations: which rows are independent, which terms are constant, the mobility.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.arguments.single_values import listed
from parados.errors import RobotFileError
from parados.geometry.coupled_joints import CoupledJoints
from parados.geometry.coupling_conflicts import coupling_conflicts, uncoupled
from parados.geometry.couplings import find_loop_relations, has_twin
from parados.geometry.equation_search import closed_form
from parados.geometry.home_assembly import other_assemblies
from parados.geometry.inverse import ENOUGH, InverseGeometry, Samples, nearer_parts
from parados.geometry.linear_joints import linear_joints
from parados.geometry.numeric import periodic_unknowns
from parados.geometry.numeric_assembly import FirstAssembly, first_assembly, first_near_guess, member_assembly, numeric_assembly
from parados.geometry.open_loops import NearestAssembly, nearest_assembly
from parados.geometry.placements import Placements, find_placements
from parados.geometry.settled_forms import settled_forms
from parados.geometry.working_modes import Mode, SignGroups, file_signs, mode_of_signs, mode_signs, nearest_signs, sign_groups
from parados.robot.description import RobotSpec
from parados.spatial.live_numbers import LiveNumber, is_live
from parados.spatial.rotations import quaternion, rotation
from parados.spatial.turns import principal
from parados.spatial.vectors import SX, expression
from parados.text.numbers import counted
from parados.topology.axis_motions import SAME, Guess
from parados.topology.joint_couplings import Coupling
from parados.topology.mechanism import Mechanism

__all__ = ["Survey", "as_x", "assembly_at_home", "member_survey", "survey"]

Array = NDArray[np.float64]
Pose = Sequence[float | LiveNumber] | None

COUNT = 48
"""Number of poses that are sampled."""

SEED = 20150731
"""Seed of the random poses and signs."""


@dataclass(frozen=True)
class Survey:
    """Inverse geometry of a robot, its home and sampled configurations.

    Attributes
    ----------
    geometry : inverse geometry
    samples : closed configurations with different signs of the free choices
    lower, upper : bounds of the box in which poses are sampled, for the entries of x with angles in place of a quaternion
    home : (n_x,) a pose within reach in the default mode
    mode : the default working mode
    home_unknowns : (n_u,) the unknowns at home in the default mode, with principal angles; empty if the geometry is a closed form
    live : (n_p,) the values of the live parameters of this robot; empty without live parameters
    placements : equations of single joints of a numeric geometry; None for a closed form
    remarks : sentences about other assemblies that the file does not exclude
    """

    geometry: InverseGeometry
    samples: Samples
    lower: Array
    upper: Array
    home: Array
    mode: Mode
    home_unknowns: Array
    live: Array
    placements: Placements | None = None
    remarks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Make the arrays read-only, since many models share them."""
        for array in (self.samples.inputs, self.lower, self.upper, self.home, self.home_unknowns, self.live):
            array.setflags(write=False)

    @property
    def home_given(self) -> Array:
        """(n_given,) the home, then the live parameters."""
        return np.concatenate([self.home, self.live])

    @property
    def home_joints(self) -> Array:
        """(n_t,) positions of the joints at home in the default mode; angles are principal values."""
        inputs = np.concatenate([self.home_given, self.default_signs, self.home_unknowns])[None]
        return Samples(inputs).values(self.geometry, ca.vertcat(*[joint.q for joint in self.geometry.joints]))[0, :, 0]

    @cached_property
    def sign_groups(self) -> SignGroups:
        """Signs that are tried together, see `working_modes.sign_groups`."""
        return sign_groups(self.geometry)

    @property
    def with_home(self) -> Samples:
        """The closed configuration at home in the default mode, then the samples."""
        home = np.concatenate([self.home_given, self.default_signs, self.home_unknowns])
        return Samples(np.vstack([home, self.samples.inputs]))

    @property
    def default_signs(self) -> Array:
        """(n_signs,) signs of the default mode, as inputs of the graphs; empty if the geometry is numeric."""
        return mode_signs(self.geometry, self.mode)[: self.geometry.signs.numel()]


class _Given(NamedTuple):
    """Bounds of the poses, and what is given at home and at the drawn poses: x, then the live parameters.

    any_home : (n_given, 1) what is given at the home of any member of a family, as expressions of the live parameters
    """

    lower: Array
    upper: Array
    home: Array
    drawn: Array
    any_home: SX


LARGEST_ROBOT = 1e7
"""Largest distance of a frame from the origin of its body [m]; at 1e7 m the round-off of a position is 2 nm."""

FAR = 1e6
"""Largest ratio of a coordinate [m, rad] to the size of the mechanism [m]; above it, round-off hides the link lengths."""


def _box(spec: RobotSpec, mechanism: Mechanism) -> tuple[Array, Array, Array]:
    """Return lower bounds, upper bounds and home, as entries of x with angles in place of a quaternion."""
    names, size, quaternions = list(spec.x_names), mechanism.size, mechanism.platform.is_quaternion
    _check_keys(spec, quaternions)
    if size > LARGEST_ROBOT:
        reason = f"a joint or closure is {size:.3g} m from the frame of its link, so that round-off would open the loops"
        raise RobotFileError(spec.name, [f"legs: {reason}; check the units of lengths"])
    centre = np.array([sum(spec.workspace.get(name, (0.0, 0.0))) / 2 for name in names])
    if spec.home is not None and not quaternions:
        centre = np.array(spec.home)
    elif spec.home is not None:
        centre[:3] = spec.home[:3]
    own = len(spec.platform.own_coordinates)
    reach = [0.15 * size if k < own and name.startswith("p") else 0.2 for k, name in enumerate(names)]
    bounds = [spec.workspace.get(name, (c - r, c + r)) for name, c, r in zip(names, centre, reach, strict=True)]
    lower, upper = np.array([low for low, _ in bounds]), np.array([high for _, high in bounds])
    given = [("home", centre)] if spec.home is not None else []
    for key, values in [*given, ("workspace", lower), ("workspace", upper)]:
        _check_ratio(spec, key, values, size)
    return lower, upper, centre


def _check_keys(spec: RobotSpec, quaternions: bool) -> None:
    """Reject entries of the workspace that are not coordinates, bounds in the wrong order, and a home of the wrong length."""
    names = list(spec.x_names)
    unknown = [key for key in spec.workspace if key not in names]
    if unknown:
        raise RobotFileError(spec.name, [f"workspace: {', '.join(unknown)} is not one of {', '.join(names)}"])
    for key, (low, high) in spec.workspace.items():
        if low >= high:
            raise RobotFileError(spec.name, [f"workspace.{key}: the lower bound {low:g} is not below the upper bound {high:g}"])
    entries = ["px", "py", "pz", "w", "x", "y", "z", *spec.joint_coordinates] if quaternions else names
    if spec.home is not None and len(spec.home) != len(entries):
        expected = f"a list of {counted(len(entries), 'number')} is expected ({', '.join(entries)})"
        raise RobotFileError(spec.name, [f"home: {expected}, not of {len(spec.home)}"])


def _check_ratio(spec: RobotSpec, key: str, values: Array, size: float) -> None:
    """Reject coordinates so large that round-off would hide the lengths of the robot."""
    far = np.flatnonzero(np.abs(values) > FAR * size)
    if len(far):
        name, value = list(spec.x_names)[far[0]], values[far[0]]
        large = f"{name} = {value:.3g} is too large for a robot whose largest length on a body is {size:.3g} m"
        hidden = f"round-off would hide its lengths; check the unit of {name}"
        raise RobotFileError(spec.name, [f"{key}: {large}: {hidden}"])


def as_x(mechanism: Mechanism, values: Array) -> Array:
    """Convert values with three angles to entries of x: for quaternion platforms the angles become a quaternion."""
    if not mechanism.platform.is_quaternion:
        return values
    return np.array([[*v[:3], *quaternion(rotation("XYZ", v[3:6])), *v[6:]] for v in values])


def _given(spec: RobotSpec, mechanism: Mechanism, live: Array, rng: np.random.Generator, home_of_members: Pose = None) -> _Given:
    """Draw poses around home, with rows (n, n_p) of live parameters in turn; the first row belongs to home.

    home_of_members : (n_x,) home with live numbers; None if all members have the home of `spec`
    """
    lower, upper, centre = _box(spec, mechanism)
    drawn = as_x(mechanism, rng.uniform(lower, upper, (COUNT, len(lower))))
    home = as_x(mechanism, centre[None])[0] if spec.home is None else np.array(spec.home)
    rows = live[np.arange(COUNT) % len(live)]
    any_home = ca.vertcat(*map(SX, home if home_of_members is None else home_of_members), mechanism.family.symbol)
    return _Given(lower, upper, np.concatenate([home, live[0]]), np.hstack([drawn, rows]), any_home)


def survey(spec: RobotSpec, mechanism: Mechanism, explain: bool = True, home_of_members: Pose = None) -> Survey:
    """Find the inverse geometry and sample it; raises RobotFileError if the robot closes at no pose.

    explain : name the couplings that prevent the survey, if it fails; this needs a second survey, without couplings
    home_of_members : (n_x,) home with live numbers, for a family; None if all members have the home of `spec`
    """
    try:
        return _surveyed(spec, mechanism, home_of_members)
    except RobotFileError as error:
        if explain and (conflicts := _conflicts(spec, mechanism)):
            raise RobotFileError(spec.name, conflicts) from error
        raise


def _surveyed(spec: RobotSpec, mechanism: Mechanism, home_of_members: Pose) -> Survey:
    """Survey a robot, without the search for couplings that explain an error."""
    rng = np.random.default_rng(SEED)
    given = _given(spec, mechanism, mechanism.family.members, rng, home_of_members)
    guess = Guess.of(mechanism, spec.guess, spec.platform.dependent, mechanism.size)
    near = _joints_near_home(mechanism, guess, given.home)
    couplings = find_loop_relations(mechanism, near, rng)
    relations = CoupledJoints(mechanism, couplings, near)
    geometry = None if spec.numeric else _counted_from_home(spec, relations, given, guess)
    if geometry is not None:
        found = _closed_survey(spec, geometry, given, guess, rng)
        return replace(found, remarks=tuple(_twins(mechanism, couplings, guess, rng)))
    return _survey_from_assembly(spec, relations, given, guess, rng)


def _joints_near_home(mechanism: Mechanism, guess: Guess, home: Array) -> Array:
    """(n_t,) positions of the joints near home: those of the guess, and of home for joints that are entries of x."""
    near, own = guess.values[: len(mechanism.joints)].copy(), list(mechanism.joints_in_x)
    near[own] = home[mechanism.n_x - len(own) : mechanism.n_x]
    return near


def _closed_survey(spec: RobotSpec, geometry: InverseGeometry, given: _Given, guess: Guess, rng: np.random.Generator) -> Survey:
    """Survey a robot whose inverse geometry is a closed form."""
    lower, upper, home, drawn, _ = given
    mode = mode_of_signs(geometry, _closed_signs(spec, geometry, home, guess, rng))
    samples = _closed_samples(spec, geometry, drawn, home, rng)
    n_x = geometry.mechanism.n_x
    return Survey(geometry, samples, lower, upper, home[:n_x], mode, np.zeros(0), home[n_x:])


def _survey_from_assembly(
    spec: RobotSpec, relations: CoupledJoints, given: _Given, guess: Guess, rng: np.random.Generator
) -> Survey:
    """Survey a robot whose loops have no closed form at first: close them numerically.

    If the numeric samples show joints that are linear functions of x, and a closed form exists with these joints, the closed form
    is used. Otherwise the geometry is solved by Newton's method.
    """
    lower, upper, home, drawn, _ = given
    mechanism = relations.mechanism
    first = first_assembly(spec, mechanism, home, drawn, guess, rng)
    linear = linear_joints(first.geometry, first.samples)
    nearer = first_near_guess(first, home, drawn, guess, [one.joint for one in linear])
    if nearer is not first:
        first, linear = nearer, linear_joints(nearer.geometry, nearer.samples)
    relations = relations.with_linear(linear)
    if relations.linear and not spec.numeric and not spec.is_chart:
        geometry = _counted_from_home(spec, relations, given, guess)
        if geometry is not None:
            found = _closed_survey(spec, geometry, given, guess, rng)
            return replace(found, remarks=tuple(_other_branches(relations, first, home, guess, rng)))
    if len(first.x) and not spec.numeric and not spec.is_chart:
        geometry, remarks = _settled_at_home(spec, relations, given, guess, first)
        if geometry is not None:
            return replace(_closed_survey(spec, geometry, given, guess, rng), remarks=remarks)
    assembly = numeric_assembly(spec, first, home, drawn, guess, None if spec.is_chart else relations, rng)
    return Survey(
        geometry=assembly.placements.geometry,
        samples=assembly.samples,
        lower=lower,
        upper=upper,
        home=home[: mechanism.n_x],
        mode=mode_of_signs(assembly.placements.geometry, assembly.home.signs),
        home_unknowns=principal(assembly.home.unknowns, periodic_unknowns(mechanism)),
        live=home[mechanism.n_x :],
        placements=assembly.placements,
        remarks=assembly.remarks,
    )


def assembly_at_home(spec: RobotSpec, mechanism: Mechanism) -> NearestAssembly:
    """Search for the configuration with the smallest gaps at home, from the guess of the file; the loops need not close."""
    rng = np.random.default_rng(SEED)
    home = _given(spec, mechanism, mechanism.family.members, rng).home
    guess = Guess.of(mechanism, spec.guess, spec.platform.dependent, mechanism.size)
    return nearest_assembly(mechanism, home, guess.values, rng)


def _counted_from_home(spec: RobotSpec, relations: CoupledJoints, given: _Given, guess: Guess) -> InverseGeometry | None:
    """Build the closed form, None if there is none; angles of coupled joints are within half a turn of their values at home."""
    poses = np.vstack([given.home, given.drawn])
    geometry = closed_form(relations.mechanism, poses, relations)
    if geometry is None or not relations.counted_joints:
        return geometry
    signs = _closed_signs(spec, geometry, given.home, guess)
    home = _joints_at_any_home(geometry, given, signs)
    return closed_form(relations.mechanism, poses, CoupledJoints(relations.mechanism, relations.found, home, relations.linear))


def _joints_at_any_home(geometry: InverseGeometry, given: _Given, signs: Array) -> SX:
    """(n_t, 1) positions of the joints of a closed form at the home of any member, as expressions of the live parameters.

    No joint has made whole turns there.

    signs : (n_signs,) signs of the free choices, of all members
    """
    joints = ca.Function("joints", [geometry.given, geometry.signs], [ca.vertcat(*[joint.q for joint in geometry.joints])])
    turned = expression([joint.turned for joint in geometry.mechanism.joints if is_live(joint.turned)])
    return ca.substitute(joints(given.any_home, SX(signs)), turned, SX.zeros(turned.numel(), 1))


def _settled_at_home(
    spec: RobotSpec, relations: CoupledJoints, given: _Given, guess: Guess, first: FirstAssembly
) -> tuple[InverseGeometry | None, tuple[str, ...]]:
    """Build the closed form of the wider search whose configuration at home is nearest to the guess; None if there is none.

    Newton's method would choose the same configuration: joints that it cannot place one by one are near 0 if the guess does not
    decide. Also returns remarks on settled values between which the guess does not decide.
    """
    poses = np.vstack([given.home, given.drawn])
    placements = find_placements(first.geometry, first.samples, relations)
    geometry, remarks = _nearest_form(spec, settled_forms(placements, poses, relations), given.home, guess)
    if geometry is None or not relations.counted_joints:
        return geometry, remarks
    signs = _closed_signs(spec, geometry, given.home, guess)
    home = _joints_at_any_home(geometry, given, signs)
    again = CoupledJoints(relations.mechanism, relations.found, home, relations.linear)
    return _nearest_form(spec, settled_forms(placements, poses, again), given.home, guess)


def _nearest_form(
    spec: RobotSpec, forms: Sequence[InverseGeometry], home: Array, guess: Guess
) -> tuple[InverseGeometry | None, tuple[str, ...]]:
    """Return the closed form whose configuration at home is nearest to the guess, and remarks; None if no form reaches home."""
    reached: list[tuple[InverseGeometry, Array]] = []
    for form in forms:
        try:
            reached.append((form, _positions_at_home(form, home, _closed_signs(spec, form, home, guess)[None])[0]))
        except RobotFileError:
            continue
    if not reached:
        return None, ()
    u = np.array([positions for _, positions in reached])
    best, far = guess.nearest(u, undecided=True), guess.distance(u)
    geometry = reached[best][0]
    moved = np.asarray(guess.moved(u, u[best])[far < far[best] + SAME, : len(geometry.joints)].any(axis=0))
    if not moved.any():
        return geometry, ()
    names = listed([name for name, other in zip(geometry.mechanism.joint_names, moved, strict=True) if other])
    remark = f"guess: the loops also close at home with {names} in other positions"
    return geometry, (f"{remark}; give the positions of some of them under guess to choose",)


def _positions_at_home(geometry: InverseGeometry, home: Array, signs: Array) -> Array:
    """(k, n_u) joints and dependent coordinates of a closed form at home, for signs (k, n_free) of the free choices."""
    dependent = [geometry.coordinates.six[k].q for k in geometry.mechanism.platform.dependent]
    positions = ca.vertcat(*[j.q for j in geometry.joints], *dependent)
    return Samples(np.hstack([np.tile(home, (len(signs), 1)), signs])).values(geometry, positions)[:, :, 0]


def _conflicts(spec: RobotSpec, mechanism: Mechanism) -> list[str]:
    """Return a sentence for each coupling that prevents a survey; none if the survey fails without couplings too."""
    if not mechanism.couplings:
        return []
    try:
        loose = survey(spec, uncoupled(mechanism))
    except RobotFileError:
        return []
    home = np.concatenate([loose.home_given, loose.default_signs, loose.home_unknowns])[None]
    return list(coupling_conflicts(mechanism.couplings, loose.geometry, home, loose.samples))


def member_survey(spec: RobotSpec, mechanism: Mechanism, family: Survey, live: Array) -> Survey:
    """Survey another member of a family of robots: the inverse geometry is that of the family.

    mechanism : the member's own numbers
    family : the survey of the family
    live : (n_p,) values of the live parameters
    Raises RobotFileError if the member does not close at its home.
    """
    geometry, rng = family.geometry, np.random.default_rng(SEED)
    lower, upper, home, drawn, _ = _given(spec, mechanism, live[None], rng)
    own = replace(family, lower=lower, upper=upper, home=home[: mechanism.n_x], live=live)
    if geometry.is_closed_form:
        guess = Guess.of(mechanism, spec.guess, spec.platform.dependent, mechanism.size)
        mode = mode_of_signs(geometry, _closed_signs(spec, geometry, home, guess))
        if any(mechanism.is_inner(closure) for closure in mechanism.loops):
            # the samples are then those of a robot alone
            find_loop_relations(mechanism, _joints_near_home(mechanism, guess, home), rng)
        return replace(own, mode=mode, samples=_closed_samples(spec, geometry, drawn, home, rng))
    assert family.placements is not None
    unknowns, samples = member_assembly(spec, family.placements, family.home_given, family.home_unknowns, home, drawn)
    return replace(own, home_unknowns=principal(unknowns, periodic_unknowns(mechanism)), samples=samples)


def _closed_signs(
    spec: RobotSpec, geometry: InverseGeometry, home: Array, guess: Guess, rng: np.random.Generator | None = None
) -> Array:
    """(n_free,) signs of the default mode: those of the file, or else those nearest to the guess.

    home : (n_given,) pose and live parameters
    Raises RobotFileError if a leg is too short or too long for the platform at home. With `rng`, and if the signs nearest to the
    guess do not close either, the message also describes the widest gap of the nearest assembly (`geometry.open_loops`).
    """

    def blocked(signs: Array) -> NDArray[np.bool_]:
        at_home = Samples(np.concatenate([home, signs])[None])
        return np.asarray(~(at_home.values(geometry, geometry.discriminants())[0, :, 0] >= 0))

    undecided = np.zeros(len(guess.values), dtype=bool)
    undecided[list(geometry.undecided)] = True
    nearest = nearest_signs(geometry, lambda trials: guess.nearest(_positions_at_home(geometry, home, trials), undecided))
    given = file_signs(spec, geometry)
    signs = nearest if given is None else given
    if blocked(signs).any():
        short = [k for k in np.flatnonzero(blocked(signs)) if k < len(geometry.choices)]
        legs = sorted({geometry.choices[k].leg for k in short}) or range(len(geometry.mechanism.leg_names))
        names = ", ".join(geometry.mechanism.leg_names[leg] for leg in legs)
        chosen = f" in mode {list(spec.mode or ())}" if not blocked(nearest).any() else ""
        gap = "" if chosen or rng is None else nearest_assembly(geometry.mechanism, home, guess.values, rng).words()
        raise RobotFileError(
            spec.name,
            [
                f"legs: {names} cannot reach the platform at home = {_shown(geometry, home)}{chosen}; "
                f"{gap}{'; ' if gap else ''}check lengths and attachment points, or home"
            ],
        )
    return signs


def _closed_samples(spec: RobotSpec, geometry: InverseGeometry, drawn: Array, home: Array, rng: np.random.Generator) -> Samples:
    """Sample a closed form at the drawn poses, with random signs; raises RobotFileError if too few are within reach."""
    n_signs = geometry.signs.numel()
    positions = ca.vertcat(*[j.q for j in geometry.joints])
    found: list[Array] = []
    for shrink in nearer_parts(geometry.mechanism, home, drawn):
        x = drawn if geometry.mechanism.platform.is_quaternion else home + shrink * (drawn - home)
        inputs = np.hstack([x, rng.choice([-1.0, 1.0], (len(x), n_signs))])
        values = Samples(inputs).values(geometry, positions)[:, :, 0]
        found = [row for row, value in zip(inputs, values, strict=True) if np.isfinite(value).all()]
        if len(found) >= ENOUGH:
            return Samples(np.array(found))
    raise RobotFileError(
        spec.name,
        [f"workspace: fewer than {ENOUGH} poses near home = {_shown(geometry, home)} can be reached; check lengths or home"],
    )


def _shown(geometry: InverseGeometry, home: Array) -> list[float]:
    """Return the pose of home, rounded, for messages."""
    return [float(value) for value in np.round(home[: geometry.mechanism.n_x], 4)]


def _other_branches(
    relations: CoupledJoints, first: FirstAssembly, home: Array, guess: Guess, rng: np.random.Generator
) -> Iterator[str]:
    """Yield a remark if the loops also close at home with other positions of the joints that are linear in x.

    There is no remark if the guess of the file gives the position of one of these joints.
    """
    joints = [one.joint for one in relations.linear]
    if guess.named[joints].any():
        return
    moved = guess.moved(other_assemblies(first.solver, home, guess, rng), first.at_home)
    names = ", ".join(relations.mechanism.joints[k].name for k in joints if moved[:, k].any())
    if names:
        yield (
            f"guess: the loops also close at home with {names} in other positions; give the position of one of them under "
            "guess to choose"
        )


def _twins(mechanism: Mechanism, couplings: list[Coupling], guess: Guess, rng: np.random.Generator) -> Iterator[str]:
    """Remark on inner loops that also close in another way, if the guess names none of their joints."""
    tied = sorted({k for coupling in couplings for k in coupling.factors})
    if tied and not guess.named[tied].any() and has_twin(mechanism, couplings, rng):
        names = ", ".join(mechanism.joints[k].name for k in tied)
        yield (
            f"guess: the loops of {names} also close with these joints in other positions "
            "(a parallelogram and its crossed twin); "
            "give the position of one of them under guess to choose"
        )

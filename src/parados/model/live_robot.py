"""Robots with live parameters: a family that shares its graphs, and its members."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.arguments import read_only
from parados.dynamics.dynamic_parameters import parameter_names, parameter_values
from parados.errors import InputError, RobotFileError
from parados.flexible.flexible_structure import FlexibleStructure, flexible_structure
from parados.geometry.survey import Survey, member_survey, survey
from parados.model.live_selection import LiveEntry, family_of, selected, turns_of
from parados.model.surveyed_robot import SurveyedRobot, kept_robot
from parados.robot.changed_bodies import (
    FRICTION,
    JOINT_SPRING,
    SPRING,
    with_added_bodies,
    with_friction_and_rotors,
    with_gravity,
    with_springs,
)
from parados.robot.file_parameters import followers
from parados.robot.live_description import LiveDescription, live_description
from parados.robot.robot_parameters import changed_description
from parados.spatial.inertia import INERTIAL_NAMES, from_centre_of_mass
from parados.spatial.live_numbers import Family, LiveNumber, as_numbers
from parados.topology.assembling import assembled, weld
from parados.topology.building import build_links

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parados.robot.description import RobotSpec
    from parados.topology.mechanism import Joint, Mechanism

__all__ = ["LiveRobot", "MemberRobot", "surveyed_family"]

Array = NDArray[np.float64]


class LiveRobot(SurveyedRobot):
    """A robot some of whose parameters stay symbols in its graphs.

    `mechanism` has the numbers of the file; `survey.geometry.mechanism` has live numbers in the places that depend on the
    live parameters.
    """

    def __init__(self, robot: SurveyedRobot, live: Sequence[str]) -> None:
        super().__init__(robot.spec)
        self.entries: tuple[LiveEntry, ...] = selected(robot, live)
        if not self.entries:
            raise InputError("live: give the name of at least one parameter, or leave live out")
        self.mechanism = robot.mechanism
        self._of_file = robot

    @cached_property
    def family(self) -> Family:
        """Symbols of the live parameters, and the members that decide about the structure."""
        return family_of(self.entries, self.mechanism.size)

    @cached_property
    def places(self) -> dict[str, slice]:
        """Place of each live parameter among the symbols."""
        ends = np.cumsum([0, *[len(entry.labels) for entry in self.entries]]).tolist()
        return {entry.name: slice(*ends[k : k + 2]) for k, entry in enumerate(self.entries)}

    def numbers(self, name: str) -> list[LiveNumber]:
        """Return the live numbers of a parameter."""
        place = self.places[name]
        return [self.family.number(k) for k in range(place.start, place.stop)]

    @cached_property
    def description(self) -> LiveDescription:
        """The description with live numbers, and the bounds of these numbers."""
        names = [entry.name for entry in self.entries if entry.kind == "file"]
        if not names:
            return LiveDescription(self.spec)
        return live_description(self.spec, {name: self.numbers(name) for name in names})

    @cached_property
    def links(self) -> Mechanism:
        """The mechanism with every link of the file as a separate body, with live numbers."""
        return self._links_with_dynamics(self._links)

    @cached_property
    def _links(self) -> Mechanism:
        """The same with the dynamic parameters of the file."""
        return replace(build_links(self.description.spec), family=self.family)

    @cached_property
    def flexible(self) -> FlexibleStructure:
        """The tree of the flexible robots; raises InputError if robots near the one of the file have another structure."""
        try:
            return flexible_structure(self.links, self.spring_homes)
        except RobotFileError as error:
            flexible_structure(build_links(self.spec))  # a problem of the robot itself is reported as such
            raise self._not_valid(error) from error

    @cached_property
    def live_mechanism(self) -> Mechanism:
        """The mechanism with live numbers; raises InputError if a live parameter has no effect, or two of them clash."""
        idle = self.mechanism.idle
        rigid = assembled(self.spec, self._links, [spin.axis for spin in idle])
        if [(spin.name, spin.axisymmetric) for spin in rigid.idle] != [(spin.name, spin.axisymmetric) for spin in idle]:
            names = ", ".join(entry.name for entry in self.entries)
            raise InputError(f"live: for other values of {names}, other rods spin freely or are axisymmetric than in the file")
        self._check_clashes(rigid)
        found = self.with_dynamics(rigid)
        self._check_effect(found)
        return found

    def _check_clashes(self, mechanism: Mechanism) -> None:
        """Raise InputError for a live dynamic parameter, or gravity, that also depends on a live parameter of the file."""
        numbers = dict(zip(parameter_names(mechanism), parameter_values(mechanism), strict=True)) | {"gravity": mechanism.gravity}
        file = [entry.name for entry in self.entries if entry.kind == "file"]
        for entry in self.entries:
            used = _symbols(numbers[entry.name]) if entry.kind in ("dynamic", "gravity") else set()
            names = [name for name in file if self._symbols_of(name) & used]
            if names:
                raise InputError(f"live: {entry.name} depends on {', '.join(names)}, which is live too; leave out one of them")

    def _symbols_of(self, name: str) -> set[int]:
        """Return the symbols of a live parameter, by their hash."""
        place = self.places[name]
        return {self.family.symbol[k].__hash__() for k in range(place.start, place.stop)}

    def alone(self) -> SurveyedRobot:
        return self._of_file

    def member_description(self, live: Array) -> RobotSpec:
        """Return the description of a member, without live numbers; live (n_p,) are its parameters."""
        values = {entry.name: live[self.places[entry.name]] for entry in self.entries}
        kinds = {entry.name: entry.kind for entry in self.entries}
        shapes = {entry.name: entry.values.shape for entry in self.entries}
        file = {name: value.reshape(shapes[name]) for name, value in values.items() if kinds[name] == "file"}
        of_file = spec = changed_description(self.spec, file) if file else self.spec
        if "gravity" in values and kinds["gravity"] == "gravity":
            spec = with_gravity(spec, values["gravity"].tolist())
        own = {name: float(value[0]) for name, value in values.items() if kinds[name] == "dynamic"}
        spec = with_springs(with_friction_and_rotors(spec, own), own) if own else spec
        added = _added_bodies(own, dict(zip(parameter_names(self.mechanism), parameter_values(self.mechanism), strict=True)))
        if kinds.get("payload") == "payload":
            mass, *rest = values["payload"].tolist()
            added["p"] = added.get("p", np.zeros(10)) + from_centre_of_mass(mass, rest[:3], rest[3:])
        spec = with_added_bodies(spec, added) if added else spec
        return of_file if spec == of_file else spec  # a description with the same numbers still has its file

    @cached_property
    def payload(self) -> Array | None:
        """(10,) live inertial parameters of the payload in the platform's frame; None if it is not live."""
        if not any(entry.kind == "payload" for entry in self.entries):
            return None
        numbers: Any = self.numbers("payload")
        mass, cx, cy, cz, *inertia = numbers
        return read_only(from_centre_of_mass(mass, (cx, cy, cz), inertia))

    def with_dynamics(self, mechanism: Mechanism, fixed: Mapping[str, Array] | None = None) -> Mechanism:
        """Replace dynamic parameters and gravity by live numbers, and add the payload.

        fixed : name of a joint -> (10,) inertial parameters of bodies that are fixed to its link but separate in the mechanism
        """
        numbers: dict[str, Any] = {entry.name: self.numbers(entry.name) for entry in self.entries if entry.kind != "file"}
        others = fixed or {}
        joints = tuple(_with_parameters(joint, numbers, others.get(joint.name, np.zeros(10))) for joint in mechanism.joints)
        standard = _with_elements(mechanism.platform.standard, "p", numbers, np.zeros(10))
        if self.payload is not None:
            standard = standard + self.payload
        return replace(
            mechanism,
            joints=joints,
            platform=replace(mechanism.platform, standard=standard),
            gravity=as_numbers(numbers.get("gravity", mechanism.gravity)),
            springs=tuple(replace(spring, **_constants(spring.name, numbers, SPRING)) for spring in mechanism.springs),
        )

    def _links_with_dynamics(self, links: Mechanism) -> Mechanism:
        """Do the same as `with_dynamics` for a mechanism with every link of the file as a separate body.

        A dynamic parameter belongs to all bodies that are fixed to each other; a change of it is a change of the first body.
        """
        totals = {joint.name: joint.standard for joint in weld(links).joints}
        pairs = [(joint, totals.get(joint.name, joint.standard)) for joint in links.joints]
        fixed = {joint.name: total - joint.standard for joint, total in pairs if total is not joint.standard}
        return self.with_dynamics(links, fixed)

    def _check_effect(self, mechanism: Mechanism) -> None:
        elastic = [(joint.beams, joint.superelement) for joint in self._links.joints]  # also of links that are fixed
        used = _symbols([mechanism, elastic, self.description.spec.damping])
        file = [entry.name for entry in self.entries if entry.kind == "file"]
        written = self.spec.file[1] if self.spec.file else ()
        for entry in self.entries:
            names = {entry.name, *(followers(written, [entry.name]) & set(file) if entry.name in file else ())}
            if not any(self._symbols_of(name) & used for name in names):
                raise InputError(f"live: no model of this robot depends on {entry.name}; leave it out")

    @cached_property
    def survey(self) -> Survey:
        """Inverse geometry of the family; raises InputError if robots near the one of the file have another structure."""
        try:
            return survey(self.spec, self.live_mechanism, home_of_members=self.description.spec.home)
        except RobotFileError as error:
            raise self._not_valid(error) from error

    def _not_valid(self, error: RobotFileError) -> InputError:
        names = ", ".join(entry.name for entry in self.entries)
        return InputError(f"live: for values of {names} close to those of the file the robot is not valid: {error}")


def surveyed_family(spec: RobotSpec, live: Sequence[str], kind: type[SurveyedRobot]) -> SurveyedRobot:
    """Survey the family of a description that came from another process; recent surveys are reused."""
    key = f"{kind} {spec.is_chart} {spec.model_dump_json()} {spec.file!r} {live}"
    return kept_robot(key, lambda: LiveRobot(kind(spec), live))


class MemberRobot(SurveyedRobot):
    """A robot of a family, with its own values (n_p,) of the live parameters."""

    def __init__(self, family: LiveRobot, live: Array, spec: RobotSpec | None = None) -> None:
        self.family, self.live = family, live
        if spec is not None:
            self.spec = spec

    @cached_property
    def spec(self) -> RobotSpec:  # type: ignore[override]
        """The description with these values."""
        return self.family.member_description(self.live)

    def alone(self) -> SurveyedRobot:
        return type(self.family.alone())(self.spec)

    @cached_property
    def mechanism(self) -> Mechanism:
        """The mechanism with the numbers of this robot."""
        return assembled(self.spec, self.links, [spin.axis for spin in self.family.mechanism.idle])

    @cached_property
    def survey(self) -> Survey:
        """The inverse geometry of the family, with the home and the samples of this robot."""
        return member_survey(self.spec, self.mechanism, self.family.survey, self.live)


def _added_bodies(values: dict[str, float], nominal: dict[str, float]) -> dict[str, Array]:
    """Return the differences (10,) of inertial parameters from those of the file, by the name of the joint or p."""
    added: dict[str, Array] = {}
    for name, value in values.items():
        element, owner = name.split("_", 1)
        if element in INERTIAL_NAMES:
            added.setdefault(owner, np.zeros(10))[INERTIAL_NAMES.index(element)] = value - float(nominal[name])
    return added


def _with_elements(standard: Array, owner: str, numbers: dict[str, list[Any]], fixed: Array) -> Array:
    """Replace inertial parameters of a body by live numbers, which include those of the bodies `fixed` (10,) to it."""
    given = {k: numbers[f"{name}_{owner}"][0] for k, name in enumerate(INERTIAL_NAMES) if f"{name}_{owner}" in numbers}
    return as_numbers([given[k] - fixed[k] if k in given else own for k, own in enumerate(standard)])


def _with_parameters(joint: Joint, numbers: dict[str, list[Any]], fixed: Array) -> Joint:
    """Replace inertial parameters, rotor inertia, friction, the spring and the turns of a joint by live numbers."""
    friction = _constants(joint.name, numbers, {key: key for key in FRICTION})
    return replace(
        joint,
        standard=_with_elements(joint.standard, joint.name, numbers, fixed),
        rotor=numbers.get(f"ia_{joint.name}", [joint.rotor])[0],
        friction=joint.friction.model_copy(update=friction) if friction else joint.friction,
        spring=joint.spring and joint.spring.model_copy(update=_constants(joint.name, numbers, JOINT_SPRING)),
        turned=numbers.get(turns_of(joint.name), [joint.turned])[0],
    )


def _constants(owner: str, numbers: dict[str, list[Any]], keys: Mapping[str, str]) -> dict[str, Any]:
    """Return the live numbers of a joint or spring by their keys in the file; `keys` gives the key for each parameter."""
    return {key: numbers[f"{name}_{owner}"][0] for name, key in keys.items() if f"{name}_{owner}" in numbers}


def _symbols(value: Any) -> set[int]:
    """Return the symbols on which the live numbers in a mechanism depend, by their hash."""
    if isinstance(value, LiveNumber):
        return {symbol.__hash__() for symbol in ca.symvar(value.expression)}
    if isinstance(value, np.ndarray):
        return set().union(*[_symbols(one) for one in value.flat]) if value.dtype == object else set()
    if isinstance(value, tuple | list):
        return set().union(*[_symbols(one) for one in value])
    if isinstance(value, dict):
        return _symbols(list(value.values()))
    parts = getattr(value, "__dict__", {})
    return _symbols([part for key, part in parts.items() if key != "family"])

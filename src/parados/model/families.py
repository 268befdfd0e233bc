"""The families of a robot: models with live parameters that all robots of the same structure share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from parados.errors import ParadosError
from parados.flexible.flexible_structure import is_elastic
from parados.model.live_robot import LiveRobot, MemberRobot
from parados.model.live_values import LiveValues
from parados.model.model import Model

if TYPE_CHECKING:
    from parados.model.surveyed_robot import SurveyedRobot
    from parados.robot.description import RobotSpec

__all__ = ["Families"]


class _Family:
    """A robot with live parameters, and its models."""

    def __init__(self, robot: LiveRobot) -> None:
        self.robot = robot
        self._models: dict[str, Model] = {}

    @cached_property
    def values(self) -> LiveValues:
        return LiveValues(self.robot)

    def model(self, backend: str) -> Model:
        if backend not in self._models:
            self._models[backend] = Model(self.robot, backend)
        return self._models[backend]


class Families:
    """The families of one robot that were made so far."""

    def __init__(self, robot: SurveyedRobot) -> None:
        self.robot = robot
        self._known: dict[frozenset[str], _Family] = {}

    def model(self, live: Sequence[str], backend: str) -> Model:
        """Return the model in which exactly these parameters are live; it is built at the first call."""
        return self._family(live).model(backend)

    def shared_model(self, changed: Mapping[str, Any], backend: str) -> Model:
        """Return the model of a member; more parameters may be live than those that differ from the robot of the file."""
        found = self._serving(changed).model(backend).with_parameters(changed)
        found._only_shares = True
        return found

    def member(self, spec: RobotSpec, changed: Mapping[str, Any]) -> MemberRobot | None:
        """Return the member with this description; None if the models of the family do not serve it.

        They do not if a changed number is not continuous, if the family has no closed configuration at its home, if a joint is
        at the node of a beam only in some of its robots, or if the file has its own parameter `payload`.
        """
        try:
            family = self._serving(changed)
            found = MemberRobot(family.robot, family.values.vector(changed, family.robot.family.nominal), spec)
            _ = found.survey
            if is_elastic(family.robot.links):
                _ = family.robot.flexible
        except ParadosError:
            return None
        return found

    def _family(self, live: Sequence[str]) -> _Family:
        key = frozenset(live)
        if key not in self._known:
            self._known[key] = _Family(LiveRobot(self.robot, list(dict.fromkeys(live))))
        return self._known[key]

    def _serving(self, changed: Iterable[str]) -> _Family:
        """Return a known family in which all these parameters are live, or make one."""
        names = list(changed)
        wide = [family for key, family in self._known.items() if key >= set(names)]
        return wide[0] if wide else self._family(names)

"""Quantities of many designs at the same states, computed in one call of the model and kept for all indices."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import name_list, positive, word
from parados.errors import InputError, UnknownNameError
from parados.model.joint_turns import JointTurns
from parados.model.model import Model
from parados.model.state_arguments import check_stack
from parados.study.study_states import StudyStates

__all__ = ["DesignStates"]

Array = NDArray[np.float64]


class DesignStates:
    """D designs of a family of robots at N states; rows of all arrays without a result are NaN.

    Attributes
    ----------
    family : model in which all variables are live; its values are those of the robot of the study
    names : names of the n variables
    designs : (D, n) values of the variables
    states : the states
    mode : working mode of all designs; by default that of the file
    """

    def __init__(
        self, family: Model, names: Sequence[str], designs: Array, states: StudyStates, mode: ArrayLike | None = None
    ) -> None:
        self.family, self.names, self.designs, self.states = family, list(names), designs, states
        self.mode = family.working_mode(mode)
        self._known: dict[str, Any] = {}

    @staticmethod
    def of_robot(model: Model, states: StudyStates, mode: ArrayLike | None = None) -> DesignStates:
        """Return one robot at the states, as one design without variables."""
        return DesignStates(model, (), np.zeros((1, 0)), states, mode)

    def __len__(self) -> int:
        """Number D of designs."""
        return len(self.designs)

    @cached_property
    def model(self) -> Model:
        """The model with one set of parameters for each of the D N rows: all states of a design follow each other."""
        if not self.names:
            return self.family
        rows = np.repeat(self.designs, len(self.states), axis=0)
        return self.family.with_parameters(dict(zip(self.names, rows.T, strict=True)))

    @cached_property
    def turning_model(self) -> Model:
        """The same model; along a motion, its joints have made the whole turns of each row, if these matter."""
        joints = JointTurns(self.model, self.mode)
        if self.states.grid is not None:
            return self.model
        return joints.made(joints.of_motion(self.rows["x"], motions=len(self)))

    @cached_property
    def rows(self) -> dict[str, Array]:
        """x, xd and xdd of all rows: (D N, n_x), (D N, n), (D N, n)."""
        own = {"x": self.states.x, "xd": self.states.xd, "xdd": self.states.xdd}
        return {key: np.tile(value, (len(self), 1)) for key, value in own.items()}

    def robot(self, k: int) -> Model:
        """Return the model of design number k alone."""
        if not self.names:
            return self.family
        return self.family.with_parameters(dict(zip(self.names, self.designs[k].tolist(), strict=True)))

    def of(self, quantity: str, *states: str, **options: Any) -> Array:
        """(D, N, ...) a quantity of the model, by the name of its method; `states` are those of x, xd, xdd that it takes."""
        key = f"{quantity} {states} {options}"
        if key not in self._known:
            self._known[key] = self.at_reached(
                lambda model, *rows: self._in_mode(getattr(model, quantity), rows, options), states
            )
        return np.asarray(self._known[key])

    def slopes(self, quantity: str, *states: str) -> Array:
        """(D, N, ..., n) exact derivatives of a quantity by the n variables."""
        key = f"slopes of {quantity} {states}"
        if key not in self._known:
            self._known[key] = self.at_reached(
                lambda model, *rows: self._in_mode(model.derivatives(quantity, self.names), rows, {}), states
            )
        return np.asarray(self._known[key])

    def _in_mode(self, quantity: Callable[..., Any], rows: Sequence[Array], options: Mapping[str, Any]) -> Any:
        """Call a method of a model in the working mode, unless it does not depend on one."""
        own = {"mode": self.mode} if "mode" in signature(quantity).parameters else {}
        return quantity(*rows, **{**own, **options})

    def at_reached(self, compute: Callable[..., Any], states: Sequence[str]) -> Array:
        """(D, N, ...) results of a function of a model and its rows of some of x, xd, xdd; rows that are not reached are NaN."""
        own, shape = np.flatnonzero(self.reached), self.reached.shape
        every = len(own) == self.reached.size
        model = self.turning_model if every else self.turning_model.of_rows(own)
        rows = [self.rows[name] if every else self.rows[name][own] for name in states]
        found = np.asarray(self._quietly(lambda: compute(model, *rows)), dtype=float)
        if every:
            return found.reshape(*shape, *found.shape[1:])
        full = np.full((self.reached.size, *found.shape[1:]), np.nan)
        full[own] = found
        return full.reshape(*shape, *found.shape[1:])

    def each(self, function: Callable[[Model], Array]) -> Array:
        """(D, ...) a function of the model of one design, for all designs; for analyses that take one robot at a time."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            return np.stack([np.asarray(function(self.robot(k))) for k in range(len(self))])

    @staticmethod
    def _quietly(compute: Callable[[], Any]) -> Any:
        """States without a result are NaN; indices count them, so that the model need not warn."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            return compute()

    @cached_property
    def reached(self) -> NDArray[np.bool_]:
        """(D, N) True if every leg reaches the state."""
        joints = self.model.quietly("joints", self.rows["x"], mode=self.mode)["joints"]
        return np.isfinite(joints).all(axis=1).reshape(len(self), len(self.states))

    @property
    def q(self) -> Array:
        """(D, N, n_a) positions of the actuators [rad, m]."""
        return self.of("inverse_kinematics", "x")

    @property
    def qd(self) -> Array:
        """(D, N, n_a) rates of the actuators [rad/s, m/s]."""
        return self.of("joint_rates", "x", "xd")

    @property
    def qdd(self) -> Array:
        """(D, N, n_a) accelerations of the actuators [rad/s^2, m/s^2]."""
        return self.of("joint_accelerations", "x", "xd", "xdd")

    @property
    def tau(self) -> Array:
        """(D, N, n_a) efforts of the actuators [N m, N]."""
        return self.of("inverse_dynamics", "x", "xd", "xdd")

    def actuators(self, names: Any = None) -> list[int]:
        """Return the places of some actuators, by default of all; raises InputError if some turn and others slide."""
        known = list(self.family.actuated_names)
        chosen = known if names is None else [names] if isinstance(names, str) else name_list("actuators", names)
        if not chosen:
            raise InputError(f"actuators: give at least one of {', '.join(known)}")
        places = [known.index(word("actuators", name, known, UnknownNameError, "an actuator")) for name in chosen]
        units = {self.unit(place) for place in places}
        if len(units) > 1:
            raise InputError(
                "actuators: some of them turn and others slide, so that their efforts and speeds have different units; "
                f"give the option actuators with names of one kind, from {', '.join(known)}"
            )
        return places

    def unit(self, actuator: int) -> str:
        """Return rad or m."""
        mechanism = self.family.mechanism
        return mechanism.joints[mechanism.actuated[actuator]].unit

    def length(self, given: Any = None) -> float:
        """Return the characteristic length [m]: the given one, or that of the robot of the study, the same for all designs."""
        return self.family.characteristic_length if given is None else positive("length", given, "m")

    def check_states(self) -> None:
        """Raise InputError if the states do not fit the robot."""
        check_stack({"x": self.states.x, "xd": self.states.xd, "xdd": self.states.xdd}, self.family.labels)

"""The parts between a law and the robot: sampling, delay, encoders, saturation and drives."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import freeze, number, positive, real_array, whole, word
from parados.errors import InputError

__all__ = ["Sampling"]

Array = NDArray[np.float64]

MOST_WAITING = 1_000_000
"""Largest number of periods in a delay: the efforts of each of them are stored."""


@dataclass(frozen=True, eq=False)
class Sampling:
    """Settings with which a digital controller runs a law on a robot. Numbers are kept as floats, arrays as copies.

    The loop is taken as running before the start, with its first command held: the efforts of the first update act at t = 0 at
    once, in full. Of the settings below only the effort limit applies to them; delay, slew limit and drives begin from them.

    rate : updates of the law in a second; efforts are held between them [1/s]
    delay : time from a measurement to the efforts that follow from it, at most a million periods [s]
    measured : "platform" if x and xd are measured exactly; "joints" if the encoders of the actuated joints are, and the
        controller's own forward kinematics gives x and xd
    resolution : step of the encoders, one number or one for each actuator; 0 for none [rad, m]
    noise : standard deviation of the measured positions before quantisation, as above [rad, m]
    rates : "exact" measured rates of the joints, or "difference" of the last two measured positions over the period
    effort_limit : largest efforts, one number or one for each actuator; None for no limit [N m, N]
    slew_limit : largest change of the efforts in a second, as above [N m/s, N/s]
    time_constant : of the first-order drives, d tau/dt = (command - tau) / time_constant; 0 for ideal drives [s]
    seed : of the noise
    """

    rate: float = 1000.0
    delay: float = 0.0
    measured: str = "platform"
    resolution: ArrayLike = 0.0
    noise: ArrayLike = 0.0
    rates: str = "exact"
    effort_limit: ArrayLike | None = None
    slew_limit: ArrayLike | None = None
    time_constant: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", positive("rate", self.rate, "1/s"))
        for name in ("delay", "time_constant"):
            object.__setattr__(self, name, number(name, getattr(self, name), 0.0, expected="a time that is not negative [s]"))
        self._check_delay()
        word("measured", self.measured, ("platform", "joints"))
        word("rates", self.rates, ("exact", "difference"))
        object.__setattr__(self, "seed", whole("seed", self.seed, 0))
        for name in ("resolution", "noise", "effort_limit", "slew_limit"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, self._amounts(name))
            elif "limit" not in name:
                raise InputError(f"{name}: one number or one for each actuator is expected, not None")
        freeze(self)
        if self.measured == "platform" and (np.any(self.resolution) or np.any(self.noise) or self.rates != "exact"):
            raise InputError('measured: resolution, noise and rates="difference" belong to encoders; use measured="joints"')

    def _check_delay(self) -> None:
        """Check that the efforts which wait for their time fit into the memory."""
        waiting = self.delay * self.rate
        if waiting > MOST_WAITING:
            told = f"{self.delay:g} s is {waiting:.3g} periods of the law of {1.0 / self.rate:g} s"
            raise InputError(f"delay: {told}; at most {MOST_WAITING:,} are accepted")

    def _amounts(self, name: str) -> Array:
        found = np.array(real_array(name, getattr(self, name)))
        if found.ndim > 1 or (found < 0).any() or ("limit" in name and (found == 0).any()):
            kind = "positive" if "limit" in name else "not negative"
            raise InputError(f"{name}: one number or one for each actuator, {kind}, is expected")
        return found

    def each(self, name: str, n_a: int, missing: float = np.inf) -> Array:
        """(n_a,) values of a field for each actuator; `missing` if it is None."""
        value: Any = getattr(self, name)
        found = np.asarray(missing if value is None else value, dtype=float)
        if found.shape not in ((), (n_a,)):
            raise InputError(f"{name}: one number or {n_a} are expected, not the shape {found.shape}")
        return np.array(np.broadcast_to(found, (n_a,)))

    def steps(self, step: float) -> tuple[int, int]:
        """Return the numbers of steps of the simulation in a period and in the delay.

        Raises InputError if the step [s] does not divide the period.
        """
        period = 1.0 / self.rate
        every = round(period / step)
        if every < 1 or abs(every * step - period) > 1e-9 * period:
            raise InputError(
                f"step: {step:g} s does not divide the period {period:g} s of the law; use {period:g} s over a whole number"
            )
        late = round(self.delay / step)
        if abs(late * step - self.delay) > 1e-6 * step:
            raise InputError(f"delay: {self.delay:g} s is not a whole number of steps of {step:g} s")
        return every, late

    def facts(self) -> dict[str, str]:
        """Describe what differs from the defaults, by the names of the fields."""
        usual = type(self)()
        pairs = [(f.name, getattr(self, f.name), getattr(usual, f.name)) for f in fields(self)]
        return {name: str(value) for name, value, default in pairs if name == "rate" or not np.array_equal(value, default)}

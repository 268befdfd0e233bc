"""Planning: motions that cross singularities with finite efforts, and motions along paths within limits of the actuators."""

from parados.plan.actuator_limits import ActuatorLimits
from parados.plan.cross import cross
from parados.plan.crossing_motion import CrossingMotion, Passage
from parados.plan.demands import Demands
from parados.plan.least_energy import least_energy
from parados.plan.optimal_motion import ActiveLimit, OptimalMotion
from parados.plan.synchronised import synchronised
from parados.plan.time_optimal import time_optimal

__all__ = [
    "ActiveLimit",
    "ActuatorLimits",
    "CrossingMotion",
    "Demands",
    "OptimalMotion",
    "Passage",
    "cross",
    "least_energy",
    "synchronised",
    "time_optimal",
]

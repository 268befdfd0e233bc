"""Simulation of rigid and flexible robots in time."""

from parados.simulate.continuous_motion import ContinuousMotion, along_trajectory
from parados.simulate.damping import ModalDamping, RayleighDamping
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.simulate.pd_law import PDLaw
from parados.simulate.run_events import RunEvent
from parados.simulate.simulated_run import Run
from parados.simulate.simulation import simulate
from parados.simulate.user_laws import SimulatedState

__all__ = [
    "ContinuousMotion",
    "ElasticSimulation",
    "ModalDamping",
    "PDLaw",
    "RayleighDamping",
    "Run",
    "RunEvent",
    "SimulatedState",
    "along_trajectory",
    "simulate",
]

"""Simulation of flexible robots in time."""

from parados.simulate.continuous_motion import ContinuousMotion, along_trajectory
from parados.simulate.damping import ModalDamping, RayleighDamping
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.simulate.pd_law import PDLaw

__all__ = [
    "ContinuousMotion",
    "ElasticSimulation",
    "ModalDamping",
    "PDLaw",
    "RayleighDamping",
    "along_trajectory",
]

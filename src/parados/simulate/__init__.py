"""Motion in time of compiled models."""

from parados.simulate.actuator_laws import PDLaw, PointToPoint
from parados.simulate.continuous_motion import ContinuousMotion, along_trajectory
from parados.simulate.damping import ModalDamping, RayleighDamping
from parados.simulate.elastic_simulation import ElasticSimulation

__all__ = [
    "ContinuousMotion",
    "ElasticSimulation",
    "ModalDamping",
    "PDLaw",
    "PointToPoint",
    "RayleighDamping",
    "along_trajectory",
]

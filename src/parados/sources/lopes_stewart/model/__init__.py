"""Lopes' Stewart platform: inertia and Coriolis matrices from the generalized momentum, body by body."""

from parados.sources.lopes_stewart.model import bodies
from parados.sources.lopes_stewart.model.bodies import Body, LegBody
from parados.sources.lopes_stewart.model.kinematics import Kinematics
from parados.sources.lopes_stewart.model.lagrange import koditschek_coriolis, lagrange_coriolis, mass_matrix
from parados.sources.lopes_stewart.model.legs import Leg
from parados.sources.lopes_stewart.model.model import LopesStewart
from parados.sources.lopes_stewart.model.parameters import Parameters

__all__ = [
    "Body",
    "Kinematics",
    "Leg",
    "LegBody",
    "LopesStewart",
    "Parameters",
    "bodies",
    "koditschek_coriolis",
    "lagrange_coriolis",
    "mass_matrix",
]

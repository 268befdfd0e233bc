"""Lopes' Stewart platform: inertia and Coriolis matrices from the generalized momentum, body by body."""

from parados.sources.lopes_stewart.model.lagrange import koditschek_coriolis, lagrange_coriolis, mass_matrix
from parados.sources.lopes_stewart.model.lopes_bodies import Body, LegBody
from parados.sources.lopes_stewart.model.lopes_kinematics import Kinematics
from parados.sources.lopes_stewart.model.lopes_legs import Leg
from parados.sources.lopes_stewart.model.lopes_model import LopesStewart
from parados.sources.lopes_stewart.model.lopes_parameters import Parameters

__all__ = [
    "Body",
    "Kinematics",
    "Leg",
    "LegBody",
    "LopesStewart",
    "Parameters",
    "koditschek_coriolis",
    "lagrange_coriolis",
    "mass_matrix",
]

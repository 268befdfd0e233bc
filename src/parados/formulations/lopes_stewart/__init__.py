"""Lopes' Stewart platform: inertia and Coriolis matrices from the generalized momentum, body by body."""

from parados.formulations.lopes_stewart import bodies
from parados.formulations.lopes_stewart.bodies import Body, LegBody
from parados.formulations.lopes_stewart.kinematics import Kinematics
from parados.formulations.lopes_stewart.lagrange import koditschek_coriolis, lagrange_coriolis, mass_matrix
from parados.formulations.lopes_stewart.legs import Leg
from parados.formulations.lopes_stewart.model import LopesStewart
from parados.formulations.lopes_stewart.parameters import Parameters

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

"""Identify a robot: base parameters, and the dynamic parameters that explain a log of the machine."""

from parados.identify.base_parameters import BaseParameters, base_parameters
from parados.identify.excitation import Excitation, excitation
from parados.identify.physical_consistency import physical_parameters
from parados.identify.physical_fit import PhysicalBody, PhysicalFit

__all__ = [
    "BaseParameters",
    "Excitation",
    "PhysicalBody",
    "PhysicalFit",
    "base_parameters",
    "excitation",
    "physical_parameters",
]

"""Identify a robot: base parameters, and the dynamic parameters that explain a log of the machine."""

from parados.identify.base_parameters import BaseParameters, base_parameters
from parados.identify.physical_consistency import physical_parameters
from parados.identify.physical_fit import PhysicalBody, PhysicalFit

__all__ = ["BaseParameters", "PhysicalBody", "PhysicalFit", "base_parameters", "physical_parameters"]

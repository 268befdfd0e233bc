"""The redundant planar robot DualV in the notation of Briot & Khalil's book, corrected."""

from parados.formulations.briot_dualv.dynamics import DualV
from parados.formulations.briot_dualv.kinematics import DualVParameters
from parados.formulations.briot_planar_leg import LegParameters

__all__ = ["DualV", "DualVParameters", "LegParameters"]

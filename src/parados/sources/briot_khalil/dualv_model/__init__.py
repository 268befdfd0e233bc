"""The redundant planar robot DualV in the notation of Briot & Khalil's book, with its printed formulas corrected."""

from parados.sources.briot_khalil.dualv_model.dualv_dynamics import DualV
from parados.sources.briot_khalil.dualv_model.dualv_kinematics import DualVParameters
from parados.sources.briot_khalil.planar_leg import LegParameters

__all__ = ["DualV", "DualVParameters", "LegParameters"]

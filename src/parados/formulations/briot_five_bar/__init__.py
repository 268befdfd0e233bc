"""The planar five-bar mechanism in the notation of Briot & Khalil's book, corrected."""

from parados.formulations.briot_five_bar.dynamics import FiveBar
from parados.formulations.briot_five_bar.parameters import FiveBarParameters
from parados.formulations.briot_planar_leg import LegParameters

__all__ = ["FiveBar", "FiveBarParameters", "LegParameters"]

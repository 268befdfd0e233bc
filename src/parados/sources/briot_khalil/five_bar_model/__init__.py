"""The planar five-bar mechanism in the notation of Briot & Khalil's book, with its printed formulas corrected."""

from parados.sources.briot_khalil.five_bar_model.five_bar_dynamics import FiveBar
from parados.sources.briot_khalil.five_bar_model.five_bar_parameters import FiveBarParameters
from parados.sources.briot_khalil.planar_leg import LegParameters

__all__ = ["FiveBar", "FiveBarParameters", "LegParameters"]

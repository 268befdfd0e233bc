"""The Tripteron in the notation of Briot & Khalil's book, with its printed formulas corrected."""

from parados.sources.briot_khalil.planar_leg import LegParameters
from parados.sources.briot_khalil.tripteron_model.tripteron_dynamics import Tripteron
from parados.sources.briot_khalil.tripteron_model.tripteron_kinematics import SliderParameters, TripteronParameters

__all__ = ["LegParameters", "SliderParameters", "Tripteron", "TripteronParameters"]

"""The Tripteron in the notation of Briot & Khalil's book, corrected."""

from parados.formulations.briot_planar_leg import LegParameters
from parados.formulations.briot_tripteron.dynamics import Tripteron
from parados.formulations.briot_tripteron.kinematics import SliderParameters, TripteronParameters

__all__ = ["LegParameters", "SliderParameters", "Tripteron", "TripteronParameters"]

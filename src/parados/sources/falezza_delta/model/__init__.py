"""Inverse dynamic models M_s and M_f of 3-DoF Delta robots, after Falezza et al. (2022), with its printed formulas corrected.

References
----------
F. Falezza, F. Vesentini, A. Di Flumeri, L. Leopardi, G. Fiori, G. Mistrorigo, R. Muradore, A novel inverse dynamic model
for 3-DoF delta robots, Mechatronics 83 (2022) 102752.
"""

from parados.sources.falezza_delta.model.delta_dynamics import CompleteModel, SimplifiedModel
from parados.sources.falezza_delta.model.delta_model import FalezzaDelta
from parados.sources.falezza_delta.model.delta_parameters import DeltaParameters
from parados.sources.falezza_delta.model.geometry import Pose, inverse_geometry
from parados.sources.falezza_delta.model.passive import PassiveAngles

__all__ = ["CompleteModel", "DeltaParameters", "FalezzaDelta", "PassiveAngles", "Pose", "SimplifiedModel", "inverse_geometry"]

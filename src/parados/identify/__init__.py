"""Identify a robot: base parameters, and the dynamic parameters that explain a log of the machine."""

from parados.identify.base_parameters import BaseParameters, base_parameters
from parados.identify.drive_gains import DriveGains, drive_gains
from parados.identify.encoder_offsets import EncoderOffsets, encoder_offsets
from parados.identify.fit_result import Fit
from parados.identify.fit_validation import FitValidation
from parados.identify.friction_law import FrictionFit, friction_law
from parados.identify.identification import identify
from parados.identify.joint_elasticity import JointElasticity, joint_elasticity
from parados.identify.payload_fit import PayloadFit, identify_payload

__all__ = [
    "BaseParameters",
    "DriveGains",
    "EncoderOffsets",
    "Fit",
    "FitValidation",
    "FrictionFit",
    "JointElasticity",
    "PayloadFit",
    "base_parameters",
    "drive_gains",
    "encoder_offsets",
    "friction_law",
    "identify",
    "identify_payload",
    "joint_elasticity",
]

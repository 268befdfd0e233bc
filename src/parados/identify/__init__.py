"""Identify a robot: base parameters, and the dynamic parameters that explain a log of the machine."""

from parados.identify.base_parameters import BaseParameters, base_parameters
from parados.identify.drive_gains import DriveGains, drive_gains
from parados.identify.encoder_offsets import EncoderOffsets, encoder_offsets
from parados.identify.excitation import excitation
from parados.identify.exciting_motion import Excitation
from parados.identify.fit_result import Fit
from parados.identify.fit_validation import FitValidation
from parados.identify.friction_fit import FrictionFit
from parados.identify.friction_law import friction_law
from parados.identify.identification import identify
from parados.identify.joint_elasticity import JointElasticity, joint_elasticity
from parados.identify.log import Log
from parados.identify.log_comparison import Comparison, compare
from parados.identify.log_reading import read_log
from parados.identify.motion_of_log import LogMotion, log_motion
from parados.identify.payload_fit import PayloadFit, identify_payload
from parados.identify.physical_consistency import physical_parameters
from parados.identify.physical_fit import PhysicalBody, PhysicalFit
from parados.identify.share_formula import ShareFormula
from parados.identify.zero_phase_filter import filtered
from parados.trajectory.cut_off import CutOff, propose_cut_off

__all__ = [
    "BaseParameters",
    "Comparison",
    "CutOff",
    "DriveGains",
    "EncoderOffsets",
    "Excitation",
    "Fit",
    "FitValidation",
    "FrictionFit",
    "JointElasticity",
    "Log",
    "LogMotion",
    "PayloadFit",
    "PhysicalBody",
    "PhysicalFit",
    "ShareFormula",
    "base_parameters",
    "compare",
    "drive_gains",
    "encoder_offsets",
    "excitation",
    "filtered",
    "friction_law",
    "identify",
    "identify_payload",
    "joint_elasticity",
    "log_motion",
    "physical_parameters",
    "propose_cut_off",
    "read_log",
]

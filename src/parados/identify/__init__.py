"""Identify a robot: base parameters, and the dynamic parameters that explain a log of the machine."""

from parados.identify.base_parameters import BaseParameters, base_parameters
from parados.identify.excitation import Excitation, excitation
from parados.identify.log import Log
from parados.identify.log_comparison import Comparison, compare
from parados.identify.log_reading import read_log
from parados.identify.motion_of_log import LogMotion, log_motion
from parados.identify.physical_consistency import physical_parameters
from parados.identify.physical_fit import PhysicalBody, PhysicalFit
from parados.identify.zero_phase_filter import filtered
from parados.trajectory.cut_off import CutOff, propose_cut_off

__all__ = [
    "BaseParameters",
    "Comparison",
    "CutOff",
    "Excitation",
    "Log",
    "LogMotion",
    "PhysicalBody",
    "PhysicalFit",
    "base_parameters",
    "compare",
    "excitation",
    "filtered",
    "log_motion",
    "physical_parameters",
    "propose_cut_off",
    "read_log",
]

"""Identify a robot: base parameters, and the dynamic parameters that explain a log of the machine."""

from parados.identify.log import Log
from parados.identify.log_comparison import Comparison, compare
from parados.identify.log_reading import read_log
from parados.identify.motion_of_log import LogMotion, log_motion
from parados.identify.zero_phase_filter import filtered
from parados.trajectory.cut_off import CutOff, propose_cut_off

__all__ = ["Comparison", "CutOff", "Log", "LogMotion", "compare", "filtered", "log_motion", "propose_cut_off", "read_log"]

"""Studies of designs: indices of robots over motions and regions, searches for the best designs, sizing of motors, maps."""

from parados.study import body_indices, elastic_indices, jacobian_indices, motion_indices, region_indices
from parados.study.design_states import DesignStates
from parados.study.index_map import IndexMap, index_map
from parados.study.index_table import INDICES, Index, index, slopes_of
from parados.study.motor_curve import MotorCurve, read_motors
from parados.study.sizing import Sizing, size_motors
from parados.study.study import Study
from parados.study.study_file import read_study
from parados.study.study_result import StudyResult

__all__ = [
    "INDICES",
    "DesignStates",
    "Index",
    "IndexMap",
    "MotorCurve",
    "Sizing",
    "Study",
    "StudyResult",
    "index",
    "index_map",
    "read_motors",
    "read_study",
    "size_motors",
    "slopes_of",
]

_ENTERED = (body_indices, elastic_indices, jacobian_indices, motion_indices, region_indices)
"""Modules that enter their indices into the table when they are imported."""

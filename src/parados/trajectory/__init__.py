"""Build motions x(t) and their derivatives: point to point, through points, along paths, from conditions, from files."""

from parados.trajectory.along import along, speed_law
from parados.trajectory.base import States, Trajectory
from parados.trajectory.conditions import Condition, polynomials_from_conditions
from parados.trajectory.extremes import Extreme, Limits
from parados.trajectory.fourier_series import FourierSeries
from parados.trajectory.geometric_paths import GeometricPath, arc, circle, line
from parados.trajectory.joining import concatenate, reversed_in_time, superpose
from parados.trajectory.motion_files import read_motion
from parados.trajectory.motion_table import MotionTable
from parados.trajectory.motion_table_files import read_motion_table
from parados.trajectory.path_files import read_path
from parados.trajectory.path_through import path_through
from parados.trajectory.pick_and_place import pick_and_place
from parados.trajectory.pick_and_place_cycle import pick_and_place_cycle
from parados.trajectory.point_by_point import point_by_point
from parados.trajectory.point_to_point import point_to_point
from parados.trajectory.polyline import polyline
from parados.trajectory.polynomials import Polynomials
from parados.trajectory.pose_motion import pose_along, pose_to_pose, poses_through
from parados.trajectory.sampled_motion import sampled
from parados.trajectory.splines import through

__all__ = [
    "Condition",
    "Extreme",
    "FourierSeries",
    "GeometricPath",
    "Limits",
    "MotionTable",
    "Polynomials",
    "States",
    "Trajectory",
    "along",
    "arc",
    "circle",
    "concatenate",
    "line",
    "path_through",
    "pick_and_place",
    "pick_and_place_cycle",
    "point_by_point",
    "point_to_point",
    "polyline",
    "polynomials_from_conditions",
    "pose_along",
    "pose_to_pose",
    "poses_through",
    "read_motion",
    "read_motion_table",
    "read_path",
    "reversed_in_time",
    "sampled",
    "speed_law",
    "superpose",
    "through",
]

"""Calibrate the geometry of a robot: attachment points, lengths and encoder offsets from measurements at poses."""

from parados.calibration.calibration_result import Calibration
from parados.calibration.geometric_calibration import calibrate
from parados.calibration.identifiable_parameters import Identifiable
from parados.calibration.measurements import Measurements, read_measurements
from parados.calibration.pose_accuracy import Accuracy
from parados.calibration.pose_choice import PoseChoice, measurement_poses
from parados.calibration.sensors import Distance, ImagePoint

__all__ = [
    "Accuracy",
    "Calibration",
    "Distance",
    "Identifiable",
    "ImagePoint",
    "Measurements",
    "PoseChoice",
    "calibrate",
    "measurement_poses",
    "read_measurements",
]

"""The C5 parallel robot of Fried, Djouani and Fijany, its printed formulas corrected, for both positions of its plates.

Six rods slide along the axes of the base, two along each; a ball between two crossed plates joins each to the platform.
Equation (16) holds if the plates are on the platform, (22) if they are on the rods. The argument `plates` selects one.

References
----------
G. Fried, K. Djouani, A. Fijany, Kinematic and inverse dynamic analysis of a C5 joint parallel robot, in Robotic Systems -
Applications, Control and Programming, InTech, 2012.
"""

from parados.sources.fried_c5.model.accelerations import PlatformTwist, platform_motion
from parados.sources.fried_c5.model.c5_dynamics import C5Dynamics
from parados.sources.fried_c5.model.c5_functions import functions
from parados.sources.fried_c5.model.c5_kinematics import C5
from parados.sources.fried_c5.model.c5_parameters import C5Parameters, Plates
from parados.sources.fried_c5.model.c5_segment import C5Segment

__all__ = ["C5", "C5Dynamics", "C5Parameters", "C5Segment", "Plates", "PlatformTwist", "functions", "platform_motion"]

"""Control laws: objects that run in Python and compile to C."""

from parados.control.adaptive_law import SlotineLi
from parados.control.computed_torque import ComputedTorque, FeedForwardPD
from parados.control.controller_export import export_controller
from parados.control.crossing_law import CrossingLaw
from parados.control.force_distribution import Preload, distribute
from parados.control.impedance_law import Admittance, Impedance
from parados.control.joint_pid import PDGravity, PIDGravity
from parados.control.law import Law
from parados.control.law_updates import Action, Measured
from parados.control.momentum_observer import ObservedComputedTorque
from parados.control.named_laws import named_law
from parados.control.running_law import RunningLaw
from parados.control.sampled_loop import Sampling
from parados.control.user_c_law import CLaw

__all__ = [
    "Action",
    "Admittance",
    "CLaw",
    "ComputedTorque",
    "CrossingLaw",
    "FeedForwardPD",
    "Impedance",
    "Law",
    "Measured",
    "ObservedComputedTorque",
    "PDGravity",
    "PIDGravity",
    "Preload",
    "RunningLaw",
    "Sampling",
    "SlotineLi",
    "distribute",
    "export_controller",
    "named_law",
]

"""The models of a compiled robot, for one state or a stack of states.

This class is a table of contents; other files do the work:

| subject | file |
|---|---|
| names, working modes, kernels, live parameters | `model/compiled_robot.py` |
| positions of joints, frames, limits, forward geometry, assembly modes | `model/geometry_methods.py` |
| Jacobians, rates, accelerations, twists | `model/kinematic_methods.py` |
| the tree by itself, wrenches of the legs, matrices of the book, redundant motions | `model/structure_methods.py` |
| inverse and forward dynamics, mass matrix, bias, regressor | `model/dynamic_methods.py` |
| ground reaction, reactions of joints and closures, multipliers | `model/reaction_methods.py` |
| energies, dissipated power, centre of mass | `model/energy_methods.py` |
| natural frequencies, vibration modes, stiffness, the elastic model | `model/flexible_methods.py` |
| exact derivatives, export as C | `model/derivative_methods.py` |
| pictures of the robot and of its working modes | `model/drawing_methods.py` |
| the argument `parameters` of all these methods | `model/method_calls.py` |
"""

from __future__ import annotations

from parados.model.derivative_methods import DerivativeMethods
from parados.model.drawing_methods import DrawingMethods
from parados.model.dynamic_methods import DynamicMethods
from parados.model.energies import Energy
from parados.model.energy_methods import EnergyMethods
from parados.model.flexible_methods import FlexibleMethods
from parados.model.geometry_methods import GeometryMethods
from parados.model.kinematic_methods import KinematicMethods
from parados.model.method_calls import COMPILED, Parameters, live_one
from parados.model.model_display import model_display
from parados.model.reaction_methods import ReactionMethods
from parados.model.structure_methods import StructureMethods
from parados.text.result_display import Display, Shown

__all__ = ["COMPILED", "Energy", "Model", "Parameters", "live_one"]


class Model(
    GeometryMethods,
    KinematicMethods,
    StructureMethods,
    DynamicMethods,
    ReactionMethods,
    EnergyMethods,
    FlexibleMethods,
    DerivativeMethods,
    DrawingMethods,
    Shown,
):
    """The models of one robot, built by `Robot.compile`.

    Symbols. x (n_x,) are the independent coordinates of the robot file; xd and xdd (n,) are their derivatives. n is the number of
    degrees of freedom, and n_x = n; with a quaternion platform n_x = n + 1, and xd is the twist. q (n_a,) are the positions of
    the actuated joints, tau (n_a,) their efforts. A closure is the joint at which a loop is cut; the links and joints that remain
    are the tree, with n_t joints. P is the origin of the platform's frame, base axes are those of the ground. `labels` has the
    names of all entries. Units are m, rad, s, kg, N and N m.

    Shapes. Methods take one state x (n_x,) or a stack of N states (N, n_x). The shapes below are those of one state; the result
    of a stack has an additional first axis N. A method that takes only one state says so. If one state has no result, the method
    raises an error. In a stack such rows are NaN, and one warning counts them.

    mode : working mode, by default that of the file; one entry for each leg: 1 or -1, or a list of signs if the leg has several
        choices
    motion : True if the rows of a stack follow each other in time. Then angles are continuous from row to row. If the inverse
        geometry has no closed form, the search for each row starts from the joints of the row before
    parameters : other values of the live parameters (`Robot.compile`): name -> value, or name -> one value for each row
    """

    def _display(self) -> Display:
        return model_display(self, self._evaluator.made())

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
| the argument `parameters` of all these methods | `model/live_arguments.py` |
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
from parados.model.live_arguments import COMPILED, Parameters, live_one
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

    Methods take one state x (n_x,) or a stack (N, n_x), and return the matching shape; a method that takes only one state
    says so. `mode` is the working mode, by default that of the file. It has one entry for each leg: 1 or -1, or a list of
    signs if the leg has several choices. With `motion=True` the rows of a stack follow each other in time: angles are
    continuous, and in a numeric geometry each row is reached from the one before. If a single state has no result, the method
    raises an error. In a stack such rows are NaN, and one warning counts them. `parameters` gives other values of the live
    parameters (`Robot.compile`): a mapping of names to values, or to one value for each row.
    """

    def _display(self) -> Display:
        return model_display(self, self._evaluator.made())

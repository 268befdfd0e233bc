"""Flexible robots: natural frequencies, vibration modes, stiffness, and the full elastic model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, whole
from parados.flexible.modes import VibrationModes
from parados.model.elastic import frequencies_at, linear_matrices_at, modes_at, stiffness_at
from parados.model.elastic_equations import LinearMatrices
from parados.model.method_calls import Parameters, live, live_one
from parados.model.model_part import ModelPart
from parados.model.state_arguments import check_state

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.model.centre_lines import CentreLines
    from parados.model.elastic_model import ElasticModel

__all__ = ["FlexibleMethods"]

Array = NDArray[np.float64]

MOST_DRAWN = 24
"""Largest number of vibration modes in one figure."""


class FlexibleMethods(ModelPart):
    """Methods of `Model` about elastic links and joints."""

    @live
    def natural_frequencies(
        self,
        x: ArrayLike,
        *,
        count: int | None = None,
        mode: ArrayLike | None = None,
        progress: Progress | None = None,
        parameters: Parameters = None,
    ) -> Array:
        """(k,) or (N, k) natural frequencies of the undeformed robot with locked motors [Hz], lowest first.

        count : number of frequencies, all by default
        progress : function progress(done, total), called after each pose with the numbers of finished and of all poses
        """
        return frequencies_at(self._evaluator, x, count, mode, progress)

    @live
    def vibration_modes(
        self, x: ArrayLike, *, count: int | None = None, mode: ArrayLike | None = None, parameters: Parameters = None
    ) -> VibrationModes:
        """Natural frequencies and mode shapes with locked motors, and the elastic bodies that deform in each mode.

        count : number of modes, all by default
        """
        return modes_at(self._evaluator, x, count, mode)

    @live
    def platform_stiffness(self, x: ArrayLike, *, mode: ArrayLike | None = None, parameters: Parameters = None) -> Array:
        """(6, 6) stiffness at P in the platform's axes with locked motors, (3, 3) for planar beams [N/m, N, N m/rad].

        If a robot has n < 6 degrees of freedom and only its joints are elastic, the platform is rigid along all other motions;
        the stiffness is then the (n, n) matrix J^T diag(k) J in the coordinates x, where k are the stiffnesses of the
        actuators and of passive joints, and J xd their rates.
        """
        return stiffness_at(self._evaluator, x, mode)

    @live
    def elastic_matrices(self, x: ArrayLike, *, mode: ArrayLike | None = None, parameters: Parameters = None) -> LinearMatrices:
        """Matrices M_cc, K_cc of small motions about the undeformed robot with locked motors (11.33)-(11.34)."""
        return linear_matrices_at(self._evaluator, x, mode)

    @live_one
    def elastic_model(
        self, *, rest: ArrayLike | None = None, friction: bool | str = True, parameters: Parameters = None
    ) -> ElasticModel:
        """Full model of the flexible robot at a state: M, c, inverse and direct problem (10.123)-(10.124).

        This model has no time integration.

        rest : pose x (n_x,) in which springs of passive joints have no force; by default the home of the file
        friction : True, "viscous" (without the dry part) or False
        """
        from parados.model.elastic_model import ElasticModel

        return ElasticModel(self._model, None if rest is None else check_state("rest", rest, self.labels, "x"), friction)

    @live_one
    def centre_lines(
        self, x: ArrayLike, shapes: ArrayLike, *, mode: ArrayLike | None = None, parameters: Parameters = None
    ) -> CentreLines:
        """Centre lines of the beams at one pose x (n_x,), and their displacements in mode shapes.

        shapes : (k, n) mode shapes in the same working mode, for example `vibration_modes(x, mode=mode).shapes`
        """
        from parados.model.centre_lines import centre_lines

        return centre_lines(self._model, check_state("x", x, self.labels), shapes, mode=mode)

    @live_one
    def draw_vibration_modes(
        self, x: ArrayLike | None = None, *, count: int = 4, mode: ArrayLike | None = None, parameters: Parameters = None
    ) -> Figure:
        """Draw the `count` lowest vibration modes at a pose x (n_x,), by default at home; displacements are exaggerated."""
        from parados.model.mode_drawing import draw_vibration_modes

        pose = self.survey.home if x is None else check_state("x", x, self.labels)
        return draw_vibration_modes(self._model, pose, whole("count", count, 1, MOST_DRAWN, "the number of modes"), mode=mode)

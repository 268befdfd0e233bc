"""First-order kinematics of robots whose legs are struts: each actuator changes the length of its own bar.

Then the actuators push along the bars, $_ia = [n_i; 0], and B = -1 (Briot & Khalil 7.129, 7.151).
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property

import casadi as ca

from parados.sources.briot_khalil.first_order_models.bar_legs import BarLegs
from parados.spatial.vectors import SX, Vector

__all__ = ["StrutLegs"]


class StrutLegs(BarLegs):
    """Bars of variable, positive length."""

    @property
    @abstractmethod
    def struts(self) -> list[Vector]:
        """(3, 1) vectors along the struts, from the base to the platform [m]."""

    @cached_property
    def q_a(self) -> SX:
        """(n, 1) lengths of the struts [m], (7.20), (7.37)."""
        return ca.vertcat(*[ca.sqrt(ca.sumsqr(strut)) for strut in self.struts])

    @cached_property
    def bars(self) -> list[Vector]:
        """Unit vectors along the struts, (7.127), (7.149)."""
        return [strut / self.q_a[i] for i, strut in enumerate(self.struts)]

    @property
    def actuators(self) -> list[Vector]:
        """The same unit vectors, (7.128), (7.150)."""
        return self.bars

    @cached_property
    def B(self) -> SX:
        """(n, n) minus the unit matrix, (7.129), (7.130), (7.151), (7.152)."""
        return -SX.eye(len(self.struts))

"""Energies of a model, dissipated power, and its centre of mass."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag
from parados.model.energies import BodyEnergies, Energy
from parados.model.live_arguments import Parameters, live
from parados.model.model_part import ModelPart
from parados.model.options import Options

__all__ = ["EnergyMethods"]

Array = NDArray[np.float64]


class EnergyMethods(ModelPart):
    """Methods of `Model` about energy, power and the centre of mass."""

    @live
    def energy(
        self, x: ArrayLike, xd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Energy:
        """Kinetic energy (rotors included) and potential energy (gravity, zero at the base origin, and springs) [J]."""
        stack, out = self._evaluator.evaluate("energy", {"x": x, "xd": xd}, mode, motion=motion)
        springs = np.zeros_like(out["potential"])
        if self.mechanism.has_springs:
            springs = self._evaluator.evaluate("spring_energy", {"x": x}, mode, motion=motion)[1]["springs"]
        return Energy(*[stack.unstack(part) for part in (out["kinetic"], out["potential"], springs)])

    @live
    def dissipated_power(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        friction: bool = True,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """() or (N,) power that dampers and the friction of all joints turn into heat [W]; `friction=False`: dampers alone."""
        return self._value("dissipated_power", mode, motion, Options(flag("friction", friction)), x=x, xd=xd)

    @live
    def body_energies(
        self, x: ArrayLike, xd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> BodyEnergies:
        """Kinetic energy and potential energy of gravity of every link (with the rotor of its joint) and of the platform [J]."""
        stack, out = self._evaluator.evaluate("body_energies", {"x": x, "xd": xd}, mode, motion=motion)
        kinetic, potential = (stack.unstack(out[key]) for key in ("kinetic", "potential"))
        return BodyEnergies((*self.joint_names, "platform"), kinetic, potential)

    @live
    def centre_of_mass(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(3,) or (N, 3) centre of mass of all links and the platform, base axes [m]."""
        return self._value("centre_of_mass", mode, motion, x=x)

    @live
    def centre_of_mass_jacobian(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(3, n) or (N, 3, n) J_com: the centre of mass has the velocity J_com @ xd, base axes."""
        return self._value("centre_of_mass_jacobian", mode, motion, x=x)

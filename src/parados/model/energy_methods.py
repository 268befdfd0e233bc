"""Energies of a model, dissipated power, and its centre of mass."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag
from parados.model.energies import BodyEnergies, Energy, EnergyRegressor
from parados.model.method_calls import Parameters, live, quick
from parados.model.model_part import ModelPart
from parados.model.quantity import Options

__all__ = ["EnergyMethods"]

Array = NDArray[np.float64]


class EnergyMethods(ModelPart):
    """Methods of `Model` about energy, power and the centre of mass."""

    @live
    def energy(
        self, x: ArrayLike, xd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Energy:
        """Kinetic and potential energy, one number each or (N,) for a stack [J].

        The kinetic energy includes the rotors. The potential energy is that of gravity (zero at the base origin) and of springs.
        """
        stack, out = self._evaluator.evaluate("energy", {"x": x, "xd": xd}, mode, motion=motion)
        springs = np.zeros_like(out["potential"])
        if self.mechanism.has_springs:
            springs = self._evaluator.evaluate("spring_energy", {"x": x}, mode, motion=motion)[1]["springs"]
        return Energy(*[stack.unstack(part) for part in (out["kinetic"], out["potential"], springs)])

    @live
    def energy_regressor(
        self, x: ArrayLike, xd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> EnergyRegressor:
        """Rows e, u and l of the energies over the parameters p = `Model.parameters`: E = e @ p, U = u @ p, (8.245)-(8.255).

        The row of a link has the entries (8.234)-(8.243) and (8.248)-(8.252). Rotors and springs have entries too; those of
        friction and damping are zero. An inertia that varies with the joint enters with the factor vi.
        """
        stack, out = self._evaluator.evaluate("energy_regressor", {"x": x, "xd": xd}, mode, motion=motion)
        return EnergyRegressor(stack.unstack(out["kinetic"]), stack.unstack(out["potential"]))

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
        """() or (N,) power that dampers and the friction of all joints turn into heat [W].

        friction : False to count the dampers only
        """
        return self._value("dissipated_power", mode, motion, Options(flag("friction", friction)), x=x, xd=xd)

    @live
    def body_energies(
        self, x: ArrayLike, xd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> BodyEnergies:
        """Kinetic energy and potential energy of gravity of every link (with the rotor of its joint) and of the platform [J]."""
        stack, out = self._evaluator.evaluate("body_energies", {"x": x, "xd": xd}, mode, motion=motion)
        kinetic, potential = (stack.unstack(out[key]) for key in ("kinetic", "potential"))
        return BodyEnergies((*self.joint_names, "platform"), kinetic, potential)

    @quick("centre_of_mass", "x")
    @live
    def centre_of_mass(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(3,) or (N, 3) centre of mass of all links and the platform, base axes [m]."""
        return self._value("centre_of_mass", mode, motion, x=x)

    @quick("centre_of_mass_jacobian", "x")
    @live
    def centre_of_mass_jacobian(
        self, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False, parameters: Parameters = None
    ) -> Array:
        """(3, n) or (N, 3, n) Jacobian J_com: the velocity of the centre of mass is J_com @ xd, base axes [m/s]."""
        return self._value("centre_of_mass_jacobian", mode, motion, x=x)

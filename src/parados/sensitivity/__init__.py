"""Find the parameters that matter most for a quantity: exact sensitivities, worst cases, and random robots within tolerances."""

from parados.sensitivity.local_sensitivity import Sensitivity, sensitivity
from parados.sensitivity.monte_carlo import monte_carlo
from parados.sensitivity.random_robots import MonteCarlo
from parados.sensitivity.worst_case import WorstCase, worst_case

__all__ = ["MonteCarlo", "Sensitivity", "WorstCase", "monte_carlo", "sensitivity", "worst_case"]

"""The Gough-Stewart platform of Fried et al. with global (spatial) matrices in factorised form."""

from parados.formulations.fried_gough_stewart.model import FriedGoughStewart
from parados.formulations.fried_gough_stewart.parameters import FriedParameters

__all__ = ["FriedGoughStewart", "FriedParameters"]

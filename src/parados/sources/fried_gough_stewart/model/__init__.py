"""The Gough-Stewart platform of Fried et al. with global (spatial) matrices in factorised form."""

from parados.sources.fried_gough_stewart.model.model import FriedGoughStewart
from parados.sources.fried_gough_stewart.model.parameters import FriedParameters

__all__ = ["FriedGoughStewart", "FriedParameters"]

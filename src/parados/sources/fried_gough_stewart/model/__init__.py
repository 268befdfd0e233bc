"""The Gough-Stewart platform of Fried et al. with global (spatial) matrices in factorised form."""

from parados.sources.fried_gough_stewart.model.fried_model import FriedGoughStewart
from parados.sources.fried_gough_stewart.model.fried_parallel import ParallelFried
from parados.sources.fried_gough_stewart.model.fried_parameters import FriedParameters

__all__ = ["FriedGoughStewart", "FriedParameters", "ParallelFried"]

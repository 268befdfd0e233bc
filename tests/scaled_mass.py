"""Scale the mass of some elastic coordinates of a body, as the slider-crank of the IVP test set does."""

from dataclasses import replace

import numpy as np


def with_mass_scaled(body, coordinates, factor):
    """Scale the entries of C, and so of the mass matrix, whose two indices are both in `coordinates`."""
    C = body.C.copy()
    C[np.ix_(coordinates, coordinates)] *= factor
    return replace(body, C=C)

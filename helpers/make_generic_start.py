"""Make `src/parados/assembly/generic_start.npz`: six general complex forms and their 40 solutions.

One solution is chosen, with six random forms that it satisfies. Then the solutions are followed around loops of random systems
(monodromy): each loop permutes them and adds new ones, until there are 40, the degree of the variety (Wampler 1996, Husty 1996).
The trace of the 40 solutions along a line of systems is linear, which proves that none is missing; `tests/assembly` tests it.

Run: python -m helpers.make_generic_start
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np

import parados
from parados.assembly.path_tracker import CAREFUL, follow_forms, system
from parados.assembly.quadric_paths import refined
from parados.assembly.study_functions import SYMMETRIC
from parados.assembly.study_solutions import distinct

DEGREE = 40


def normal(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Random complex forms of norm 1."""
    values = rng.normal(size=shape) + 1j * rng.normal(size=shape)
    return values / np.linalg.norm(values, axis=-1, keepdims=True)


def make(seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Return forms (6, 17) and their solutions (40, 8)."""
    rng = np.random.default_rng(seed)
    z = normal(rng, 8)
    z[7] = -(z[:3] @ z[4:7]) / z[3]  # e . g = 0
    phi = np.einsum("i,kij,j->k", z, SYMMETRIC[:17], z)
    forms = normal(rng, 6, 17)
    forms -= np.outer(forms @ phi, phi.conj()) / (phi @ phi.conj())
    points = z[None] / np.linalg.norm(z)
    while len(points) < DEGREE:
        ends = points
        loop = [forms, normal(rng, 6, 17), normal(rng, 6, 17), forms]
        for here, there in pairwise(loop):
            ends, t = follow_forms(here, there, ends, CAREFUL)
            ends = ends[t >= 1]
        points = distinct(refined(system(forms), np.vstack([points, ends]))[0])
        print(len(points))
    return forms, points


if __name__ == "__main__":
    found = make()
    np.savez(Path(parados.__file__).parent / "assembly" / "generic_start.npz", forms=found[0], points=found[1])

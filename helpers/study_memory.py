"""Print the peak of the resident memory [MiB] of a study with many designs that are cheap to evaluate, and of writing its files.

python -m helpers.study_memory DESIGNS FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import parados
from helpers.peak_memory import peak_memory
from parados.study import Study
from parados.trajectory import point_to_point


def main(designs: int, folder: Path) -> float:
    """Return the peak [MiB]."""
    motion = point_to_point([-0.03, 0.25], [0.03, 0.27], 0.5)
    study = Study(
        parados.load("five-bar"),
        variables={"d12": [0.2, 0.23], "d13": [0.18, 0.2], "d22": [0.2, 0.23], "d23": [0.18, 0.2]},
        motions={"way": motion.table(np.linspace(0.0, 0.5, 4))},
        indices={"speed": "peak_speed", "even": {"index": "dexterity", "over": "way"}},
        constraints={"speed": {"max": 1.0}},
        objectives={"speed": "min", "even": "max"},
        search={"kind": "sobol", "designs": designs},
    )
    study.run(folder, threads=1).save(folder)
    return peak_memory()


if __name__ == "__main__":
    print(main(int(sys.argv[1]), Path(sys.argv[2])))

"""The matrices of one pose as tables: names, shapes, and numbers without round-off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.errors import SingularConfigurationError
from parados.text.numbers import aligned
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from parados.kinematics.matrices import KinematicMatrices

__all__ = ["TWIST", "WRENCH", "matrices_display", "matrix_table"]

TWIST = ("vx", "vy", "vz", "wx", "wy", "wz")
WRENCH = ("fx", "fy", "fz", "mx", "my", "mz")

MEANINGS = {
    "A": "unit actuation wrenches at P: A t_p + B qd_a = 0",
    "B": "A t_p + B qd_a = 0",
    "A_r": "A_r = A Psi_t",
    "Psi_t": "t_p = Psi_t t_r",
    "J": "t_r = J qd_a",
    "J_inv": "qd_a = J_inv t_r",
    "J_t": "J_td qd_d = J_t t_r - J_ta qd_a",
    "J_ta": "J_td qd_d = J_t t_r - J_ta qd_a",
    "J_td": "J_td qd_d = J_t t_r - J_ta qd_a",
    "D_r": "t_r = D_r xd",
    "J_d": "qd_d = J_d qd_a",
    "J_r": "qd_d = J_r t_r",
}

TERMS = {
    "e": "omega_p_dot = D d2(angles)/dt2 + e",
    "b_p": "A_r t_r_dot + B qdd_a = b_p",
    "a_t": "t_r_dot = J qdd_a + a_t",
    "a_q": "qdd_a = J_inv t_r_dot + a_q",
    "d_c": "J_t t_r_dot - J_ta qdd_a + d_c = J_td qdd_d",
}


def matrices_display(matrices: KinematicMatrices) -> Display:
    """Every matrix as a table; one that is not defined at the pose is told in a sentence."""
    q_a, q_d = matrices.actuated, matrices.passive
    columns = {"A": WRENCH, "B": q_a, "J": q_a, "J_ta": q_a, "J_td": q_d, "J_d": q_a}
    rows = {"Psi_t": TWIST, "J_inv": q_a, "J_d": q_d, "J_r": q_d, "a_q": q_a}
    tables, refused = [], []
    for name, meaning in {**MEANINGS, **({} if matrices.second is None else TERMS)}.items():
        try:
            values = getattr(matrices, name)
            values = values if values.ndim == 2 else values[:, None]
        except SingularConfigurationError as error:
            refused.append(f"{name}: {error}")
            continue
        title = f"{name} ({values.shape[0]} x {values.shape[1]}): {meaning}"
        tables.append(matrix_table(title, values, rows.get(name, ()), columns.get(name, ())))
    return Display("Matrices of the first-order models", tables=tables, sentences="\n".join(dict.fromkeys(refused)))


def matrix_table(title: str, values: NDArray[np.float64], rows: Sequence[str] = (), columns: Sequence[str] = ()) -> Table:
    """A matrix (n, m) under the names of its columns, beside those of its rows; numbers where there are no names."""
    n, m = values.shape
    names = rows if len(rows) == n else [str(k + 1) for k in range(n)]
    headings = columns if len(columns) == m else [str(k + 1) for k in range(m)]
    return Table(["", *headings], [[name, *cells] for name, cells in zip(names, aligned(values), strict=True)], title)

"""Two descriptions of one robot give the same models."""

from __future__ import annotations

import numpy as np

from parados.spatial.rotations import quaternion, rate_columns
from parados.spatial.vectors import column

from .independent import relative_difference
from .test_generality import compiled, states

SAME = 1e-9  #: relative

FIRST_BARS = [0, 4, 8]  #: A D of each leg, the first of the four links of a leg in either file


def test_models_do_not_depend_on_where_a_parallelogram_is_cut() -> None:
    """The geometry of NaVARo is a closed form if the loops are cut at C, and numeric if they are cut at D as in the book."""
    ours, book = compiled("3-rrr-parallelogram"), compiled("navaro-cut-at-d")
    assert ours.survey.geometry.is_closed_form and not book.survey.geometry.is_closed_form
    x = states("navaro-cut-at-d")[0].x
    bars = book.link_frames(x)[FIRST_BARS]
    modes = [m for m in ours.working_modes() if np.abs(ours.link_frames(x, mode=m)[FIRST_BARS] - bars).max() < SAME]
    assert len(modes) == 1, "the working mode that the guess of the numeric geometry stands for"
    mode = modes[0]
    for x, xd, xdd in states("navaro-cut-at-d"):
        turn = ours.inverse_kinematics(x, mode=mode) - book.inverse_kinematics(x)
        assert np.abs(np.exp(1j * turn) - 1).max() < SAME
        tau = ours.inverse_dynamics(x, xd, xdd, mode=mode)
        assert relative_difference(tau, book.inverse_dynamics(x, xd, xdd)) < SAME
        assert relative_difference(ours.mass_matrix(x, mode=mode), book.mass_matrix(x)) < SAME
        assert relative_difference(ours.ground_reaction(x, xd, xdd, mode=mode), book.ground_reaction(x, xd, xdd)) < SAME


def test_models_do_not_depend_on_the_orientation_parameters() -> None:
    """Compare a hexapod in tilt-torsion angles with the same hexapod in quaternions and twists."""
    angles, quaternions = compiled("6-ups-tilt-torsion"), compiled("6-ups-quaternion")
    step = 1e-4

    def rates(a: np.ndarray) -> np.ndarray:
        """(3, 3) matrix that maps the rates of the angles to omega."""
        D = rate_columns("tilt-torsion", column(np.cos(a)), column(np.sin(a)))
        return np.array([[float(D[i, j]) for j in range(3)] for i in range(3)])

    for x, xd, xdd in states("6-ups-tilt-torsion"):
        R = angles.platform_frame(x)[:3, :3]
        D = rates(x[3:])
        D_dot = (rates(x[3:] + step * xd[3:]) - rates(x[3:] - step * xd[3:])) / (2 * step)
        y = np.concatenate([x[:3], quaternion(R)])
        yd = np.concatenate([xd[:3], D @ xd[3:]])
        ydd = np.concatenate([xdd[:3], D @ xdd[3:] + D_dot @ xd[3:]])
        assert relative_difference(quaternions.inverse_kinematics(y), angles.inverse_kinematics(x)) < SAME
        assert relative_difference(quaternions.inverse_dynamics(y, yd, ydd), angles.inverse_dynamics(x, xd, xdd)) < 1e-7
        linear = [m.forward_dynamics(*s, np.ones(6))[:3] for m, s in ((quaternions, (y, yd)), (angles, (x, xd)))]
        assert relative_difference(*linear) < SAME

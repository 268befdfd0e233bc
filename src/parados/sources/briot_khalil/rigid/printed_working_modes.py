"""Working modes of the five-bar mechanism and of the Orthoglide: figures of all, and comparison with the closed forms.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 7.1.2, Figs. 7.4 and 7.9.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.model.model import Model
from parados.sources.briot_khalil.five_bar_model import FiveBar
from parados.sources.briot_khalil.rigid.closed_forms import FiveBarForms, OrthoglideForms, turn
from parados.sources.briot_khalil.rigid.leg_figures import five_bar_leg_figure, orthoglide_leg_figure
from parados.sources.briot_khalil.rigid.mode_figures import Case, modes_figure
from parados.sources.briot_khalil.rigid.sign_modes import sign_modes
from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, corrected, equal, unprinted
from parados.sources.graph_rows import rows

__all__ = ["five_bar", "orthoglide"]

Array = NDArray[np.float64]

FIVE_BAR_POSE = np.array([0.03, 0.25])
ORTHOGLIDE_POSE = np.array([0.07, 0.08, 0.38])


def signs(mode: tuple[int, ...]) -> str:
    """Return the text of a mode for the figures."""
    return ", ".join("+" if sign > 0 else "-" for sign in mode)


def distinct(solutions: Array) -> int:
    """Return the number of different rows."""
    return len(np.unique(np.round(solutions, 9), axis=0))


def poses(model: Model, per_axis: int) -> Array:
    """Return a grid (N, n) over the workspace of the robot file."""
    axes = [np.linspace(a, b, per_axis) for a, b in zip(model.survey.lower, model.survey.upper, strict=True)]
    return np.array(list(product(*axes)))


def _counted(model: Model, pose: Array, whole: str, note: str) -> tuple[list[tuple[int, ...]], Array, list[Line]]:
    """Return all working modes, their actuated joints (modes, n_a) at a pose, and lines that count the different ones."""
    modes = sign_modes(model)
    q = np.array([model.inverse_kinematics(pose, mode=mode) for mode in modes])
    lines = [equal(f"working modes of leg {i + 1}", 2, distinct(q[:, [i]]), 0) for i in range(q.shape[1])]
    return modes, q, [*lines, unprinted(f"working modes of the {whole}", distinct(q), note=note)]


def five_bar() -> Reproduction:
    """Compute the entry 003/fig-7.4: working modes of the five-bar (7.1.2.1)."""
    model, forms = load("five-bar").compile("vm"), FiveBarForms()
    modes, q, lines = _counted(model, FIVE_BAR_POSE, "mechanism", "two for each of two legs")
    lines += _five_bar_lines(model, forms)
    cases = [Case(f"leg signs in (7.15): {signs(mode)}", FIVE_BAR_POSE, mode) for mode in modes]
    figures = {
        "leg-modes": five_bar_leg_figure(forms, FIVE_BAR_POSE),
        "modes": modes_figure(model, cases, 2, (3.4, 2.75)),
    }
    columns = {"sign_1": np.array(modes)[:, 0], "sign_2": np.array(modes)[:, 1], "q11 [rad]": q[:, 0], "q21 [rad]": q[:, 1]}
    choices = [f"the end effector is at ({FIVE_BAR_POSE[0]}, {FIVE_BAR_POSE[1]}) m; the book's figure has no numbers."]
    return Reproduction(lines, figures, {"modes": columns}, choices)


def _five_bar_lines(model: Model, forms: FiveBarForms) -> list[Line]:
    """Compare (7.15), (7.16), (7.8) and (7.6) with engine and formulation, in all modes over the workspace."""
    x = poses(model, 15)
    worst = dict.fromkeys(("q_i1", "q_i2", "q_13", "phi", "loop", "formulation"), 0.0)
    for mode in sign_modes(model):
        joints = model.joints(x, mode=mode)
        q_1 = np.column_stack([forms.actuated(x, i, mode[i]) for i in range(2)])
        q_2 = np.column_stack([forms.passive(x, i, q_1[:, i]) for i in range(2)])
        elbow = x - np.column_stack([forms.d_1[1] + forms.d_2[1] * np.cos(q_1[:, 1]), forms.d_2[1] * np.sin(q_1[:, 1])])
        book = rows(FiveBar(mode=(mode[0], mode[1])).functions()["inverse_geometry"], "q_a", x=x)
        found = {
            "q_i1": turn(q_1 - joints[:, [0, 3]]),
            "q_i2": turn(q_2 - joints[:, [1, 4]]),
            "q_13": turn(q_1[:, 1] + q_2[:, 1] - q_1[:, 0] - q_2[:, 0] - joints[:, 2]),
            "phi": turn(np.arctan2(elbow[:, 1], elbow[:, 0]) - model.pose(x, mode=mode)[:, 5]),
            "loop": forms.residual(x, q_1) / forms.d_3[0] ** 2,
            "formulation": turn(book - joints[:, [0, 3]]),
        }
        worst = {name: max(worst[name], float(np.abs(value).max())) for name, value in found.items()}
    where = f"{len(x)} poses, 4 modes"
    return [
        agree("(7.15) q_11 and q_21, engine", "closed form", worst["q_i1"], where),
        agree("(7.15) q_11 and q_21, formulation and engine", "closed form", worst["formulation"], where),
        agree("(7.16) q_12 and q_22", "closed form", worst["q_i2"], where),
        agree("q_13 = q_21 + q_22 - q_11 - q_12", "closed form", worst["q_13"], where),
        agree("(7.6) orientation of the end effector", "closed form", worst["phi"], where),
        agree("(7.10) loop closure at the angles of (7.15)", "0", worst["loop"], "over d_3 squared"),
    ]


def orthoglide() -> Reproduction:
    """Compute the entry 003/fig-7.9: working modes of the Orthoglide (7.1.2.4)."""
    model, forms = load("orthoglide").compile("vm"), OrthoglideForms()
    modes, q, lines = _counted(model, ORTHOGLIDE_POSE, "robot", "two for each of three legs")
    lines += _orthoglide_lines(model, forms)
    cases = [Case(f"signs in (7.29): {signs(mode)}", ORTHOGLIDE_POSE, mode) for mode in modes]
    figures = {
        "leg-modes": orthoglide_leg_figure(forms, ORTHOGLIDE_POSE),
        "modes": modes_figure(model, cases, 4, (2.7, 2.9)),
    }
    columns = {f"sign_{i + 1}": np.array(modes)[:, i] for i in range(3)}
    data = {"modes": {**columns, **{f"q{i + 1}1 [m]": q[:, i] for i in range(3)}}}
    x, y, z = ORTHOGLIDE_POSE
    return Reproduction(lines, figures, data, [f"the platform is at ({x}, {y}, {z}) m; the book's figure has no numbers."])


def _orthoglide_lines(model: Model, forms: OrthoglideForms) -> list[Line]:
    """Compare (7.23)-(7.35) with the engine, in all modes over the workspace."""
    x = poses(model, 6)  # an even number: (7.33) is 0/0 where x = d_6
    worst = dict.fromkeys(("q_i1", "q_i2", "q_i3", "parallelograms", "loop"), 0.0)
    for mode in sign_modes(model):
        joints = model.joints(x, mode=mode).reshape(-1, 3, 5)
        q_1 = forms.actuated(x, np.array(mode))
        q_2 = forms.first_passive(x, q_1)
        found = {
            "q_i1": difference(q_1, joints[:, :, 0]),
            "q_i2": np.abs(turn(q_2 - joints[:, :, 1])).max(),
            "q_i3": np.abs(turn(forms.second_passive(x, q_2) - joints[:, :, 2])).max(),
            "parallelograms": np.abs(turn(joints[:, :, [1, 2]] + joints[:, :, [4, 3]])).max(),
            "loop": np.abs(forms.residual(x, q_1)).max() / forms.d_4**2,
        }
        worst = {name: max(worst[name], float(value)) for name, value in found.items()}
    where = f"{len(x)} poses, 8 modes"
    at = ORTHOGLIDE_POSE
    q_2 = forms.first_passive(at, forms.actuated(at, np.array([-1, -1, -1])))
    printed, ours = forms.second_passive(at, q_2, as_printed=True), model.joints(at)[[2, 7, 12]]
    gap = float(np.abs(turn(forms.second_passive(at, q_2) - ours)).max())
    reason = "atan2({}, ...): the rails of legs 2 and 3 lie at the height a, see (7.24) and (7.25)"
    return [
        agree("(7.29) q_11, q_21, q_31", "closed form", worst["q_i1"], where),
        agree("(7.27) loop closure at the joints of (7.29)", "0", worst["loop"], "over d_4 squared"),
        agree("(7.26) parallelograms: q_i2 + q_i5 and q_i3 + q_i4", "0", worst["parallelograms"], where),
        agree("(7.30)-(7.32) q_i2", "closed form", worst["q_i2"], where),
        agree("(7.33)-(7.35) q_i3, with a", "closed form", worst["q_i3"], where),
        *[
            corrected(what, float(printed[k]), float(ours[k]), reason.format(right), "rad", 1e-6, proof=gap, formula=True)
            for k, what, right in ((1, "(7.34): q_23 at the drawn pose", "a - z"), (2, "(7.35): q_33 at the drawn pose", "z - a"))
        ],
    ]

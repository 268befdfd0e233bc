"""Assembly modes of the five-bar mechanism and of the Orthoglide: figures, and comparison with the closed forms.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 7.2.2, Figs. 7.13 and 7.16.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.model.model import Model
from parados.sources.briot_khalil.five_bar_model import FiveBar
from parados.sources.briot_khalil.rigid.closed_forms import FiveBarForms, OrthoglideForms
from parados.sources.briot_khalil.rigid.mode_figures import Case, circle, modes_figure, sphere
from parados.sources.briot_khalil.rigid.printed_working_modes import signs
from parados.sources.briot_khalil.rigid.sign_modes import sign_modes
from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, corrected, equal, unprinted

__all__ = ["five_bar", "orthoglide"]

Array = NDArray[np.float64]

FIVE_BAR_JOINTS = ([1.57, 1.22], [1.45, 1.45])
"""Joint angles of the figure, and of the special case (7.41), b_1 = b_2 [rad]."""

ORTHOGLIDE_POSE = [0.07, 0.0, 0.40]


def mode_at(model: Model, x: Array, q: Array) -> tuple[int, ...]:
    """Return the working mode whose joints at x are nearest to the angles q (n_a,) [rad]; how near is not checked."""
    modes = sign_modes(model)
    found = np.array([model.inverse_kinematics(x, mode=mode) for mode in modes])
    return modes[int(np.abs(np.exp(1j * found) - np.exp(1j * q)).max(axis=1).argmin())]


def paired(found: Array, closed: Array) -> Array:
    """Return, for each closed form (m, n), the nearest of the found assemblies (k, n); how near it is, is not checked."""
    nearest = np.abs(closed[:, None] - found[None]).max(axis=-1).argmin(axis=1)
    return np.asarray(found[nearest])


def five_bar() -> Reproduction:
    """Compute the entry 003/fig-7.13: assembly modes of the five-bar mechanism (7.2.2.1)."""
    model, forms = load("five-bar").compile("vm"), FiveBarForms()
    lines = [line for q in FIVE_BAR_JOINTS for line in _five_bar_lines(model, forms, np.array(q))]
    q = np.array(FIVE_BAR_JOINTS[0])
    closed = forms.assemblies(q)
    circles = [[circle(elbow, d)] for elbow, d in zip(forms.elbows(q), forms.d_3, strict=True)]
    cases = [_case(model, f"(7.39) with sign {s}", x, q, circles) for s, x in zip("+-", closed, strict=True)]
    label = "circles through the end effector"
    figures = {"modes": modes_figure(model, cases, 2, (3.7, 2.9), label, with_curves=True)}
    data = {"assemblies": {"sign": np.array([1.0, -1.0]), "x [m]": closed[:, 0], "y [m]": closed[:, 1]}}
    return Reproduction(lines, figures, data, [_joint_choice(q, "rad")])


def _five_bar_lines(model: Model, forms: FiveBarForms, q: Array) -> list[Line]:
    closed, modes = forms.assemblies(q), model.assembly_modes(q)
    found = modes.x
    book = FiveBar().functions()["forward_geometry"]
    circles = np.array([np.array(book(q, side)).ravel() for side in (1, -1)])
    number = "(7.41), b_1 = b_2" if forms.elbows(q)[0, 1] == forms.elbows(q)[1, 1] else "(7.39)"
    return [
        equal(f"{number}: assembly modes found by the engine", 2, len(found), 0, note=f"{modes.complex_found} complex solutions"),
        agree(f"{number}: both positions, engine", "closed form", difference(paired(found, closed), closed)),
        agree(f"{number}: both positions, formulation", "closed form", difference(paired(circles, closed), closed)),
        agree(f"{number}: (7.10) at both positions", "0", float(np.abs(forms.residual(closed, q)).max()) / forms.d_3[0] ** 2),
    ]


def orthoglide() -> Reproduction:
    """Compute the entry 003/fig-7.16: assembly modes of the Orthoglide (7.2.2.4)."""
    model, forms = load("orthoglide").compile("vm"), OrthoglideForms()
    q = model.inverse_kinematics(ORTHOGLIDE_POSE)
    closed = forms.assemblies(q)
    spheres = [sphere(centre, forms.d_4) for centre in forms.centres(q)]
    cases = [_case(model, f"(7.50) with sign {s}", x, q, spheres) for s, x in zip("+-", closed, strict=True)]
    label = "spheres through P"
    figures = {"modes": modes_figure(model, cases, 2, (3.9, 3.8), label, with_curves=True)}
    data = {"assemblies": {"sign": np.array([1.0, -1.0]), **{f"{name} [m]": closed[:, k] for k, name in enumerate("xyz")}}}
    return Reproduction(_orthoglide_lines(model, forms, q, closed), figures, data, [_joint_choice(q, "m")])


def _orthoglide_lines(model: Model, forms: OrthoglideForms, q: Array, closed: Array) -> list[Line]:
    modes = model.assembly_modes(q)
    found = modes.x
    wrong = forms.assemblies(q, as_printed=True)
    printed, ours = forms.coefficients(q, as_printed=True), forms.coefficients(q)
    reason = "rows 2 and 3 of (7.49) are subtracted from row 1; since c_1 = c_6, the printed c_11 is zero for all joint values"
    sign = "the last term is + c_2, printed with -; evaluated with the printed c_9 to c_12"
    gap = difference(paired(found, closed), closed)
    notes = {9: reason, 10: reason, 11: reason, 12: reason, 14: sign}
    return [
        equal("assembly modes found by the engine", 2, len(found), 0, note=f"{modes.complex_found} complex solutions"),
        agree("(7.50) corrected, both positions, engine", "closed form", gap),
        agree("(7.27) at both positions", "0", float(np.abs(forms.residual(closed, q)).max()) / forms.d_4**2),
        *[
            corrected(f"(7.50): c_{k}", float(printed[k - 9]), float(ours[k - 9]), note, "", 1e-6, proof=gap, formula=True)
            for k, note in notes.items()
        ],
        unprinted("(7.50) as printed at these joints", "no real solution" if np.isnan(wrong).all() else _off(wrong, closed)),
        *_centre_lines(forms, q, closed[0]),
    ]


def _centre_lines(forms: OrthoglideForms, q: Array, P: Array) -> list[Line]:
    """Report the distances of P from the centres in the text after (7.50), which should all be d_4."""
    rights = ("(d_6, 0, q_11)", "(q_21 - a, d_6, a)", "(d_6, q_31 - a, a)")
    printed, found = (np.linalg.norm(P - centres, axis=1) for centres in (forms.centres_printed(q), forms.centres(q)))
    return [
        corrected(
            f"after (7.50): distance of P from the centre O_{i + 1} of its sphere", float(printed[i]), float(found[i]),
            f"by (7.27) O_{i + 1} = {right} and the distance is d_4; in the text d_6 is along the rail", "m", 1e-6,
            proof=found[i] / forms.d_4 - 1, formula=True,
        )
        for i, right in enumerate(rights)
    ]  # fmt: skip


def _off(printed: Array, closed: Array) -> str:
    return f"P is wrong by {np.linalg.norm(printed - closed, axis=1).min():.3f} m or more"


def _case(model: Model, title: str, x: Array, q: Array, curves: Sequence[Sequence[Array]]) -> Case:
    mode = mode_at(model, x, q)
    return Case(f"{title}\n(working mode {signs(mode)})", x, mode, curves)


def _joint_choice(q: Array, unit: str) -> str:
    return f"the joints are q = ({', '.join(f'{value:.4f}' for value in q)}) {unit}; the book's figure has no numbers."

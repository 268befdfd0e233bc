"""Classification of singular poses: their kinds, and the motions that become free or are lost (Briot & Khalil 7.5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import freeze, instance, positive
from parados.errors import InputError, UnreachableError
from parados.model.model import COMPILED, Model, Parameters, live_one
from parados.model.state_arguments import check_stack, kept_mode
from parados.singularity.findings import Finding, Pose
from parados.singularity.leg_scales import Structure, structure_of
from parados.singularity.measures import NOT_BESIDE, SINGULAR, Distances, distances, poses_beside, poses_nearer
from parados.singularity.pose_display import classification_display
from parados.singularity.singularity_kinds import KIND_NAMES
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Classification", "Finding", "classify", "classify_all"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Classification(Shown):
    """All singularities at one pose; `distances` holds arrays (1,) or (1, n_legs)."""

    x: Array
    findings: tuple[Finding, ...]
    distances: Distances
    model: Model = field(repr=False, compare=False)
    mode: ArrayLike | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        freeze(self)

    def _display(self) -> Display:
        return classification_display(self)

    def draw(self) -> Figure:
        """Draw the robot at this pose."""
        return self.model.draw(self.x, mode=self.mode)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of singularity, each once; "Type 3" is added if the pose is both Type 1 and Type 2."""
        kinds = list(dict.fromkeys(finding.kind for finding in self.findings))
        if "Type 1" in kinds and "Type 2" in kinds:
            kinds.append("Type 3")
        return tuple(kinds)

    def summary(self) -> str:
        """Describe each singularity in a sentence; for a regular pose list the distances from the singularities."""
        pose = f"x = {np.round(self.x, 6).tolist()}"
        if self.findings:
            return "\n".join([f"{pose} is singular ({', '.join(self.kinds)}).", *[f.sentence for f in self.findings]])
        d = self.distances
        near = ", ".join(f"{KIND_NAMES[kind]} {values[0]:.3g}" for kind, values in d.smallest.items())
        return f"{pose} is regular; distances (lengths over {d.length:.4g} m): {near}."


@live_one
def classify(
    model: Model,
    x: ArrayLike,
    *,
    mode: ArrayLike | None = None,
    length: float | None = None,
    tolerance: float = SINGULAR,
    parameters: Parameters = None,
) -> Classification:
    """Find every singularity at one pose (n_x,); for stacks see `classify_all` and `distances`.

    length : length that makes translations and rotations comparable [m]; by default the model's characteristic length
    tolerance : distance below which a matrix counts as singular
    """
    instance("model", model, Model, COMPILED)
    tolerance = positive("tolerance", tolerance, "-")
    stack = check_stack({"x": x}, model.labels)
    if stack.stacked:
        raise InputError(f"x: one pose of {model.mechanism.n_x} numbers is expected; use classify_all for a stack")
    pose = stack.arrays["x"].copy()
    structure = structure_of(model, length)
    d = distances(model, pose[None], mode=mode, length=length)
    if not d.reached[0]:
        model.joints(pose, mode=mode)  # raises an error that names the leg out of reach
        raise UnreachableError(f"x = {np.round(pose, 6).tolist()} is out of reach")
    return Classification(pose, tuple(_findings(structure, pose, mode, d, tolerance)), d, model, kept_mode(model, mode))


@live_one
def classify_all(
    model: Model,
    x: ArrayLike,
    *,
    mode: ArrayLike | None = None,
    length: float | None = None,
    tolerance: float = SINGULAR,
    parameters: Parameters = None,
) -> list[Classification | None]:
    """Classify every pose of a stack (N, n_x), as `classify` does; None for poses out of reach."""
    instance("model", model, Model, COMPILED)
    tolerance = positive("tolerance", tolerance, "-")
    poses = np.atleast_2d(check_stack({"x": x}, model.labels).arrays["x"]).copy()
    d, structure = distances(model, poses, mode=mode, length=length), structure_of(model, length)
    singular, own = d.nearest < tolerance, kept_mode(model, mode)
    return [
        Classification(
            pose, tuple(_findings(structure, pose, mode, d.row(k), tolerance)) if singular[k] else (), d.row(k), model, own
        )
        if d.reached[k]
        else None
        for k, pose in enumerate(poses)
    ]


def _findings(structure: Structure, x: Array, mode: ArrayLike | None, d: Distances, tolerance: float) -> list[Finding]:
    at = Pose.of(structure, x, mode)
    beside = at
    if d.mixed[0] or d.loose[0]:
        near = poses_nearer(structure, x[None], poses_beside(structure, x[None], mode))[0]
        beside = Pose.of(structure, near, mode)
    clear, small = (beside, NOT_BESIDE) if d.mixed[0] else (at, tolerance)
    findings: list[Finding] = []
    width = at.found.platform.Psi.shape[1]
    moving = beside.unresisted(tolerance if beside is at else NOT_BESIDE) if d.type2[0] < tolerance else np.zeros((0, width))
    findings += [beside.platform_moves(d.type2[0], motion) for motion in moving]
    if d.constraint[0] < tolerance:
        findings += [clear.constraint_fails(d.constraint[0], motion) for motion in clear.unconstrained(small, moving)]
    for leg, name in enumerate(d.legs):
        if d.lpjts[0, leg] < tolerance:
            findings.append(at.passive_joints_move(leg, name, d.lpjts[0, leg]))
        if d.type1[0, leg] < tolerance:
            findings.append(at.leg_loses(leg, name, d.type1[0, leg], clear))
        if d.lajts[0, leg] < tolerance:
            findings.append(at.actuators_alone(leg, name, d.lajts[0, leg]))
        if d.serial[0, leg] < tolerance <= min(d.lpjts[0, leg], d.lajts[0, leg]):
            findings.append(at.joints_depend(leg, name, d.serial[0, leg]))
    return findings

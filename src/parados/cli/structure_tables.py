"""Build tables of a robot's structure: legs as in Briot & Khalil (Tables 7.1 to 7.3), closures, platform, inertia."""

from __future__ import annotations

from collections.abc import Iterator

from parados.cli.sheet import Sheet
from parados.robot.description import COORDINATES, ELEMENTARY, FrameSpec, JointSpec, LegSpec, LoopSpec, RobotSpec
from parados.spatial.inertia import INERTIAL_NAMES
from parados.text.numbers import angle, number, number_list

__all__ = ["closure_table", "coupling_lines", "inertia_table", "leg_tables", "platform_lines", "spring_table"]


def leg_tables(spec: RobotSpec) -> Iterator[Sheet]:
    """Yield a table of modified Denavit-Hartenberg parameters for each leg.

    a is the antecedent; mu is 1 if the joint is actuated; sigma is 0 for R and 1 for P, or the name of a composite joint.
    """
    for leg in spec.legs:
        sheet = Sheet(f"{leg.name}{_base(leg)}  [rad, m]", ("j", "a", "μ", "σ", "γ", "b", "α", "d", "θ", "r"), right=2)
        before = leg.carrier
        for joint in leg.joints:
            antecedent = leg.carrier if joint.antecedent == "base" else joint.antecedent or before
            sheet.rows.append(_row(joint, antecedent))
            before = joint.name
        yield sheet


def _row(joint: JointSpec, antecedent: str) -> list[str]:
    sigma = {"R": "0", "P": "1"}.get(joint.kind, joint.kind)
    theta, r = angle(joint.theta), number(joint.r)
    if "P" in ELEMENTARY[joint.kind]:
        r = _variable(joint.name, joint.r, r)
    if {"R", "H"} & set(ELEMENTARY[joint.kind]):
        theta = _variable(joint.name, joint.theta, theta)
    row = [angle(joint.gamma), number(joint.b), angle(joint.alpha), number(joint.d), theta, r]
    return [joint.name, antecedent, str(int(joint.active)), sigma, *row]


def _variable(name: str, offset: float, written: str) -> str:
    """Return the joint variable and its constant part, for example 'q12 + π/2'."""
    if not offset:
        return name
    return f"{name} - {written[1:]}" if written.startswith("-") else f"{name} + {written}"


def _base(leg: LegSpec) -> str:
    placed = _frame(leg.base)
    on = f" on {leg.carrier}" if leg.carrier != "base" else ""
    return f"{on}, base {placed}" if placed != "-" else on


def _frame(frame: FrameSpec) -> str:
    """Describe the placement of a frame in the words of the robot file."""
    parts = [f"turned about {axis} by {angle(value)}" for axis, value in frame.turn.items() if value]
    if any(frame.at):
        parts.append(f"at ({number_list(frame.at)})")
    parts += [f"rotated {name} ({', '.join(map(angle, values))})" for name, values in frame.rotation.items() if any(values)]
    for name in ("gamma", "b", "alpha", "d", "theta", "r"):
        if value := getattr(frame, name):
            parts.append(f"{name} {number(value) if name in 'bdr' else angle(value)}")
    return ", ".join(parts) or "-"


def closure_table(spec: RobotSpec) -> Sheet:
    """Build a table of the closures: where they are and which relative motions they leave free."""
    headings = ("between", "joint", "free", "frame on the leg", "frame on the other")
    sheet = Sheet("Closures  [rad, m]", headings, wraps=True)
    for leg in spec.legs:
        if (c := leg.closure) is not None:
            between = f"{c.of or leg.joints[-1].name} and {c.to}"
            sheet.rows.append((between, c.joint or "", " ".join(c.freedoms()) or "-", _frame(c.frame), _frame(c.platform)))
        sheet.rows += [_loop_row(loop, leg.carrier) for loop in leg.loops]
    sheet.rows += [_loop_row(loop, "base") for loop in spec.closures]
    return sheet


def _loop_row(loop: LoopSpec, base: str) -> tuple[str, ...]:
    between = " and ".join(base if name == "base" else name for name in loop.between)
    return between, loop.joint or "", " ".join(loop.freedoms()) or "-", *[_frame(f) for f in loop.frames]


def coupling_lines(spec: RobotSpec) -> list[str]:
    """Write each coupling as an equation, for example 'Coupling belt: m3 - m4 = 0'."""
    lines = []
    for one in spec.couplings:
        terms = [f"{'-' if c < 0 else '+'} {'' if abs(c) == 1 else number(abs(c)) + ' '}{name}" for name, c in one.terms.items()]
        lines.append(f"Coupling {one.name}: {' '.join(terms).removeprefix('+ ')} = {number(one.constant)}")
    return lines


def platform_lines(spec: RobotSpec) -> list[str]:
    """Return lines about the platform coordinates and gravity."""
    p = spec.platform
    orientation = f", orientation {p.orientation}" if spec.has_platform else ""
    lines = [f"{'Coordinates' if p.carrier else 'Platform coordinates'}: x = ({', '.join(spec.x_names)}){orientation}"]
    if p.carrier:
        lines.append(f"Platform: on {p.carrier}{_placed(p.frame)}" if spec.has_platform else "Platform: none")
    if p.dependent:
        lines.append(f"Following from the closures: {', '.join(p.dependent)}")
    values: dict[str, float] = {c: 0.0 for c in COORDINATES if c not in (*p.coordinates, *p.dependent)} | dict(p.constant)
    if values and not p.carrier:
        lines.append("Constant: " + ", ".join(f"{name} = {number(value)}" for name, value in values.items()))
    lines.append(f"Gravity: ({number_list(spec.gravity)}) m/s²")
    return lines


def _placed(frame: FrameSpec) -> str:
    """Return the text of the platform's frame in its link; empty if both frames are the same."""
    return "" if frame == FrameSpec() else f", {_frame(frame)}"


def inertia_table(spec: RobotSpec) -> Sheet:
    """Build a table of the inertial parameters of each link at the origin of its frame [kg m^2, kg m, kg].

    Rotor inertias and friction are included; columns of zeros are omitted.
    """
    headings = [*INERTIAL_NAMES, "ia", "fv", "fs", "fb", "fn", "f0"]
    rows = []
    for leg in spec.legs:
        for joint in leg.joints:
            f = joint.friction
            varying = "*" if joint.link.varying else ""
            friction = [f.fv, f.fs, f.fb, f.fn or 0.0, f.f0 or 0.0]
            rows.append((joint.name + varying, [*joint.link.standard(), joint.actuator_inertia, *friction]))
    rows.append(("platform", [*spec.platform.link.standard(), *[0.0] * (len(headings) - len(INERTIAL_NAMES))]))
    rows = [(name, values) for name, values in rows if any(values)]
    used = [k for k in range(len(headings)) if any(values[k] for _, values in rows)]
    kind = "identified base parameters" if spec.identified else "inertial parameters at the frames' origins"
    star = "; * inertia varies with the joint" if any(name.endswith("*") for name, _ in rows) else ""
    sheet = Sheet(f"Links: {kind}  [SI]{star}", ["link", *[headings[k] for k in used]], right=1)
    sheet.rows += [[name, *[f"{values[k]:.4g}" if values[k] else "" for k in used]] for name, values in rows]
    return sheet


def spring_table(spec: RobotSpec) -> Sheet:
    """Build a table of the springs; `at rest` is the rest position of a joint, or the free length."""
    headings = ("spring", "between", "stiffness", "damping", "constant", "at rest", "points")
    sheet = Sheet("Springs  [SI]", headings, wraps=True)
    for leg in spec.legs:
        for joint in leg.joints:
            if (s := joint.spring) is not None:
                numbers = [number(value) for value in (s.stiffness, s.damping, s.effort, s.rest)]
                sheet.rows.append((joint.name, "in the joint", *numbers, "-"))
    for one in [*[one for leg in spec.legs for one in leg.springs], *spec.springs]:
        numbers = [number(value) for value in (one.stiffness, one.damping, one.force, one.length)]
        points = " and ".join(f"({number_list(at)})" for at in one.at)
        sheet.rows.append((one.label, " and ".join(one.between), *numbers, points))
    return sheet

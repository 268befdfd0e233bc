"""Named parameters of a drafted file: radii, lengths, masses and drives, each with unit, range and meaning."""

from __future__ import annotations

from collections.abc import Iterator

from parados.drafting.leg_plan import LegPlan
from parados.drafting.planned_home import LegHome, Sizes

__all__ = ["parameter_lines"]


def parameter_lines(plan: LegPlan, sizes: Sizes, home: LegHome, active: tuple[int, ...]) -> Iterator[str]:
    """Yield one line for each parameter."""
    if plan.arrangement != "orthogonal":
        yield _line("rA", sizes.base, "m", "radius of the feet on the base", True)
        yield _line("rB", sizes.platform, "m", "radius of the feet on the platform", True)
    for k, (name, length) in enumerate(home.lengths.items(), 1):
        yield _line(name, length, "m", f"length of link {k}", True)
        yield _line(f"m{k}", round(1.5 * length, 3), "kg", f"mass of link {k}, a slender bar")
    roles = {joint.role for joint in plan.tree}
    if "strut" in roles:
        yield _line("c", 0.12, "m", "distance of the centres of mass of both parts of a strut from its ends", True)
        yield _line("mc", 1.0, "kg", "mass of the lower part of a strut")
        yield _line("mr", 0.6, "kg", "mass of the upper part of a strut")
    if "rail" in roles:
        yield _line("ms", 1.2, "kg", "mass of a carriage on its rail")
    yield _line("mp", 2.0, "kg", "mass of the platform" + ("" if plan.arrangement == "orthogonal" else ", a disc"))
    kinds = {joint.kind for joint in plan.joints if joint.letter in active}
    slides = kinds == {"P"}
    yield _line("Ia", 0.5 if slides else 0.01, "kg" if slides else "kg m²", "inertia of a motor, seen from its joint")
    yield _line("fv", 10.0 if slides else 0.1, "N s/m" if slides else "N m s", "viscous friction of a drive")
    yield _line("fs", 2.0 if slides else 0.2, "N" if slides else "N m", "dry friction of a drive")


def _line(name: str, value: float, unit: str, about: str, length: bool = False) -> str:
    """Write one parameter; a length has a range of half to twice its value, other numbers may not be negative."""
    span = f"[{value / 2:.4g}, {2 * value:.4g}]" if length else f"[0, {100 * value:.4g}]"
    return f'  {name}: {{value: {value:g}, range: {span}, unit: {unit}, about: "{about}"}}'

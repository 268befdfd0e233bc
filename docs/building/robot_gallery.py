"""Page with all robots of the catalog."""

from __future__ import annotations

from parados.api import catalog, describe
from parados.robot.description import RobotSpec
from parados.text.markdown import markdown_text

__all__ = ["robot_gallery"]

KINDS = (
    ("Planar", lambda spec: not {"pz", "a1", "a2"} & set(spec.x_names) and len(spec.x_names) <= 3 and "py" in spec.x_names),
    ("Three degrees of freedom in space", lambda spec: len(spec.x_names) <= 3),
    ("Four and five degrees of freedom", lambda spec: len(spec.x_names) <= 5),
    ("Six degrees of freedom and more", lambda spec: True),
)


def robot_gallery() -> str:
    """Return the page as Markdown."""
    groups: dict[str, list[str]] = {title: [] for title, _ in KINDS}
    for name in catalog():
        spec = describe(name)
        groups[next(title for title, fits in KINDS if fits(spec))].append(_card(name, spec))
    sections = [f'## {title}\n\n<div class="cards" markdown>\n\n{"".join(cards)}</div>\n' for title, cards in groups.items()]
    return "\n".join([HEAD.format(count=len(catalog())), *sections])


def _card(name: str, spec: RobotSpec) -> str:
    actuators = sum(joint.active for leg in spec.legs for joint in leg.joints)
    facts = f"{len(spec.x_names)} degrees of freedom, {actuators} actuators"
    if any(joint.link and joint.link.beams for leg in spec.legs for joint in leg.joints):
        facts += ", elastic links"
    return (
        f'<div class="card" markdown>\n\n### {name}\n\n![{name}](../pictures/{name}.png)\n\n{markdown_text(spec.title)}\n\n'
        f"{facts}. x = {', '.join(f'`{x}`' for x in spec.x_names)}\n\n"
        f"*{markdown_text(spec.source)}*\n\n[File]({name}.yaml){{ download }}\n\n</div>\n\n"
    )


HEAD = """# Robots of the catalog

These {count} robots come with parados. `parados.load("NAME")` loads one, and `parados show NAME` prints its tables.
The file of a robot is a good start for [a file of your own](../first-file.md).
"""

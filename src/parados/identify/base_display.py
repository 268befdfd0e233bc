"""Base parameters as people look at them: counts, the gap of the rank decision, and a table of groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parados.identify.parameter_groups import Group
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from parados.identify.base_parameters import BaseParameters

__all__ = ["base_display"]


def base_display(base: BaseParameters) -> Display:
    """Show the counts, the gap, and each base parameter with its group and its value."""
    facts = {
        "standard parameters": len(base.standard),
        "without effect": len(base.without_effect),
        "eliminated": len(base.eliminated),
        "base parameters": f"{base.count}, of which {len(base.alone)} stand alone",
        "singular values": f"{base.gap.kept:.1e} is the smallest that counts, {base.gap.dropped:.1e} the largest of round-off",
        "regressor of": "the efforts tau" if base.side == "efforts" else "J_inv^T tau (redundant actuators)",
    }
    lengths = any(name in base.model.spec.parameters for name in base.model.live)
    symbols = base.symbolic_groups if lengths else {group.leader: group.formula for group in base.groups}
    rows = [(group.leader, f"{group.value:.6g}", _words(group, symbols[group.leader])) for group in base.groups]
    sentences = f"without effect: {', '.join(base.without_effect)}" if base.without_effect else ""
    numbers = sum(formula is None for shares in base.formulas.values() for formula in shares.values()) if lengths else 0
    if numbers:
        sentences += (
            f"\n{numbers} shares have no small formula in the live parameters; their numbers are those of the present values"
        )
    table = Table(("base parameter", "value", "group"), rows)
    return Display(f"Base parameters of {base.model.spec.name}", facts, [table], sentences)


def _words(group: Group, formula: str) -> str:
    equal = f" (equal: {', '.join(group.equal)})" if group.equal else ""
    return ("alone" if group.is_alone else formula) + equal

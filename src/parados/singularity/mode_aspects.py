"""Number the aspects of assembly modes: the robot can move between two of them without a singularity if their numbers are equal.

Poses with different working modes, or with different signs of the determinant, lie in different aspects. For poses that have both
in common, a way is searched (`same_aspect`). If none is found, the aspect of the later one is not decided.
"""

from __future__ import annotations

from dataclasses import replace

from parados.arguments import instance, whole
from parados.model.assembly_result import AssemblyModes
from parados.singularity.same_aspect import TRIES, same_aspect

__all__ = ["mode_aspects"]


def mode_aspects(modes: AssemblyModes, *, tries: int = TRIES, seed: int = 1) -> AssemblyModes:
    """Return the same assembly modes with their aspects numbered as far as they can be decided, in the attribute `aspect`.

    tries : largest number of branches in the search for a way between two poses;  seed : of the random poses of the search
    """
    found = instance("modes", modes, AssemblyModes, "the result of assembly_modes")
    branches, start = whole("tries", tries, 0, 1_000_000), whole("seed", seed, 0)
    labels: list[int | None] = [None] * len(found)
    groups: dict[object, int] = {}
    for k, (mode, sign) in enumerate(zip(found.modes, found.sign, strict=True)):
        if mode is None or sign == 0:
            continue
        first = groups.setdefault((mode, int(sign)), k)
        if first == k:
            labels[k] = len(groups)
        else:
            known = [j for j in range(first, k) if labels[j] is not None and labels[j] == labels[first]]
            joined = any(same_aspect(found.model, found.x[j], found.x[k], mode=mode, tries=branches, seed=start) for j in known)
            labels[k] = labels[first] if joined else None
    return replace(found, aspects=tuple(labels))

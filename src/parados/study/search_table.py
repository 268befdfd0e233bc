"""The searches of a study: which designs are evaluated. Each search is a class with its options; `SEARCHES` names them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from parados.arguments import instance, word
from parados.errors import UnknownNameError
from parados.study.genetic_search import GeneticSearch
from parados.study.global_sensitivity import SensitivitySearch
from parados.study.gradient_search import GradientSearch
from parados.study.sampled_search import GridSearch, LatinSearch, Search, SobolSearch

if TYPE_CHECKING:
    from parados.study.study import Study

__all__ = ["SEARCHES", "read_search"]

SEARCHES: dict[str, type[Search]] = {
    "grid": GridSearch,
    "sobol": SobolSearch,
    "latin-hypercube": LatinSearch,
    "nsga2": GeneticSearch,
    "gradient": GradientSearch,
    "sensitivity": SensitivitySearch,
}


def read_search(given: Mapping[str, Any] | None, study: Study) -> Search:
    """Read a search from its keys; by default 256 designs of a Sobol sequence."""
    content = dict(instance("search", {"kind": "sobol"} if given is None else given, Mapping, "a mapping with the key kind"))
    kind = word("search.kind", content.pop("kind", None), tuple(SEARCHES), UnknownNameError, "a search")
    for key in content:
        word(f"search ({kind})", key, SEARCHES[kind].options, UnknownNameError, "an option of this search")
    return SEARCHES[kind](study, **content)

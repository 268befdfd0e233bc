"""Test the layers: a module imports only from its own or lower layers, and importing parados is fast."""

from __future__ import annotations

import ast
import graphlib
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import parados

PACKAGE = Path(parados.__file__).parent

ORDER = (
    ("version",),
    ("errors",),
    ("arguments",),
    ("text",),
    ("storage",),
    ("cluster",),
    ("spatial",),
    ("graph",),
    ("robot",),
    ("robots",),
    ("topology",),
    ("plots",),
    ("geometry",),
    ("kinematics",),
    ("dynamics",),
    ("flexible",),
    ("assembly",),
    ("model",),
    ("charts",),
    ("trajectory",),
    ("singularity",),
    ("plan",),
    ("control",),
    ("simulate",),
    ("fmu",),
    ("sensitivity",),
    ("identify",),
    ("calibration",),
    ("report",),
    ("checks",),
    ("remarks",),
    ("known_robots",),
    ("api",),
    ("drafting",),
    ("study",),
    ("sources",),
    ("studio",),
    ("cli",),
)
RANK = {name: rank for rank, names in enumerate(ORDER) for name in names}
ROOT = ("__init__", "__main__")
"""Modules of the package itself: they may import from all layers, and no layer may import from them."""

HEAVY = ("casadi", "scipy", "matplotlib")
"""Packages that are imported only to compile a robot or to draw a figure, so that commands answer fast."""


def _for_type_checkers(node):
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def _imports(node):
    """Yield the modules imported below a node, also inside functions, but not under TYPE_CHECKING."""
    for child in ast.iter_child_nodes(node):
        if _for_type_checkers(child):
            yield from (name for other in child.orelse for name in _imports(ast.Module([other], [])))
        elif isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, "imports are absolute"
            yield from ([child.module] if child.module != "parados" else [f"parados.{alias.name}" for alias in child.names])
        else:
            yield from _imports(child)


def _layer(path):
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


FILES = sorted(p for p in PACKAGE.rglob("*.py") if _layer(p) not in ROOT)


def test_every_module_belongs_to_a_layer():
    assert {_layer(p) for p in FILES} <= set(RANK)


@cache
def _parsed(path):
    return ast.parse(path.read_text())


@pytest.mark.parametrize("layer", RANK)
def test_imports_are_from_lower_layers(layer):
    for path in [path for path in FILES if _layer(path) == layer]:
        for module in _imports(_parsed(path)):
            parts = module.split(".")
            if parts[0] == "parados":
                assert len(parts) > 1 and parts[1] in RANK, f"{path.name}: {module} is not a layer"
                assert RANK[parts[1]] <= RANK[layer], f"{path.name}: {layer} must not import {module}"


def test_one_file_alone_reaches_up_by_name():
    """`parados.text.scene_door` looks up the studio when `show` or `studio` is called; nobody else imports by name."""
    named = [path.name for path in FILES if 'import_module("parados' in path.read_text()]
    assert named == ["scene_door.py"]


def test_pages_show_all_layers_in_their_order():
    """The picture of the architecture has names, at least four spaces, and words; the page for contributors has a list."""
    pages = PACKAGE.parents[1]
    picture = (pages / "docs" / "architecture.md").read_text(encoding="utf-8").split("```")[1]
    lines = [line for line in picture.strip("\n").splitlines() if "---" not in line]
    assert [name for line in lines for name in line.strip().split("    ")[0].split()] == list(RANK)
    text = (pages / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = text.partition("from the leaf to the commands:")[2].partition(".")[0]
    assert [name.strip("` \n") for name in listed.split(",")] == list(RANK)


def test_no_two_files_have_the_same_name():
    """A file's name says what is in it without its folder."""
    names = [path.name for path in FILES if path.name != "__init__.py"]
    assert not {name for name in names if names.count(name) > 1}


def _imported_packages(tree):
    """Return the first names of all modules that a file imports, also for type checkers."""
    nodes = list(ast.walk(tree))
    named = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    named |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    return {name.split(".")[0] for name in named}


@pytest.mark.parametrize("folder", ["src", "helpers", "benchmarks", "docs"])
def test_nothing_but_tests_imports_from_tests(folder):
    """What tests share with benchmarks or scripts of the pages is in helpers/; the Makefile alone starts `tests.fuzz`."""
    files = sorted((PACKAGE.parents[1] / folder).rglob("*.py"))
    assert files
    assert [path.name for path in files if "tests" in _imported_packages(_parsed(path))] == []


def test_search_for_imported_packages_finds_both_forms():
    source = "def f():\n    import tests.pages\nif TYPE_CHECKING:\n    from helpers.pages import x"
    assert _imported_packages(ast.parse(source)) == {"tests", "helpers"}


def test_import_scanner_finds_imports_outside_type_checking():
    source = "if TYPE_CHECKING:\n    import hidden\nelse:\n    import shown\n"
    source += "def f():\n    from inner.deep import x\nfrom parados import api"
    assert list(_imports(ast.parse(source))) == ["shown", "inner.deep", "parados.api"]


@pytest.mark.parametrize("layer", [layer for layer in RANK if layer != "model"])
def test_only_the_model_layer_uses_the_evaluator(layer):
    for path in [path for path in FILES if _layer(path) == layer]:
        named = {node.attr for node in ast.walk(_parsed(path)) if isinstance(node, ast.Attribute)}
        assert not {"evaluator", "_evaluator"} & named, f"{path.name}: use a method of `Model`"


def _imported_at_once(node):
    """Yield (module, name) of the imports that run when a module is imported; the name is empty for `import module`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((alias.name, "") for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield from ((child.module, alias.name) for alias in child.names)
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and not _for_type_checkers(child):
            yield from _imported_at_once(child)


def _graph_of_imports(trees):
    """Return for each module the modules of the package that it imports at import time; `trees` are parsed files by module."""
    pairs = {name: list(_imported_at_once(tree)) for name, tree in trees.items()}
    inner = {name: {f"{a}.{b}" if f"{a}.{b}" in trees else a for a, b in own} for name, own in pairs.items()}
    return {name: (own & set(trees)) - {name} for name, own in inner.items()}


def test_no_modules_import_each_other():
    names = {path: ".".join(("parados", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in PACKAGE.rglob("*.py")}
    trees = {name.removesuffix(".__init__"): _parsed(path) for path, name in names.items()}
    assert list(graphlib.TopologicalSorter(_graph_of_imports(trees)).static_order())  # raises CycleError with the names


def test_search_for_import_cycles_finds_a_cycle():
    sources = {"a": "from b import c", "b": "", "b.c": "def f():\n    import a\nfrom b.d import x", "b.d": "import a"}
    trees = {name: ast.parse(text) for name, text in sources.items()}
    assert _graph_of_imports(trees) == {"a": {"b.c"}, "b": set(), "b.c": {"b.d"}, "b.d": {"a"}}
    with pytest.raises(graphlib.CycleError):
        graphlib.TopologicalSorter(_graph_of_imports(trees)).prepare()


def _fresh(code):
    script = f"import json, sys\n{code}\nprint(json.dumps(sorted(sys.modules)))"
    environment = {"PYTHONPATH": str(PACKAGE.parent), "PARADOS_CACHE": os.environ["PARADOS_CACHE"]}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    return json.loads(run.stdout)


def test_import_of_parados_does_not_import_heavy_packages():
    assert not set(HEAVY) & set(_fresh("import parados"))


def test_compiling_does_not_import_packages_for_drawing():
    modules = _fresh("import parados; parados.load('five-bar').compile('vm').inverse_kinematics([0.0, 0.25])")
    assert "casadi" in modules
    assert not {"matplotlib", "viser", "typer"} & set(modules)


def test_import_does_not_change_global_settings():
    """CasADi and SciPy add warning filters when they are imported; parados adds none."""
    state = "(numpy.get_printoptions(), numpy.geterr(), warnings.filters[:])"
    code = f"import casadi, numpy, warnings, scipy.optimize, scipy.spatial, scipy.linalg; before = {state}; import parados; "
    code += "parados.load('five-bar').compile('vm').inverse_kinematics([0.0, 0.25]); "
    code += f"assert before == {state}"
    _fresh(code)


def test_public_packages_and_classes_are_reachable():
    """Test this in a new process, after `import parados` only."""
    code = "import parados; assert set(parados.__all__) <= set(dir(parados)) and 'casadi' not in sys.modules\n"
    code += "assert all(getattr(parados, name) is not None for name in parados.__all__); parados.catalog()\n"
    _fresh(code + "import parados.errors; assert set(parados.errors.__all__) <= set(parados.__all__)")

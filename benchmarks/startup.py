"""Time to import parados, to load a robot that the cache knows or not, and to compile it with an empty and with a full cache."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

from benchmarks.timing import in_fresh_interpreter

__all__ = ["startup"]

IMPORT = "import time; t = time.perf_counter(); import parados; print(time.perf_counter() - t)"
COMPILE = """
import time, parados
robot = parados.load("{name}")
robot.survey
t = time.perf_counter()
model = robot.compile()
for quantity in ("inverse_kinematics", "inverse_dynamics"):
    model.kernel(quantity).prepare()
print(time.perf_counter() - t)
"""
EVERYTHING = COMPILE.replace(
    '("inverse_kinematics", "inverse_dynamics")',
    "[k for k, q in __import__('parados.model.quantities', fromlist=['x']).QUANTITIES.items() if q.public]",
)
LOAD = "import time, parados; t = time.perf_counter(); parados.load('{name}'); print(time.perf_counter() - t)"
SURVEY = LOAD.replace("parados.load('{name}')", "parados.load('{name}').survey")


def startup(name: str = "gough-stewart-lopes") -> Iterator[tuple[str, float]]:
    """Yield description and seconds of each step."""
    yield "import parados", in_fresh_interpreter(IMPORT)
    unknown = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as cache:
            env = {**os.environ, "PARADOS_CACHE": cache}
            unknown.append(in_fresh_interpreter(LOAD.format(name=name), env, repeats=1))
    yield f"load {name}, with every check", min(unknown)
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "PARADOS_CACHE": cache}
        in_fresh_interpreter(LOAD.format(name=name), env, repeats=1)
        yield f"load {name}, known to the cache", in_fresh_interpreter(LOAD.format(name=name), env)
        yield f"load {name}, known to the cache, and survey it", in_fresh_interpreter(SURVEY.format(name=name), env)
        yield f"compile {name}, cold", in_fresh_interpreter(COMPILE.format(name=name), env, repeats=1)
        yield f"compile {name}, from the cache", in_fresh_interpreter(COMPILE.format(name=name), env)
        yield f"compile {name}, all quantities, cold", in_fresh_interpreter(EVERYTHING.format(name=name), env, repeats=1)
        yield f"compile {name}, all quantities, from the cache", in_fresh_interpreter(EVERYTHING.format(name=name), env)

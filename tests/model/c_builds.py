"""Build exported C with strict compilers and run its test driver."""

from __future__ import annotations

import subprocess
from pathlib import Path

STRICT = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
C99 = ["gcc", "-std=c99", "-Wconversion", "-O1", *STRICT]
CPP = ["g++", "-x", "c++", "-std=c++17", "-O1", *STRICT]
SANITIZED = ["gcc", "-std=c99", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def build_and_run(files: list[Path], compile_with: list[str], run_with: tuple[str, ...] = ()) -> str:
    """Build and run the driver and return what it prints; it must succeed."""
    folder, sources = files[0].parent, [f.name for f in files if f.suffix == ".c"]
    program = f"./driver-{abs(hash((*compile_with, *run_with)))}"
    subprocess.run([*compile_with, *sources, "-o", program, "-lm"], cwd=folder, check=True)
    run = subprocess.run([*run_with, program], cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stderr == "" and run.stdout.strip().endswith(" passed, 0 failed")
    return run.stdout

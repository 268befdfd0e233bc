"""Count the files of parados whose functions run on the way from a robot file to a torque.

`python -m helpers.files_on_the_way [ROBOT [BACKEND]]` starts a new Python with an empty cache folder, loads the robot, compiles
it, computes one `inverse_dynamics` at its home, and prints the files with their functions; with `--names` the files alone. What
runs while a module is imported is not counted, nor are methods that `dataclass` writes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType

import numpy as np

import parados

PACKAGE = Path(parados.__file__).parent


def files_on_the_way(robot: str = "delta-d3-1200", backend: str = "auto") -> dict[str, list[str]]:
    """Return the names of the functions that run, by file; a file is a path below `src/parados`."""
    code = f"from helpers.files_on_the_way import write_calls; write_calls({robot!r}, {backend!r})"
    with tempfile.TemporaryDirectory() as cache:
        paths = os.pathsep.join([str(PACKAGE.parent), str(Path(__file__).parents[1])])
        environment = {**os.environ, "PYTHONPATH": paths, "PARADOS_CACHE": cache}
        run = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True, env=environment)
    files: dict[str, list[str]] = {}
    for path, function in json.loads(run.stdout):
        files.setdefault(Path(path).relative_to(PACKAGE).as_posix(), []).append(function)
    return files


def write_calls(name: str, backend: str) -> None:
    """Compute a torque of a robot and print the pairs (path of the file, function) of all calls inside parados as JSON."""
    called: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        call = (frame.f_code.co_filename, frame.f_code.co_qualname)
        if event == "call" and call not in called and _is_ours(frame) and not _is_imported(frame):
            called.add(call)

    threading.setprofile(note)
    sys.setprofile(note)
    robot = parados.load(name)
    model = robot.compile(backend)
    rest = np.zeros(robot.mechanism.n_dof)
    torque = model.inverse_dynamics(robot.home, rest, rest)
    sys.setprofile(None)
    assert np.isfinite(torque).all()
    print(json.dumps(sorted(called)))


def _is_ours(frame: FrameType) -> bool:
    return frame.f_code.co_filename.startswith(str(PACKAGE) + os.sep)


def _is_imported(frame: FrameType | None) -> bool:
    """Whether a call belongs to the import of a module of parados."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and _is_ours(frame):
            return True
        frame = frame.f_back
    return False


def main(*arguments: str) -> None:
    """Print the files on the way: their lines and functions, room by room."""
    files = files_on_the_way(*[one for one in arguments if one != "--names"])
    if "--names" in arguments:
        print(*sorted(files), sep="\n")
        return
    lines = {file: len((PACKAGE / file).read_text(encoding="utf-8").splitlines()) for file in files}
    for room in dict.fromkeys(file.split("/")[0] for file in files):
        inside = [file for file in files if file.split("/")[0] == room]
        print(f"\n{room}: {len(inside)} files, {sum(lines[file] for file in inside)} lines")
        for file in inside:
            print(f"  {lines[file]:4d}  {file}: {', '.join(files[file])}")
    print(f"\n{len(files)} files with {sum(lines.values())} lines")


if __name__ == "__main__":
    main(*sys.argv[1:])

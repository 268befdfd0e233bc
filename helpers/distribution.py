"""Check the source archive and the wheel of parados: what they contain and say, and that an installed wheel works.

python -m helpers.distribution FOLDER [--install]
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path

__all__ = ["EXTRAS", "archive_names", "check_files", "check_installed", "metadata"]

ROOT = Path(__file__).parents[1]
EXTRAS = {"all", "docs", "files", "identify", "studio", "study"}
"""Extras for users; `dev` and `bench` are for developers."""

DATA = (".yaml", ".c", ".h", ".js", ".npz", ".typed")
"""Endings of files of the package that are no modules."""

TRIAL = """
import parados, numpy as np
assert len(parados.catalog()) == {robots}
model = parados.load("delta-d3-1200").compile()
x, xd, xdd = [0.1, 0.0, -0.8], [1.0, 0.0, 0.0], [0.0, 0.0, 9.0]
tau = model.inverse_dynamics(x, xd, xdd)
assert np.allclose(model.forward_dynamics(x, xd, tau), xdd)
other = parados.load("gough-stewart-fried").compile("vm")
assert len(other.assembly_modes(other.inverse_kinematics(other.survey.home + 0.01)))
model.export_c("c")
print(parados.__version__, parados.__file__)
"""


def archive_names(folder: Path) -> tuple[set[str], set[str]]:
    """Return the names of the files in the wheel and in the source archive of a folder, without the folder of the version."""
    (wheel,), (source,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as packed:
        wheel_names = set(packed.namelist())
    with tarfile.open(source) as unpacked:
        source_names = {name.partition("/")[2] for name in unpacked.getnames()}
    return wheel_names, source_names


def metadata(folder: Path) -> Message:
    """Return the metadata of the wheel in a folder."""
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        (place,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_string(packed.read(place).decode())


def check_files(folder: Path) -> None:
    """Check that wheel and source archive contain every file of the package, and that the metadata are complete."""
    package = ROOT / "src"
    wanted = {str(p.relative_to(package)) for p in (package / "parados").rglob("*") if p.suffix in (".py", *DATA)}
    wheel, source = archive_names(folder)
    assert not wanted - wheel, f"the wheel lacks {sorted(wanted - wheel)}"
    assert not {f"src/{name}" for name in wanted} - source
    needed = {"README.md", "LICENSE", "CITATION.cff", "CHANGELOG.md", "Makefile", "mkdocs.yml", "docs/index.md"}
    assert not needed - source, f"the source archive lacks {sorted(needed - source)}"
    assert all(name.startswith("parados") for name in wheel), "the wheel installs more than the package"
    said = metadata(folder)
    for key in ("Name", "Version", "Summary", "License-Expression", "Requires-Python", "Keywords", "Classifier", "Author"):
        assert said[key], f"the metadata have no {key}"
    assert set(said.get_all("Provides-Extra", [])) >= EXTRAS
    assert said.get_payload(), "the metadata have no description"


def check_installed(folder: Path) -> None:
    """Install the wheel in a fresh environment, and use it there, away from the repository."""
    (wheel,) = folder.resolve().glob("*.whl")
    with tempfile.TemporaryDirectory() as place:
        venv.create(Path(place) / "env", with_pip=True)
        programs = Path(place) / "env" / "bin"
        _run([programs / "pip", "install", "--quiet", "--disable-pip-version-check", wheel], place)
        robots = len(list((ROOT / "src" / "parados" / "robots").glob("*.yaml")))
        print(_run([programs / "python", "-c", TRIAL.format(robots=robots)], place).strip())
        for line in ("--version", "list", "demo --output demo", "new 6-UPS", "check my-6-ups.yaml", "show tripteron"):
            _run([programs / "parados", *line.split()], place)
        assert (Path(place) / "demo").is_dir()
        print("the wheel works in a fresh environment")


def _run(command: list[Path | str], folder: str) -> str:
    run = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, f"{command}\n{run.stdout}{run.stderr}"
    return run.stdout


if __name__ == "__main__":
    made = Path(sys.argv[1])
    check_files(made)
    print("wheel and source archive are complete")
    if "--install" in sys.argv:
        check_installed(made)

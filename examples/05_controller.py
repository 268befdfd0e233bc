"""A controller
===============

A controller needs the models of one robot in C: without Python, without memory allocation, with a known number of operations.

    python examples/05_controller.py

`export_c` writes three files: a header, a source that needs only libm, and a driver that checks the source on the target
against numbers from the model. Arrays have the names and sizes of the API, matrices are stored by rows, and the default working
mode is a constant of the header. Every function returns a status: OK, out of reach, singular, not a working mode, or not finite.
The results are NaN if the status is not OK. `kernel(...)` is a single quantity: `operations` counts its operations, `c_source()`
is its C code.

Numbers of the robot that change while it works stay free if they are live, for example the payload, a friction or a length that
was calibrated: `compile(live=["payload"])`. The header then defines a struct with one member for each of them, and the struct is
the first argument of every function, so a new payload needs no new build. `NAME_default_parameters` holds the values of the
model; `model.with_parameters({...}).export_c(...)` writes other ones. The payload has the members `payload_mass`, `payload_com`
(its centre of mass in the platform frame) and `payload_inertia` (xx, xy, xz, yy, yz, zz about this centre). C checks only that
the values are finite; ranges in the robot file become comments. Each member is independent: a parameter that the file computes
from another one does not follow it in C. If the geometry is numeric, close the loops again after a length has changed.

This page exports the five-bar mechanism. If there is a C compiler, it also builds the driver and two small programs.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import parados

PROGRAM = """
#include "five_bar.h"
#include <stdio.h>

int main(void)
{
  const double x[2] = {0.0, 0.26};
  double q[2];
  if (five_bar_inverse_kinematics(x, five_bar_default_mode, q) != five_bar_OK) return 1;
  printf("%.17g %.17g", q[0], q[1]);
  return 0;
}
"""

PAYLOAD = """
#include "five_bar.h"
#include <stdio.h>

int main(void)
{
  const double x[2] = {0.0, 0.26}, xd[2] = {0.3, -0.4};
  double before[1], after[1], potential[1];
  five_bar_parameters robot = five_bar_default_parameters;
  if (five_bar_energy(&robot, x, xd, five_bar_default_mode, before, potential) != five_bar_OK) return 1;
  robot.payload_mass = 0.8;
  if (five_bar_energy(&robot, x, xd, five_bar_default_mode, after, potential) != five_bar_OK) return 1;
  printf("%.17g", after[0] - before[0]);
  return 0;
}
"""


def built_and_run(folder: Path, *sources: str) -> str:
    """Build a program, run it, and return what it prints."""
    subprocess.run(["gcc", "-std=c99", "-O2", "-Wall", "-Werror", *sources, "-o", "program", "-lm"], cwd=folder, check=True)
    return subprocess.run([folder / "program"], capture_output=True, text=True, check=True).stdout.strip()


model = parados.load("five-bar").compile()

kernel = model.kernel("inverse_dynamics")
counts = kernel.operations
print("inverse dynamics:", counts)
source = kernel.c_source()
print("the first of", len(source.splitlines()), "lines of its C code:\n")
print("\n".join(source.splitlines()[:6]), "\n...")

# The checks: the kinds add up to the total, and the C code contains as many square roots as were counted.
assert counts["total"] == sum(count for kind, count in counts.items() if kind != "total")
assert source.count("sqrt(") == counts["sqrt"]

with tempfile.TemporaryDirectory() as folder:
    header, code, driver = model.export_c(folder)
    print("\nexported:", ", ".join(path.name for path in (header, code, driver)))
    print("\n".join(line for line in header.read_text().splitlines() if "inverse_kinematics" in line or "default_mode" in line))
    assert "alloc" not in code.read_text()
    if shutil.which("gcc") is None:
        print("gcc is not installed, so nothing is built")
    else:
        verdict = built_and_run(Path(folder), code.name, driver.name)
        (Path(folder) / "main.c").write_text(PROGRAM)
        q = np.array(built_and_run(Path(folder), code.name, "main.c").split(), dtype=float)
        print("the driver says:", verdict)
        print("motor angles from C [rad]:", q.round(4))
        # The checks: the driver passes; the angle of the first motor follows from the triangle with sides 0.213 and 0.1878, and
        # the robot is symmetric.
        assert verdict.endswith(" passed, 0 failed")
        reach = np.hypot(0.14, 0.26)
        by_hand = np.arctan2(0.26, 0.14) + np.arccos((0.213**2 + reach**2 - 0.1878**2) / (2 * 0.213 * reach))
        assert np.allclose(q, [by_hand, np.pi - by_hand], atol=1e-12)

live = parados.load("five-bar").compile(live=["payload"])
with tempfile.TemporaryDirectory() as folder:
    header, code, driver = live.export_c(folder)
    struct = header.read_text().partition("typedef struct")[2].partition("five_bar_parameters;")[0]
    print("\nwith a live payload:\ntypedef struct" + struct + "five_bar_parameters;")
    if shutil.which("gcc") is not None:
        (Path(folder) / "main.c").write_text(PAYLOAD)
        added = float(built_and_run(Path(folder), code.name, "main.c"))
        print("kinetic energy of the payload [J]:", round(added, 6))
        # The check: a mass of 0.8 kg at 0.5 m/s has m v^2 / 2 = 0.1 J.
        assert abs(added - 0.1) < 1e-12

# In a notebook: model.draw()

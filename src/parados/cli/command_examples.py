"""A worked example of each command, and the files that it writes, for the end of its help."""

from __future__ import annotations

__all__ = ["EXAMPLES_OF", "FILES_OF", "ending"]

EXAMPLES_OF = {
    "list": "parados list --sources",
    "show": "parados show delta-d3-1200 --plot delta.png --modes modes.png",
    "check": "parados check my-6-ups.yaml --draw gaps.png",
    "new": "parados new 6-UPS -o my-hexapod.yaml",
    "demo": "parados demo -o out",
    "studio": "parados studio my-hexapod.yaml",
    "run": "parados run five-bar motion.csv -o out",
    "simulate": "parados simulate five-bar --motion motion.csv --control computed-torque --bandwidth 15 -o sim",
    "optimal": "parados optimal five-bar --path points.csv --effort 20 --speed 10 -o fast",
    "fmu": "parados fmu delta-d3-1200 --kind inverse_dynamics --fmi 2 -o delta.fmu",
    "map": "parados map five-bar --over px=-0.3:0.3:100 --over py=0:0.4:100 --modes all -o maps",
    "workspace": "parados workspace delta-d3-1200 --over px=31 --over py=31 --fix pz=-0.8 -o workspace",
    "stiffness": "parados stiffness orthoglide-flexible --over px=11 --over py=11 -o stiffness",
    "frequencies": "parados frequencies orthoglide-flexible --over px=11 --over py=11 -o frequencies",
    "study": "parados study study.yaml -o study --workers 2",
    "size": "parados size five-bar motion.csv --motor motor.yaml -o sizing",
    "identify": "parados identify five-bar-feasible log.csv --validation other.csv --unit joints=deg -o fit",
    "compare": "parados compare fit/identified.yaml log.csv --beside five-bar-feasible -o comparison",
    "base": "parados base five-bar --live d12,d13",
    "excite": "parados excite five-bar-feasible --period 4 --speed 6 --effort 40 -o excitation",
    "calibrate": "parados calibrate five-bar measured.csv --live d12,d13 --corrections offsets -o calibrated",
    "poses": "parados poses five-bar 25 --live d12,d13 --corrections offsets -o poses.csv",
    "reproduce": "parados reproduce 003/fig-9.7 -o reproduced",
    "formulations": "parados formulations lopes_stewart",
    "cache": "parados cache clear",
}
"""Command -> a line that uses its important options."""

MAPS = "OUTPUT gets map.csv and map.xlsx (one row for each pose), a figure of each index (PNG), and report.html."

FILES_OF = {
    "show": "It writes only the PNG files that --plot and --modes name.",
    "check": "It writes only the PNG file that --draw names.",
    "demo": "OUTPUT gets a folder for each robot, with the files of `parados run`.",
    "run": "OUTPUT gets motion.csv (joints, efforts and energies of each state), actuators.png, energy.png, path.png and "
    "summary.md.",
    "fmu": "OUTPUT is one file, which Simulink, Dymola, OpenModelica and other tools read.",
    "map": "OUTPUT gets map.html (works offline), map.npz with all arrays, curves.csv, and figures as PNG and SVG; maps over "
    "three coordinates get surfaces as STL too.",
    "workspace": MAPS,
    "stiffness": MAPS,
    "frequencies": MAPS,
    "identify": "OUTPUT gets report.html, parameters.csv, validation.csv, identified.yaml (robot file with base parameters) and, "
    "if real bodies can have these numbers, physical.yaml.",
    "compare": "OUTPUT gets report.html, errors.csv and efforts.csv (measured and predicted efforts over time).",
    "calibrate": "OUTPUT gets report.html, parameters.csv, errors.csv and calibrated.yaml, the robot file with the new numbers.",
    "poses": "OUTPUT gets one row for each pose: positions of the actuators and coordinates of the platform.",
    "reproduce": "OUTPUT gets a table and figures of each entry, and a report of all entries that were computed so far.",
}
"""Command -> sentence on its files, if the text above its options does not have one."""


def ending(name: str) -> str:
    """Return the end of the help of a command; the line of the example is not broken."""
    return f"\b\nExample:\n  {EXAMPLES_OF[name]}\n\n{FILES_OF.get(name, '')}".rstrip()

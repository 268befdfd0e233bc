"""Words, values and documents that do not belong in a robot file."""

from __future__ import annotations

__all__ = ["ALIENS", "DOCUMENTS", "KEYS", "ODD_VALUES", "WORDS"]

KEYS = [
    "name",
    "title",
    "source",
    "gravity",
    "parameters",
    "identified",
    "platform",
    "legs",
    "mode",
    "home",
    "workspace",
    "guess",
    "redundancy",
    "numeric",
    "damping",
    "couplings",
    "terms",
]
KEYS += [
    "coordinates",
    "orientation",
    "dependent",
    "constant",
    "link",
    "base",
    "joints",
    "closure",
    "loops",
    "repeat",
    "kind",
    "names",
    "active",
    "antecedent",
]
KEYS += [
    "rotor",
    "friction",
    "branch",
    "limits",
    "stiffness",
    "gamma",
    "b",
    "alpha",
    "d",
    "theta",
    "r",
    "turn",
    "at",
    "rotation",
    "mass",
    "com",
    "inertia",
    "m",
    "xx",
    "zz",
    "mx",
]
KEYS += [
    "beams",
    "superelement",
    "varying",
    "length",
    "E",
    "G",
    "nu",
    "rho",
    "elements",
    "section",
    "planar",
    "of",
    "joint",
    "free",
    "axes",
    "frame",
    "between",
    "frames",
]
KEYS += ["spring", "springs", "rest", "damping", "effort", "force", "masses", "motor", "ratio", "ramp", "exponent", "fn", "f0"]
KEYS += ["carrier", "to", "closures", "pitch"]
KEYS += ["fv", "fs", "fb", "vs", "width", "count", "around", "angles", "colour", "<<"]
"""Keys that are valid somewhere in a file, and some that are never valid."""

WORDS = [
    "R",
    "P",
    "U",
    "S",
    "C",
    "E",
    "fixed",
    "planar",
    "C5",
    "px",
    "py",
    "pz",
    "a1",
    "a2",
    "a3",
    "base",
    "platform",
    "true",
    "null",
    "~",
    "nan",
    ".inf",
    "-.inf",
    "pi",
    "i",
    "deg",
    "x",
    "y",
    "z",
    "ZYX",
    "xyz",
]
WORDS += ["tilt-torsion", "quaternion", "1e999", "9**9**9", "1/0", "sqrt(-1)", "__import__('os')", "(" * 300, "{i}", "{", ""]
WORDS += ["lambda: 0", "[1, 2]", "0x10", "1_000", "12:30:45", "2026-01-01", "yes", "1" * 5000, "a" * 5000, "-" * 2000 + "1"]

ALIENS = ["é", "длина", "長さ", "𝟙", "‮", "​", "\u00a0", "😀", "ﬁ", "Ω", "½", "٣"]
"""Letters of other alphabets, digits of other scripts, invisible characters."""

ODD_VALUES = [None, True, False, 0, -1, 3, 0.5, -0.5, 1e300, float("nan"), float("inf"), "", "word", "1/0", "a" * 3000, [], {}]
ODD_VALUES += [[1, 2, 3], [[1], [2]], [None], ["px"], {"x": 1}, {"at": [0, 0, 0]}, {1: 2}, [0] * 500, [0, 0, 1e9], "0.3 m", -7]
ODD_VALUES += ["{i}", "q11", [1, -1], {"mass": -1}, {"mass": 1, "com": [0, 0, 0], "inertia": [1, 1, 9]}, {"count": 10**9}]

DOCUMENTS = ["---\n", "...\n", "a: &a [1]\nb: *a\n", "!!python/object/apply:os.system ['true']\n", "%YAML 1.1\n---\n", "\ufeff"]
DOCUMENTS += [
    "? [a, b]\n: 1\n",
    "<<: {name: x}\n",
    "name: &n [*n]\n",
    "[" * 2000,
    "{a: " * 500,
    "# only a comment\n",
    "42\n",
    "- a\n",
]
DOCUMENTS += ["x0: &x0 [1,1,1,1,1,1,1,1,1]\n" + "".join(f"x{k}: &x{k} [{','.join([f'*x{k - 1}'] * 9)}]\n" for k in range(1, 12))]
DOCUMENTS += [
    "name: !!binary aGVsbG8=\n",
    "name: !!set {a, b}\n",
    "name: 2026-01-01\n",
    "legs: &l\n  - *l\n",
    "name: |\n  text\n",
]

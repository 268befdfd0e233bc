"""Test robot files that are rejected while they are read: each problem gets a sentence with its place and the valid choices."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from broken import FIVE_BAR, GOUGH, PARALLELOGRAM, PLANAR_3RRR, broken, check_message

import parados
from parados.errors import ParadosError, RobotFileError, UnknownNameError

Edits = tuple[tuple[str, str], ...]

FRAME_KEYS = "gamma, b, alpha, d, theta, r, turn, at, rotation"
JOINT_KEYS = "gamma, b, alpha, d, theta, r, name, kind, pitch, names, active, antecedent, link, rotor, friction, branch, limits"
LINK_KEYS = "xx, xy, xz, yy, yz, zz, mx, my, mz, m, mass, com, inertia, beams, superelement, varying"

KEYS: list[tuple[str, str, Edits, tuple[str, ...]]] = [
    (
        "top",
        FIVE_BAR,
        (("gravity:", "gravty:"),),
        ("gravty: this key is not known here", "name, title, source, gravity, parameters"),
    ),
    (
        "platform",
        FIVE_BAR,
        (("dependent:", "dependant:"),),
        ("platform.dependant: ", "coordinates, orientation, dependent, constant, link"),
    ),
    (
        "leg",
        FIVE_BAR,
        (("name: left", "nmae: left"),),
        ("legs[0].nmae: ", "name, carrier, base, joints, closure, loops, springs, repeat", "legs[0].name: "),
    ),
    ("joint", FIVE_BAR, (("q13, kind: R, d:", "q13, kind: R, D:"),), ("legs[0].joints[2].D: this key is not known", JOINT_KEYS)),
    ("link", FIVE_BAR, (("m: 0.2, mx", "m: 0.2, mX"),), ("legs[0].joints[1].link.mX: this key is not known", LINK_KEYS)),
    ("platform link", FIVE_BAR, (("link: {m: 0.3}", "link: {M: 0.3}"),), ("platform.link.M: this key is not known", LINK_KEYS)),
    ("friction", FIVE_BAR, (("fv: 0.1", "fV: 0.1"),), ("legs[0].joints[0].friction.fV: ", "keys are fv, fs, fb, vs, width")),
    (
        "closure",
        FIVE_BAR,
        (("fixed, frame:", "fixed, frme:"),),
        ("legs[1].closure.frme: ", "joint, free, of, to, frame, platform, axes"),
    ),
    ("closure frame", FIVE_BAR, (("frame: {d:", "frame: {D:"),), ("legs[1].closure.frame.D: ", FRAME_KEYS)),
    ("platform frame", PLANAR_3RRR, (("platform: {at:", "platform: {an:"),), ("legs[0].closure.platform.an: ", FRAME_KEYS)),
    ("base", FIVE_BAR, (("base: {at: [-", "base: {to: [-"),), ("legs[0].base.to: this key is not known", FRAME_KEYS)),
    ("loop", PARALLELOGRAM, (("between:", "betwen:"),), ("legs[0].loops[0].betwen: ", "joint, free, name, between, frames")),
    ("loop frame", PARALLELOGRAM, (("frames: [{d:", "frames: [{D:"),), ("legs[0].loops[0].frames[0].D: ", FRAME_KEYS)),
    ("repeat", PLANAR_3RRR, (("around: z", "aroud: z"),), ("legs[0].repeat: aroud is neither count, around nor a list",)),
    ("repeat itself", GOUGH, (("repeat:", "repaet:"),), ("legs[0].repaet: this key is not known here", "repeat")),
    ("number as a key", FIVE_BAR, (("title:", "7:"),), ("[7]: ", "a key must be a word")),
    ("list as a key", FIVE_BAR, (("title:", "[1, 2]:"),), ("line 2: ", "a key must be a word, not a list")),
    ("missing name", FIVE_BAR, (("name: good\n", ""),), ("name: this key is missing", "name, legs")),
    ("missing legs", FIVE_BAR, ((FIVE_BAR[FIVE_BAR.index("legs:") :], ""),), ("legs: this key is missing",)),
    (
        "missing coordinates",
        FIVE_BAR,
        (("  coordinates: [px, py]\n", ""),),
        ("platform.coordinates: name the independent coordinates, a choice from px, py, pz, a1, a2, a3",),
    ),
    (
        "missing joints",
        PLANAR_3RRR,
        (("joints:", "loops: []\n    jonts:"),),
        ("legs[0].joints: this key is missing", "legs[0].jonts: "),
    ),
    ("missing kind", FIVE_BAR, (("q13, kind: R, ", "q13, "),), ("legs[0].joints[2].kind: this key is missing", "name, kind")),
    ("missing joint name", FIVE_BAR, (("name: q13, ", ""),), ("legs[0].joints[2].name: this key is missing",)),
    (
        "missing between",
        PARALLELOGRAM,
        (('between: ["q{i}6", "q{i}4"], ', ""),),
        ("legs[0].loops[0].between: this key is missing",),
    ),
    ("empty legs", FIVE_BAR, ((FIVE_BAR[FIVE_BAR.index("legs:") :], "legs: []\n"),), ("legs: at least one entry",)),
    (
        "key before number",
        FIVE_BAR,
        (("title:", "titel:"), ("d: l2}\n    cl", "d: l3}\n    cl")),
        ("titel: this key is not known here",),
    ),
]

TYPES: list[tuple[str, str, Edits, tuple[str, ...]]] = [
    ("mapping for a list", FIVE_BAR, (("[0, -9.81, 0]", "{z: -9.81}"),), ("gravity: a list of 3 numbers is expected",)),
    ("two of three", FIVE_BAR, (("[0, -9.81, 0]", "[0, -9.81]"),), ("gravity: a list of 3 numbers is expected, not of 2",)),
    (
        "four of three",
        FIVE_BAR,
        (("[0.15, 0, 0]", "[0.15, 0, 0, 0]"),),
        ("legs[1].base.at: a list of 3 numbers is expected, not of 4",),
    ),
    ("one word for a list", FIVE_BAR, (("[px, py]", "px"),), ("platform.coordinates: a list is expected, not 'px'",)),
    (
        "number for a mapping",
        FIVE_BAR,
        (("friction: {fv: 0.1, fs: 0.2}", "friction: 0.2"),),
        ("legs[0].joints[0].friction: a mapping is expected with keys from fv, fs, fb, vs, width, ramp,", "fn, f0, not 0.2"),
    ),
    ("nothing for a mapping", FIVE_BAR, (("link: {m: 0.3}", "link:"),), ("platform.link: a mapping is expected", "not nothing")),
    (
        "nothing for a number",
        FIVE_BAR,
        (("rotor: 0.01", "rotor: "),),
        ("legs[0].joints[0].rotor: a number is expected, not nothing",),
    ),
    (
        "list for a number",
        FIVE_BAR,
        (("q13, kind: R, d: l2", "q13, kind: R, d: list"),),
        ("legs[0].joints[2].d: a number is expected, not [1, 2]",),
    ),
    (
        "leg is a word",
        FIVE_BAR,
        ((FIVE_BAR[FIVE_BAR.index("legs:") :], "legs: [left]\n"),),
        ("legs[0]: a mapping is expected with keys from name, carrier, base, joints",),
    ),
    (
        "legs is a mapping",
        FIVE_BAR,
        ((FIVE_BAR[FIVE_BAR.index("legs:") :], "legs: {left: 1}\n"),),
        ('legs: a list of legs is expected; each leg begins with "- name:"',),
    ),
    (
        "joints is a mapping",
        PLANAR_3RRR,
        (("    closure", "    loops: {}\n    closure"),),
        ("legs[0].loops: a list is expected",),
    ),
    ("workspace is a list", FIVE_BAR, (("{px: [-0.1, 0.1], py: [0.25, 0.4]}", "[1, 2]"),), ("workspace: a mapping is expected",)),
    (
        "true for a number",
        FIVE_BAR,
        (("rotor: 0.01", "rotor: true"),),
        ("legs[0].joints[0].rotor: a number is expected, not true or false",),
    ),
    ("true for a branch", PARALLELOGRAM, (("branch: 1", "branch: true"),), ("legs[0].joints[1].branch: ", "not true or false")),
    (
        "true for a mode",
        FIVE_BAR,
        (("mode: [1, -1]", "mode: [true, -1]"),),
        ("mode[0]: a number is expected, not true or false",),
    ),
    (
        "a half for a mode",
        FIVE_BAR,
        (("mode: [1, -1]", "mode: [0.5, -1]"),),
        ("mode[0]: 1 or -1, or a list of 1 and -1, is expected, not 0.5",),
    ),
    (
        "number for true",
        FIVE_BAR,
        (("q11, kind: R, active: true", "q11, kind: R, active: 1"),),
        ("legs[0].joints[0].active: true or false is expected, not 1",),
    ),
    (
        "word for true",
        FIVE_BAR,
        (("gravity:", "identified: maybe\ngravity:"),),
        ("identified: true or false is expected, not 'maybe'",),
    ),
    ("number for a name", FIVE_BAR, (("name: left", "name: 1"),), ("legs[0].name: a word is expected", "quotes")),
    ("true for a name", FIVE_BAR, (("name: left", "name: on"),), ("legs[0].name: a word is expected", "not true")),
    ("empty name", FIVE_BAR, (("name: good", 'name: ""'),), ("name: a word is expected, not ''",)),
    ("not a number", FIVE_BAR, (("rotor: 0.01", "rotor: .nan"),), ("legs[0].joints[0].rotor: nan is not a finite number",)),
    ("infinite", FIVE_BAR, (("home: [0, 0.3]", "home: [0, .inf]"),), ("home[1]: inf is not a finite number",)),
    (
        "not a number in a list",
        FIVE_BAR,
        (("[0.15, 0, 0]", "[0.15, .nan, 0]"),),
        ("legs[1].base.at[1]: nan is not a finite number",),
    ),
]

BEAM = "q13, kind: R, link: {beams: [{length: 0.3, planar: true, E: 74e9, rho: 2800, section: {circle: 0.01}, "

VALUES: list[tuple[str, str, Edits, tuple[str, ...]]] = [
    (
        "no elements of a beam",
        FIVE_BAR,
        (("q13, kind: R, ", BEAM + "elements: 0}]}, "),),
        ("legs[0].joints[2].link.beams[0].elements: 1 or more is expected, not 0",),
    ),
    (
        "negative ratio of a beam",
        FIVE_BAR,
        (("q13, kind: R, ", BEAM + "nu: -2}]}, "),),
        ("legs[0].joints[2].link.beams[0].nu: a number above -1 is expected, not -2",),
    ),
    (
        "joint kind",
        FIVE_BAR,
        (("q13, kind: R", "q13, kind: Q"),),
        ("legs[0].joints[2].kind: 'Q' is not accepted; use R, P, H, U, S, C, E, free, fixed",),
    ),
    (
        "closure",
        FIVE_BAR,
        (("closure: {joint: fixed}", "closure: {joint: weld}"),),
        ("legs[0].closure.joint: 'weld' is not a closure; use one of fixed, R, P, U, S, C, planar, C5",),
    ),
    (
        "freedom",
        FIVE_BAR,
        (("closure: {joint: fixed}", "closure: {free: [Rw]}"),),
        ("free: 'Rw' is not a motion; use Tx, Ty, Tz, Rx, Ry, Rz",),
    ),
    (
        "freedom twice",
        FIVE_BAR,
        (("closure: {joint: fixed}", "closure: {free: [Rz, Rz]}"),),
        ("legs[0].closure.free: Rz, Rz contains a motion twice",),
    ),
    (
        "nothing tied",
        FIVE_BAR,
        (("closure: {joint: fixed}", "closure: {free: [Tx, Ty, Tz, Rx, Ry, Rz]}"),),
        ("legs[0].closure.free: ", "so this closure ties nothing; remove the closure"),
    ),
    (
        "joint and free",
        FIVE_BAR,
        (("closure: {joint: fixed}", "closure: {joint: R, free: [Rz]}"),),
        ("legs[0].closure: give either joint", "or free"),
    ),
    ("neither joint nor free", FIVE_BAR, (("closure: {joint: fixed}", "closure: {}"),), ("legs[0].closure: give either joint",)),
    (
        "axes of a closure",
        FIVE_BAR,
        (("closure: {joint: fixed}", "closure: {joint: P, axes: base}"),),
        ("legs[0].closure.axes: 'base' is not accepted; use leg, platform",),
    ),
    (
        "axes of a loop",
        PARALLELOGRAM,
        (("joint: R, frames", "joint: R, axes: leg, frames"),),
        ("legs[0].loops[0].axes: 'leg' is not accepted; use first, second",),
    ),
    (
        "orientation",
        FIVE_BAR,
        (("orientation: xyz", "orientation: xxz"),),
        ("platform.orientation: 'xxz' is not known; use tilt-torsion, quaternion or one of XYX",),
    ),
    (
        "dependent coordinate",
        FIVE_BAR,
        (("dependent: [a3]", "dependent: [a4]"),),
        ("platform.dependent[0]: 'a4' is not accepted; use px",),
    ),
    (
        "constant coordinate",
        FIVE_BAR,
        (("constant: {pz: 0}", "constant: {z: 0}"),),
        ("platform.constant: 'z' is not accepted; use px, py",),
    ),
    ("coordinate twice", FIVE_BAR, (("[px, py]", "[px, px]"),), ("platform.coordinates: px, px contains a coordinate twice",)),
    ("coordinate order", FIVE_BAR, (("[px, py]", "[py, px]"),), ("platform.coordinates: keep the order px, py, pz, a1, a2, a3",)),
    (
        "declared and dependent",
        FIVE_BAR,
        (("dependent: [a3]", "dependent: [py, a3]"),),
        ("platform: py cannot be both in coordinates and in dependent",),
    ),
    (
        "declared and constant",
        FIVE_BAR,
        (("constant: {pz: 0}", "constant: {py: 0}"),),
        ("platform: py cannot be both in coordinates and in constant",),
    ),
    (
        "dependent and constant",
        FIVE_BAR,
        (("constant: {pz: 0}", "constant: {a3: 0}"),),
        ("platform: a3 cannot be both in dependent and in constant",),
    ),
    (
        "quaternion of three",
        PLANAR_3RRR,
        (("a3], link", "a3], orientation: quaternion, link"),),
        ("quaternion needs all six coordinates",),
    ),
    (
        "dependent tilt",
        FIVE_BAR,
        (("dependent: [a3]", "dependent: [a1, a3]"), ("orientation: xyz", "orientation: tilt-torsion")),
        ("a1 of tilt-torsion", "Euler"),
    ),
    (
        "rotation sequence",
        PLANAR_3RRR,
        (("{at: [rB, 0, 0]}", "{at: [rB, 0, 0], rotation: {RPY: [0, 0, 0]}}"),),
        ("rotation: 'RPY' is not a sequence; use one of XYX",),
    ),
    (
        "two rotations",
        PLANAR_3RRR,
        (("{at: [rB, 0, 0]}", "{rotation: {XYZ: [0, 0, 0], ZYX: [0, 0, 0]}}"),),
        ("closure.platform.rotation: give one sequence with its three angles, for example rotation: {ZYX: [0.1, 0, 0]}",),
    ),
    (
        "two turns",
        FIVE_BAR,
        (("base: {at: [-", "base: {turn: {x: 1, z: 1}, at: [-"),),
        ("legs[0].base.turn: give one axis with its angle, for example turn: {z: 120 deg}",),
    ),
    (
        "turn axis",
        FIVE_BAR,
        (("base: {at: [-", "base: {turn: {w: 1}, at: [-"),),
        ("legs[0].base.turn: 'w' is not accepted; use x, y, z",),
    ),
    (
        "turn twice",
        PLANAR_3RRR,
        (("platform: {at:", "platform: {turn: {z: 1}, at:"),),
        ("legs[0].closure.platform.turn: repeat with around already turns this frame",),
    ),
    (
        "inertia both ways",
        FIVE_BAR,
        (("{mass: 0.4,", "{m: 0.4, mass: 0.4,"),),
        ("legs[0].joints[0].link: m and com, inertia, mass exclude each other",),
    ),
    (
        "com without mass",
        FIVE_BAR,
        (("{mass: 0.4, com: [0.1, 0, 0], inertia: [0.001, 0.002, 0.002]}", "{com: [0.1, 0, 0]}"),),
        ("legs[0].joints[0].link: com without mass; give mass",),
    ),
    (
        "inertia of four",
        FIVE_BAR,
        (("[0.001, 0.002, 0.002]", "[1, 1, 1, 1]"),),
        ("link.inertia: give [xx, yy, zz] or [xx, xy, xz, yy, yz, zz], not 4 numbers",),
    ),
    (
        "varying what",
        FIVE_BAR,
        (("mx: 0.02, zz: 0.004", "varying: {xy: q}"),),
        ("legs[0].joints[1].link.varying: 'xy' is not accepted; use xx, yy, zz",),
    ),
    (
        "varying with what",
        FIVE_BAR,
        (("mx: 0.02, zz: 0.004", 'varying: {xx: "0.1*qd"}'),),
        ("legs[0].joints[1].link.varying.xx: unknown name 'qd'; the known names are pi, q",),
    ),
    (
        "negative rotor",
        FIVE_BAR,
        (("rotor: 0.01", "rotor: -0.01"),),
        ("legs[0].joints[0].rotor: zero or more is expected, not -0.01",),
    ),
    (
        "negative friction",
        FIVE_BAR,
        (("fv: 0.1", "fv: -0.1"),),
        ("legs[0].joints[0].friction.fv: zero or more is expected, not -0.1",),
    ),
    (
        "Stribeck velocity zero",
        FIVE_BAR,
        (("fv: 0.1", "fb: 0.1, vs: 0"),),
        ("legs[0].joints[0].friction.vs: a number above zero is expected, not 0",),
    ),
    (
        "limits reversed",
        FIVE_BAR,
        (("limits: [-4, 4]", "limits: [4, -4]"),),
        ("legs[0].joints[0].limits: the lower limit 4.0 must be below the upper limit -4.0",),
    ),
    (
        "limits of three",
        FIVE_BAR,
        (("limits: [-4, 4]", "limits: [4, -4, 1]"),),
        ("legs[0].joints[0].limits: a list of 2 numbers is expected, not of 3",),
    ),
    ("branch", PARALLELOGRAM, (("branch: 1", "branch: 2"),), ("legs[0].joints[1].branch: 2 is not accepted; use 1, -1",)),
    ("active U", GOUGH, (("kind: U}", "kind: U, active: true}"),), ("legs[0].joints[0]: kind U stands for 2 passive joints",)),
    (
        "limits of C",
        GOUGH,
        (("kind: U}", "kind: C, limits: [-1, 1]}"),),
        ("legs[0].joints[0].limits: kind C has joints that turn",),
    ),
    (
        "keys of a fixed joint",
        FIVE_BAR,
        (("q12, kind: R", "q12, kind: fixed, limits: [-1, 1]"), ("q22, kind: R", "q22, kind: fixed, stiffness: 1, branch: 1")),
        (
            "legs[0].joints[1].limits: a fixed joint does not move; remove limits, or use another kind, e.g. R or P",
            "legs[1].joints[1]: branch, stiffness: a fixed joint does not move; remove branch, stiffness, or use",
        ),
    ),
    (
        "pitch of 0",
        FIVE_BAR,
        (("q12, kind: R", "q12, kind: H, pitch: 0"),),
        ("needs a pitch [m/rad] that is not 0; the pitch is the lead of one turn [m] divided by 2*pi",),
    ),
    (
        "damping of two kinds",
        FIVE_BAR,
        (("home:", "damping: {ratio: 0.01, alpha: 1}\nhome:"),),
        ("damping: give either ratio, or at least one of alpha and beta",),
    ),
    (
        "names of R",
        FIVE_BAR,
        (("q12, kind: R", "q12, kind: R, names: [a]"),),
        ("legs[0].joints[1].names: kind R is one joint, which has a name; remove names, which composite joints have",),
    ),
    (
        "no names of R",
        FIVE_BAR,
        (("q12, kind: R", "q12, kind: R, names: []"),),
        ("legs[0].joints[1].names: kind R is one joint, which has a name; remove names, which composite joints have",),
    ),
    (
        "no names of U",
        GOUGH,
        (("kind: U}", "kind: U, names: []}"),),
        ("legs[0].joints[0].names: a list of 2 names is expected for kind U, not of 0",),
    ),
    (
        "names of U",
        GOUGH,
        (("kind: U}", "kind: U, names: [a]}"),),
        ("legs[0].joints[0].names: a list of 2 names is expected for kind U, not of 1",),
    ),
    (
        "loop of itself",
        PARALLELOGRAM,
        (('["q{i}6", "q{i}4"]', '["q{i}6", "q{i}6"]'),),
        ("legs[0].loops[0].between: a link cannot be tied to itself; name two",),
    ),
    (
        "loop of three",
        PARALLELOGRAM,
        (('["q{i}6", "q{i}4"]', "[a, b, c]"),),
        ("legs[0].loops[0].between: a list of 2 joint names is expected, not of 3",),
    ),
    (
        "workspace of one",
        FIVE_BAR,
        (("px: [-0.1, 0.1]", "px: 0.1"),),
        ("workspace.px: a list of 2 numbers is expected, not 0.1",),
    ),
    ("guess is a word", FIVE_BAR, (("guess: {q11: 1}", "guess: {q11: [1]}"),), ("guess.q11: a number is expected, not [1]",)),
]

EXPRESSIONS: list[tuple[str, str, Edits, tuple[str, ...]]] = [
    (
        "unknown parameter",
        FIVE_BAR,
        (("q13, kind: R, d: l2", "q13, kind: R, d: l3"),),
        ("legs[0].joints[2].d: unknown name 'l3'; the known names are l1, l2, list, pi",),
    ),
    ("parameter before its time", FIVE_BAR, (("{l1: 0.25,", "{l0: 2*l1, l1: 0.25,"),), ("parameters.l0: unknown name 'l1'",)),
    (
        "syntax",
        FIVE_BAR,
        (("q13, kind: R, d: l2", "q13, kind: R, d: 2*(l2"),),
        ("legs[0].joints[2].d: '2*(l2' is neither a number nor an expression",),
    ),
    (
        "empty",
        FIVE_BAR,
        (("q13, kind: R, d: l2", 'q13, kind: R, d: ""'),),
        ("legs[0].joints[2].d: '' is neither a number nor an expression",),
    ),
    ("decimal comma", FIVE_BAR, (("home: [0, 0.3]", 'home: [0, "0,3"]'),), ("home[1]: ", "is not arithmetic")),
    (
        "import",
        FIVE_BAR,
        (("d: l2}\n    cl", "d: \"__import__('os').system('true')\"}\n    cl"),),
        ("legs[0].joints[2].d: ", "is not arithmetic"),
    ),
    (
        "call",
        FIVE_BAR,
        (("d: l2}\n    cl", 'd: "open(1)"}\n    cl'),),
        ("legs[0].joints[2].d: unknown function 'open'; use acos, asin, atan",),
    ),
    ("attribute", FIVE_BAR, (("d: l2}\n    cl", "d: l2.real}\n    cl"),), ("legs[0].joints[2].d: 'l2.real' is not arithmetic",)),
    ("lambda", FIVE_BAR, (("d: l2}\n    cl", 'd: "(lambda: 1)()"}\n    cl'),), ("is not arithmetic",)),
    (
        "division by zero",
        FIVE_BAR,
        (("d: l2}\n    cl", "d: l2/0}\n    cl"),),
        ("legs[0].joints[2].d: 'l2/0' cannot be computed: it divides by zero",),
    ),
    (
        "no real value",
        FIVE_BAR,
        (("d: l2}\n    cl", "d: sqrt(-1)}\n    cl"),),
        ("legs[0].joints[2].d: 'sqrt(-1)' cannot be computed: the result is not a real number",),
    ),
    (
        "negative root",
        FIVE_BAR,
        (("d: l2}\n    cl", "d: (-1)**0.5}\n    cl"),),
        ("'(-1)**0.5' cannot be computed: the result is not a real number",),
    ),
    (
        "too large",
        FIVE_BAR,
        (("d: l2}\n    cl", "d: 9**9**9}\n    cl"),),
        ("legs[0].joints[2].d: '9**9**9' cannot be computed: the result is too large",),
    ),
    ("infinite", FIVE_BAR, (("d: l2}\n    cl", "d: 1e308*10}\n    cl"),), ("legs[0].joints[2].d: inf is not a finite number",)),
    (
        "arithmetic on a list",
        FIVE_BAR,
        (("d: l2}\n    cl", "d: 2*list}\n    cl"),),
        ("legs[0].joints[2].d: 'list' is a list of 2 entries; use one number of it, e.g. list[0]",),
    ),
    (
        "entry that is not there",
        FIVE_BAR,
        (("d: l2}\n    cl", 'd: "list[2]"}\n    cl'),),
        ("'list[2]' does not exist: list is a list of 2 entries, counted from 0",),
    ),
    ("entry of a number", FIVE_BAR, (("d: l2}\n    cl", 'd: "l1[0]"}\n    cl'),), ("'l1[0]' does not exist: l1 is one number",)),
    (
        "arguments of a function",
        FIVE_BAR,
        (("d: l2}\n    cl", 'd: "atan2(1)"}\n    cl'),),
        ("'atan2(1)' cannot be computed: ", "atan2 takes two arguments, not 1"),
    ),
    ("parameter with a reserved name", FIVE_BAR, (("{l1: 0.25,", "{pi: 3, l1: 0.25,"),), ("'pi' is reserved", "e.g. l1")),
    (
        "parameter that is no name",
        FIVE_BAR,
        (("{l1: 0.25,", "{l-0: 3, l1: 0.25,"),),
        ("parameters: 'l-0' is not a name that expressions can use",),
    ),
    (
        "parameter that is true",
        FIVE_BAR,
        (("{l1: 0.25,", "{l0: true, l1: 0.25,"),),
        ("parameters.l0: a finite number, or a list of finite numbers, is expected, not true",),
    ),
    (
        "parameters as a list",
        FIVE_BAR,
        (("{l1: 0.25, l2: 0.25, list: [1, 2]}", "[1, 2]"),),
        ("parameters: a mapping of names to numbers",),
    ),
    (
        "brace without repeat",
        FIVE_BAR,
        (("name: left", 'name: "left{j}"'),),
        ("legs[0].name: {j} in 'left{j}' is not known; use {l1}, {l2}, {list}, {i} in a leg with repeat",),
    ),
    (
        "brace of no list",
        PLANAR_3RRR,
        (("name: leg{i}", 'name: "leg{j}"'),),
        ("legs[0].name: {j} in 'leg{j}' is not known; use {rA}, {rB}, {l}, {i}",),
    ),
    (
        "lists of different length",
        GOUGH,
        (("[15 deg, 105 deg, ", "[105 deg, "),),
        ("legs[0].repeat: each list needs 5 entries, one for each leg", "g has 5, h has 6"),
    ),
    (
        "count against lists",
        GOUGH,
        (("repeat: {g", "repeat: {count: 5, g"),),
        ("legs[0].repeat: each list needs 5 entries, one for each leg; g has 6", "g has 6"),
    ),
    (
        "count of a half",
        PLANAR_3RRR,
        (("count: 3", "count: 2.5"),),
        ("legs[0].repeat.count: a whole number from 1 to 24 is expected, not 2.5",),
    ),
    (
        "count of none",
        PLANAR_3RRR,
        (("count: 3", "count: 0"),),
        ("legs[0].repeat.count: a whole number from 1 to 24 is expected, not 0",),
    ),
    (
        "count of too many",
        PLANAR_3RRR,
        (("count: 3", "count: 1e9"),),
        ("legs[0].repeat.count: a whole number from 1 to 24 is expected",),
    ),
    ("count of no number", PLANAR_3RRR, (("count: 3", "count: .nan"),), ("legs[0].repeat.count: a whole number", "not nan")),
    (
        "no count",
        PLANAR_3RRR,
        (("count: 3, ", ""),),
        ("legs[0].repeat.count: a whole number from 1 to 24 is expected, not nothing",),
    ),
    (
        "list with a taken name",
        PLANAR_3RRR,
        (("count: 3", "pi: [1, 2, 3]"),),
        ("legs[0].repeat: pi cannot name a list", "are reserved"),
    ),
    (
        "repeat is a number",
        PLANAR_3RRR,
        (("repeat: {count: 3, around: z}", "repeat: 3"),),
        ("legs[0].repeat: 3 is not understood; give count and around",),
    ),
    ("around what", PLANAR_3RRR, (("around: z", "around: w"),), ("legs[0].repeat.around: 'w' is not an axis; use x, y or z",)),
]

TEXTS: list[tuple[str, str, tuple[str, ...]]] = [
    ("empty", "", ("this file is empty", "name, platform and legs")),
    ("only a comment", "# later\n", ("this file is empty",)),
    ("a list", "- a\n- b\n", ("this file holds ['a', 'b']", "a robot file is a mapping with name, platform and legs")),
    ("a word", "hello", ("this file holds 'hello'",)),
    ("open bracket", broken(FIVE_BAR, ("[0, -9.81, 0]", "[0, -9.81, 0")), ("line 4: this is not valid YAML",)),
    ("indentation", broken(FIVE_BAR, ("  dependent:", "   dependent:")), ("line 7: this is not valid YAML",)),
    ("tab", broken(FIVE_BAR, ("  dependent:", "\tdependent:")), ("line 7: this is not valid YAML",)),
    (
        "key twice",
        broken(FIVE_BAR, ("  dependent: [a3]", "  link: {}\n  dependent: [a3]")),
        ("the key 'link' is given twice", "line 11"),
    ),
    (
        "key twice in a joint",
        broken(FIVE_BAR, ("q13, kind: R, d: l2", "q13, kind: R, d: l2, d: l1")),
        ("line 18: ", "the key 'd' is given twice"),
    ),
    ("python tag", "name: !!python/object/apply:os.system [true]\n", ("line 1: ", "python/object")),
    ("control character", "name: a\x00b\n", ("this is not valid YAML", "characters are not allowed")),
    ("impossible date", "name: 2020-13-45\n", ("this is not valid YAML",)),
    ("endless", "[" * 5000, ("this is not valid YAML", "nested too deeply")),
    ("contains itself", "name: &a [*a]\n", ("line 1: this is not valid YAML",)),
]


def _load(text: str, folder: Path) -> ParadosError:
    path = folder / "broken.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RobotFileError) as caught:
        parados.load(path)
    return caught.value


@pytest.mark.parametrize(
    ("good", "edits", "fragments"), [pytest.param(*c[1:], id=c[0]) for c in KEYS + TYPES + VALUES + EXPRESSIONS]
)
def test_edited_file_is_rejected(
    good: str, edits: Edits, fragments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("PARADOS_CACHE", str(cache))
    error = _load(broken(good, *edits), tmp_path)
    check_message(str(error), (*fragments, "broken.yaml: "))
    assert isinstance(error, RobotFileError)
    assert len(set(error.findings)) == len(error.findings) <= 2, "one mistake gives one sentence, or two that differ"
    assert not cache.exists()


@pytest.mark.parametrize(("text", "fragments"), [pytest.param(*c[1:], id=c[0]) for c in TEXTS])
def test_text_is_rejected(text: str, fragments: tuple[str, ...], tmp_path: Path) -> None:
    check_message(str(_load(text, tmp_path)), (*fragments, "broken.yaml: "))


@pytest.mark.parametrize("good", [FIVE_BAR, PLANAR_3RRR, GOUGH, PARALLELOGRAM])
def test_valid_files_are_accepted(good: str, tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(good)
    assert parados.load(path).name == "good"


def test_yaml_merge_keys_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(broken(FIVE_BAR, ("closure: {joint: fixed}", "closure: {<<: {joint: R}, joint: fixed}")))
    assert parados.load(path).spec.legs[0].closure.joint == "fixed"


def test_several_problems_are_reported_together(tmp_path: Path) -> None:
    text = broken(FIVE_BAR, ("gravity:", "gravty:"), ("q13, kind: R", "q13, kind: Q"), ("fv: 0.1", "fv: -1"))
    error = _load(text, tmp_path)
    assert [f.split(":")[0] for f in error.findings] == ["legs[0].joints[0].friction.fv", "legs[0].joints[2].kind", "gravty"]


def test_folder_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(RobotFileError) as caught:
        parados.load(tmp_path)
    check_message(str(caught.value), ("this is a folder; give the path of a robot file",))


def test_binary_file_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "robot.yaml"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(RobotFileError) as caught:
        parados.load(path)
    check_message(str(caught.value), ("this is not a text file; a robot file is YAML in UTF-8",))


def test_unreadable_file_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The read call itself is replaced by one that fails, because root can read files without permission."""
    path = tmp_path / "robot.yaml"
    path.write_text(FIVE_BAR)

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    for reader in ("read_text", "read_bytes", "open"):
        monkeypatch.setattr(Path, reader, denied)
    with pytest.raises(RobotFileError) as caught:
        parados.load(path)
    check_message(str(caught.value), ("the file cannot be read: Permission denied",))


@pytest.mark.parametrize("name", ["no-such-robot", "folder/no-such.yaml", "no-such.yaml", ""])
def test_unknown_robot_is_rejected(name: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        parados.load(name)
    check_message(str(caught.value), (name, "catalog", "five-bar", "tripteron"))

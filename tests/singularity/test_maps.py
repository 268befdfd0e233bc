"""Workspace and singularity maps: against analytic curves, another root finder and identities; files; rejected input."""

from __future__ import annotations

import csv
import json
import re
import subprocess
from pathlib import Path

import five_bar_curves
import numpy as np
import pytest
from five_bar_curves import cells, type_1, type_2
from scipy.ndimage import label
from scipy.optimize import brentq
from tests.node import NODE

import parados
from parados.singularity.maps.grids import Axis, Grid
from parados.singularity.maps.isosurface import clipped, isosurface
from parados.singularity.maps.mapping import singularity_map
from parados.singularity.maps.page import map_page
from parados.singularity.maps.roots import Pieces, hidden_changes, refined
from parados.singularity.singularity_kinds import KINDS

FIVE_BAR_MODES = [(1, 1), (1, -1), (-1, 1), (-1, -1)]

ON_CURVE = 1e-10
"""Error of a point of a curve [m]. Points are refined to 1e-13 of an edge of a few millimetres; round-off is about 1e-16."""


@pytest.fixture(scope="module")
def five_bar(model):
    return singularity_map(model("five-bar"), {"px": 100, "py": 100}, mode="all")


ENOUGH = 200_001
"""Number of points of each analytic curve that hits the same cells of the grid of 100 x 100 poses as ten times as many."""


@pytest.fixture(scope="module")
def analytic():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(five_bar_curves, "SAMPLES", ENOUGH)
        return type_1(), type_2()


@pytest.fixture(scope="module")
def dense():
    return type_1(), type_2()


# -- the five-bar mechanism against 7.5.6.1 -------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", FIVE_BAR_MODES)
def test_five_bar_curves_pass_through_the_same_cells_as_the_analytic_ones(five_bar, analytic, mode):
    first, second = (axis.values for axis in five_bar.grid.axes)
    own = five_bar.of(mode)
    assert np.array_equal(own.crossed["type2"], cells(analytic[1][mode], first, second))
    assert np.array_equal(own.crossed["border"], cells(analytic[0], first, second))
    assert np.array_equal(own.crossed["type1"], own.crossed["border"])


@pytest.mark.parametrize(
    "over",
    [
        {"px": 200, "py": 200},
        {"px": (-0.31, 0.301, 113), "py": (-0.43, 0.4211, 90)},
        {"px": (0.05, 0.3, 60), "py": (-0.1, 0.35, 97)},
    ],
)
def test_five_bar_curves_agree_with_the_analytic_ones_on_other_grids(model, dense, over):
    made = singularity_map(model("five-bar"), over, mode="all")
    first, second = (axis.values for axis in made.grid.axes)
    for mode in FIVE_BAR_MODES:
        assert np.array_equal(made.of(mode).crossed["type2"], cells(dense[1][mode], first, second))
        assert np.array_equal(made.of(mode).crossed["border"], cells(dense[0], first, second))


def test_five_bar_curves_lie_on_the_singularities(five_bar, model):
    """On Type 2 curves A_12, P and A_22 are aligned, by the joint angles; on the border |P - A_i1| = d_i2 +- d_i3."""
    for own in five_bar.modes:
        for curve in own.curves:
            if curve.kind == "type2":
                q11, q12, _, q21, q22 = model("five-bar").joints(curve.points[1:-1], mode=own.mode).T
                assert np.abs(np.sin(q11 + q12 - q21 - q22)).max() < 1e-7
            else:
                ways = [np.hypot(curve.points[:, 0] - foot, curve.points[:, 1]) for foot in (-0.14, 0.14)]
                off = np.min([np.abs(way - r) for way in ways for r in (0.213 + 0.1878, 0.213 - 0.1878)], axis=0)
                assert off.max() < ON_CURVE


def test_five_bar_has_two_or_three_aspects_in_each_mode(five_bar):
    """There are two aspects of equal size if the elbows are on the same side, otherwise three; each has one sign."""
    large = {mode: five_bar.of(mode).aspects.sizes[~five_bar.of(mode).aspects.tiny] for mode in FIVE_BAR_MODES}
    assert [len(large[mode]) for mode in FIVE_BAR_MODES] == [2, 3, 3, 2]
    assert large[1, 1][0] == large[1, 1][1] and np.array_equal(large[1, -1], large[-1, 1])
    for own in five_bar.modes:
        inside = own.aspects.number >= 0
        sign = np.where(own.fields.determinant >= 0, 1, -1)
        assert np.array_equal(own.aspects.signs[own.aspects.number[inside]], sign[inside])
        assert own.aspects.sizes.sum() == inside.sum()


def test_aspects_equal_connected_components_of_one_sign(five_bar):
    """SciPy labels the nodes of one sign without using crossings of edges, and finds the same large regions."""
    own = five_bar.of((1, -1))
    found = []
    for sign in (1, -1):
        labels, _ = label(five_bar.array(own.fields.reached & (np.where(own.fields.determinant >= 0, 1, -1) == sign)))
        found += np.bincount(labels.ravel())[1:].tolist()
    large = own.aspects.sizes[~own.aspects.tiny]
    assert np.array_equal(large, sorted(found, reverse=True)[: len(large)])


def test_five_bar_fields_equal_those_of_the_model(five_bar, model):
    own, rng = five_bar.of((1, -1)), np.random.default_rng(3)
    chosen = rng.choice(np.flatnonzero(own.fields.reached), 200, replace=False)
    x = five_bar.grid.poses(five_bar.grid.nodes[chosen])
    J_inv = model("five-bar").inverse_jacobian(x, mode=(1, -1))
    assert np.array_equal(np.sign(np.linalg.det(J_inv)), np.sign(own.fields.determinant[chosen]))
    unit = J_inv / np.linalg.norm(J_inv, axis=2, keepdims=True)
    assert np.allclose(np.linalg.det(unit), own.fields.determinant[chosen], atol=1e-12)
    out = rng.choice(np.flatnonzero(~own.fields.reached), 20, replace=False)
    assert np.isnan(own.fields.nearest[out]).all() and (own.fields.kind[out] == -1).all()
    for pose in five_bar.grid.poses(five_bar.grid.nodes[out]):
        with pytest.raises(parados.UnreachableError):
            model("five-bar").inverse_kinematics(pose, mode=(1, -1))


# -- other robots ---------------------------------------------------------------------------------------------------------


def test_type_2_curve_agrees_with_roots_by_brents_method(model):
    """A row of the 3-RPR's map has the same zeros as SciPy's root finder applied to det J_inv of the model."""
    m = model("3-rpr")
    made = singularity_map(m, {"px": (0.05, 0.95, 90), "py": (-0.1, 0.8, 90)}, at={"a3": 0.3})
    py = made.grid.axes[1].values[40]
    points = np.concatenate([curve.points for curve in made.of().curves])
    on_row = np.sort(points[np.abs(points[:, 1] - py) < 1e-14, 0])

    def det(px):
        return float(np.linalg.det(m.inverse_jacobian([px, py, 0.3])))

    steps = np.linspace(0.05, 0.95, 400)
    values = [det(px) for px in steps]
    roots = [brentq(det, a, b, xtol=1e-15) for a, b, u, v in zip(steps, steps[1:], values, values[1:], strict=False) if u * v < 0]
    assert len(roots) > 0 and np.allclose(on_row, roots, atol=ON_CURVE)


def test_tripteron_has_no_type_2_and_its_reach_ends_in_lpjts(model):
    """A_r is the identity (9.5.2), so there is one aspect; the reach ends if two links of a leg are in line, an LPJTS."""
    own = singularity_map(model("tripteron"), {"px": 80, "py": 80}).of()
    assert len(own.aspects) == 1 and "type2" not in own.crossed
    assert np.array_equal(own.crossed["lpjts"], own.crossed["border"])
    assert np.allclose(own.fields.condition[own.fields.reached], 1.0)


def test_redundant_robot_has_no_determinant(model):
    own = singularity_map(model("dualv"), {"px": 60, "py": 60}).of()
    assert np.isnan(own.fields.determinant).all() and (own.aspects.signs == 0).all() and len(own.aspects) == 1


def test_singularities_of_euler_angles_are_not_in_the_map(model):
    """With ZYX angles det J_inv changes sign at a pitch of 90 degrees; the determinant of the map does not."""
    made = singularity_map(model("gough-stewart-lopes"), {"a2": (1.2, 1.9, 50), "px": (-0.2, 0.2, 12)})
    own = made.of()
    assert {curve.kind for curve in own.curves} <= {"type2"}
    x = np.array(model("gough-stewart-lopes").survey.home)
    sides = []
    for a2 in (np.pi / 2 - 0.05, np.pi / 2 + 0.05):
        x[4] = a2
        sides.append(np.sign(np.linalg.det(model("gough-stewart-lopes").inverse_jacobian(x))))
    assert sides[0] != sides[1]


def test_curve_without_a_sign_change_bounds_an_aspect(model):
    """The Delta has a constraint singularity above its base, which is found although the determinant keeps its sign."""
    made = singularity_map(model("delta-d3-1200"), {"px": (-0.7, 0.6, 60), "py": (-0.6, 0.6, 60)}, at={"pz": 0.6877})
    own = made.of()
    inner = [curve for curve in own.curves if curve.kind == "constraint"]
    assert inner and max(curve.distance.max() for curve in inner) < 1e-6
    assert (~own.aspects.tiny).sum() >= 2


@pytest.mark.parametrize("name", ["gough-stewart-lopes", "hexa"])
def test_6_dof_map_has_reached_poses(model, name):
    """A small grid is enough here; `make bench` measures the time of 200 x 200 poses."""
    assert singularity_map(model(name), {"px": 30, "py": 30}).of().fields.reached.any()


def test_robot_with_numeric_geometry_is_mapped_in_all_modes():
    m = parados.load(Path(__file__).parents[1] / "numeric_robots" / "3-prs.yaml").compile()
    assert not m.survey.geometry.is_closed_form, "another robot is needed here"
    made = singularity_map(m, {"a1": (-0.3, 0.3, 9), "a2": (-0.3, 0.3, 9)}, mode="all")
    assert len(made.modes) == 8 and made.of().fields.reached.all()
    assert made.of().mode == m.survey.mode == (-1, -1, -1)


# -- the numerics by themselves ----------------------------------------------------------------------------------------------


def test_pairs_of_zeros_on_an_edge_are_found():
    """The function is a parabola that falls 1e-7 below zero between the ends of an edge."""
    depth, where = 1e-7, 0.4137

    def f(edge, t):
        return (t - where) ** 2 - depth

    ends = np.array([0.0]), np.array([1.0])
    piece = Pieces(np.array([0]), *ends, f(0, ends[0]), f(0, ends[1]))
    assert not piece.changing.any()
    found = hidden_changes(f, piece)
    assert np.allclose(np.sort(refined(f, found)), [where - depth**0.5, where + depth**0.5], atol=1e-12)


def test_jump_is_found():
    piece = Pieces(np.array([0]), np.array([0.0]), np.array([1.0]), np.array([-1.0]), np.array([1.0]))
    assert abs(refined(lambda e, t: np.where(t < 0.37, -1.0, 1.0), piece)[0] - 0.37) < 1e-12


def _ball(points):
    return 1 - np.sum(points**2, axis=1)


@pytest.fixture
def ball():
    grid = Grid(tuple(Axis(n, k, -1.1, 1.2, 21 + k, "m") for k, n in enumerate("abc")), np.zeros(3))
    return isosurface(grid, _ball(grid.nodes), _ball)


def _volume(surface):
    a, b, c = surface.vertices[surface.triangles].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def test_isosurface_of_a_ball_is_closed(ball):
    sides = np.concatenate([ball.triangles[:, [0, 1]], ball.triangles[:, [1, 2]], ball.triangles[:, [2, 0]]])
    assert np.abs(_ball(ball.vertices)).max() < 1e-14
    assert len(np.unique(sides, axis=0)) == len(sides)  # closed, and all triangles have the same orientation
    assert {tuple(side) for side in sides.tolist()} == {tuple(side) for side in sides[:, ::-1].tolist()}
    assert len(ball.vertices) - len(sides) // 2 + len(ball.triangles) == 2  # Euler
    assert abs(_volume(ball) / (4 / 3 * np.pi) - 1) < 5e-3


def test_clipped_ball_has_the_area_of_its_cap(ball, tmp_path):
    half = clipped(ball, lambda p: p[:, 2] - 0.25)
    assert abs(half.vertices[:, 2].min() - 0.25) < 1e-12
    corners = half.vertices[half.triangles]
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1).sum() / 2
    assert abs(area / (2 * np.pi * 0.75) - 1) < 5e-3  # Archimedes: 2 pi r h
    half.write_stl(tmp_path / "half.stl")
    assert (tmp_path / "half.stl").stat().st_size == 84 + 50 * len(half.triangles)


@pytest.fixture(scope="module")
def volume(model):
    return singularity_map(model("3-rpr"), {"px": (0.0, 1.0, 16), "py": (-0.2, 0.8, 15), "a3": (-0.9, 0.9, 14)})


def test_surface_of_a_volume_is_singular(volume, model):
    surface = volume.of().surfaces["type2"]
    J_inv = model("3-rpr").inverse_jacobian(surface.vertices) * [volume.length, volume.length, 1]
    unit = J_inv / np.linalg.norm(J_inv, axis=2, keepdims=True)
    assert np.abs(np.linalg.det(unit)).max() < 1e-12


def test_slice_of_a_volume_has_its_coordinate_and_curves(volume):
    (slice_,) = volume.slices("a3", [0.25], count=30)
    assert slice_.grid.shape == (30, 30) and slice_.grid.at[2] == 0.25
    assert any(curve.kind == "type2" for curve in slice_.of().curves)
    with pytest.raises(parados.InputError, match="'pz' is not one of the three"):
        volume.slices("pz", [0.0])


# -- figures and files -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small(model):
    return singularity_map(model("five-bar"), {"px": 40, "py": 41}, mode="all")


@pytest.mark.parametrize("kind", ["aspects", "distance", "classes", "condition"])
def test_figures_have_a_panel_for_each_mode(small, kind):
    figure = small.plot(kind, "all")
    panels = [axes for axes in figure.axes if axes.get_title()]
    assert [axes.get_title() for axes in panels] == ["mode +1 +1", "mode +1 -1", "mode -1 +1", "mode -1 -1"]
    assert panels[2].get_xlabel() == "px [m]" and panels[0].get_aspect() == 1.0
    names = {text.get_text() for text in figure.legends[0].get_texts()}
    assert {"Type 2", "border of the reach, Type 1", "home", "base joints", "out of reach"} <= names


def test_saved_files_contain_the_map(small, tmp_path):
    paths = small.save(tmp_path / "out")
    assert {path.name for path in paths} == {path.name for path in (tmp_path / "out").iterdir()}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    arrays = np.load(tmp_path / "out" / "map.npz")
    assert arrays["type2"].shape == (4, 40, 41) and arrays["names"].tolist() == ["px", "py"]
    assert np.array_equal(arrays["type2"][1].ravel(), small.of((1, -1)).fields.distances["type2"], equal_nan=True)
    assert arrays["aspects"].shape == (sum(len(one.aspects) for one in small.modes), 5)
    with (tmp_path / "out" / "curves.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == sum(len(curve.points) for one in small.modes for curve in one.curves)
    assert {row["kind"] for row in rows} == {"type1", "type2"}


def test_no_file_is_left_if_writing_fails(model, tmp_path, monkeypatch):
    def fails(made):
        raise KeyboardInterrupt

    monkeypatch.setattr("parados.singularity.maps.page.map_page", fails)
    monkeypatch.setattr("parados.plots.style.save", lambda figure, path: path.write_bytes(b"figure"))
    made = singularity_map(model("five-bar"), {"px": 9, "py": 9}, mode=(1, 1))
    with pytest.raises(KeyboardInterrupt):
        made.save(tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def _in_node(page, *pixel):
    script = Path(__file__).parent / "page_in_node.js"
    run = subprocess.run([NODE, script, page, *map(str, pixel)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_page_runs_and_shows_the_values_of_the_map(small, tmp_path):
    text = map_page(small)
    assert "http" not in text.replace("http-equiv", "")
    (tmp_path / "map.html").write_text(text)
    seen = _in_node(tmp_path / "map.html", 200, 250)
    assert seen["modes"] == ["+1 +1", "+1 -1", "-1 +1", "-1 -1"] and seen["hidden"]
    read = dict(seen["read"])
    place = [float(read[name].split()[0]) for name in ("px", "py")]
    nearest = np.abs(small.grid.nodes - place).sum(axis=1).argmin()
    own = small.of().fields
    assert own.reached[nearest]
    for kind in ("type1", "type2"):
        shown = float(read["distance, " + {"type1": "Type 1", "type2": "Type 2"}[kind]])
        assert shown == pytest.approx(own.distances[kind][nearest], rel=2e-3)
    assert read["aspect"] == str(small.of().aspects.number[nearest] + 1)
    assert read["nearest"] == {"type1": "Type 1", "type2": "Type 2"}[KINDS[own.kind[nearest]]]
    reached = int(own.reached.sum())
    assert all(count >= reached for count in seen["shown"].values()) and "condition" in seen["shown"]


def test_page_of_a_map_over_two_coordinates_hides_the_3d_view(small):
    """A hidden element stays hidden, even if the style of its class sets its display."""
    page = map_page(small)
    assert '<div class="row" id="space" hidden>' in page
    rules = dict(re.findall(r"([^{}]+) {([^{}]*)}", re.search("<style>(.*?)</style>", page, re.S)[1]))
    assert rules["\n [hidden]"] == "display: none !important"
    assert not [rule for rule in rules.values() if "!important" in rule and rule != rules["\n [hidden]"]]


def test_page_of_a_volume_runs(volume, tmp_path):
    (tmp_path / "map.html").write_text(map_page(volume))
    seen = _in_node(tmp_path / "map.html", 200, 250)
    assert "a3" in dict(seen["read"]) and not seen["hidden"]


def test_progress_is_reported(model):
    told = []
    singularity_map(model("five-bar"), {"px": 70, "py": 70}, mode=[(1, 1), (1, -1)], progress=lambda *now: told.append(now))
    assert told[-1] == (9800, 9800) and [done for done, _ in told] == sorted(done for done, _ in told)
    assert all(type(part) is int for now in told for part in now)


# -- refusals ------------------------------------------------------------------------------------------------------------------

BAD = {
    "unknown coordinate": ({"over": {"px": 9, "pq": 9}}, "over: 'pq' is not a coordinate that a map can vary; use px, py"),
    "one coordinate": ({"over": ["px"]}, "over: a map runs over two or three coordinates, not 1"),
    "count": ({"over": {"px": (0, 1, 1), "py": 9}}, "over['px']: a count from 2 to 5000 is expected, not 1"),
    "count alone": ({"over": {"px": 1, "py": 9}}, "over['px']: a count from 2 to 5000 is expected, not 1"),
    "half a count": ({"over": {"px": (0, 1, 2.5), "py": 9}}, "a count from 2 to 5000 is expected, not 2.5"),
    "order": ({"over": {"px": (1, 0, 9), "py": 9}}, "over['px']: the lower end 1 is not below the upper end 0"),
    "words": ({"over": {"px": "ab", "py": 9}}, "over['px']: (lower, upper, count), (lower, upper) or a count is expected"),
    "nan": ({"over": {"px": (0, float("nan"), 9), "py": 9}}, "over['px'][1]: nan is not a finite number"),
    "at unknown": ({"over": ["px", "py"], "at": {"pz": 0}}, "at: 'pz' is not a coordinate; use px, py"),
    "at runs": ({"over": ["px", "py"], "at": {"px": 0}}, "at: 'px' is also in over"),
    "at short": ({"over": ["px", "py"], "at": [0.0]}, "at: shape (2,) or (N, 2) is expected [px, py], not (1,)"),
    "mode word": ({"mode": "every"}, "mode: a working mode, a list of them or 'all' is expected"),
    "mode": ({"mode": (1, 2)}, "mode[1]: leg2 has one choice (q21) and takes 1 or -1, not 2"),
    "mode length": ({"mode": [(1, 1, 1)]}, "mode: one entry for each leg is expected"),
    "length": ({"length": -1.0}, "length: a positive number [m] is expected, not -1.0"),
    "nothing": (
        {"over": {"px": (2, 3, 9), "py": (2, 3, 9)}},
        "over: five-bar reaches no pose with px from 2 to 3, py from 2 to 3",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_rejected_in_one_sentence(model, case):
    arguments, expected = BAD[case]
    with pytest.raises(parados.InputError) as error:
        singularity_map(model("five-bar"), **arguments)
    assert expected in str(error.value) and "\n" not in str(error.value)


def test_four_coordinates_are_rejected(model):
    with pytest.raises(parados.InputError, match="two or three coordinates, not 4"):
        singularity_map(model("hexa"), ["px", "py", "pz", "a1"])


def test_unreachable_fixed_coordinates_are_rejected(model):
    with pytest.raises(parados.InputError, match="hexa reaches no pose around"):
        singularity_map(model("hexa"), ["px", "py"], at={"pz": -5})


def test_unknown_mode_or_kind_is_rejected(small, model):
    one = singularity_map(model("five-bar"), {"px": 9, "py": 9}, mode=(1, 1))
    with pytest.raises(parados.InputError, match=r"\[1, -1\] is not in this map; use \[1, 1\]"):
        one.of((1, -1))
    with pytest.raises(parados.InputError, match="kind"):
        small.plot("beauty")

"""Grassmann varieties: sets of lines of every kind, and robots in known singularities."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from line_sets import KINDS, flat_pencil, general, line, moved
from scipy.spatial.transform import Rotation

from parados.errors import InputError
from parados.singularity.line_geometry.grassmann import dependent_subsets, legs_variety
from parados.singularity.line_geometry.kinds import grassmann_variety
from parados.singularity.line_geometry.lines import from_points, independent, line_basis, scaled_rows

MAKERS = list(KINDS)
PLACE = st.tuples(*[st.floats(-3, 3)] * 3)


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)
def test_every_kind_is_recognised_at_any_place(maker):
    for seed in range(20):
        rng = np.random.default_rng(seed)
        lines = moved(maker(rng), rng.normal(size=3), rng.uniform(-3, 3, 3))
        found = grassmann_variety(lines)
        assert (found.kind, found.dimension) == (KINDS[maker], int(KINDS[maker][0])), f"seed {seed}: {found.sentence}"


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)
def test_kind_is_recognised_from_lines_with_ten_digits(maker):
    rng = np.random.default_rng(21)
    lines = moved(maker(rng), rng.normal(size=3), rng.uniform(-3, 3, 3))
    assert grassmann_variety(lines + 1e-10 * rng.normal(size=lines.shape)).kind == KINDS[maker]


@given(st.sampled_from(MAKERS), st.integers(0, 10**6), PLACE, PLACE, st.floats(-3, 3), st.data())
def test_kind_does_not_change_with_motion_scale_sign_and_order(maker, seed, turn, shift, power, data):
    lines = moved(maker(np.random.default_rng(seed)), turn, np.array(shift))
    signs = np.array([data.draw(st.sampled_from([-1.0, 1.0])) for _ in lines])
    again = (signs[:, None] * lines)[data.draw(st.permutations(range(len(lines))))]
    size = 10.0**power
    assert grassmann_variety(again * np.repeat([1.0, size], 3), length=size).kind == KINDS[maker]


@given(st.sampled_from(MAKERS), st.integers(0, 10**6), st.integers(0, 10**6))
def test_kind_does_not_change_with_other_lines_of_the_same_span(maker, seed, other):
    rng = np.random.default_rng(other)
    basis = independent(scaled_rows(maker(np.random.default_rng(seed))))
    mixed = np.linalg.qr(rng.normal(size=(len(basis),) * 2))[0] @ basis
    lines = line_basis(mixed)
    assert lines is not None and np.linalg.matrix_rank(np.vstack([lines, basis]), tol=1e-9) == len(basis)
    assert grassmann_variety(lines).kind == KINDS[maker]


def test_sentences_name_the_point_the_line_and_the_plane():
    pencil = np.array([line([1, 2, 3], [np.cos(a), np.sin(a), 0]) for a in (0.1, 1.0, 2.0)])
    assert "through the point (1.00, 2.00, 3.00) m in the plane normal to z" in grassmann_variety(pencil).sentence
    bundle = np.array([line([1, 2, 3], u) for u in np.eye(3)])
    assert "through the point (1.00, 2.00, 3.00) m" in grassmann_variety(bundle).sentence
    above = np.array([line([1, 0, 2], [0, 1, 0]), line([0, 0, 2], [1, 0, 0]), line([0, 1, 2], [1, 1, 0])])
    assert "in the plane normal to z through (0.00, 0.00, 2.00) m" in grassmann_variety(above).sentence
    rng = np.random.default_rng(3)
    meeting = np.array([line([1, 0, h], rng.normal(size=3)) for h in np.linspace(-1, 1, 7)])
    assert grassmann_variety(meeting).sentence.endswith("all lines meet the line along z through (1.00, 0.00, 0.00) m")
    two = np.array([from_points([1, 0, a, 1], [-1, b, 0, 1]) for a in (-1, 0, 1) for b in (-1, 0.5, 2)])
    told = grassmann_variety(two).sentence
    assert "along z through (1.00, 0.00, 0.00) m" in told and "along y through (-1.00, 0.00, 0.00) m" in told
    flat = np.array([line(rng.normal(size=3), [*rng.normal(size=2), 0]) for _ in range(7)])
    assert "all lines are normal to z" in grassmann_variety(flat).sentence


def test_reference_point_changes_the_sentence_and_not_the_kind():
    pencil = flat_pencil(np.random.default_rng(0))
    told = grassmann_variety(pencil, at=[0.5, 0, 0])
    assert told.kind == "2b" and "(0.50, 0.00, 0.00) m" in told.sentence


def test_sentence_of_a_complex_names_its_screw():
    rng = np.random.default_rng(1)
    places = rng.uniform(-1, 1, (8, 3))
    lines = [line(p, np.cross([-p[1], p[0], 0.25], rng.normal(size=3))) for p in places]
    told = grassmann_variety(np.array(lines)).sentence
    assert "turns about the axis along z through (0.00, 0.00, 0.00) m and moves 0.25 m/rad along it" in told


def test_wrench_with_a_pitch_is_reported_as_a_screw():
    lines = general(np.random.default_rng(2))[:4]
    lines[2, 3:] += 0.2 * lines[2, :3]
    found = grassmann_variety(lines)
    assert found.kind == "screws" and found.dimension == 4
    assert "wrench 3 has a pitch of 0.2 m" in found.sentence and "wrench 1" not in found.sentence


def test_smallest_dependent_subsets_are_found():
    rng = np.random.default_rng(5)
    lines = general(rng)[:6]
    lines[[0, 2, 4]] = flat_pencil(rng)[:3]
    assert dependent_subsets(lines) == [(0, 2, 4)]
    assert dependent_subsets(general(rng)[:6]) == []


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)
def test_dependent_subsets_agree_with_numpy_ranks(maker):
    """By NumPy's rank, each set is dependent, and every set with one line less is independent."""
    lines = maker(np.random.default_rng(7))[:7]

    def rank(members):
        return np.linalg.matrix_rank(lines[list(members)], tol=1e-8)

    sets = [s for n in range(2, 7) for s in combinations(range(len(lines)), n)]
    minimal = [s for s in sets if rank(s) < len(s) and all(rank(t) == len(t) for t in combinations(s, len(s) - 1))]
    assert dependent_subsets(lines) == minimal


def test_lines_of_a_singular_3_rpr_form_a_flat_pencil(model):
    m = model("3-rpr", "vm")
    found = legs_variety(m, [0.5, 0.35, 0.0])
    assert found.variety.kind == "2b" and found.dependent[0].names == ("leg1", "leg2", "leg3")
    assert legs_variety(m, [0.5, 0.35, 0.0], constraints=True).variety.kind == "5b"
    assert legs_variety(m, [0.5, 0.35, 0.25]).variety.kind == "3d"
    assert legs_variety(m, [0.5, 0.35, 0.25], constraints=True).variety.kind == "6"


def test_lines_of_a_five_bar_with_aligned_distal_links_are_the_same(model):
    m = model("five-bar", "vm")
    inside = (0.14 - 0.1878) / 0.213
    y = 0.213 * np.sqrt(1 - inside**2)
    found = legs_variety(m, [0.0, y])
    assert found.variety.kind == "1" and "along x" in found.summary()
    assert found.dependent[0].names == ("leg1", "leg2")
    assert legs_variety(m, [0.0, y], constraints=True).variety.dimension == 5
    assert legs_variety(m, [0.0, 0.26]).variety.kind == "2b"


def test_lines_of_fichters_singularity_form_a_general_complex(model):
    found = legs_variety(model("gough-stewart-lopes", "vm"), [0, 0, 1.9, np.pi / 2, 0, 0])
    assert found.variety.kind == "5a" and len(found.dependent[0].members) == 6
    assert "turns about the axis along z through (0.000, 0.000," in found.summary()


def test_lines_of_hunts_singularity_form_a_singular_complex(model):
    """Points 2 and 3 of the platform carry two legs each; at this pose the line through them meets the other legs too."""
    middle = 1.5 * np.cos(np.pi / 4)  # distance to the middle of the feet of legs 1 and 2, in the direction of 60 degrees
    out = np.array([0.5, np.sqrt(3) / 2, 0])
    turn = Rotation.from_rotvec(np.cross([0, 0, 1], out) * np.arctan2(1.9, middle))
    found = legs_variety(model("gough-stewart-lopes", "vm"), [0, 0, 1.9, *turn.as_euler("ZYX")])
    assert found.variety.kind == "5b"
    a, b = (np.array([0, 0, 1.9]) + turn.apply(0.75 * np.array([np.cos(g), np.sin(g), 0])) for g in np.deg2rad([180, 300]))
    axis = (b - a) / np.linalg.norm(b - a)
    nearest = a + axis * (axis @ (np.array([0, 0, 1.9]) - a))
    assert f"({', '.join(f'{v:.3f}' for v in nearest)}) m" in found.summary()


def test_surplus_lines_of_a_redundant_robot_are_not_reported_as_dependent(model):
    m = model("dualv", "vm")
    for constraints in (False, True):
        found = legs_variety(m, np.add(m.survey.home, [0.01, 0.02, 0.1]), constraints=constraints)
        assert found.dependent == () and len(found.lines) == (7 if constraints else 4)


def test_articulated_platforms_have_no_line_geometry(model):
    with pytest.raises(InputError, match="the platform of quattro has several bodies"):
        legs_variety(model("quattro", "vm"), [0, 0.05, -0.75, 0])


@pytest.mark.robots_but("quattro", "h4")  # articulated platforms, see above
def test_actuation_and_constraint_lines_are_six_independent_lines_at_home(every_robot, model):
    """At home no robot of the catalog is singular."""
    m = model(every_robot, "vm")
    found = legs_variety(m, m.survey.home, constraints=True)
    assert found.variety.kind == "6", found.summary()
    reduced = np.linalg.svd(m.matrices(m.survey.home).A_r, compute_uv=False)
    assert reduced[-1] > 1e-4 * reduced[0]


def test_bad_arguments_are_rejected(model):
    with pytest.raises(InputError, match=r"\(k, 6\)"):
        grassmann_variety(np.zeros((2, 5)))
    with pytest.raises(InputError, match=r"lines\[1\]"):
        grassmann_variety([[1, 0, 0, 0, 0, 0], [0] * 6])
    with pytest.raises(InputError, match=r"lines\[0, 0\]"):
        grassmann_variety([[np.nan, 0, 0, 0, 0, 0]])
    with pytest.raises(InputError, match="length"):
        grassmann_variety([[1, 0, 0, 0, 0, 0]], length=0)
    with pytest.raises(InputError, match="one state"):
        legs_variety(model("3-rpr", "vm"), np.zeros((2, 3)))

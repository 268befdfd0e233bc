"""Forty solutions of six distances: general and symmetric hexapods, against known counts, poses and Newton's method."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from parados.assembly.generic_start import generic_start
from parados.assembly.path_tracker import CAREFUL, QUICK, follow_forms, system
from parados.assembly.quadric_paths import refined
from parados.assembly.six_forms import STARTS, FoundStudy, PreparedForms, prepare
from parados.assembly.study_functions import SYMMETRIC, distance_form, forms_of_frames, frames_of, study_points
from parados.assembly.study_solutions import distinct

DIETMAIER = np.array([
    [0, 0, 0, 0, 0, 0, 1],
    [1.107915, 0, 0, 0.542805, 0, 0, 0.645275],
    [0.549094, 0.756063, 0, 0.956919, -0.528915, 0, 1.086284],
    [0.735077, -0.223935, 0.525991, 0.665885, -0.353482, 1.402538, 1.503439],
    [0.514188, -0.526063, -0.368418, 0.478359, 1.158742, 0.107672, 1.281933],
    [0.590473, 0.094733, -0.205018, -0.137087, -0.235121, 0.353913, 0.771071],
])  # fmt: skip
"""Dietmaier (1998): base point, platform point and length of each leg of a hexapod with 40 real poses."""

CLOSED = 1e-10
"""Largest gap of a leg at a solution, relative to its length: Newton's method leaves round-off times the condition."""


def forms_of(a: np.ndarray, b: np.ndarray, squares: np.ndarray) -> np.ndarray:
    forms = np.array([distance_form(*leg) for leg in zip(a, b, squares, strict=True)])
    return forms / np.linalg.norm(forms, axis=1, keepdims=True)


def prepared_legs(
    a: np.ndarray, b: np.ndarray, squares: np.ndarray, rng: np.random.Generator, starts: int = 1
) -> PreparedForms:
    return prepare(np.array([forms_of(a, b, squares * rng.uniform(0.6, 1.5, 6)) for _ in range(6)]), starts=starts)


def gaps(found: FoundStudy, a: np.ndarray, b: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """(k,) largest relative error of the leg lengths at the real poses, computed from the frames alone."""
    frames = frames_of(found.real)
    ends = np.einsum("kij,lj->kli", frames[:, :3, :3], b) + frames[:, None, :3, 3]
    return np.abs(np.linalg.norm(ends - a, axis=2) / np.sqrt(squares) - 1).max(axis=1)


def random_robot(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return base points, platform points, squared lengths, and the frame at which the legs have them."""
    a, b = rng.normal(size=(6, 3)), 0.6 * rng.normal(size=(6, 3))
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = Rotation.random(random_state=int(rng.integers(1 << 30))).as_matrix(), rng.normal(size=3)
    return a, b, np.sum((b @ frame[:3, :3].T + frame[:3, 3] - a) ** 2, axis=1), frame


def symmetric_robot(rng: np.random.Generator, meeting: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return a semi-regular hexapod; if `meeting`, its platform points coincide in pairs (6-3)."""
    turns = np.radians([0, 0, 120, 120, 240, 240])
    side = np.array([1, -1] * 3)

    def ring(radius: float, half: float, offset: float) -> np.ndarray:
        angles = turns + side * half + offset
        return np.stack([radius * np.cos(angles), radius * np.sin(angles), 0 * angles], axis=1)

    a = ring(rng.uniform(1, 2), rng.uniform(0.2, 0.4), 0.0)
    b = np.roll(ring(rng.uniform(0.4, 0.9), 0.0 if meeting else rng.uniform(0.1, 0.3), np.pi / 3), 1, axis=0)
    frame = np.eye(4)
    frame[:3, :3] = Rotation.from_rotvec(0.5 * rng.normal(size=3)).as_matrix()
    frame[:3, 3] = [*0.3 * rng.normal(size=2), rng.uniform(1, 2)]
    return a, b, np.sum((b @ frame[:3, :3].T + frame[:3, 3] - a) ** 2, axis=1), frame


def check(
    robot: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray], rng: np.random.Generator, count: int, starts: int = 1
) -> None:
    a, b, squares, frame = robot
    prepared = prepared_legs(a, b, squares, rng, starts)
    found = prepared.solve(forms_of(a, b, squares))
    assert (prepared.expected, len(found.z), found.doubtful) == (count, count, 0)
    assert gaps(found, a, b, squares).max() < CLOSED * 100
    assert np.abs(frames_of(found.real) - frame).max(axis=(1, 2)).min() < 1e-6


def test_functions_are_those_of_the_frame() -> None:
    rng = np.random.default_rng(1)
    frames = np.array([random_robot(rng)[3] for _ in range(5)])
    z = study_points(frames)
    assert np.abs(frames_of(z) - frames).max() < 1e-14
    values = np.einsum("ni,kij,nj->nk", z, SYMMETRIC, z)
    assert np.abs(values[:, :17] - forms_of_frames(frames)).max() < 1e-13
    assert np.abs(values[:, 17]).max() < 1e-14


def test_start_system_has_all_of_its_solutions() -> None:
    """The trace test: the sum of all solutions moves linearly with a form that is shifted in parallel."""
    forms, points = generic_start()
    assert len(distinct(points)) == 40
    assert np.abs(np.einsum("mij,pi,pj->pm", system(forms), points, points)).max() < 1e-12
    rng = np.random.default_rng(2)
    plane = rng.normal(size=17) + 1j * rng.normal(size=17)
    plane /= np.linalg.norm(plane)
    traces, left_out = [], []
    for shift in (0.0, 0.3, 0.6):
        moved = forms.copy()
        moved[0] += shift * plane
        z, t = follow_forms(forms, moved, points, CAREFUL)
        assert (t >= 1).all() and len(distinct(z)) == 40
        phi = np.einsum("ni,kij,nj->nk", z, SYMMETRIC[:17], z)
        affine = phi / (phi @ plane)[:, None]
        traces.append(affine.sum(axis=0))
        left_out.append(affine[1:].sum(axis=0))
    assert np.abs(traces[0] - 2 * traces[1] + traces[2]).max() < 1e-8 * np.abs(traces[1]).max()
    assert np.abs(left_out[0] - 2 * left_out[1] + left_out[2]).max() > 1e-6 * np.abs(left_out[1]).max()


def test_dietmaiers_hexapod_has_40_real_poses() -> None:
    a, b, squares = DIETMAIER[:, :3], DIETMAIER[:, 3:6], DIETMAIER[:, 6] ** 2
    found = prepared_legs(a, b, squares, np.random.default_rng(3)).solve(forms_of(a, b, squares))
    assert len(found.z) == len(found.real) == 40
    assert gaps(found, a, b, squares).max() < CLOSED
    frames = frames_of(found.real)
    assert min(np.abs(x - y).max() for k, x in enumerate(frames) for y in frames[:k]) > 1e-3


def test_random_hexapods_have_40_complex_poses() -> None:
    rng = np.random.default_rng(4)
    for _ in range(50):
        check(random_robot(rng), rng, 40)


@pytest.mark.parametrize(("meeting", "count"), [(False, 28), (True, 16)])
def test_symmetric_hexapods_have_fewer_poses(meeting: bool, count: int) -> None:
    rng = np.random.default_rng(5)
    for _ in range(15):
        check(symmetric_robot(rng, meeting), rng, count)


@pytest.mark.slow
def test_1000_random_hexapods_have_40_complex_poses() -> None:
    rng = np.random.default_rng(6)
    for _ in range(1000):
        check(random_robot(rng), rng, 40, STARTS)


@pytest.mark.slow
@pytest.mark.parametrize(("meeting", "count"), [(False, 28), (True, 16)])
def test_1000_symmetric_hexapods_have_fewer_poses(meeting: bool, count: int) -> None:
    rng = np.random.default_rng(7)
    for _ in range(500):
        check(symmetric_robot(rng, meeting), rng, count, STARTS)


def test_numpy_follows_the_same_paths_as_compiled_code() -> None:
    rng = np.random.default_rng(8)
    a, b, squares, _ = random_robot(rng)
    prepared = prepared_legs(a, b, squares, rng)
    forms = forms_of(a, b, squares)
    (z, t), (w, s) = (follow_forms(prepared.forms, forms, prepared.points, QUICK, compiled=c) for c in (True, False))
    assert (t >= 1).all() and (s >= 1).all()
    z, w = (refined(system(forms), points)[0] for points in (z, w))
    assert (np.abs(np.sum(z.conj() * w, axis=1)) > 1 - 1e-12).all()


def test_a_self_motion_is_told() -> None:
    """Platform and base are congruent and the legs are equal: the platform moves on a sphere without turning."""
    rng = np.random.default_rng(9)
    a = rng.normal(size=(6, 3))
    a[:, 2] = 0.0
    prepared = prepared_legs(a, a, np.ones(6), rng)
    assert prepared.solve(forms_of(a, a, np.ones(6))).is_curve

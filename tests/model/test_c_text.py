"""Any text becomes a valid comment, string literal and identifier in C."""

import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parados.errors import InputError
from parados.model.c_text import comment, identifier, literal, members


@given(st.text(st.characters()))
def test_a_comment_never_ends_early(text: str) -> None:
    inside = comment(text)
    assert inside.isascii() and inside.isprintable()
    assert not re.search(r"\*/|/\*|\?\?|\\", inside)


@pytest.mark.parametrize("text", ["**//", "/*/", "????/", "*/*/*/"])
def test_overlapping_ends_are_split(text: str) -> None:
    assert not re.search(r"\*/|/\*|\?\?", comment(text))


@given(st.text(st.characters()))
def test_a_literal_never_ends_early(text: str) -> None:
    inside = literal(text)[1:-1]
    assert inside.isascii() and '"' not in inside and "?" not in inside
    read = re.sub(rb"\\([0-7]{3})", lambda m: bytes([int(m.group(1), 8)]), inside.encode())
    assert read == text.encode("utf-8", "backslashreplace")


@given(st.text(st.characters(), min_size=1, max_size=20))
def test_an_identifier_is_valid_in_c(text: str) -> None:
    assert re.fullmatch(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*", identifier(text))


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("five-bar", "five_bar"),
        ("3-rpr", "robot_3_rpr"),
        ("int", "robot_int"),
        ("namespace", "robot_namespace"),
        ("math", "robot_math"),
        ("__x__", "x"),
        ("grün", "gru00fcn"),
        ("-", "robot"),
    ],
)
def test_identifier_of_a_name(name: str, made: str) -> None:
    assert identifier(name) == made


def test_different_letters_give_different_identifiers() -> None:
    assert len({identifier(name) for name in ("ä", "ö", "a*", "a+", "a", "A")}) == 6


def test_a_long_name_is_rejected() -> None:
    with pytest.raises(InputError, match="has 300 letters"):
        identifier("n" * 300)


@given(st.lists(st.text(st.characters(), min_size=1, max_size=20), unique=True))
def test_members_are_valid_in_c_and_different(names: list[str]) -> None:
    made = members(names)
    assert len(set(made)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*", member) for member in made)


@pytest.mark.parametrize(
    ("names", "made"),
    [
        (["l1", "m_p"], ["l1", "m_p"]),
        (["double", "NAN", "I", "1a"], ["parameter_double", "parameter_NAN", "parameter_I", "parameter_1a"]),
        (["_", "ä"], ["parameter", "u00e4"]),
        (["a__b", "a_b", "a_b_2", "a-b"], ["a_b_3", "a_b", "a_b_2", "a_b_4"]),
        (["n" * 300, "n" * 301], ["n" * 200, "n" * 200 + "_2"]),
    ],
)
def test_members_of_names(names: list[str], made: list[str]) -> None:
    assert members(names) == made


def test_compiled_literal_equals_the_text(tmp_path: Path) -> None:
    text = 'a "quoted" ??/ \\ % é \n\t end'
    (tmp_path / "p.c").write_text(f"#include <stdio.h>\nint main(void) {{ fputs({literal(text)}, stdout); return 0; }}\n")
    subprocess.run(["gcc", "-std=c99", "-Wall", "-Werror", "-trigraphs", "p.c", "-o", "p"], cwd=tmp_path, check=True)
    assert subprocess.run([tmp_path / "p"], capture_output=True, check=True).stdout.decode() == text

"""Test results as text and as HTML: no text is cut, and hostile text stays plain text."""

from __future__ import annotations

import unicodedata
from html.parser import HTMLParser

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from parados.errors import InputError
from parados.text.column_blocks import column_blocks
from parados.text.numbers import aligned, number_list
from parados.text.printable import printable
from parados.text.result_display import Display, Shown, Table, text_of

HOSTILE = st.text(st.sampled_from("ab<>&\"'=/ \n\x1b\u2028\u202e\\$")) | st.text(st.characters())
TAGS = {"div", "p", "b", "table", "thead", "tbody", "tr", "th", "td", "img"}


class Elements(HTMLParser):
    """Tags, attributes and text of an HTML fragment."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.texts = set(), set(), []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data):
        self.texts.append(data)


class Result(Shown):
    def __init__(self, shown):
        self.shown = shown

    def _display(self):
        if isinstance(self.shown, Exception):
            raise self.shown
        return self.shown


@given(HOSTILE, HOSTILE)
def test_hostile_text_adds_no_element_and_no_attribute(text, other):
    shown = Display(text, {text: other}, [Table([text, other], [[other, text]], other)], text)
    seen = Elements(Result(shown)._repr_html_())
    assert seen.tags <= TAGS and seen.attributes <= {"class", "style"}
    assert printable(text) in seen.texts or not text
    lines = Result(shown).summary().split("\n")
    assert not {unicodedata.category(c) for line in lines for c in line} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_message_is_shown_if_a_result_or_picture_cannot_be_computed():
    def failing():
        raise InputError("x: <b>no</b>")

    assert "x: &lt;b&gt;no" in Result(InputError("x: <b>no</b>"))._repr_html_()
    assert "There is no picture: x: &lt;b&gt;no" in Result(Display("a", picture=failing))._repr_html_()


def test_numbers_are_aligned_at_the_decimal_point_without_round_off():
    assert aligned([[1.0, 1e-17], [-0.5, 123.456]]) == [[" 1  ", "  0   "], ["-0.5", "123.46"]]
    assert aligned(np.zeros((2, 1))) == [["0"], ["0"]]
    assert aligned(np.zeros((0, 2))) == []
    assert number_list([0.1, 9e-17, -2]) == "0.1, 0, -2"
    assert aligned([[np.nan, 1.0]]) == [["nan", "1"]]


def test_wide_tables_are_split_and_repeat_the_names_of_the_rows():
    assert column_blocks([5, 40, 40, 40], 100) == [[0, 1, 2], [0, 3]]
    assert column_blocks([5, 200, 10], 100) == [[0, 1], [0, 2]]
    assert column_blocks([5], 100) == [[0]]
    table = Table(["", *[f"column {k}" for k in range(30)]], [["row", *["1.5"] * 30]])
    lines = text_of(Display("", tables=[table])).splitlines()
    assert max(map(len, lines)) <= 100 and sum(line.startswith("row") for line in lines) == len(lines) // 2 > 1

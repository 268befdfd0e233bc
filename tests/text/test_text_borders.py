"""Test that hostile text stays plain text in HTML, scripts, Markdown, CSV, terminals and figures."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parados.text.csv_cells import CsvWriter, cell_text, csv_cell
from parados.text.figure_text import figure_text
from parados.text.html_page import before_body_end, fill_page, html_text, json_in_script
from parados.text.markdown import markdown_text
from parados.text.printable import printable

HOSTILE = st.text(st.sampled_from("ab<>&\"'=+-@;,|\t\r\n\x1b\u2028\u202e\\`*_[]()#!~$/\ud800")) | st.text(st.characters())


class Parsed(HTMLParser):
    """Tags and text of an HTML fragment."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.tags, self.texts = [], []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.texts.append(data)


@given(HOSTILE)
def test_printable_text_has_no_control_characters(text):
    assert not {unicodedata.category(c) for c in printable(text)} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    printable(text).encode("utf-8")


def test_printable_text_stays_readable():
    assert printable("Fünf-Gelenk, é 機構 [/red]") == "Fünf-Gelenk, é 機構 [/red]"
    assert printable("a\x1b[31m\nb\x9b\u202ec") == r"a\x1b[31m\nb\x9b\u202ec"


@given(HOSTILE)
def test_html_text_is_one_text_node(text):
    seen = Parsed(f'<p title="{html_text(text)}">{html_text(text)}</p>')
    assert seen.tags == [("p", {"title": printable(text)})] and "".join(seen.texts) == printable(text)


@given(st.recursive(HOSTILE | st.integers() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(HOSTILE, inner)))
def test_json_in_a_script_is_read_back_and_cannot_end_the_script(data):
    written = json_in_script(data)
    assert json.loads(written) == data
    assert not set("<>&\u2028\u2029") & set(written)


def test_values_that_look_like_placeholders_are_not_replaced():
    assert fill_page("@A@ and @B@", {"A": "x @B@ y @A@", "B": "2"}) == "x @B@ y @A@ and 2"


@given(HOSTILE)
def test_csv_cells_are_read_back_and_never_begin_a_formula(text):
    cell = csv_cell(text)
    assert cell_text(cell) == text
    for separator in ",;\t|":
        for part in cell.replace("\r", separator).replace("\n", separator).split(separator):
            begins = part.lstrip().lstrip('"').lstrip()[:1]
            assert begins not in ("=", "+", "-", "@") or _is_number(text)


def _is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def test_numbers_in_csv_files_stay_numbers():
    file = io.StringIO()
    CsvWriter(file).writerows([["-0.5", -0.5, "=1+1", "+1 -1"], ["1e-3", 2, "@SUM(A1)", "px"]])
    assert list(csv.reader(io.StringIO(file.getvalue()))) == [
        ["-0.5", "-0.5", "'=1+1", "'+1 -1"],
        ["1e-3", "2", "'@SUM(A1)", "px"],
    ]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
        ("a | b\nc", r"a \| b\\nc"),
        ("[x](javascript:y) *z*", r"\[x\](javascript:y) \*z\*"),
        ("plain text, 1.5 m (x)", "plain text, 1.5 m (x)"),
    ],
)
def test_markdown_text_is_escaped(text, written):
    assert markdown_text(text) == written


def test_elements_are_added_before_the_last_end_of_a_body():
    page = "<body><script>'</body>'</script></body>\n</html>"
    assert before_body_end(page, "<p>") == "<body><script>'</body>'</script><p></body>\n</html>"
    assert before_body_end("no body", "<p>") == "no body"


@given(HOSTILE)
def test_markdown_text_is_one_line_without_html(text):
    written = markdown_text(text)
    assert "<" not in written and ">" not in written and len(written.splitlines()) <= 1


@pytest.mark.parametrize("name", ["q$1", "$x$", "$\\frac{", "a$b$c$d", "_hidden", "\\$", "^_{", "x\x1b"])
def test_figures_show_names_as_plain_text(name):
    from parados.plots.panels import Panel, curves_figure

    figure = curves_figure([0, 1], [Panel("y", {figure_text(name): [0, 1]})], title=f"{figure_text(name)} of $A_r$")
    file = io.BytesIO()
    figure.savefig(file, format="svg")
    assert [text.get_text().strip() for text in figure.legends[0].get_texts()] == [figure_text(name).strip()]

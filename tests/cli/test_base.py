"""Test `parados base`."""

from __future__ import annotations


def test_base_prints_groups_and_values(parados):
    result = parados("base", "five-bar")
    assert result.exit_code == 0, result.output
    for text in ("base parameters:     17", "zz_q11 + ia_q11 - 0.24158 mx_q12 + 0.045369 m_q12", "without effect:"):
        assert text in result.output


def test_base_takes_the_choice_of_the_set(parados):
    result = parados("base", "five-bar", "--rotors", "none", "--friction", "none", "--bodies", "q11, q21, p", "--tied")
    assert result.exit_code == 0, result.output
    assert "standard parameters: 30" in result.output
    assert "zz_q11" in result.output and "(equal: zz_q21)" in result.output


def test_base_refuses_a_wrong_word_in_a_sentence(parados):
    result = parados("base", "five-bar", "--friction", "some")
    assert result.exit_code != 0
    assert "friction: 'some' is not known" in result.output

"""Turn the equations of a page into MathML, which browsers show without a script."""

from __future__ import annotations

import re
from html import unescape

from latex2mathml.converter import convert

__all__ = ["with_mathml"]

INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.DOTALL)
DISPLAY = re.compile(r'<div class="arithmatex">\\\[(.*?)\\\]</div>', re.DOTALL)
NUMBER = re.compile(r"\\tag\{([^}]*)\}")


def with_mathml(html: str) -> str:
    """Return a page with MathML in place of TeX. `\\tag{8.71}` puts the number of the equation at the right margin."""
    return INLINE.sub(lambda found: _converted(found[1]), DISPLAY.sub(_display, html))


def _converted(tex: str, display: str = "inline") -> str:
    """Return MathML; dots, hats and bars are accents, which browsers do not make smaller than the letter."""
    return convert(unescape(tex), display=display).replace("<mover>", '<mover accent="true">')


def _display(found: re.Match[str]) -> str:
    text = found[1]
    number = NUMBER.search(text)
    shown = _converted(NUMBER.sub("", text).strip(), "block")
    label = f'<span class="equation-number">({number[1]})</span>' if number else ""
    return f'<div class="equation">{shown}{label}</div>'

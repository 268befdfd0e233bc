"""Write text and numbers of a robot file safely into C: comments, string literals, identifiers.

A title or the name of a joint may contain any character. In C, `*/` ends a comment, a backslash before the end of a line joins
it to the next one, `??/` is another spelling of a backslash, and letters outside ASCII depend on the compiler.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from parados.errors import InputError

__all__ = ["comment", "identifier", "literal", "members", "number"]

LONGEST = 200
"""Largest number of letters of an identifier; file names contain it, and file systems allow 255 letters."""

_SPLIT = re.compile(r"\*(?=/)|/(?=\*)|\?(?=\?)")
"""First character of `*/`, `/*` and `??`, which end or open a comment, or start a trigraph."""

_PLAIN = re.compile(r"[A-Za-z0-9_ .,:;+\-=()]")
"""Characters that are written unchanged into a string literal."""

_WORDS = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl complex const const_cast constexpr
continue decltype default delete do double dynamic_cast else enum explicit export extern false float for friend goto if
imaginary inline int long main mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public
register reinterpret_cast restrict return short signed sizeof static static_assert static_cast std struct switch template
this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
assert ctype errno fenv iso646 limits locale math setjmp signal stdarg stdio stdlib string time
"""

_KEYWORDS = frozenset(_WORDS.split())
"""Keywords of C99 and C++17, and names of standard headers without their `.h`."""

_MACROS = """
I NAN INFINITY HUGE_VAL HUGE_VALF HUGE_VALL MAXFLOAT FP_NAN FP_INFINITE FP_ZERO FP_SUBNORMAL FP_NORMAL FP_FAST_FMA FP_ILOGB0
FP_ILOGBNAN MATH_ERRNO MATH_ERREXCEPT math_errhandling M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI
M_2_SQRTPI M_SQRT2 M_SQRT1_2 NULL EOF BUFSIZ FILENAME_MAX FOPEN_MAX TMP_MAX SEEK_SET SEEK_CUR SEEK_END L_tmpnam stdin stdout
stderr linux unix i386 TRUE FALSE PI near far
"""

_RESERVED = _KEYWORDS | frozenset(_MACROS.split())
"""Names that a member of a struct cannot have: keywords, and macros of complex.h, math.h, stdio.h and of common compilers."""


def comment(text: str) -> str:
    """Write text for the inside of a block comment, on one line and in ASCII."""
    shown = "".join(c if " " <= c <= "~" and c != "\\" else " " if c.isspace() else f"<U+{ord(c):04X}>" for c in text)
    return _SPLIT.sub(lambda found: f"{found.group()} ", shown)


def literal(text: str) -> str:
    """Write a string literal with its quotes; special characters become octal bytes of UTF-8."""
    parts = [
        c if _PLAIN.fullmatch(c) else "".join(f"\\{byte:03o}" for byte in c.encode("utf-8", "backslashreplace")) for c in text
    ]
    return '"' + "".join(parts) + '"'


def identifier(name: str) -> str:
    """Make the prefix of all exported names from the name of a robot: in ASCII, not a keyword, not reserved.

    Raises `InputError` if the name is too long for a file name.
    """
    made = _ascii(name)
    if not made or made[0].isdigit() or made in _KEYWORDS:
        made = f"robot_{made}".rstrip("_")
    if len(made) > LONGEST:
        raise InputError(
            f"name: {name[:40]!r}... has {len(name)} letters, too many for the names of C files; "
            f"at most {LONGEST} ASCII letters can be exported"
        )
    return made


def members(names: Sequence[str]) -> list[str]:
    """Make names of the members of a struct: in ASCII, not reserved, all different; valid names do not change."""
    made = [_member(name) for name in names]
    taken = {own for own, name in zip(made, names, strict=True) if own == name}
    found = []
    for own, name in zip(made, names, strict=True):
        unique, k = own, 2
        while own != name and unique in taken:
            unique, k = f"{own}_{k}", k + 1
        taken.add(unique)
        found.append(unique)
    return found


def _member(name: str) -> str:
    made = _ascii(name)[:LONGEST].rstrip("_")
    return f"parameter_{made}".rstrip("_") if not made or made[0].isdigit() or made in _RESERVED else made


def _ascii(name: str) -> str:
    """Write a name in ASCII letters, digits and single underscores."""
    parts = [c if c.isascii() and c.isalnum() else "_" if c in "-_ ." else f"u{ord(c):04x}" for c in name]
    return re.sub("_+", "_", "".join(parts)).strip("_")


def number(value: float) -> str:
    """Write a number that may be NaN or infinite."""
    return {"nan": "NAN", "inf": "INFINITY", "-inf": "-INFINITY"}.get(repr(float(value)), repr(float(value)))

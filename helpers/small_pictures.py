"""Write figures as PNG files with few colours, small enough for a page of the documentation."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path

from matplotlib.figure import Figure
from PIL import Image

from parados.plots.style import save

__all__ = ["write_pictures"]

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def write_pictures(names: Iterable[str], draw: Callable[[str], Figure], prefix: str = "", *, dpi: int, colors: int) -> None:
    """Draw each name and write `docs/pictures/PREFIX-NAME.png`; `colors` is the size of its palette."""
    PICTURES.mkdir(exist_ok=True)
    for name in names:
        buffer = io.BytesIO()
        save(draw(name), buffer, dpi=dpi)
        path = PICTURES / f"{prefix}{name}.png"
        Image.open(buffer).convert("RGB").quantize(colors).save(path, optimize=True)
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")

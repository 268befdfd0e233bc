"""Write pictures as a moving picture: a GIF file, or an MP4 file if ffmpeg is installed."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.simulate.run_animation import ffmpeg_program

__all__ = ["check_format", "moving_picture"]

Picture = NDArray[np.uint8]

COLOURS = 255
"""Number of colours of a GIF file."""


def check_format(form: str) -> None:
    """Raise InputError if the program for a format, "gif" or "mp4", is missing."""
    if form == "mp4" and ffmpeg_program() is None:
        raise InputError("MP4 needs ffmpeg: pip install imageio-ffmpeg, or choose GIF")


def moving_picture(pictures: Sequence[Picture], rate: float, form: str) -> bytes:
    """Return a file of pictures (height, width, 3), `rate` of them for each second, as "gif" or "mp4"."""
    check_format(form)
    return _gif(pictures, rate) if form == "gif" else _mp4(pictures, rate)


def _gif(pictures: Sequence[Picture], rate: float) -> bytes:
    from PIL import Image

    frames = [Image.fromarray(picture) for picture in pictures]
    few = np.concatenate([pictures[k] for k in np.unique(np.linspace(0, len(pictures) - 1, 4).astype(int))])
    palette = Image.fromarray(few).quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE)  # keeps colours of small parts
    drawn = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    file = io.BytesIO()
    drawn[0].save(file, "GIF", save_all=True, append_images=drawn[1:], duration=1000 / rate, loop=0, optimize=False)
    return file.getvalue()


def _mp4(pictures: Sequence[Picture], rate: float) -> bytes:
    height, width = (size // 2 * 2 for size in pictures[0].shape[:2])  # the codec needs even sizes
    with TemporaryDirectory() as folder:
        target = Path(folder) / "motion.mp4"
        command = [ffmpeg_program(), "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}"]
        command += ["-r", f"{rate:g}", "-i", "-", "-pix_fmt", "yuv420p", str(target)]
        data = b"".join(np.ascontiguousarray(picture[:height, :width]).tobytes() for picture in pictures)
        run = subprocess.run([str(part) for part in command], input=data, capture_output=True, check=False)
        if run.returncode:
            raise InputError(f"MP4: ffmpeg failed: {run.stderr.decode(errors='replace').strip()[:200]}")
        return target.read_bytes()

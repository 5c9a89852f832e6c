"""The picture of a terminal in the README and in the documentation: what a command prints, in its colours.

python tools/terminal_picture.py    write docs/terminal.svg, of `gpu2ipu compare` (half a minute)
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "terminal.svg"
COMMAND = ("gpu2ipu", "compare", "train.py", "--synthetic-data", "--epochs=1", "--samples=6400")
WIDTH = 84
# without the fonts that the page of a picture would load from elsewhere
_FORMAT = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
  <style>
    .{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
      font-size: {char_height}px; line-height: {line_height}px; }}
    .{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
    {styles}
  </style>
  <defs>
    <clipPath id="{unique_id}-clip-terminal">
      <rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
    </clipPath>
    {lines}
  </defs>
  {chrome}
  <g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
    {backgrounds}
    <g class="{unique_id}-matrix">{matrix}</g>
  </g>
</svg>
"""


def picture(command: str, printed: str) -> str:
    """Return an SVG picture of a terminal in which a command, as people type it, printed a text with colours."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True)
        console.print(Text(f"$ {command}", style="bold"))
        console.print(Text.from_ansi(printed))
        return console.export_svg(title="", theme=DIMMED_MONOKAI, code_format=_FORMAT, unique_id="terminal")


def main() -> None:
    """Write the picture."""
    program, *arguments = COMMAND
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": str(WIDTH), "FORCE_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", program, *arguments],
        cwd=ROOT / "docs" / "examples",
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=True,
    )
    lines = done.stdout.splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if "original and port" in line)
    # the lines above name the interpreter of this machine
    PICTURE.write_text(picture(" ".join(COMMAND), "".join(lines[first:])), encoding="utf-8")


if __name__ == "__main__":
    main()

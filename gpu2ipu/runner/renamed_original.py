"""An original whose names the TensorFlow that runs it does not have: it runs with those that `convert` writes.

A script of Keras 3 or of TensorFlow 1 has a port that runs where it does not run itself, so that there would be nothing
to compare. Only names, arguments and syntax change, by the rules IPU601 to IPU609; what the script computes stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.child import temporary_port
from gpu2ipu.runner.child.launch import Side

# The rules about names, arguments and syntax that TensorFlow 2.6 and Python 3.8 do not have.
_RULES = "IPU6"

# What Python raises where a name or an argument is missing, or where Keras does not know a word such as "silu".
_OF_NAMES = (
    *("AttributeError", "ImportError", "ModuleNotFoundError", "NameError", "SyntaxError"),
    *("TypeError", "ValueError"),
)


@dataclass(frozen=True)
class RenamedOriginal:
    """What runs an original with other names, and what takes the place of files in its scratch copy."""

    side: Side
    contents: Mapping[Path, bytes]
    note: str  # how the original ended as it is


@dataclass(frozen=True)
class OriginalNames:
    """Writes an original with the names of TensorFlow 2.6, below a folder."""

    script: Path
    sdk: str
    folder: Path

    def replaced(self, side: Side, exception: str | None) -> RenamedOriginal | None:
        """Return an original that has failed with other names; None if names are not to blame, or none is another."""
        if exception is None or not exception.startswith(_OF_NAMES):
            return None
        try:
            made = temporary_port.convert(self.script, self.sdk, (_RULES,))
        except Trouble:
            return None
        if not made.is_changed:
            return None
        program = self.folder / f"{self.script.stem}_renamed.py"
        program.write_bytes(made.program)
        note = (
            f"the original was run with the names of TensorFlow 2.6, as `gpu2ipu convert --select {_RULES}` writes "
            f"them: as it is, it fails with {exception}"
        )
        return RenamedOriginal(replace(side, script=program, path_of=self.script), made.contents, note)

"""`convert --in-place` in libcst's own runner.

`python -m libcst.tool codemod gpu2ipu.codemod.PortToIPU train.py`
"""

from __future__ import annotations

from pathlib import Path

import libcst as cst
from libcst.codemod import CodemodCommand

from gpu2ipu.config import Config
from gpu2ipu.engine import convert_text


class PortToIPU(CodemodCommand):
    """Port Keras training scripts from GPU to IPU."""

    DESCRIPTION = (
        "Port Keras training scripts from GPU to Graphcore IPU, as `gpu2ipu convert --in-place` does."
    )

    def transform_module_impl(self, tree: cst.Module) -> cst.Module:
        """The port of a module, by the same way that `convert` goes."""
        path = Path(self.context.filename or "script.py")
        return cst.parse_module(convert_text(path, tree.code, Config()).text)

"""`convert --in-place` in libcst's own runner: its way of choosing files, its report.

`python -m libcst.tool codemod -x --no-format gpu2ipu.codemod.PortToIPU train.py`; `-x` looks for the class
in any package, and without `--no-format` libcst has black format the whole file afterwards.
"""

from __future__ import annotations

from pathlib import Path

import libcst as cst
from libcst.codemod import CodemodCommand

from gpu2ipu.convert.engine import convert_text
from gpu2ipu.convert.options import load_options


class PortToIPU(CodemodCommand):
    """Port Keras training scripts from GPU to IPU."""

    DESCRIPTION = (
        "Port Keras training scripts from GPU to Graphcore IPU, as `gpu2ipu convert --in-place` does."
    )

    def transform_module_impl(self, tree: cst.Module) -> cst.Module:
        """The port of a module, by the way that `convert` goes."""
        path = Path(self.context.filename or "script.py")
        port = convert_text(path, tree.code, load_options(path, {})).text
        return cst.parse_module(port, cst.PartialParserConfig(encoding=tree.encoding))

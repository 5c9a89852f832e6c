"""Tests: files that pytest or unittest runs."""

from __future__ import annotations

import ast
import re

from gpu2ipu.analysis.syntax.script import Script

_NAMES = re.compile(r"(test_\w+|\w+_test)\.py")


def is_test(file: Script) -> bool:
    """True if pytest or unittest runs a file: a script that tests a model has no functions named `test_…`."""
    tests = (isinstance(node, ast.FunctionDef) and node.name.startswith("test_") for node in file.nodes)
    return _NAMES.fullmatch(file.path.name) is not None and any(tests)

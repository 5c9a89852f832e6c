"""Translation: how an expression of one file reads in another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.analysis.dataflow.names_across_files import translated
from tests.projects_in_memory import whole

DATA = """
    import numpy as np
    import config
    from config import BATCH as size
    ROWS = 100
    twice = 1
    twice = 2
    def make(n):
        return n
"""
CONFIG = "BATCH = 32\n"
REBOUND = "BATCH = 32\nBATCH = 64\n"


@pytest.mark.parametrize(
    ("imports", "expression", "expected"),
    [
        ("import data", "ROWS // 2", "data.ROWS // 2"),
        ("import data as d", "ROWS", "d.ROWS"),
        ("from data import ROWS as r", "ROWS", "r"),
        ("from data import *", "ROWS", "ROWS"),
        ("from data import make", "ROWS", None),
        ("import data", "n + len(ROWS)", "n + len(data.ROWS)"),
        ("import data\nlen = 3", "len(n)", None),
        ("import data", "unknown", None),
        ("import data", "twice", None),
        ("import data, config", "config.BATCH", "config.BATCH"),
        ("import data, config as c", "size + config.BATCH", "c.BATCH + c.BATCH"),
        ("import data\nfrom config import BATCH", "size", "BATCH"),
        ("import data\nimport numpy", "np.pi", "numpy.pi"),
        ("import data", "np.pi", None),
    ],
)
def test_translated(tmp_path: Path, imports: str, expression: str, expected: str | None) -> None:
    script = whole(tmp_path, {"train.py": f"{imports}\nx = 1\n", "data.py": DATA, "config.py": CONFIG})
    data = script.files[1]
    at = script.files[0].tree.body[-1]
    found = translated(script, ast.parse(expression, mode="eval").body, data, at, frozenset("n"))
    assert (found and ast.unparse(found)) == expected


def test_names_of_the_function_around_are_in_the_way(tmp_path: Path) -> None:
    code = "import data\ndef f(data):\n    x = 1\n"
    script = whole(tmp_path, {"train.py": code, "data.py": DATA, "config.py": REBOUND})
    function = script.files[0].tree.body[1]
    assert isinstance(function, ast.FunctionDef)
    node = ast.parse("ROWS", mode="eval").body
    assert translated(script, node, script.files[1], function.body[0]) is None
    assert translated(script, node, script.files[0], function.body[0]) is node


def test_what_is_bound_several_times_may_have_changed(tmp_path: Path) -> None:
    code = "import data\nfrom config import BATCH\nx = 1\n"
    script = whole(tmp_path, {"train.py": code, "data.py": DATA, "config.py": REBOUND})
    node = ast.parse("size", mode="eval").body
    found = translated(script, node, script.files[1], script.files[0].tree.body[-1])
    assert found is not None and ast.unparse(found) == "data.size"

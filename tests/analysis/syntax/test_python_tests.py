"""Which files pytest or unittest runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.python_tests import is_test
from gpu2ipu.analysis.syntax.script import parse

TEST = "def test_it():\n    pass\n"


@pytest.mark.parametrize(
    ("name", "code", "expected"),
    [
        ("test_net.py", TEST, True),
        ("net_test.py", "class Net:\n    def test_it(self):\n        pass\n", True),
        ("test_net.py", "model.evaluate(x)", False),
        ("net.py", TEST, False),
        ("testing.py", TEST, False),
    ],
)
def test_tests(name: str, code: str, expected: bool) -> None:
    assert is_test(parse(Path(name), code)) is expected

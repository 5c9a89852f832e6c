"""Where comments that silence findings are put."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.convert.ignore_comments import with_ignore_comments
from gpu2ipu.convert.suppression import unsuppressed
from gpu2ipu.findings import Finding
from gpu2ipu.port.port import Port
from tests.sample_rules import SAMPLES


def asking(text: str) -> list[Finding]:
    script = parse(Path("train.py"), text)
    found = [finding for rule in SAMPLES for finding in rule.check(Port(script))]
    return [finding for finding in unsuppressed(script, found) if finding.asks]


@pytest.mark.parametrize(
    ("text", "commented"),
    [
        ("x.batch(1)\n", "x.batch(1)  # gpu2ipu: ignore[IPU201]\n"),
        ("x.batch(1)", "x.batch(1)  # gpu2ipu: ignore[IPU201]"),
        ("x.batch(1)  \r\ny = 2\r\n", "x.batch(1)  # gpu2ipu: ignore[IPU201]\r\ny = 2\r\n"),
        ("x.batch(1)  # noqa\n", "x.batch(1)  # noqa  # gpu2ipu: ignore[IPU201]\n"),
        ("x.batch(\n    1\n)\n", "x.batch(\n    1\n)  # gpu2ipu: ignore[IPU201]\n"),
        ("x.batch(1, '''a\nb''')\n", "x.batch(1, '''a\nb''')  # gpu2ipu: ignore[IPU201]\n"),
        ("x.batch(1); y.batch(2)\n", "x.batch(1); y.batch(2)  # gpu2ipu: ignore[IPU201]\n"),
        ("x = 1 + \\\n    y.batch(1)\n", "x = 1 + \\\n    y.batch(1)  # gpu2ipu: ignore[IPU201]\n"),
        (
            "def train_step(): x.batch(1)  # gpu2ipu: ignore[ IPU9 ] for now\n",
            "def train_step(): x.batch(1)  # gpu2ipu: ignore[IPU9, IPU201, IPU304] for now\n",
        ),
        ("for x in y.batch(1):\n    pass\n", "for x in y.batch(1):  # gpu2ipu: ignore[IPU201]\n    pass\n"),
        (
            "y = '# gpu2ipu: ignore[IPU3]'; x.batch(1)\n",
            "y = '# gpu2ipu: ignore[IPU3]'; x.batch(1)  # gpu2ipu: ignore[IPU201]\n",
        ),
        ("print(1)\n", "print(1)\n"),
    ],
)
def test_a_comment_stands_at_the_end_of_the_statement(text: str, commented: str) -> None:
    assert with_ignore_comments(parse(Path("train.py"), text), asking(text)) == commented
    assert asking(commented) == []

"""Comments that silence rules: where they may stand and what they cover."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.convert.suppression import ignores_file, unsuppressed
from gpu2ipu.port.port import Port
from tests.sample_rules import SAMPLES


def remaining(text: str) -> list[tuple[str, int]]:
    script = parse(Path("train.py"), text)
    found = [finding for rule in SAMPLES for finding in rule.check(Port(script))]
    return [(finding.rule, finding.span.line) for finding in unsuppressed(script, found)]


@pytest.mark.parametrize(
    "text",
    [
        "x.batch(3)  # gpu2ipu: ignore[IPU201]",
        "x.batch(3)  # gpu2ipu: ignore",
        "x.batch(3)  # gpu2ipu:ignore",
        "x.batch(3)  # noqa: E501  # gpu2ipu: ignore[IPU201]",
        "x.batch(3)  # gpu2ipu: ignore[IPU304, IPU201]",
        "x.batch(3)  # gpu2ipu: ignore [IPU201]",
        "x.batch(3)  # gpu2ipu: ignore[NEVER, IPU201]",
        "# gpu2ipu: ignore[IPU201]\nx.batch(3)",
        "# gpu2ipu: ignore[IPU201]\n# more to say\nx.batch(3)",
        "x.batch(\n    3,  # gpu2ipu: ignore[IPU201]\n)",
        "x.batch(\n    3,\n)  # gpu2ipu: ignore[IPU201]",
        "y = [\n    x.batch(3),\n    4,\n]  # gpu2ipu: ignore[IPU201]",
        "# gpu2ipu: ignore[IPU201]\ny = [\n    4,\n    x.batch(3),\n]",
        "y = [\n    4,\n    # gpu2ipu: ignore[IPU201]\n    x.batch(3),\n]",
        "x.batch(3)\n# gpu2ipu: ignore-file",
        "# gpu2ipu: ignore-file[IPU201]\nx.batch(3)",
        "def train_step():  # gpu2ipu: ignore[IPU304]\n    pass",
        "def train_step(\n    a,\n):  # gpu2ipu: ignore[IPU304]\n    pass",
        "# gpu2ipu: ignore[IPU304]\n# gpu2ipu: IPU304 a message\ndef train_step():\n    pass",
    ],
)
def test_silenced(text: str) -> None:
    assert remaining(text) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("x.batch(3)  # gpu2ipu: ignore[IPU304]", [("IPU201", 1)]),
        ("x.batch(3)  # gpu2ipu: ignore[]", [("IPU201", 1)]),
        ("x.batch(3)  # gpu2ipu: ignored", [("IPU201", 1)]),
        ("x.batch(3)  # gpu2ipu: ignore-line", [("IPU201", 1)]),
        ("x.batch('# gpu2ipu: ignore')", [("IPU201", 1)]),
        ("'''\n# gpu2ipu: ignore-file\n'''\nx.batch(3)", [("IPU201", 4)]),
        ("y = 1  # gpu2ipu: ignore\nx.batch(3)", [("IPU201", 2)]),
        ("# gpu2ipu: ignore\n\nx.batch(3)", [("IPU201", 3)]),
        ("# gpu2ipu: ignore-file[IPU304]\nx.batch(3)", [("IPU201", 2)]),
        ("y = [\n    x.batch(3),  # gpu2ipu: ignore\n    x.batch(4),\n]", [("IPU201", 3)]),
        ("def train_step():\n    pass  # gpu2ipu: ignore", [("IPU304", 1)]),
        ("def train_step():\n    # gpu2ipu: ignore\n    x.batch(3)", [("IPU304", 1)]),
    ],
)
def test_not_silenced(text: str, left: list[tuple[str, int]]) -> None:
    assert remaining(text) == left


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# gpu2ipu: ignore-file", True),
        ("# gpu2ipu: ignore-file[IPU201]", False),
        ("# gpu2ipu: ignore", False),
        ("'# gpu2ipu: ignore-file'", False),
        ("x = 1", False),
    ],
)
def test_a_whole_file(text: str, expected: bool) -> None:
    assert ignores_file(parse(Path("train.py"), text)) is expected

"""Comments that silence rules: where they may stand and what they cover."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.config import Config
from gpu2ipu.convert import engine
from gpu2ipu.convert.engine import check_text
from gpu2ipu.convert.suppression import ignores_file, unsuppressed
from gpu2ipu.port.port import Port
from gpu2ipu.rules import Listing
from gpu2ipu.rules.comments.unused_suppression import UnusedSuppression
from tests.projects_in_memory import found, write
from tests.sample_rules import SAMPLES


def remaining(text: str) -> list[tuple[str, int]]:
    script = parse(Path("train.py"), text)
    everything = [finding for rule in SAMPLES for finding in rule.check(Port(script))]
    return [(finding.rule, finding.span.line) for finding in unsuppressed(script, everything)]


@pytest.mark.parametrize(
    "text",
    [
        "x.batch(3)  # gpu2ipu: ignore[IPU201]",
        "x.batch(3)  # gpu2ipu: ignore",
        "x.batch(3)  # gpu2ipu:ignore",
        "x.batch(3)  # noqa: E501  # gpu2ipu: ignore[IPU201]",
        "x.batch(3)  # gpu2ipu: ignore[IPU304, IPU201]",
        "x.batch(3)  # gpu2ipu: ignore[partial-batch]",
        "x.batch(3)  # gpu2ipu: ignore[IPU2]",
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


def notes(text: str, **options: Any) -> list[str]:
    """What `check` says of the comments of a script."""
    rules = (*SAMPLES, UnusedSuppression())
    notes = check_text(
        Path("train.py"), f"import keras\n{text}\n", dataclasses.replace(Config(), **options), rules
    )
    return [f"{finding.place}: {finding.message}" for finding in notes if finding.rule == "IPU001"]


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("x.take(3)  # gpu2ipu: ignore", "2:12: `ignore` silences nothing; remove the comment"),
        (
            "x.take(3)  # noqa  # gpu2ipu: ignore[IPU201]",
            "2:20: `ignore[IPU201]` silences nothing; remove the comment",
        ),
        ("# gpu2ipu: ignore-file", "2:1: `ignore-file` silences nothing; remove the comment"),
        (
            "x.batch(3)  # gpu2ipu: ignore[partial-batch, IPU3]",
            "2:13: `ignore[partial-batch, IPU3]`: there is nothing of IPU3 to silence; remove that from the comment",
        ),
        (
            "x.batch(3)  # gpu2ipu: ignore[IPU201, IPU21]",
            "2:13: `ignore[IPU201, IPU21]` names an unknown rule, 'IPU21'; did you mean IPU201?",
        ),
        ("x.batch(3)\ny = 1  # gpu2ipu: ignore", "3:8: `ignore` silences nothing; remove the comment"),
    ],
)
def test_a_comment_that_silences_nothing_is_noted(
    monkeypatch: pytest.MonkeyPatch, text: str, note: str
) -> None:
    use_names(monkeypatch)
    assert notes(text) == [note]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("x.batch(3)  # gpu2ipu: ignore", {}),
        ("x.batch(3)  # gpu2ipu: ignore[IPU2]", {}),
        ("# gpu2ipu: ignore-file\nx.batch(3)", {}),
        ("x.take(3)  # gpu2ipu: ignore[]", {}),
        ("# gpu2ipu: ignore-file[IPU001]\nx.take(3)  # gpu2ipu: ignore[IPU201]", {}),
        # what was not looked for may be there
        ("x.take(3)  # gpu2ipu: ignore[IPU201]", {"ignore": ("IPU201",)}),
        ("x.take(3)  # gpu2ipu: ignore", {"ignore": ("IPU304",)}),
        ("x.take(3)  # gpu2ipu: ignore[IPU201]", {"select": ("IPU001", "IPU304")}),
        ("x.take(3)  # gpu2ipu: ignore[IPU201]", {"ignore": ("IPU001",)}),
    ],
)
def test_other_comments_are_not(
    monkeypatch: pytest.MonkeyPatch, text: str, options: dict[str, tuple[str, ...]]
) -> None:
    use_names(monkeypatch)
    assert notes(text, **options) == []


def use_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the table have the names of the sample rules."""
    listings = [
        Listing(rule.id, f".{rule.name.replace('-', '_')}", "") for rule in (*SAMPLES, UnusedSuppression())
    ]
    monkeypatch.setattr(engine, "LISTINGS", listings)
    monkeypatch.setattr(engine, "_switched_off", lambda _: frozenset())


def test_the_module_of_a_project_is_judged_with_what_is_found_in_it(tmp_path: Path) -> None:
    paths = write(
        tmp_path,
        {
            "train.py": "import numpy as np\nimport models\nmodel = models.build()\n"
            "model.fit(np.ones((10, 4)), np.ones(10), batch_size=4)  # gpu2ipu: ignore[IPU202, IPU9]\n",
            "models.py": "from tensorflow import keras\ndef build():\n    x = 1  # gpu2ipu: ignore[IPU103]\n"
            "    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])\n"
            "    model.compile('sgd', 'mse')\n    return model\n",
        },
    )
    assert [(name, finding.message) for name, finding in found(paths) if finding.rule == "IPU001"] == [
        (
            "train.py",
            "`ignore[IPU202, IPU9]`: there is nothing of IPU9 to silence; remove that from the comment",
        ),
        ("models.py", "`ignore[IPU103]` silences nothing; remove the comment"),
    ]

"""Findings in a script of which only lines move go with its code, and no tree is changed for it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.script import Script, parse
from gpu2ipu.config import Config
from gpu2ipu.convert import engine
from gpu2ipu.convert.relocation import relocated, same_code
from gpu2ipu.findings import Finding, Severity
from tests.projects_in_memory import of, write

SCRIPT = """
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
for x, y in batches( ):
    model.train_on_batch(x, y)
"""


def script(code: str) -> Script:
    return parse(Path("a.py"), code)


def finding(script: Script, text: str, message: str = "") -> Finding:
    """A finding at the expression with that text."""
    node = next(n for n in script.nodes if isinstance(n, ast.expr) and ast.unparse(n) == text)
    return Finding("IPU999", "name", Severity.ERROR, script.span(node), message)


def test_findings_go_with_their_code() -> None:
    before, after = script("f(1, x)\ng(x)\n"), script("# a comment\nf(\n    1,\n    x,\n)\ng(x)\n")
    texts = ["f(1, x)", "x", "g(x)"]
    found = relocated(before, after, [finding(before, text) for text in texts])
    assert found == [finding(after, text) for text in texts]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("f(1)\n", "f(True)\n"),
        ("f(1)\n", "f(1.0)\n"),
        ("f(1)\n", "f(1, 2)\n"),
        ("a + b\n", "a - b\n"),
        ("x = 'a'\n", "x = 'b'\n"),
        ("return_ = 1\n", "return_: int = 1\n"),
        ("def f(a, b): pass\n", "def f(a, *, b): pass\n"),
    ],
)
def test_other_code_is_looked_at_again(one: str, other: str) -> None:
    assert relocated(script(one), script(other), []) is None
    assert same_code(script(one).tree, script(one).tree) is not None


@pytest.mark.parametrize(
    ("code", "message"), [("f(x)\n", "see line 3"), ("f(x)  # gpu2ipu: ignore[IPU201]\n", "")]
)
def test_what_depends_on_lines_is_looked_at_again(code: str, message: str) -> None:
    before = script(code)
    assert relocated(before, script("\n" + code), [finding(before, "x", message)]) is None


@pytest.mark.parametrize(
    "files",
    [
        {"train.py": SCRIPT},
        {"train.py": f"import data\n{SCRIPT}", "data.py": "import tensorflow as tf\n\nx = [ 1 ]\n"},
    ],
)
def test_no_tree_is_changed(files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[tuple[Script, str]] = []
    parse_file = engine.parsed

    def remembered(path: Path, text: str, above: int = 0) -> Script:
        script = parse_file(path, text, above)
        parsed.append((script, ast.dump(script.tree, include_attributes=True)))
        return script

    monkeypatch.setattr(engine, "parsed", remembered)
    (project,) = of(write(tmp_path, files))
    result = engine.convert_project(project, Config())[0]
    assert result.converted is not None and result.converted.applied and result.converted.left
    assert len(parsed) >= 3 * len(files)
    assert [ast.dump(each.tree, include_attributes=True) for each, _ in parsed] == [
        dump for _, dump in parsed
    ]

"""A rule that is switched off leaves no half of its change behind: what a port defines it uses, and the other way."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from gpu2ipu.rules import all_rules
from tests.case_scripts import CASES
from tests.rules.test_cases import FILES, read

IDS = tuple(rule.id for rule in all_rules())


def bound(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.ExceptHandler):
            yield node.name or ""


def read_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id


def halves(original: str, port: str) -> set[str]:
    """Names that a port defines and does not use, or uses and does not define, and the original does neither."""
    before, after = ast.parse(original), ast.parse(port)
    unused = set(bound(after)) - set(bound(before)) - set(read_names(after)) - {"annotations", "_"}
    undefined = set(read_names(after)) - set(bound(after)) - set(read_names(before)) - set(dir(builtins))
    return unused | undefined


@pytest.mark.parametrize("rule", IDS)
def test_no_halves_in_the_cases_of_the_rule(rule: str) -> None:
    """Half of the cases of a rule, ported without it and with all others."""
    files = [path for path in FILES if path.parent.name == rule]
    config = Config(ignore=(rule,), annotate=False, format=False)
    for path in files[::2]:
        script = read(path).script
        assert not halves(script, convert_text(path, script, config).text), path


# Each of these shares definitions with others.
@pytest.mark.parametrize(
    "rule", ["IPU102", "IPU103", "IPU201", "IPU202", "IPU203", "IPU204", "IPU205", "IPU301"]
)
def test_no_halves_in_whole_scripts(rule: str) -> None:
    config = Config(ignore=(rule,), annotate=False, format=False)
    for path in sorted(CASES.glob("*.py"))[IDS.index(rule) % 3 :: 3]:
        if not path.name.startswith("odd_bytes"):
            script = path.read_text(encoding="utf-8")
            assert not halves(script, convert_text(path, script, config).text), path


@pytest.mark.parametrize("rule", [rule for rule in IDS if rule != "IPU101"])  # which only adds an import
def test_no_halves_where_a_rule_is_alone(rule: str) -> None:
    config = Config(select=(rule,), annotate=False, format=False)
    for path in sorted(CASES.glob("*.py"))[IDS.index(rule) % 7 :: 7]:
        if not path.name.startswith("odd_bytes"):
            script = path.read_text(encoding="utf-8")
            assert not halves(script, convert_text(path, script, config).text), path


FIT = """\
import numpy as np
from tensorflow import keras

x, y = np.random.rand(1010, 4), np.random.rand(1010)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y)
"""


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        ("IPU301", ["train_size = len(x) // 32 * 32", "model.fit(x[:train_size], y[:train_size])"]),
        ("IPU202", ['    model.compile("sgd", "mse", steps_per_execution=len(x) // 32)', "model.fit(x, y)"]),
    ],
)
def test_a_size_is_only_defined_where_it_is_used(rule: str, lines: list[str]) -> None:
    port = convert_text(Path("train.py"), FIT, Config(ignore=(rule,))).text.splitlines()
    assert [line for line in port if "train_s" in line or "model.fit" in line or "steps_per" in line] == lines


def lines_of_setup(code: str, *ignored: str) -> list[str]:
    """The lines of the port that say something about IPUs."""
    port = convert_text(Path("train.py"), code, Config(ignore=ignored)).text
    return [line.strip() for line in port.splitlines() if re.search(r"\bipu|strategy", line)]


IMPORT = "from tensorflow.python import ipu"
CONFIGURE = [
    "ipu_config = ipu.config.IPUConfig()",
    "ipu_config.auto_select_ipus = 1",
    "ipu_config.configure_ipu_system()",
]
CREATE = "strategy = ipu.ipu_strategy.IPUStrategy()"
SCOPE = "with strategy.scope():"
OTHER = FIT.replace(
    "x, y =", "import tensorflow as tf\n\nstrategy = tf.distribute.MirroredStrategy()\nx, y ="
).replace(
    'model = keras.Sequential([keras.layers.Dense(1)])\nmodel.compile("sgd", "mse")',
    'with strategy.scope():\n    model = keras.Sequential([keras.layers.Dense(1)])\n    model.compile("sgd", "mse")',
)


@pytest.mark.parametrize("code", [FIT, OTHER])
@pytest.mark.parametrize(
    ("ignored", "lines"),
    [
        ((), [IMPORT, *CONFIGURE, CREATE, SCOPE]),
        # the import comes with what uses it ...
        (("IPU101",), [IMPORT, *CONFIGURE, CREATE, SCOPE]),
        # ... and the strategy with the scope, for an IPU that is configured elsewhere
        (("IPU102",), [IMPORT, CREATE, SCOPE]),
        (("IPU101", "IPU102"), [IMPORT, CREATE, SCOPE]),
    ],
)
def test_setup_without_some_rules(code: str, ignored: tuple[str, ...], lines: list[str]) -> None:
    assert lines_of_setup(code, *ignored) == lines


def test_nothing_is_set_up_for_rules_that_are_off() -> None:
    assert lines_of_setup(FIT, "IPU103") == [IMPORT, *CONFIGURE]
    assert lines_of_setup(FIT, "IPU102", "IPU103") == [IMPORT]
    assert lines_of_setup(FIT, "IPU101", "IPU102", "IPU103") == []

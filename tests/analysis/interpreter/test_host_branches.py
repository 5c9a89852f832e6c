"""What a script for IPUs runs on the host only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.analysis.interpreter.host_branches import runs_on_host
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import parse
from tests.analysis.evaluated import IMPORTS, facts

STRATEGY = "ipu.ipu_strategy.IPUStrategy()"
MODELS = """
def build(units):
    return keras.Sequential([layers.Dense(units)])
if {test}:
    first = build(1)
else:
    second = build(2)
"""


def built(code: str) -> list[str]:
    """The calls at the top of the script that lead to the models that are noted."""
    return [ast.unparse(model.stack[0].call) for model in facts(code).models]


@pytest.mark.parametrize(
    ("choice", "test", "noted"),
    [
        (f"if use_ipu:\n    s = {STRATEGY}\nelse:\n    s = None", "use_ipu", ["build(1)"]),
        (f"if use_ipu:\n    s = {STRATEGY}", "not use_ipu", ["build(2)"]),
        (f"if not use_ipu:\n    s = None\nelse:\n    s = {STRATEGY}", "use_ipu", ["build(1)"]),
        (f"s = {STRATEGY} if args.device == 'ipu' else None", "args.device == 'ipu'", ["build(1)"]),
        (f"if args.cpu:\n    s = None\nelse:\n    s = {STRATEGY}", "config.cpu", ["build(2)"]),
        (f"def make():\n    return {STRATEGY}\nif has_ipu:\n    s = make()", "has_ipu", ["build(1)"]),
        # not about devices
        (f"if train:\n    s = {STRATEGY}", "train", ["build(1)", "build(2)"]),
        # another condition
        (f"if use_ipu:\n    s = {STRATEGY}", "use_cache_on_cpu", ["build(1)", "build(2)"]),
        # on IPUs either way
        (f"if big_ipu:\n    s = {STRATEGY}\nelse:\n    s = {STRATEGY}", "big_ipu", ["build(1)", "build(2)"]),
        # no choice between devices at all
        (f"s = {STRATEGY}", "use_ipu", ["build(1)", "build(2)"]),
    ],
)
def test_models_of_the_host(choice: str, test: str, noted: list[str]) -> None:
    assert built(f"{choice}\n{MODELS.format(test=test)}") == noted


def test_functions_that_only_the_host_calls() -> None:
    code = f"""
        def on_host():
            inner()
        def inner():
            here
        def both():
            there
        s = {STRATEGY} if use_ipu else None
        if use_ipu:
            both()
        else:
            on_host()
            both()
            out
    """
    found = facts(code)
    names = {node.id: node for node in found.script.nodes if isinstance(node, ast.Name)}
    assert runs_on_host(found, names["here"])
    assert not runs_on_host(found, names["there"])
    assert runs_on_host(found, names["out"]) and not runs_on_host(found, names["s"])
    plain = facts("def f():\n    a\nif use_ipu:\n    pass\nelse:\n    f()\n")
    assert not runs_on_host(plain, plain.script.tree)


@pytest.mark.parametrize(
    ("name", "test", "noted"),
    [
        ("test_net.py", "build(1)", ["build(2)"]),
        ("net_test.py", "build(1).predict(x)", ["build(2)"]),
        # a script, whose function somebody else calls
        ("train.py", "build(1)", ["build(1)", "build(2)"]),
        # a strategy whose scope is forgotten
        ("test_net.py", f"s = {STRATEGY}\n    build(1)", ["build(1)", "build(2)"]),
    ],
)
def test_tests_that_enter_no_scope(name: str, test: str, noted: list[str]) -> None:
    code = f"""
def build(units):
    return keras.Sequential([layers.Dense(units)])
def test_host():
    {test}
def test_ipu():
    with {STRATEGY}.scope():
        build(2)
"""
    models = facts_of(parse(Path(name), IMPORTS + code)).models
    assert sorted({ast.unparse(model.stack[0].call) for model in models}) == noted

"""Which functions code names, what they do, and where they run."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow import call_graph
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.tree import Function
from tests.port.proposed import script_of
from tests.port.training_loop.loops import HEAD, STEP

CALLS = """
def inner(x):
    return model(x)
def outer(x):
    return inner(x)
def other(x):
    return tf.abs(x)
"""
RUN = """
from tensorflow.python import ipu
strategy = ipu.ipu_strategy.IPUStrategy()
@tf.function({options})
def outer_step(x):
    return inner(x)
strategy.run(outer_step, args=(1,))
"""


def facts(code: str) -> Facts:
    return facts_of(script_of(code, HEAD))


def function(of: Facts, name: str) -> Function:
    (found,) = [node for node in of.script.nodes if isinstance(node, Function) and node.name == name]
    return found


def names(nodes: set[ast.AST]) -> set[str]:
    return {node.name for node in nodes if isinstance(node, Function)}


def test_functions_that_are_named_however_deep() -> None:
    known = facts(CALLS + "outer(1)\nother(1)\n")
    assert names(call_graph.with_named(known, {function(known, "outer")})) == {"outer", "inner"}
    assert names(call_graph.with_named(known, {function(known, "other")})) == {"other"}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("jit_compile=True", {"outer_step", "inner"}),
        ("experimental_compile=True", {"outer_step", "inner"}),
        ("", {"outer_step", "inner"}),
    ],
)
def test_what_the_strategy_compiles(options: str, expected: set[str]) -> None:
    assert names(call_graph.run_on_the_device(facts(CALLS + RUN.format(options=options)))) == expected


@pytest.mark.parametrize(
    ("decorator", "expected"),
    [("@tf.function", {"outer", "inner"}), ("@tf.function()", {"outer", "inner"}), ("", set())],
)
def test_what_is_run_in_a_graph_is_a_part_of_it(decorator: str, expected: set[str]) -> None:
    in_graph = f"{decorator}\ndef step(x):\n    return strategy.run(outer, args=(x,))\nstep(1)\n"
    code = CALLS + RUN.format(options="").partition("@")[0] + in_graph
    assert names(call_graph.run_on_the_device(facts(code))) == expected


@pytest.mark.parametrize(
    "call",
    [
        "ipu.ipu_compiler.compile(outer, inputs=[1])",
        "ipu.ipu_compiler.compile(computation=outer)",
        "ipu.application_compile_op.experimental_application_compile_op(outer)",
    ],
)
def test_what_a_program_of_tensorflow_1_compiles(call: str) -> None:
    found = call_graph.run_on_the_device(facts(f"{CALLS}from tensorflow.python import ipu\n{call}\n"))
    assert names(found) == {"outer", "inner"}


def test_a_step_may_be_passed_by_name() -> None:
    code = CALLS + RUN.format(options="jit_compile=True").replace("run(outer_step", "run(fn=outer_step")
    assert names(call_graph.run_on_the_device(facts(code))) == {"outer_step", "inner"}


@pytest.mark.parametrize(("name", "runs"), [("outer", True), ("inner", True), ("other", False)])
def test_what_runs_a_model(name: str, runs: bool) -> None:
    known = facts(CALLS + "outer(1)\nother(1)\n")
    assert call_graph.runs_a_model(known, function(known, name)) is runs


def test_what_trains() -> None:
    known = facts(STEP + "def loop(x):\n    step(x, x)\n" + CALLS + "loop(1)\nouter(1)\n")
    for name, trains in (("step", True), ("loop", True), ("outer", False)):
        node = function(known, name)
        assert call_graph.updates_weights(known, node) is trains
        assert call_graph.opens_tapes(known, node) is trains


def test_calls_on_the_host_and_other_names() -> None:
    known = facts(CALLS + "inner(2)\nouter(1)\nalias = [inner]\n")
    inner = function(known, "inner")
    found = [ast.unparse(node) for node in call_graph.references(known, inner)]
    assert sorted(found) == ["inner", "inner(2)", "inner(x)"]
    device: set[ast.AST] = {function(known, "outer")}
    assert [ast.unparse(call) for call in call_graph.calls_on_the_host(known, inner, device)] == ["inner(2)"]

"""How an expression of a function reads in a caller, and where calls meet."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow import inlined_arguments
from gpu2ipu.analysis.interpreter.facts import Frame
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.tree import function_of
from tests.port.proposed import expression, script_of, statement


@pytest.mark.parametrize(
    ("definition", "call", "expected"),
    [
        ("def f(m, x, b):\n    {}", "f(model, data, 32)", "len(data) // 32"),
        ("def f(m, x, b=64):\n    {}", "f(model, data)", "len(data) // 64"),
        ("def f(m, x, *, b=64):\n    {}", "f(model, data)", "len(data) // 64"),
        ("def f(m, x, *, b):\n    {}", "f(model, b=2 * size, x=data)", "len(data) // (2 * size)"),
        ("def f(m, x, /, b):\n    {}", "f(model, data[:5], 32)", "len(data[:5]) // 32"),
        ("def f(m, d, b):\n    x, y = d\n    {}", "f(model, data, 32)", "len(data[0]) // 32"),
        ("def f(m, d, b):\n    m.seen = d\n    x = d[1]\n    {}", "f(model, data, 32)", "len(data[1]) // 32"),
        ("def f(m, x, y, b=32):\n    {}", "f(model, *data)", None),  # perhaps three items
        ("def f(m, x, y, b=32):\n    {}", "f(model, *data, b=8)", "len(data[0]) // 8"),
        ("def f(m, x, b=size):\n    {}", "f(model, data)", "len(data) // size"),
        ("def f(m, x, b=size):\n    {}", "size = 9\nf(model, data)", None),  # the default stays 8
        ("def f(m, x, b):\n    {}", "partial(f, model, b=32)(data)", "len(data) // 32"),
        ("def f(b, m, x):\n    {}", "g = partial(f, size)\ng(model, data)", "len(data) // size"),
        ("def f(b, x, m):\n    {}", "partial(partial(f, 8), data)(model)", None),  # several hold something
        ("def f(m, x, b):\n    {}", "partial(f, model)(*more, b=8)", None),
        ("def f(m, x, b):\n    {}", "partial(f, model, read())(b=8)", None),
        ("def f(m, x, b):\n    {}", "g = partial(f, model, data)\ndata = more\ng(b=8)", None),
        ("def f(m, x, b=None):\n    b = b or 32\n    {}", "f(model, data)", None),
        ("def f(m, x, b):\n    b: int = 32\n    {}", "f(model, data)", None),
        ("def f(m, d):\n    (y, *x), b = d, 32\n    {}", "f(model, data)", None),
        ("def f(m, d):\n    y, x = d\n    b = read()\n    {}", "f(model, data)", None),
        ("def f(m, x, b):\n    {}", "f(*data)", "len(data[1]) // data[2]"),
        ("def f(m, x, b):\n    {}", "f(model, read(), 32)", None),  # would be read twice
        ("def f(m, x, b):\n    x = read(x)\n    {}", "f(model, data, 32)", None),
        ("def f(m, x, b):\n    x = x[:9]\n    {}", "f(model, data, 32)", None),
        ("def f(m, x, b):\n    {}", "f(model, **data)", None),
        ("def f(m, x, b):\n    {}", "f(*data, *more)", None),
        ("def f(m, x, b):\n    {}", "f(*data, 32)", None),
        ("def f(m, b):\n    x = data\n    {}", "f(model, 32)", "len(data) // 32"),
        ("def f(m, *x, b=32):\n    {}", "f(model, data)", None),
    ],
)
def test_in_the_caller(definition: str, call: str, expected: str | None) -> None:
    body = "m.fit(x, batch_size=b), len(x) // b"
    head = "from functools import partial\nmodel = keras.Sequential()\ndata = more = read()\nsize = 8"
    code = f"{head}\n{definition.format(body)}\n{call}"
    script = script_of(code)
    fit = expression(script, "m.fit(x, batch_size=b)")
    calls = facts_of(script).calls
    function = function_of(script, fit)
    assert function is not None
    (stack,) = calls[function]
    frames = (*stack, type(stack[0])(function, fit))
    found = inlined_arguments.in_caller(script, expression(script, "len(x) // b"), frames, 0)
    assert (ast.unparse(found) if found else None) == expected


def test_in_the_caller_of_a_method_and_through_two_functions() -> None:
    code = """
class T:
    def fit(self, x, b=32):
        keras.Sequential().fit(x, batch_size=b)
def train(data, size):
    T().fit(data[0], size)
train(both, 16)
"""
    script = script_of(code)
    (call,) = [one for one in facts_of(script).method_calls if one.method == "fit"]
    steps = ast.parse("len(x) // b", mode="eval").body
    texts = []
    for host in range(len(call.stack)):
        found = inlined_arguments.in_caller(script, steps, call.stack, host)
        texts.append(ast.unparse(found) if found else None)
    assert texts == ["len(both[0]) // 16", "len(data[0]) // size", "len(x) // b"]


def test_nothing_reads_the_same_outside_of_a_lambda() -> None:
    script = script_of("train = lambda x: keras.Sequential().fit(x)\ntrain(data)")
    (call,) = [one for one in facts_of(script).method_calls if one.method == "fit"]
    assert inlined_arguments.in_caller(script, ast.parse("len(x)", mode="eval").body, call.stack, 0) is None


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("m = keras.Sequential()\nm.compile()\nm.fit(n)", 0),
        ("def f(m):\n    m.compile()\n    m.fit(n)\nf(keras.Sequential())", 1),
        ("def f(m):\n    m.compile()\nm = keras.Sequential()\nf(m)\nm.fit(n)", 0),
    ],
)
def test_the_frame_that_two_calls_share(code: str, expected: int) -> None:
    script = script_of(code)
    calls = {call.method: call for call in facts_of(script).method_calls}
    first, second = calls["compile"].stack, calls["fit"].stack
    assert inlined_arguments.common_frames(first, second) == expected
    assert inlined_arguments.common_frames(first, first) is None


def test_calls_under_different_functions_share_no_frame() -> None:
    function = script_of("def f():\n    here").tree.body[-1]
    assert isinstance(function, ast.FunctionDef)
    node = ast.Constant(1)
    assert inlined_arguments.common_frames((Frame(None, node),), (Frame(function, node),)) is None


def test_the_statement_from_which_a_call_happens() -> None:
    script = script_of("def f(m):\n    if n:\n        m.fit(n)\nx = f(keras.Sequential())")
    (call,) = facts_of(script).method_calls
    texts = [ast.unparse(inlined_arguments.host_statement(script, call.stack, host)) for host in (0, 1)]
    assert texts == ["x = f(keras.Sequential())", "m.fit(n)"]


@pytest.mark.parametrize(
    ("size", "expected"),
    [("64", "64"), ("None", "32"), ("0", "32"), ("size", "size or 32")],
)
def test_a_batch_size_or_its_default(size: str, expected: str) -> None:
    script = script_of(f"def f(m, b):\n    m.fit(n, batch_size=b)\nsize = n\nf(keras.Sequential(), {size})")
    (call,) = facts_of(script).method_calls
    found = inlined_arguments.in_caller(script, ast.parse("b or 32", mode="eval").body, call.stack, 0)
    assert found is not None
    assert ast.unparse(found) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("b = 4\nb = 2\nuse(len(x) // b)", "len(x) // 2"),
        ("b = 2\nuse(len(x) // b)", "len(x) // b"),  # has no other value
        ("b = 4\nif c:\n    b = 2\nuse(len(x) // b)", "len(x) // b"),
        ("b = 4\nb = c\nuse(len(x) // b)", "len(x) // b"),
        ("b = 4\ndef lower():\n    global b\n    b = 2\nuse(len(x) // b)", "len(x) // b"),
    ],
)
def test_with_latest_numbers(code: str, expected: str) -> None:
    script = script_of(f"x = c = 1\n{code}", imports="")
    node = expression(script, code.rpartition("use")[2][1:-1])
    found = inlined_arguments.with_latest_numbers(script, node, statement(script, "use("))
    assert ast.unparse(found) == expected

"""Whether an expression can be computed somewhere else, and how it reads in a caller."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import Frame
from gpu2ipu.analysis.structure import function_of
from gpu2ipu.plan import places
from tests.plan.planned import expression, script_of, statement


def parsed(code: str) -> ast.expr:
    return ast.parse(code, mode="eval").body


@pytest.mark.parametrize(
    ("code", "pure"),
    [
        ("x", True),
        ("a.b[0][1:n]", True),
        ("len(x) // 32 * -n", True),
        ("x[:, 1]", True),
        ("b if b is not None else 32", True),
        ("b or 32", True),
        ("f(x)", False),
        ("x.sum()", False),
        ("[x]", False),
        ("x[i := 1]", False),
        ("lambda: x", False),
        ("f'{x}'", False),
    ],
)
def test_is_pure(code: str, pure: bool) -> None:
    assert places.is_pure(parsed(code)) is pure


@pytest.mark.parametrize(
    ("before", "at", "expected"),
    [
        ("b = 2", "use(x)", True),
        ("x = 1", "use(x)", False),  # not bound yet
        ("first", "use(x)", False),
        ("if c", "use(x)", True),
        ("b = 2", "later(x)", False),  # bound again in between
        ("x = 3", "later(x)", False),
    ],
)
def test_means_the_same_at_module_level(before: str, at: str, expected: bool) -> None:
    code = "first\nx = 1\nb = 2\nif c:\n    d = 4\nuse(x)\nx = 3\nlater(x)\n"
    script = script_of(code, imports="")
    node = expression(script, "x", 0)
    found = places.means_the_same(script, node, None, statement(script, before), statement(script, at))
    assert found is expected


@pytest.mark.parametrize(
    ("name", "before", "expected"),
    [
        ("parameter", "first", True),
        ("local", "first", False),
        ("local", "second", True),
        ("outside", "first", True),
        ("looped", "first", False),
        ("len", "first", True),
        ("rest", "first", True),
        ("nested", "second", False),
        ("rebound", "second", False),
    ],
)
def test_means_the_same_in_a_function(name: str, before: str, expected: bool) -> None:
    code = f"""
def f(parameter, rebound, *, key=1, **rest):
    first
    local = 1
    second
    for looped in rest:
        pass
    def nested():
        local = 3
    rebound = 2
    use({name})
"""
    script = script_of(code, imports="")
    node = expression(script, name, -1)
    function = function_of(script, node)
    at = statement(script, f"use({name})")
    assert places.means_the_same(script, node, function, statement(script, before), at) is expected


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def f(a, /, b, *c, d, **e):\n    here", "abcde"),
        ("def f(a):\n    g = lambda b: here", "ab"),
        ("def f(a):\n    def g(b):\n        here", "ab"),
        ("here", ""),
    ],
)
def test_parameters_around(code: str, names: str) -> None:
    script = script_of(code, imports="")
    assert places.parameters_around(script, expression(script, "here")) == set(names)


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("f(lambda a, b: here)", "ab"),
        ("[here for a in x for b, c in y]", "abc"),
        ("{k: here for k in x}", "k"),
        ("def f(a):\n    return here", ""),
        ("f = lambda a: [here for b in a]", "ab"),
        ("if here:\n    pass", ""),
    ],
)
def test_inner_names(code: str, names: str) -> None:
    script = script_of(code, imports="")
    assert places.inner_names(script, expression(script, "here")) == set(names)


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
    code = f"model = keras.Sequential()\ndata = more = read()\nsize = 8\n{definition.format(body)}\n{call}"
    script = script_of(code)
    fit = expression(script, "m.fit(x, batch_size=b)")
    calls = facts_of(script).calls
    function = function_of(script, fit)
    assert function is not None
    (stack,) = calls[function]
    frames = (*stack, type(stack[0])(function, fit))
    found = places.in_caller(script, expression(script, "len(x) // b"), frames, 0)
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
    steps = parsed("len(x) // b")
    texts = []
    for host in range(len(call.stack)):
        found = places.in_caller(script, steps, call.stack, host)
        texts.append(ast.unparse(found) if found else None)
    assert texts == ["len(both[0]) // 16", "len(data[0]) // size", "len(x) // b"]


def test_nothing_reads_the_same_outside_of_a_lambda() -> None:
    script = script_of("train = lambda x: keras.Sequential().fit(x)\ntrain(data)")
    (call,) = [one for one in facts_of(script).method_calls if one.method == "fit"]
    assert places.in_caller(script, parsed("len(x)"), call.stack, 0) is None


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
    assert places.common_frames(first, second) == expected
    assert places.common_frames(first, first) is None


def test_calls_under_different_functions_share_no_frame() -> None:
    function = script_of("def f():\n    here").tree.body[-1]
    assert isinstance(function, ast.FunctionDef)
    node = ast.Constant(1)
    assert places.common_frames((Frame(None, node),), (Frame(function, node),)) is None


def test_the_statement_from_which_a_call_happens() -> None:
    script = script_of("def f(m):\n    if n:\n        m.fit(n)\nx = f(keras.Sequential())")
    (call,) = facts_of(script).method_calls
    texts = [ast.unparse(places.host_statement(script, call.stack, host)) for host in (0, 1)]
    assert texts == ["x = f(keras.Sequential())", "m.fit(n)"]


@pytest.mark.parametrize(
    ("size", "expected"),
    [("64", "64"), ("None", "32"), ("0", "32"), ("size", "size or 32")],
)
def test_a_batch_size_or_its_default(size: str, expected: str) -> None:
    script = script_of(f"def f(m, b):\n    m.fit(n, batch_size=b)\nsize = n\nf(keras.Sequential(), {size})")
    (call,) = facts_of(script).method_calls
    found = places.in_caller(script, parsed("b or 32"), call.stack, 0)
    assert found is not None
    assert ast.unparse(found) == expected

"""Whether an expression can be computed somewhere else in its function."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow import same_value
from gpu2ipu.analysis.syntax.tree import function_of
from tests.port.proposed import expression, script_of, statement


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
    assert same_value.is_pure(parsed(code)) is pure


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
    found = same_value.same_value(script, node, None, statement(script, before), statement(script, at))
    assert found is expected


@pytest.mark.parametrize(
    ("name", "before", "expected"),
    [
        ("parameter", "first", True),
        ("local", "first", False),
        ("local", "second", True),
        ("outside", "first", True),
        ("bound_nowhere", "first", False),  # no mistake of a script comes earlier in its port
        ("looped", "first", False),
        ("len", "first", True),
        ("rest", "first", True),
        ("nested", "second", False),
        ("rebound", "second", False),
    ],
)
def test_means_the_same_in_a_function(name: str, before: str, expected: bool) -> None:
    code = f"""
outside = 1
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
    assert same_value.same_value(script, node, function, statement(script, before), at) is expected


@pytest.mark.parametrize(
    ("read", "between", "expected"),
    [
        ("options.batch", "options.epochs = 2", True),
        ("options.batch", "options.batch = 2", False),
        ("options.batch", "other.batch = 2", False),  # perhaps another name of the same object
        ("options.batch", "lower(options)", False),
        ("options.batch", "options.lower()", False),
        ("options.batch", "setattr(options, 'batch', 2)", False),
        ("options.batch", "setattr(options, 'epochs', 2)", True),
        ("options.batch", "setattr(options, key, 2)", False),
        ("options.batch", "del options.batch", False),
        ("table['batch']", "table['epochs'] = 2", True),
        ("table['batch']", "table['batch'] = 2", False),
        ("table['batch']", "other['batch'] = 2", False),
        ("table['batch']", "table[key] = 2", False),
        ("table['batch']", "table.update(batch=2)", False),
        ("table['batch']", "put(table)", False),
        ("table['batch']", "update()", False),
        ("table['batch']", "other.update(batch=2)", True),
        ("sizes[0]", "labels[0] = 2", True),
        ("sizes[0]", "sizes[0] = 2", False),
    ],
)
def test_attributes_and_items_that_are_stored_in_between(read: str, between: str, expected: bool) -> None:
    code = f"""
class Options:
    def __init__(self):
        self.batch = 1
    def lower(self):
        self.batch = 2
def lower(given):
    given.batch = 2
def put(given):
    given["batch"] = 2
def update():
    table.update(batch=2)
options = other = Options()
table, key, sizes, labels = {{}}, "batch", [1], [1]
first
{between}
use({read})
"""
    script = script_of(code, imports="")
    node, at = expression(script, read, -1), statement(script, "use(")
    found = same_value.same_value(script, node, None, statement(script, "first"), at)
    assert found is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("first\nuse(x)\n", False),
        ("from data import *\nfirst\nuse(x)\n", True),
        ("x = 1\nfirst\nuse(x)\n", True),
        ("def load():\n    x = 1\nfirst\nuse(x)\n", False),
        ("def load():\n    global x\n    x = 1\nload()\nfirst\nuse(x)\n", True),
    ],
)
def test_a_name_that_may_be_bound_by_nothing(code: str, expected: bool) -> None:
    script = script_of(code, imports="")
    node, places = expression(script, "x", -1), (statement(script, "first"), statement(script, "use(x)"))
    assert same_value.same_value(script, node, None, *places) is expected

"""The names of scripts: each `read` and each `bound` name is asked for by the line that it stands in."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.syntax.script import Script
from tests.analysis.dataflow.names_in_lines import read, script_of


def test_reads_are_those_of_the_same_variable() -> None:
    script = script_of("x = 1\ndef f():\n    return x\ndef g(x):\n    return x\nx += 1\nprint(x)")
    names = bindings_of(script)
    first = names.of(read(script, 7))[0]
    assert [each.lineno for each in names.reads(first)] == [3, 6, 7]


FREE = {  # the statements inside of `if here:`
    "if here:\n    y = x": ["x"],
    "if here:\n    x = 1\n    y = x": [],
    "if here:\n    y = x\n    x = 1": ["x"],
    "if here:\n    x += 1": ["x"],
    "if here:\n    print(x)": ["print", "x"],
    "if here:\n    y = [x for x in z]": ["z"],
    "if here:\n    y = [x for z in x]": ["x"],
    "if here:\n    f = lambda x: x + y": ["y"],
    "if here:\n    def f(x): return x + y": ["y"],
    "if here:\n    def f(x=y): return x": ["y"],
    "if here:\n    for x in z: print(x)": ["z", "print"],
    "if here:\n    with z as x: x()": ["z"],
    "if here:\n    try: z()\n    except E as x: x()": ["z", "E"],
    "x = 0\nif here:\n    if z: x = 1\n    y = x": ["z", "x"],
    "if here:\n    if z: x = 1\n    else: x = 2\n    y = x": ["z"],
    "for i in z:\n    if here:\n        y = x\n        x = 1": ["x"],
    "for i in z:\n    x = 1\n    if here:\n        y = x\n": ["x"],
    "if here:\n    import x\n    x.y()": [],
    "if here:\n    class A(x):\n        y = 1\n        z = y": ["x"],
}


@pytest.mark.parametrize("code, expected", FREE.items(), ids=FREE)
def test_free_names_are_read_from_outside(code: str, expected: list[str]) -> None:
    script = script_of(code)
    block = next(node for node in ast.walk(script.tree) if isinstance(node, ast.If)).body
    assert bindings_of(script).free(block) == expected


BOUND = {
    "x = y = 1": ["x", "y"],
    "x, (y, *z) = w": ["x", "y", "z"],
    "for x in z:\n    y = x": ["x", "y"],
    "def f(x):\n    y = 1": ["f"],
    "class A:\n    x = 1": ["A"],
    "x = [y for y in z]": ["x"],
    "x = [y := z for z in z]": ["x", "y"],
    "x = lambda y: y": ["x"],
    "import x.y, z as w": ["x", "w"],
    "with a as x: y = 1": ["x", "y"],
    "match z:\n    case [x, *y]: pass": ["x", "y"],
    "try: x = 1\nexcept E as y: pass": ["x", "y"],
    "del x": ["x"],
    "x[0] = 1": [],
    "x.y = 1": [],
}


@pytest.mark.parametrize("code, expected", BOUND.items(), ids=BOUND)
def test_statements_bind_names_around_them(code: str, expected: list[str]) -> None:
    script = script_of(code)
    assert bindings_of(script).bound_in(script.tree.body) == expected


VALUES = {
    "one": ("x = 1\nprint(x)", 2, "1"),
    "two": ("x = 1\nx = 2\nprint(x)", 3, None),
    "of a tuple": ("x, y = 1, 2\nprint(x)", 2, "1"),
    "unpacked": ("x, y = z\nprint(x)", 2, None),
    "declared before": ("x: int\nx = 1\nprint(x)", 3, "1"),
    "parameter": ("x = 1\ndef f(x):\n    print(x)", 3, None),
    "global in a function": ("x = y\ndef f():\n    print(x)", 3, "y"),
    "global of other names": ("y = 0\nx = y\ndef f(y):\n    print(x)", 4, None),
    "global of other names, by a loop": ("x = y\ndef f():\n    for y in z:\n        print(x)", 4, None),
    "names of its own": ("x = max(n for n in z)\ndef f(n):\n    print(x)", 3, "max((n for n in z))"),
    "loop": ("for x in z:\n    print(x)", 2, None),
    "changed": ("x = 1\nx += 1\nprint(x)", 3, None),
    "changed by a function": ("x = 1\ndef f():\n    global x\n    x = 2\nprint(x)", 5, None),
}


@pytest.mark.parametrize("code, line, expected", VALUES.values(), ids=VALUES)
def test_a_name_stands_for_its_only_value(code: str, line: int, expected: str | None) -> None:
    script = script_of(code)
    value = bindings_of(script).value(read(script, line))
    assert (value and ast.unparse(value)) == expected


def place(script: Script, name: str = "here") -> ast.Name:
    return next(node for node in script.nodes if isinstance(node, ast.Name) and node.id == name)


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def f(a, /, b, *c, d, **e):\n    here", "abcde"),
        ("def f(a):\n    g = lambda b: here", "ab"),
        ("def f(a):\n    def g(b):\n        here", "ab"),
        ("def f(a):\n    def g(b):\n        a = 1\n        here", "b"),
        ("def f(a, b=here): pass", ""),
        ("c = 1\nhere", ""),
    ],
)
def test_parameters_around_a_place(code: str, names: str) -> None:
    script = script_of(code)
    here = place(script)
    assert {name for name in "abcde" if bindings_of(script).is_parameter(name, here)} == set(names)


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("f(lambda a, b: here)", "ab"),
        ("[here for a in x for b, c in y]", "abc"),
        ("[a for a in here]", ""),
        ("{c: here for c in x}", "c"),
        ("def f(a):\n    return here", ""),
        ("f = lambda a: [here for b in a]", "ab"),
        ("if here:\n    pass", ""),
        ("[here for a in x if (b := a)]", "a"),
    ],
)
def test_names_of_lambdas_and_comprehensions_around_a_place(code: str, names: str) -> None:
    script = script_of(code)
    here = place(script)
    assert {name for name in "abc" if bindings_of(script).is_inside_expression(name, here)} == set(names)


def test_names_that_functions_bind_for_others() -> None:
    script = script_of("""
def f():
    global a, b
    a = 1
    def g():
        nonlocal c
        c = 1
    c = b = 2
""")
    assert sorted(each.name for each in bindings_of(script).made_for_others(script)) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("x = 1\ndef f():\n    x = 2\nx = 3", [1, 4]),
        ("def f():\n    global x\n    x = 2", []),
        ("class A:\n    x = 1\ny = [x for x in z]", []),
        ("if y:\n    x = 1\nwhile (x := 2):\n    del x", [2, 3, 4]),
    ],
)
def test_bindings_that_a_module_makes(code: str, lines: list[int]) -> None:
    script = script_of(code)
    assert [each.line for each in bindings_of(script).made_in(script.tree, "x")] == lines


def test_bindings_that_a_function_makes() -> None:
    script = script_of("def f(x):\n    global y\n    x = y = 1\n    def g():\n        x = 2")
    function = script.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    assert [each.line for name in "xy" for each in bindings_of(script).made_in(function, name)] == [3, 3]


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("a.b = 1\na.c = 2\nb.b = 3\ndef f():\n    a.b = 4\na.b", ["1", "4"]),
        ("a['b'] = 1\na['c'] = 2\na.b = 3\na['b']", ["1"]),
        ("a = b = 1\ndef f():\n    a = 2\na, c = 3, 4\na", ["1", "3"]),
        ("for a in b:\n    a", []),
        ("def f():\n    a = 1\na", []),
    ],
)
def test_what_is_assigned(code: str, values: list[str]) -> None:
    script = script_of(code)
    last = next(node for node in reversed(list(ast.walk(script.tree))) if isinstance(node, ast.Expr))
    assert [ast.unparse(each) for each in bindings_of(script).assigned(last.value)] == values


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("f([a for a in b])", "a"),
        ("f(lambda a, *b: c)", "ab"),
        ("a = b", ""),
        ("for a in b:\n    [c for c in a]", ""),
        ("if [a for a in b]:\n    lambda c: c", "a"),
    ],
)
def test_names_that_the_header_of_a_statement_has_for_itself(code: str, names: str) -> None:
    script = script_of(code)
    found = {name for name in "abc" if bindings_of(script).is_bound_in_header(name, script.tree.body[0])}
    assert found == set(names)

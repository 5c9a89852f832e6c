"""Where nodes stand: statements, blocks, functions, loops, the main guard."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.syntax import tree
from gpu2ipu.analysis.syntax.script import Script
from tests.analysis.evaluated import script_of


def marked(code: str) -> tuple[Script, ast.Name]:
    """The script and the name `here` in it."""
    script = script_of(code, imports="")
    nodes = (node for node in ast.walk(script.tree) if isinstance(node, ast.Name))
    return script, next(node for node in nodes if node.id == "here")


def starts(script: Script, statements: list[ast.stmt], texts: list[str]) -> bool:
    """Whether these statements begin like that, one by one."""
    return all(script.source(one).startswith(text) for one, text in zip(statements, texts, strict=True))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("f(here)", None),
        ("def f():\n    here", "f"),
        ("def f():\n    g = lambda: here", "f"),
        ("def f():\n    def g():\n        here", "g"),
        ("class A:\n    async def m(self):\n        here", "m"),
        ("class A:\n    here", None),
    ],
)
def test_function_of(code: str, expected: str | None) -> None:
    function = tree.function_of(*marked(code))
    assert (function and function.name) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("f(here)", False),
        ("for i in x:\n    f(here)", True),
        ("while x:\n    here", True),
        ("[f(here) for i in x]", True),
        ("{i: here for i in x}", True),
        ("g = lambda: here", True),
        ("for i in x:\n    def f():\n        here", False),
        ("if x:\n    here", False),
    ],
)
def test_in_loop(code: str, expected: bool) -> None:
    assert tree.in_loop(*marked(code)) is expected


@pytest.mark.parametrize(
    ("code", "statement", "block", "path"),
    [
        ("a\nf(here)\nb", "f(here)", ["a", "f(here)", "b"], ["f(here)"]),
        ("if x:\n    here\nelse:\n    a", "here", ["here"], ["if x", "here"]),
        ("if x:\n    a\nelse:\n    here", "here", ["here"], ["if x", "here"]),
        ("if here:\n    a", "if here", ["if here"], ["if here"]),
        ("try:\n    a\nfinally:\n    here", "here", ["here"], ["try:", "here"]),
        ("try:\n    a\nexcept E:\n    here", "here", ["here"], ["try:", "here"]),
        ("match x:\n    case 1:\n        here", "here", ["here"], ["match x", "here"]),
        ("def f():\n    with x:\n        here", "here", ["here"], ["with x", "here"]),
        ("class A:\n    x = here", "x = here", ["x = here"], ["x = here"]),
    ],
)
def test_statement_block_and_path(code: str, statement: str, block: list[str], path: list[str]) -> None:
    script, node = marked(code)
    found = tree.statement_of(script, node)
    assert tree.statement_of(script, found) is found
    assert script.source(found).startswith(statement)
    assert starts(script, tree.block_of(script, found), block)
    assert starts(script, tree.path_to(script, found), path)


@pytest.mark.parametrize(
    ("code", "blocks"),
    [
        ("a = 1", []),
        ("if x:\n    a\nelse:\n    b", ["a", "b"]),
        ("for i in x:\n    a\nelse:\n    b", ["a", "b"]),
        ("with x:\n    a", ["a"]),
        ("try:\n    a\nexcept E:\n    b\nexcept F:\n    c\nelse:\n    d\nfinally:\n    e", list("adebc")),
        ("match x:\n    case 1:\n        a\n    case _:\n        b", ["a", "b"]),
    ],
)
def test_blocks(code: str, blocks: list[str]) -> None:
    statement = ast.parse(code).body[0]
    assert [ast.unparse(block[0]) for block in tree.blocks(statement)] == blocks


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('if __name__ == "__main__":\n    pass', True),
        ("a = 1\nif '__main__' == __name__:\n    pass", True),
        ('if __name__ != "__main__":\n    pass', False),
        ('if __name__ == "train":\n    pass', False),
        ("if __name__:\n    pass", False),
        ('if a == "__main__":\n    pass', False),
        ('if x:\n    if __name__ == "__main__":\n        pass', False),
        ("a = 1", False),
    ],
)
def test_main_guard(code: str, found: bool) -> None:
    assert (tree.main_guard(script_of(code, imports="")) is not None) is found


@pytest.mark.parametrize(
    ("decorator", "expected"), [("@staticmethod", True), ("@classmethod", False), ("@a.staticmethod", False)]
)
def test_is_decorated(decorator: str, expected: bool) -> None:
    function = ast.parse(f"{decorator}\ndef f(): pass").body[0]
    assert tree.is_decorated(function, "staticmethod") is expected
    assert not tree.is_decorated(ast.parse("lambda: 1", mode="eval").body, "staticmethod")


def test_what_is_assigned_to_what() -> None:
    pairs = {
        "a = 1": [("a", "1")],
        "a = b = 1": [("a", "1"), ("b", "1")],
        "a, b = 1, 2": [("a", "1"), ("b", "2")],
        "a, b = c": [("a", "c[0]"), ("b", "c[1]")],
        "a: int": [],
        "a.b: int = 3": [("a.b", "3")],
    }
    for code, expected in pairs.items():
        (statement,) = ast.parse(code).body
        assert isinstance(statement, (ast.Assign, ast.AnnAssign))
        found = [
            (ast.unparse(target), ast.unparse(value)) for target, value in tree.assigned_pairs(statement)
        ]
        assert found == expected


def test_statements_of_with_blocks_and_blocks_around() -> None:
    script = script_of("def f():\n    with n:\n        a = 1\n    if n:\n        b = 2\n")
    function = script.tree.body[-1]
    assert isinstance(function, ast.FunctionDef)
    assert next(ast.unparse(each) for each in tree.unrolled(function.body)) == "a = 1"
    inner = next(each for each in ast.walk(function) if isinstance(each, ast.Constant) and each.value == 2)
    assert [len(block) for block in tree.blocks_around(script, inner)] == [1, 2]

"""Which bindings may give a name its value at a place."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.dataflow import reaching
from gpu2ipu.analysis.dataflow.binding import Binding
from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.syntax.script import Script
from tests.analysis.dataflow.names_in_lines import read, script_of

REACHING = {
    "one": ("x = 1\nprint(x)", 2, [1]),
    "replaced": ("x = 1\nx = 2\nprint(x)", 3, [2]),
    "below": ("print(x)\nx = 1", 1, []),
    "its own value": ("x = 1\nx = x + 1", 2, [1]),
    "augmented": ("x = 1\nx += 1\nprint(x)", 3, [2]),
    "augmented reads": ("x = 1\nx += 1", 2, [1]),
    "one branch": ("x = 1\nif z:\n    x = 2\nprint(x)", 4, [1, 3]),
    "both branches": ("if z:\n    x = 1\nelse:\n    x = 2\nprint(x)", 5, [2, 4]),
    "other branch": ("if z:\n    x = 1\nelse:\n    print(x)", 4, []),
    "other branch of an elif": ("if z:\n    x = 1\nelif y:\n    print(x)", 4, []),
    "test of the elif": ("x = 1\nif z:\n    x = 2\nelif x:\n    pass", 4, [1]),
    "same branch": ("x = 1\nif z:\n    x = 2\n    print(x)", 4, [3]),
    "branch inside": ("if z:\n    x = 1\n    if y:\n        print(x)", 4, [2]),
    "other case": ("match z:\n    case 1:\n        x = 1\n    case 2:\n        print(x)", 5, []),
    "loop": ("x = 1\nfor i in z:\n    print(x)\n    x = 2", 3, [1, 4]),
    "loop, replaced": ("x = 1\nfor i in z:\n    x = 2\n    print(x)", 4, [3]),
    "loop, behind": ("x = 1\nfor i in z:\n    x = 2\nprint(x)", 4, [1, 3]),
    "loop, else": ("x = 1\nfor i in z:\n    x = 2\nelse:\n    print(x)", 5, [1, 3]),
    "loop, other branch": ("for i in z:\n    if z:\n        x = 1\n    else:\n        print(x)", 5, [3]),
    "while": ("x = 1\nwhile x:\n    x = 2", 2, [1, 3]),
    "target": ("x = 1\nfor x in z:\n    print(x)", 3, [2]),
    "target, behind": ("x = 1\nfor x in z:\n    pass\nprint(x)", 4, [1, 2]),
    "target, iterated": ("x = 1\nfor x in x:\n    pass", 2, [1]),
    "outer loop": ("for i in z:\n    for j in z:\n        print(x)\n    x = 1", 3, [4]),
    "outer loop, replaced": (
        "for i in z:\n    x = 1\n    for j in z:\n        print(x)\n        x = 2",
        4,
        [2, 5],
    ),
    "with": ("x = 1\nwith z as x:\n    pass\nprint(x)", 4, [2]),
    "in a with": ("x = 1\nwith z:\n    x = 2\nprint(x)", 4, [3]),
    "in a with of a branch": ("x = 1\nif y:\n    with z:\n        x = 2\nprint(x)", 5, [1, 4]),
    "try": ("x = 1\ntry:\n    x = 2\nexcept E:\n    pass\nprint(x)", 6, [1, 3]),
    "handler": ("x = 1\ntry:\n    x = 2\nexcept E:\n    print(x)", 5, [1, 3]),
    "caught": ("x = 1\ntry:\n    pass\nexcept E as x:\n    print(x)", 5, [4]),
    "caught, behind": ("x = 1\ntry:\n    pass\nexcept E as x:\n    pass\nprint(x)", 6, [1, 4]),
    "deleted": ("x = 1\ndel x\nprint(x)", 3, [2]),
    "walrus": ("x = 1\nif y and (x := z):\n    pass\nprint(x)", 4, [1, 2]),
    "walrus, its value": ("x = 1\nprint(x := x)", 2, [1]),
    "other function": ("x = 1\ndef f():\n    return x\nx = 2", 3, [1, 4]),
    "bound by another function": ("x = 1\ndef f():\n    global x\n    x = 2\nprint(x)", 5, [1, 4]),
    "lambda": ("x = 1\nf = lambda: (\n    x)\nx = 2", 3, [1, 4]),
    "comprehension": ("x = 1\nx = 2\ny = [x for z in z]", 3, [2]),
    "generator": ("x = 1\ny = (x for z in z)\nx = 2", 2, [1, 3]),
    "generator that is consumed": ("x = 1\ny = max(x for z in z)\nx = 2", 2, [1]),
    "parameter": ("def f(x):\n    print(x)", 2, [1]),
    "parameter, replaced": ("def f(x):\n    x = 2\n    print(x)", 3, [2]),
    "parameter, maybe": ("def f(x=None):\n    if x is None:\n        x = 2\n    print(x)", 4, [1, 3]),
    "declared": ("x: int\nx = 1\nprint(x)", 3, [2]),
    "import": ("try:\n    import x\nexcept ImportError:\n    x = None\nprint(x)", 5, [2, 4]),
}


@pytest.mark.parametrize("code, line, expected", REACHING.values(), ids=REACHING)
def test_a_binding_reaches_a_place_unless_another_one_replaces_it(
    code: str, line: int, expected: list[int]
) -> None:
    script = script_of(code)
    assert [each.line for each in bindings_of(script).reaching(read(script, line))] == expected


def test_bindings_above_one_that_is_certain_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[Binding] = []
    is_certain = reaching.is_certain

    def count(script: Script, binding: Binding, place: ast.AST) -> bool:
        looked_at.append(binding)
        return is_certain(script, binding, place)

    monkeypatch.setattr(reaching, "is_certain", count)
    script = script_of("".join(f"x = {number}\nprint(x)\n" for number in range(50)))
    names = bindings_of(script)
    reads = [node for node in script.nodes if isinstance(node, ast.Name) and node.id == "x"]
    assert [len(names.reaching(each)) for each in reads if isinstance(each.ctx, ast.Load)] == [1] * 50
    assert len(looked_at) == 50

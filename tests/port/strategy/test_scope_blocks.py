"""What goes into the scope, statement by statement, and where the IPU is configured."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.keras.entry_points import last_import, last_import_line
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.scope_blocks import Scopes, scopes_of
from tests.port.proposed import script_of, statement

HEAD = "from tensorflow import keras\nfrom tensorflow.python import ipu\n"


def scopes(code: str) -> Scopes:
    return scopes_of(Port(script_of(code, HEAD)))


def begins(found: Scopes) -> list[tuple[str, str]]:
    """First lines of the first and last statements of each block."""
    return [(_line(block.first), _line(block.last)) for block in found.blocks]


def _line(node: ast.stmt | None) -> str:
    return "" if node is None else ast.unparse(node).splitlines()[0]


MODEL, COMPILE, FIT = "m = keras.Sequential()", "m.compile()", "m.fit(x)"


@pytest.mark.parametrize(
    ("lines", "runs"),
    [
        ([MODEL, COMPILE, FIT], [(MODEL, COMPILE)]),
        ([MODEL, "print(1)", COMPILE, FIT], [(MODEL, COMPILE)]),
        ([MODEL, "loss = keras.losses.MeanSquaredError()", COMPILE], [(MODEL, COMPILE)]),
        ([MODEL, "shape = m.input_shape", COMPILE], [(MODEL, COMPILE)]),
        ([MODEL, "a = 1", COMPILE, FIT], [(MODEL, MODEL), (COMPILE, COMPILE)]),
        (
            [MODEL, "print(1)", "print(2)", "print(3)", "print(4)", COMPILE],
            [(MODEL, MODEL), (COMPILE, COMPILE)],
        ),
        ([MODEL, FIT, COMPILE], [(MODEL, MODEL), (COMPILE, COMPILE)]),
        ([MODEL, "import os", COMPILE], [(MODEL, MODEL), (COMPILE, COMPILE)]),
        ([MODEL, "def f():", "    pass", COMPILE], [(MODEL, MODEL), (COMPILE, COMPILE)]),
        (
            ["if a:", "    m = keras.Sequential()", "else:", "    m = keras.Model()", COMPILE, FIT],
            [("if a:", COMPILE)],
        ),
        (["if a:", f"    {MODEL}", f"    {FIT}"], [(MODEL, MODEL)]),
        (["for i in a:", f"    {MODEL}", f"    {COMPILE}", f"    {FIT}"], [(MODEL, COMPILE)]),
        (["for i in a:", f"    {MODEL}"], [("for i in a:", "for i in a:")]),
        (
            ["try:", f"    {MODEL}", f"    {FIT}", "except E:", f"    {MODEL}", f"    {FIT}"],
            [(MODEL, MODEL), (MODEL, MODEL)],
        ),
        (["if __name__ == '__main__':", f"    {MODEL}"], [(MODEL, MODEL)]),
        (["def b():", "    return keras.Sequential()", "m = b()", FIT], [("m = b()", "m = b()")]),
        (["def t():", f"    {MODEL}", f"    {FIT}", "t()"], [(MODEL, MODEL)]),
        (["m = keras.Sequential().fit(x)"], [("m = keras.Sequential().fit(x)",) * 2]),
        (["t = keras.layers.Dense(1)"], []),
        (
            ["n = keras.layers.Normalization()", "n.adapt(x)", MODEL],
            [(MODEL,) * 2],  # the layer is made again there
        ),
        ([MODEL, "other.adapt(x)", COMPILE], [(MODEL, COMPILE)]),
        (["x = 1"], []),
        (
            ["s = ipu.ipu_strategy.IPUStrategy()", "with s.scope():", f"    {MODEL}", f"    {COMPILE}", FIT],
            [],
        ),
    ],
)
def test_runs(lines: list[str], runs: list[tuple[str, str]]) -> None:
    found = scopes("\n".join(lines))
    assert begins(found) == runs
    assert not found.unreachable


def test_what_nothing_calls_has_no_run() -> None:
    found = scopes("def b():\n    return keras.Sequential()")
    assert not found.blocks
    assert not found.configurations
    assert [construction.value.name for construction in found.unreachable] == ["keras.Sequential"]


def test_a_run_holds_its_statements() -> None:
    script = script_of(f"{MODEL}\nif a:\n    {COMPILE}\n{FIT}", HEAD)
    found = scopes_of(Port(script))
    assert found.block_with(statement(script, COMPILE)) is found.blocks[0]
    assert found.block_with(statement(script, FIT)) is None


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ([MODEL], MODEL),
        (["x = load()", MODEL, FIT], "x = load()"),
        (["args = p.parse_args()", "x = load()", MODEL, FIT], "x = load()"),
        (["def f():", "    p.parse_args()", "x = load()", MODEL, FIT], "def f():"),
        (["x = load()", "if a:", f"    {MODEL}", f"    {FIT}"], "x = load()"),
        (["def main():", "    x = load()", f"    {MODEL}", f"    {FIT}", "main()"], MODEL),
        (
            ["def main():", "    if a:", f"        {MODEL}", f"        {FIT}", "main()"],
            "if a:",
        ),
        (["def t():", f"    {MODEL}", f"    {FIT}", "for i in x:", "    t()"], "def t():"),
        (["def t():", f"    {MODEL}", f"    {FIT}", "t()", "t()"], "def t():"),
        (
            ["def t():", f"    {MODEL}", f"    {FIT}", "def main():", "    a = 1", "    t()", "main()"],
            MODEL,
        ),
        (
            [
                "def b():",
                "    return keras.Sequential()",
                "if __name__ == '__main__':",
                "    a = 1",
                "    m = b()",
            ],
            "m = b()",
        ),
        (
            [
                *("def t():", f"    {MODEL}", f"    {FIT}"),
                *("if __name__ == '__main__':", "    a = 1", "    t()", "    t()"),
            ],
            "t()",
        ),
        (
            [
                *(MODEL, "def t():", f"    {COMPILE}", f"    {FIT}"),
                *("if __name__ == '__main__':", "    t()"),
            ],
            MODEL,
        ),
    ],
)
def test_where_the_ipu_is_configured(lines: list[str], place: str) -> None:
    (configuration,) = scopes("\n".join(lines)).configurations.values()
    assert _line(configuration.place) == place


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("s = ipu.ipu_strategy.IPUStrategy()", "s"),
        ("a.s = ipu.ipu_strategy.IPUStrategy()", None),
        ("def f():\n    return ipu.ipu_strategy.IPUStrategy()\ns = f()", "s"),
        ("s = 1", None),
    ],
)
def test_the_name_of_the_strategy(code: str, name: str | None) -> None:
    assert scopes(f"{code}\n{MODEL}").strategy == name


def test_last_import() -> None:
    script = script_of("import a\ntry:\n    import b\nexcept E:\n    b = 1\nx = 1\nimport c\ny = 2", "")
    found = last_import(script, statement(script, "x = 1"))
    assert isinstance(found, ast.Try)
    assert last_import_line(script, statement(script, "x = 1")) == 5
    assert last_import_line(script, statement(script, "y = 2")) == 7
    assert last_import(script, statement(script, "import a")) is None
    assert last_import_line(script, statement(script, "import a")) == 0

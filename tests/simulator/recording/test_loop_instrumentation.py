"""Loops that report: what goes through the watcher, and that nothing else changes."""

from __future__ import annotations

import builtins
import importlib
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.simulator.recording import loop_instrumentation


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What loops go through; the modules that are found are forgotten."""
    seen: list[Any] = []

    def watch(iterable: Any) -> Any:
        seen.append(iterable)
        return iterable

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    before = set(sys.modules)
    loop_instrumentation.install(watch)
    yield seen
    delattr(builtins, loop_instrumentation.WATCH)
    for name in set(sys.modules) - before:
        del sys.modules[name]


def run(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(loop_instrumentation.compiled(text.encode(), "script.py"), names)
    return names


def test_statements_and_comprehensions_report(watched: list[Any]) -> None:
    names = run(
        "out = []\nfor i in range(2):\n    for j in 'ab':\n        out.append((i, j))\nelse:\n    out.append(9)\n"
        "squares = [i * i for i in (1, 2)]\nkeys = {k for k in 'xy'}\npairs = {k: 1 for k in 'z'}\n"
    )
    assert names["out"] == [(0, "a"), (0, "b"), (1, "a"), (1, "b"), 9]
    assert names["squares"] == [1, 4] and names["keys"] == {"x", "y"} and names["pairs"] == {"z": 1}
    assert watched == [range(2), "ab", "ab", (1, 2), "xy", "z"]


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("n = 0\nwhile n < 3:\n    out.append(n)\n    n += 1\n", [0, 1, 2]),
        (
            "n = 0\nwhile True:\n    n += 1\n    if n == 2:\n        continue\n    if n > 3:\n        break\n"
            "    out.append(n)\n",
            [1, 3],
        ),
        (
            "items = iter([2, 1, 0])\nwhile (item := next(items, None)) is not None:\n    out.append(item)\n",
            [2, 1, 0],
        ),
        (
            "def f(n):\n    while n:\n        n -= 1\n        out.append(n)\n    return n\nout.append(f(2))\n",
            [1, 0, 0],
        ),
        ("while out:\n    pass\n", []),
        ("class A:\n    n = 2\n    while n > 0:\n        n -= 1\nout.append(A.n)\n", [0]),
    ],
)
def test_loops_that_a_test_ends_report(watched: list[Any], text: str, out: list[Any]) -> None:
    assert run("out = []\n" + text)["out"] == out
    assert [type(iterable).__name__ for iterable in watched] == ["repeat"]


def test_a_watcher_may_end_a_loop_before_its_test_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    loop_instrumentation.install(lambda iterable: (item for item, _ in zip(iterable, range(2))))
    names = run("n = 0\nwhile n < 9:\n    n += 1\nelse:\n    n = -n\nm = 0\nwhile m < 9:\n    m += 1\n")
    delattr(builtins, loop_instrumentation.WATCH)
    assert (names["n"], names["m"]) == (-9, 2)  # a loop with an `else` is left as it is


@pytest.mark.parametrize(
    "body",
    [
        "def f():\n    s = [*'ba']\n    while s:\n        yield s.pop()\nout = list(f())",
        "def f():\n    s = [*'ba']\n    while (yield s.pop()) or s:\n        pass\nout = list(f())",
        "s, out = [*'ba'], []\nwhile s:\n    out.append(s.pop())\nelse:\n    s = None",
        "def f():\n    for i in 'ab':\n        yield i\nout = list(f())",
        "def f():\n    for i in 'ab':\n        x = yield i\nout = list(f())",
        "def f():\n    for i in ['ab']:\n        yield from i\nout = list(f())",
        "out = list(i for i in 'ab')",
        "async def f():\n    for i in 'ab':\n        await i\nout = ['a', 'b']",
    ],
)
def test_what_yields_from_inside_or_has_an_end_does_not(watched: list[Any], body: str) -> None:
    assert run(body)["out"] == ["a", "b"]
    assert watched == []


def test_a_generator_that_is_made_in_a_body_is_not_the_body(watched: list[Any]) -> None:
    names = run("out = []\nfor i in 'a':\n    def f():\n        yield i\n    out += f()\n")
    assert names["out"] == ["a"] and watched == ["a"]


def test_lines_docstrings_and_futures_stay(watched: list[Any]) -> None:
    text = '"""What."""\nfrom __future__ import annotations\nx: unknown = 1\nfor i in "a":\n    1 / 0\n'
    code = loop_instrumentation.compiled(text.encode(), "script.py")
    names: dict[str, Any] = {}
    with pytest.raises(ZeroDivisionError) as error:
        exec(code, names)
    assert traceback.extract_tb(error.value.__traceback__)[-1].lineno == 5
    assert names["__doc__"] == "What." and names["__annotations__"] == {"x": "unknown"}


def test_encodings_and_syntax_errors_are_those_of_python() -> None:
    code = loop_instrumentation.compiled(
        "# -*- coding: latin-1 -*-\nx = 'é'\n".encode("latin-1"), "script.py"
    )
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["x"] == "é"
    with pytest.raises(SyntaxError):
        loop_instrumentation.compiled(b"print 1\n", "script.py")


@pytest.mark.parametrize(("folder", "reports"), [("src", True), ("lib/site-packages", False)])
def test_modules_report_unless_they_are_installed(
    watched: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, reports: bool
) -> None:
    place = tmp_path / folder
    place.mkdir(parents=True)
    monkeypatch.syspath_prepend(str(place))
    (place / "loops_of_mine.py").write_text("for i in 'ab':\n    pass\n")
    for times in (1, 2):  # the second time there may be kept code
        sys.modules.pop("loops_of_mine", None)
        module = importlib.import_module("loops_of_mine")
        assert watched == ["ab"] * times * reports
    assert module.__file__ == str(place / "loops_of_mine.py")
    assert (place / "__pycache__").exists() is not reports or sys.dont_write_bytecode


def test_the_standard_library_does_not_report(watched: list[Any]) -> None:
    sys.modules.pop("colorsys", None)
    importlib.import_module("colorsys")
    assert watched == []
    assert type(sys.modules["colorsys"].__loader__).__name__ == "SourceFileLoader"


def test_the_simulator_is_not_of_the_user() -> None:
    """Its modules are found by its own finder, some of them by several names."""
    assert not loop_instrumentation.is_own(loop_instrumentation.__file__)
    assert loop_instrumentation.is_own(__file__)

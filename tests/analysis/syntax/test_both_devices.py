"""What a script that asks for the SDK is on each device."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.both_devices import choice_of, on_gpu, on_ipu
from gpu2ipu.analysis.syntax.script import parse

GUARD = """\
try:
    from tensorflow.python import ipu
except ImportError:
    ipu = None
"""
FLAG = GUARD + "\nUSES_IPU = ipu is not None\n"


def sides(text: str, guard: str = FLAG) -> tuple[str, str]:
    """What follows the guard, on an IPU and on a GPU."""
    trees = on_ipu(ast.parse(guard + text)), on_gpu(ast.parse(guard + text))
    texts = [ast.unparse(tree) for tree in trees]
    texts[0] = texts[0].removeprefix("from tensorflow.python import ipu").lstrip("\n")
    return texts[0], texts[1]


@pytest.mark.parametrize(
    ("text", "ipu", "gpu"),
    [
        ("x = 1 if USES_IPU else 2", "x = 1", "x = 2"),
        ("x = 1 if not USES_IPU else 2", "x = 2", "x = 1"),
        ("x = 1 if ipu is not None else 2", "x = 1", "x = 2"),
        ("x = 1 if ipu is None else 2", "x = 2", "x = 1"),
        ("x = 1 if ipu else 2", "x = 1", "x = 2"),
        ("d.batch(2, drop_remainder=USES_IPU)", "d.batch(2, drop_remainder=True)", None),
        ("x = not USES_IPU", "x = False", "x = True"),
        ("if USES_IPU:\n    a()\n    b()\nc()", "a()\nb()\nc()", "c()"),
        ("if USES_IPU:\n    a()\nelse:\n    b()", "a()", "b()"),
        ("if not USES_IPU:\n    a()", "", "a()"),
        ("if q:\n    a()\nelif USES_IPU:\n    b()\nelse:\n    c()", "if q:\n    a()\nelse:\n    b()", None),
        ("def f():\n    if USES_IPU:\n        a()", "def f():\n    a()", "def f():\n    pass"),
        ("with (s() if USES_IPU else contextlib.nullcontext()):\n    a()", "with s():\n    a()", "a()"),
        ("with (s() if not USES_IPU else contextlib.nullcontext()):\n    a()", "a()", "with s():\n    a()"),
        ("x = 1 if other else 2", "x = 1 if other else 2", "x = 1 if other else 2"),
    ],
)
def test_one_side_is_left(text: str, ipu: str, gpu: str | None) -> None:
    found = sides(text)
    assert found[0] == ipu
    assert gpu is None or found[1] == gpu


@pytest.mark.parametrize(
    "guard",
    [
        "try:\n    from tensorflow.python import ipu\n    USES_IPU = True\nexcept ImportError:\n    USES_IPU = False\n",
        "try:\n    import tensorflow.python.ipu as ipu\nexcept ModuleNotFoundError:\n    ipu = None\n"
        "USES_IPU = ipu is not None\n",
    ],
)
def test_other_ways_to_ask(guard: str) -> None:
    assert sides("x = 1 if USES_IPU else 2", guard)[1] == "x = 2"


@pytest.mark.parametrize(
    "text",
    [
        "from tensorflow.python import ipu\n",
        GUARD + "ipu = something()\n",
        FLAG + "USES_IPU = args.ipu\n",
        "try:\n    from tensorflow.python import ipu\nexcept ImportError:\n    sys.exit('no IPU')\n",
        "try:\n    import tensorflow as tf\nexcept ImportError:\n    tf = None\n",
    ],
)
def test_scripts_for_one_device(text: str) -> None:
    assert choice_of(ast.parse(text)) is None


def test_a_parsed_script_is_that_of_an_ipu_at_its_places() -> None:
    script = parse(Path("a.py"), FLAG + "x = f(1) if USES_IPU else g(2)\n")
    imports, assignment = script.tree.body
    assert (script.span(imports).line, script.span(imports).end_line) == (1, 4)
    assert isinstance(assignment, ast.Assign) and script.source(assignment.value) == "f(1)"


def test_other_imports_come_along() -> None:
    guard = GUARD.replace("import ipu\n", "import ipu\n    from tensorflow.keras.ipu import PipelineStage\n")
    ipu, gpu = sides("x = 1 if ipu else 2", guard)
    assert (ipu, gpu) == ("from tensorflow.keras.ipu import PipelineStage\nx = 1", "x = 2")

"""The older form of an expression gives what the newer one gives."""

from __future__ import annotations

import ast
import json
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text

CONFIG = Config(select=("IPU604",))
ANY_TEXT = st.text(alphabet="ab", max_size=4)


def older(code: str) -> str:
    """The port of a few lines; a script that never speaks of Keras is none."""
    return convert_text(Path("script.py"), f"{code}\n# keras\n", CONFIG).text


def result(code: str, **names: object) -> object:
    space = dict(names)
    exec(code, space)
    return space["result"]


NEWER = [
    "a = {'x': 1, 'y': 2}\nresult = a | {'y': 3}",
    "a = {'x': 1}\nresult = {'x': 2, 'z': 0} | a | {'y': 3}",
    "result = {'x': 1}\nresult |= {'x': 2}",
    "result = {'x': 1}\nresult |= dict(x=3)",
    "result = [isinstance(a, int | None | str) for a in (1, None, 'a', 1.0)]",
    "result = [len(pair) for pair in zip('ab', 'cd', strict=True)]",
    "import functools\n@functools.cache\ndef f(a):\n    return [a]\nresult = f(1) is f(1)",
    "from functools import cache as memo\n@memo\ndef f(a):\n    return [a]\nresult = f(1) is f(1)",
    "from functools import cache, lru_cache\n@cache\ndef f(a):\n    return [a]\nresult = f(1) is f(1)",
    "lru_cache = 3\nfrom functools import cache\n@cache\ndef f(a):\n    return [a]\nresult = f(lru_cache)",
    "class A(dict[str, int]):\n    pass\nresult = A(x=1)['x']",
    "def f(a: int | None = 3) -> list[int]:\n    return [a]\nresult = f()",
]


@pytest.mark.parametrize("code", NEWER)
def test_the_older_form_gives_the_same(code: str) -> None:
    port = older(code)
    assert port != f"{code}\n# keras\n"
    ast.parse(port, feature_version=(3, 8))
    assert result(port) == result(code)


@pytest.mark.tf26
def test_python_3_8_runs_the_older_forms(python38: str) -> None:
    ports = json.dumps([older(code) for code in NEWER])
    program = "import json, sys\nfor code in json.load(sys.stdin): exec(code, {})"
    child = subprocess.run([python38, "-c", program], input=ports, capture_output=True, text=True, timeout=60)
    assert child.returncode == 0, child.stderr


@pytest.mark.parametrize(
    "code", ["result = 1 | 2", "a = {1}\nresult = a | {2}", "import re\nresult = re.I | re.M"]
)
def test_other_bars_stay(code: str) -> None:
    assert older(code) == f"{code}\n# keras\n"


PREFIX, SUFFIX = "result = text.removeprefix(affix)", "result = text.removesuffix(affix)"
OLDER = {code: older(code) for code in (PREFIX, SUFFIX)}


@pytest.mark.parametrize("code", [PREFIX, SUFFIX])
@given(text=ANY_TEXT, affix=ANY_TEXT)
def test_cut_affixes(code: str, text: str, affix: str) -> None:
    assert ".remove" not in OLDER[code]
    assert result(OLDER[code], text=text, affix=affix) == result(code, text=text, affix=affix)

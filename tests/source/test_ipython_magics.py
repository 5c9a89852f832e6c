"""Magics behind Python and back."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.syntax.script import REPLACES, REPLACES_TOO
from gpu2ipu.errors import InternalError
from gpu2ipu.source.ipython_magics import is_python, lost, mask, replaced_wheels, unmask

CALL = "model.fit(x, y)"


def shown(source: str) -> str:
    """A cell as rules see it: the code, with `M` for each magic that is no Python."""
    return ast.unparse(_Shown().visit(ast.parse(mask(source).text)))


class _Shown(ast.NodeTransformer):
    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        masks = isinstance(node.value, str) and "notebook magic" in node.value
        return ast.Name("M") if masks else node


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("%matplotlib inline\nx = 1", "M\nx = 1"),
        ("!pip install it's\nx = 1", "M\nx = 1"),
        ("pip install datasets numpy==1.19.5\nx = 1", "M\nx = 1"),
        ("if a:\n  pip install -q \\\n    keras\nx = 1", "if a:\n    M\nx = 1"),
        ("cd ../data", "M"),
        ("matplotlib inline", "M"),
        ("ls = 3\nls -x\nenv [0]\ncd (a)", "ls = 3\nls - x\nenv[0]\ncd(a)"),
        ("x = (1,\npip )", "x = (1, pip)"),
        ("env = f(\n1)\ncd (\n2)\nls in (\n3)", "env = f(1)\ncd(2)\nls in 3"),
        ("!wget \\\n  http://x \\\n  -O y\nx = 1", "M\nx = 1"),
        ("model?", "M"),
        ("model.fit??\n?model", "M\nM"),
        ("try:\n  %tensorflow_version 2.x\nexcept Exception:\n  pass", "try:\n    M\nexcept Exception:\n    pass"),
        ("if colab:\n    !ls (\nx = 1", "if colab:\n    M\nx = 1"),
        ("files = !ls -l\nn = len(files)", "files = M.split()\nn = len(files)"),
        ("a, b = %sql select\nd['x'] = !ls", "a, b = M.split()\nd['x'] = M.split()"),
        ("%%time\nx = 1", "M\nx = 1"),
        # what IPython runs as Python
        (f"%time {CALL}", CALL),
        (f"%timeit -n 10 -r3 {CALL}", CALL),
        (f"%prun -s cumulative {CALL}  # why", CALL),
        (f"h = %time {CALL}", f"h = {CALL}"),
        (f"%time h = {CALL};", f"h = {CALL}"),
        ("%time model.fit(x, \\\n  y)\nx = 1", f"{CALL}\nx = 1"),
        ("%time", "M"),
        ("%time for x in y: pass", "M"),
        ("%timeit -o", "M"),
        # what is Python already
        ('x = """\n%time\n!ls\n"""', "x = '\\n%time\\n!ls\\n'"),
        ("x = (a\n% b)", "x = a % b"),
        ("x = a \\\n% b", "x = a % b"),
        ("x = a % b  # what?\nx %= 2\ny = a != b", "x = a % b\nx %= 2\ny = a != b"),
        ("x = '(' + \"'''\"\n%time", "x = '(' + \"'''\"\nM"),
        ("x = '\\\\'\n# it's\n%time", "x = '\\\\'\nM"),
        ("print('a = !b')", "print('a = !b')"),
    ],
)  # fmt: skip
def test_a_magic_becomes_python(source: str, expected: str) -> None:
    assert shown(source) == expected
    masked = mask(source)
    assert masked.text.count("\n") == source.count("\n")
    assert unmask(masked.text, masked.magics) == source


def test_a_cell_without_magics_is_left_alone() -> None:
    assert mask("x = 1\n") == mask("x = 1\n", 5)
    assert mask("x = 1\n").text == "x = 1\n"


def test_masks_are_numbered_on() -> None:
    first = mask("%a\n%b")
    second = mask("%c", len(first.magics))
    assert unmask(first.text + "\n" + second.text, first.magics + second.magics) == "%a\n%b\n%c"


def test_a_prefix_follows_its_statement() -> None:
    masked = mask(f"if a:\n  h = %time {CALL}")
    moved = masked.text.replace(CALL, "model.fit(x[:n], y[:n])").replace("if a:\n", "if a:\n  n = 1\n")
    assert unmask(moved, masked.magics) == "if a:\n  n = 1\n  h = %time model.fit(x[:n], y[:n])"


def test_a_target_that_is_gone_is_an_error_of_this_tool() -> None:
    masked = mask(f"h = %time {CALL}")
    with pytest.raises(InternalError, match="torn apart what `%time`"):
        unmask(masked.text.replace("h = ", ""), masked.magics)


def test_what_is_no_python_must_not_get_lost() -> None:
    masked = mask(f"!ls\n%time {CALL}\n%cd")
    text = "".join(masked.text.splitlines(keepends=True)[1:])
    assert [magic.text for magic in lost(text, masked.magics)] == ["!ls"]
    assert list(lost(masked.text, masked.magics)) == []
    assert [magic.text for magic in lost("", masked.magics)] == ["!ls", "%cd"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 1", True),
        ("%%time\nx", True),
        ("\n%%capture out\nx", True),
        ("%time x", True),
        ("%%bash\nls", False),
        ("\n  %%writefile a.py\nx", False),
        ("%%html", False),
        ("%%timers\nx", False),
        ("", True),
    ],
)
def test_which_cells_are_python(source: str, expected: bool) -> None:
    assert is_python(source) is expected


PIECES = st.sampled_from(
    ["%m a", "!l 'b \\\n c", "x = 1", "y = !ls", f"%time {CALL}", f"h = %time {CALL}", "f?", "# it's", "",
     "try:\n  %t\nexcept E:\n  pass", 't = """\n%x\n"""', "z = (1\n% 2)", f"if a:\n\t%time {CALL}", "é = 'ß'  # ?"]
)  # fmt: skip


@given(st.lists(PIECES), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_every_cell_parses_and_comes_back(pieces: list[str], newline: str, ends: bool) -> None:
    source = newline.join(piece.replace("\n", newline) for piece in pieces) + newline * ends
    masked = mask(source)
    ast.parse(masked.text)
    assert masked.text.count("\n") == source.count("\n")
    assert unmask(masked.text, masked.magics) == source
    assert mask(masked.text).magics == ()


@pytest.mark.parametrize(
    ("line", "replaced"),
    [
        ("!pip install tensorflow", REPLACES),
        ("%pip install -q --upgrade 'tensorflow_gpu==2.4'", REPLACES),
        ("!sudo pip3 uninstall -y keras; pip3 install keras==2.3", REPLACES),
        ("!python3 -m pip install tensorflow[and-cuda]>=2.9", REPLACES),
        ("!conda install tensorflow-gpu", REPLACES),
        ("!pip install \\\n  -q keras", REPLACES),
        ("!pip install tensorflow pandas", REPLACES_TOO),
        ("!cd /tmp && pip install keras", REPLACES_TOO),
        ("!pip install tensorflow_datasets keras-tuner", ""),
        ("!pip list", ""),
        ("!echo pip install tensorflow", ""),
        ("!pip install -r requirements.txt", ""),
    ],
)
def test_wheels_that_a_line_replaces(line: str, replaced: str) -> None:
    assert replaced_wheels(line) == replaced
    masked = mask(line)
    assert unmask(masked.text, masked.magics) == line
    assert bool(list(lost("", masked.magics))) is (replaced != REPLACES)


def test_what_replaces_wheels_is_kept_where_its_output_is_read() -> None:
    masked = mask("out = !pip install tensorflow")
    assert [magic.text for magic in lost("", masked.magics)] == ["!pip install tensorflow"]

"""black sees what edits have made too long or brought in, and nothing else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.rewrite.black_format import Style, black_mode, touched
from tests.examples import examples

LONG = "model.compile('adam', loss='sparse_categorical_crossentropy', metrics=['accuracy'])"
LONGER = LONG[:-1] + ", steps_per_execution=train_steps)"
EXPLODED = [
    "model.compile(",
    "    'adam',",
    "    loss='sparse_categorical_crossentropy',",
    "    metrics=['accuracy'],",
    "    steps_per_execution=train_steps,",
    ")",
]


def block(lines: list[str], indent: str, unit: str = "    ") -> str:
    return "".join(f"{indent}{line.replace('    ', unit)}\n" for line in lines)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # too long by an edit
        (f"{LONG}\n", f"{LONGER}\n", block(EXPLODED, "")),
        (f"{LONG}  #1\n", f"{LONGER}  #1\n", block([*EXPLODED[:-1], ")  # 1"], "")),
        (f"if x:\n    {LONG}\n", f"if x:\n    {LONGER}\n", "if x:\n" + block(EXPLODED, "    ")),
        (f"if x:\n\t{LONG}\n", f"if x:\n\t{LONGER}\n", "if x:\n" + block(EXPLODED, "\t", "\t")),
        (f"if x:\n  {LONG}\n", f"if x:\n  {LONGER}\n", "if x:\n" + block(EXPLODED, "  ", "  ")),
        (f"{LONG}\r\n", f"{LONGER}\r\n", block(EXPLODED, "").replace("\n", "\r\n")),
        (f"a\n{LONG}", f"a\n{LONGER}", "a\n" + block(EXPLODED, "")[:-1]),
        (f"a\r\n{LONG}", f"a\r\n{LONGER}", ("a\n" + block(EXPLODED, "")[:-1]).replace("\n", "\r\n")),
        # a short change keeps the style it stands in
        ("f( a,b )\n", "f( a,b, k=1 )\n", "f( a,b, k=1 )\n"),
        ("f( a,b )\n", "f( a[:n],b )\n", "f( a[:n],b )\n"),
        # what no edit touched stays, however long and odd
        (f"{LONGER}\n{LONG}\n", f"{LONGER}\nf( a )\n{LONG}\n", f"{LONGER}\nf(a)\n{LONG}\n"),
        (f"x = {{ 'a':1 }}\n{LONGER}\n", f"with s:\n    x = {{ 'a':1 }}\n    {LONGER}\n", None),
        # who writes long lines may go on to do so, up to a point
        (f"{LONGER} + {LONGER}\n", f"{LONGER} + {LONGER[:-1]}, k=1)\n", None),
        # what is new
        ("a = 1\nb = 2\n", "a = 1\nx = f( 1,2 )\nb = 2\n", "a = 1\nx = f(1, 2)\nb = 2\n"),
        ("a = 1\nb = 2\n", "a = 1\nx = 'it'\nb = 2\n", "a = 1\nx = 'it'\nb = 2\n"),
        ("a = 1\nb = 2\n", "a = 1\n\n\ndef f( x ):\n    return x+1\n\n\nb = 2\n",
         "a = 1\n\n\ndef f(x):\n    return x + 1\n\n\nb = 2\n"),
        ("a = 1\nb = 2\n", "a = 1\nclass A:  # why\n    # on b\n    b=2\nb = 2\n",
         "a = 1\nclass A:  # why\n    # on b\n    b = 2\nb = 2\n"),
        ("a = 1\nb = 2\n", "a = 1\n@f( 1 )\nclass A: pass\nb = 2\n", None),
        ("a = 1\nb = 2\n", "a = 1\nx=1; y=2\nb = 2\n", None),
        ("a = 1\nb = 2\n", 'a = 1\ndef f():\n    """ What?  """\nb = 2\n', None),
        ("a = 1\nb = 2\n", 'a = 1\nx = f( """\n  it\n""" )\nb = 2\n', None),
        ("a = 1\nb = 2\n", "a = 1\nx = f( 1 )  # fmt: skip\nb = 2\n", None),
        ("a = 1\nb = 2\n", "a = 1\nx = f( 1 )  # fmt: skip\ny = f( 1 )\nb = 2\n",
         "a = 1\nx = f( 1 )  # fmt: skip\ny = f(1)\nb = 2\n"),
        ("a = 1\nb = 2\n", "a = 1\n# fmt: off\nx = f( 1 )\n# fmt: on\ny = f( 1 )\nb = 2\n", None),
        ("a = 1\nb = 2\n", "a = 1\nx = f( 1 );\ny = f( 1 ) # a;\nb = 2\n",
         "a = 1\nx = f(1);\ny = f(1)  # a;\nb = 2\n"),
        ("if a:\n    b\n", "if a:\n    b\nelif ( c ):\n    d( 1 )\n",
         "if a:\n    b\nelif ( c ):\n    d(1)\n"),
        ("try:\n    b\nfinally: c\n", "try:\n    b\n    d( 1 )\nfinally: c\n",
         "try:\n    b\n    d(1)\nfinally: c\n"),
        ("a\n", "a\nb = (\n", None),
        ("a\n", "a\nx\n", None),
    ],
)  # fmt: skip
def test_touched(before: str, after: str, expected: str | None) -> None:
    assert touched(before, after, Style()) == (after if expected is None else expected)


def test_a_long_head_is_formatted_without_its_body() -> None:
    head = "def build(first_dimension, second_dimension, third_dimension, number_of_classes=10):\n"
    before = head + "    x = [ 1 ]\n"
    after = before.replace("=10)", "=10, train_steps=1)")
    assert touched(before, after, Style()) == (
        "def build(\n    first_dimension,\n    second_dimension,\n    third_dimension,\n"
        "    number_of_classes=10,\n    train_steps=1,\n):\n    x = [ 1 ]\n"
    )


def test_the_style_is_the_users() -> None:
    after = f"a = 1\n{LONGER}\nx = 'it'\n"
    assert touched("a = 1\n", after, Style(line_length=120, string_normalization=True)) == (
        f"a = 1\n{LONGER}\nx = 'it'\n".replace("'", '"')
    )


@examples(40)
@given(
    st.lists(st.sampled_from(["f( 1 )", "x = 'a'", "if y :\n    z( 2 )", f"{LONG}", "", "# c"]), max_size=6),
    st.data(),
)
def test_formatting_never_changes_the_program_nor_old_lines(lines: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(lines)))
    before = "".join(f"{line}\n" for line in lines)
    after = "".join(f"{line}\n" for line in [*lines[:place], f"new( 3,{LONG} )", *lines[place:]])
    result = touched(before, after, Style())
    assert ast.dump(ast.parse(result)) == ast.dump(ast.parse(after))
    start = sum(len(line) + 1 for line in lines[:place])
    assert result.startswith(after[:start])
    assert result.endswith("".join(f"{line}\n" for line in lines[place:]))


@pytest.mark.parametrize(
    ("table", "style"),
    [
        ("", Style()),
        ("[tool.ruff]\nline-length = 100\n", Style()),
        ("[tool.black]\n", Style(line_length=88, string_normalization=True)),
        ("[tool.black]\nline-length = 100\n", Style(line_length=100, string_normalization=True)),
        ("[tool.black]\nline_length = 100\nskip-string-normalization = true\n", Style(line_length=100)),
        (
            "[tool.black]\ntarget-version = ['py38', 'py39']\n"
            "skip-magic-trailing-comma = true\npreview = true\n",
            Style(88, True, False, ("py38", "py39"), True),
        ),
        ("[tool.black\n", Style()),
        ("tool = 1\n", Style()),
        ("[tool.black]\nline-length = 'wide'\ntarget-version = 'py38'\n", Style(88, True, True, ("py38",))),
    ],
)
def test_black_mode(tmp_path: Path, table: str, style: Style) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "pyproject.toml").write_text(table)
    folder = tmp_path / "scripts" / "more"
    folder.mkdir(parents=True)
    assert black_mode(folder / "train.py") == style


def test_black_mode_looks_no_higher_than_the_repository(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.black]\nline-length = 100\n")
    (tmp_path / "inner" / ".git").mkdir(parents=True)
    assert black_mode(tmp_path / "inner" / "train.py") == Style()


def test_black_takes_the_style() -> None:
    mode = Style(100, True, False, ("py38",), True).mode(8)
    assert (mode.line_length, mode.string_normalization, mode.magic_trailing_comma) == (96, True, False)
    assert mode.preview and [version.name for version in mode.target_versions] == ["PY38"]


def test_black_writes_for_no_python_newer_than_the_sdk_s() -> None:
    mode = Style(target_versions=("py36", "py310", "py312")).mode(0)
    assert {version.name for version in mode.target_versions} == {"PY36", "PY38"}
    before, after = "f()\n", f"with {LONG} as a, b as c:\n    f()\n"
    assert "with (" not in touched(before, after, Style(target_versions=("py312",)))

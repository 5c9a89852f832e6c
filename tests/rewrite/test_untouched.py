"""What no edit touches stands aside, and nobody can tell."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu import rewrite
from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.edits import AddArgument, Edit, Insert, Remove, Span, Where
from gpu2ipu.rewrite import apply
from gpu2ipu.rewrite.untouched import Reduced, reduced
from tests.examples import examples
from tests.rewrite.odd_scripts import scripts
from tests.rewrite.spans import call, stmt


def lines_touched(*touched: int) -> rewrite.untouched.Touches:
    return lambda first, last: any(first <= line <= last for line in touched)


def kept(text: str, *touched: int) -> list[str]:
    """The lines that libcst sees as they are."""
    small = reduced(text, ast.parse(text), lines_touched(*touched))
    assert small.restored(small.text) == text
    assert len(small.text.splitlines()) == len(text.splitlines())
    return [line for line in small.text.splitlines() if line in text.splitlines() and line.strip()]


@given(scripts(), st.sets(st.integers(1, 20)))
def test_everything_comes_back_and_lines_keep_their_numbers(text: str, touched: set[int]) -> None:
    small = reduced(text, ast.parse(text), lines_touched(*touched))
    assert small.restored(small.text) == text
    assert small.text.count("\n") == text.count("\n")
    ast.parse(small.text)


@examples(200)
@given(scripts(), st.data())
def test_edits_do_the_same_where_nothing_stands_aside(text: str, data: st.DataObject) -> None:
    script = parse(Path("train.py"), text)
    statements = [node for node in ast.walk(script.tree) if isinstance(node, ast.stmt)]
    if not statements:
        return
    chosen = data.draw(st.lists(st.sampled_from(statements), max_size=3))
    edits = [edit for node in chosen for edit in data.draw(st.lists(edits_at(script.span(node)), max_size=2))]
    with pytest.MonkeyPatch.context() as patch:
        result = outcome(text, edits)
        patch.setattr(rewrite, "reduced", lambda text, tree, touches: Reduced(text, {}))
        assert result == outcome(text, edits)


def edits_at(span: Span) -> st.SearchStrategy[Edit]:
    template = st.sampled_from(["n", "\nn\n", "import n", "if n:\n    n\n", "# n"])
    return st.one_of(
        st.builds(Insert, st.just(span), template, st.sampled_from(Where)), st.just(Remove(span))
    )


def outcome(text: str, edits: list[Edit]) -> str | type[Exception]:
    try:
        return apply(text, edits)
    except rewrite.RewriteError as error:
        return type(error)


def test_only_the_statement_of_an_edit_is_seen() -> None:
    text = "a = 1\nb = f(\n    1,\n)\nc = 3\nd = 4\n"
    assert kept(text, 3) == ["b = f(", "    1,", ")"]


def test_of_the_blocks_around_an_edit_only_what_opens_them_is_seen() -> None:
    text = "class A:\n    x = 1\n\n    def f(self):\n        a\n        b\n        c\n\n    def g(self):\n        d\n"
    assert kept(text, 6) == ["class A:", "    def f(self):", "        b"]


def test_statements_that_share_a_line_are_seen() -> None:
    assert kept("a; b\nc\nd = (\n1); e\nf\n", 4) == ["a; b", "d = (", "1); e"]


@pytest.mark.parametrize(
    ("text", "port"),
    [
        ("def f():\n  a\n\nb\n", "def f():\n  a\n\nif n:\n  n\n\nb\n"),
        ("if a: b\nelif c:\n\td\nb\n", "if a: b\nelif c:\n\td\nif n:\n\tn\nb\n"),
        ("@f(\n    1)\nclass A:\n  a\n\nb\n", "@f(\n    1)\nclass A:\n  a\n\nif n:\n  n\n\nb\n"),
    ],
)
def test_new_blocks_are_indented_like_the_first_one_even_if_that_stands_aside(text: str, port: str) -> None:
    assert apply(text, [Insert(stmt(text, "b", text.count("b\n") - 1), "if n:\n    n")]) == port


def test_comments_below_a_block_stay_with_it() -> None:
    text = "def f():\n    a\n    # of f\nb\n"
    assert apply(text, [Insert(stmt(text, "b"), "n")]) == "def f():\n    a\n    # of f\nn\nb\n"


def test_the_first_block_takes_no_blank_lines_below_it() -> None:
    text = "def f():\n    a\n\nimport x\n\n# old\n    \n# older\n\nb\n"
    assert apply(text, [Insert(stmt(text, "b"), "n")]) == text.replace("import x\n", "import x\n\nn\n")


def test_a_script_may_say_what_stands_for_others() -> None:
    text = "a = '''untouched 0'''\nb = 2\nf(1)\nc = '''untouched_ 1'''\n"
    assert apply(text, [AddArgument(call(text), "k", "2")]) == text.replace("f(1)", "f(1, k=2)")


def test_syntax_that_only_python_knows_may_stand_where_no_edit_is() -> None:
    text = "def g():\n    a\n\\\n    b\n"  # libcst loses the backslash
    text += "f(1)\n"
    assert apply(text, [AddArgument(call(text), "k", "2")]) == text.replace("f(1)", "f(1, k=2)")

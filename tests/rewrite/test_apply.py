"""`apply` as a whole: laws that hold for any script and any edits, odd files, and what it refuses."""

from __future__ import annotations

import ast
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.edits import (
    AddArgument,
    Edit,
    Insert,
    Remove,
    RemoveArgument,
    Replace,
    Span,
    Unwrap,
    Where,
    Wrap,
)
from gpu2ipu.rewrite import CannotRewrite, RewriteError, apply
from tests.examples import examples
from tests.rewrite.odd_scripts import scripts
from tests.rewrite.spans import call, expr


def statements(text: str) -> list[Span]:
    script = parse(Path("train.py"), text)
    return [script.span(node) for node in ast.walk(script.tree) if isinstance(node, ast.stmt)]


def with_statements(text: str) -> list[Span]:
    script = parse(Path("train.py"), text)
    return [script.span(node) for node in ast.walk(script.tree) if isinstance(node, ast.With)]


def calls(text: str) -> list[Span]:
    script = parse(Path("train.py"), text)
    return [script.span(node) for node in ast.walk(script.tree) if isinstance(node, ast.Call)]


@examples(60)
@given(scripts(), st.data())
def test_lines_that_no_edit_touches_keep_their_bytes(text: str, data: st.DataObject) -> None:
    spans = statements(text)
    if not spans:
        return
    span = data.draw(st.sampled_from(spans))
    edit = Insert(span, "inserted_1\ninserted_2", data.draw(st.sampled_from(Where)))
    if _shares_a_line(span, spans):
        return  # such a line is split
    lines = _lines(apply(text, [edit]))
    ours = [line for line in lines if "inserted_" in line]
    assert len(ours) == 2
    kept = [line for line in lines if "inserted_" not in line]
    assert [line for line in kept if line.strip()] == [line for line in _lines(text) if line.strip()] or (
        # a file without a newline at its end, where something comes behind the last statement
        "".join(kept).split() == text.split()
        and not text.endswith("\n")
    )


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _shares_a_line(span: Span, spans: list[Span]) -> bool:
    return any(other != span and {other.line, other.end_line} & {span.line, span.end_line} for other in spans)


@examples(60)
@given(scripts(), st.data())
def test_any_edits_together_give_a_script(text: str, data: st.DataObject) -> None:
    made = edits_of(text)
    edits = data.draw(st.lists(st.sampled_from(made), max_size=5)) if made else []
    result = apply(text, edits)
    ast.parse(result)
    assert apply(text, [*edits, *edits]) == result  # equal edits count once


def edits_of(text: str) -> list[Edit]:
    made: list[Edit] = []
    for span in statements(text):
        made += [
            Insert(span, "\nn = 1\n"),
            Insert(span, "# n", Where.AFTER),
            Wrap(span, span, "with s:"),
        ]
    made += [Unwrap(span) for span in with_statements(text)]
    for span in calls(text):
        made += [
            AddArgument(span, "k", "{x}", (("x", span),)),
            AddArgument(span, "m", "[\n    1,\n]"),
            Replace(span, "{x}[:n]", (("x", span),)),
        ]
    return made


@examples(60)
@given(scripts())
def test_adding_and_removing_an_argument_is_the_same_program(text: str) -> None:
    spans = calls(text)
    added = apply(text, [AddArgument(span, "k", "1") for span in spans])
    removed = apply(added, [RemoveArgument(span, "k") for span in calls(added)])
    assert ast.dump(ast.parse(removed)) == ast.dump(ast.parse(text))


@examples(60)
@given(scripts())
def test_an_expression_put_in_its_own_place_changes_no_byte(text: str) -> None:
    spans = calls(text)
    assert apply(text, [Replace(span, "{x}", (("x", span),)) for span in spans]) == text


@examples(60)
@given(scripts())
def test_wrapping_everything_keeps_strings_and_comments(text: str) -> None:
    spans = statements(text)
    tree = ast.parse(text)
    if not tree.body:
        return
    script = parse(Path("train.py"), text)
    first, last = script.span(tree.body[0]), script.span(tree.body[-1])
    wrapped = ast.parse(apply(text, [Wrap(first, last, "with s:")]))
    assert len(spans) + 1 == sum(isinstance(node, ast.stmt) for node in ast.walk(wrapped))
    block = wrapped.body[0]
    assert isinstance(block, ast.With)
    assert [ast.dump(node) for node in block.body] == [ast.dump(node) for node in tree.body]


@pytest.mark.parametrize("tail", ["", "\n", "   ", "\n   ", "\n\t\n  ", "  # c", "\n\n# c\n  ", "\x0c"])
def test_the_end_of_a_file_stays_as_it_is(tail: str) -> None:
    text = f"f(a){tail}"
    assert apply(text, [AddArgument(call(text), "k", "1")]) == f"f(a, k=1){tail}"


def test_no_edits_no_change_even_where_libcst_would_fail() -> None:
    assert apply("if x:\n\ta\n        b\n", []) == "if x:\n\ta\n        b\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [("\\\nf(a)\n", 1), ("a = 1\nf(a) \\\n", 0), ("def f():\n\tx\n        y\n", 1)],
)
def test_what_libcst_cannot_do_without_loss_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(CannotRewrite, match=r"line \d+: libcst") as raised:
        apply(text, [Remove(Span(1, 0, 1, 1))])
    assert raised.value.line >= line


def test_a_form_feed_that_would_undo_the_indentation_is_refused() -> None:
    text = "a = 1\nwith b:\n\x0c    f(a)\n"
    with pytest.raises(CannotRewrite, match="line 3: libcst does not keep this code"):
        apply(text, [Wrap(Span(2, 0, 3, 9), Span(2, 0, 3, 9), "with s:")])


def test_code_nested_too_deeply_is_refused() -> None:
    text = "a = " + "f(" * 400 + ")" * 400 + "\n"
    with pytest.raises(CannotRewrite, match="too deeply"):
        apply(text, [Replace(Span(1, 4, 1, len(text) - 1), "g()")])


def test_edits_that_make_no_python_are_named() -> None:
    text = "f(a)[0] = 1\n"
    edit = Replace(expr(text, "f(a)[0]"), "f(a)")
    with pytest.raises(RewriteError, match=r"is no Python(.|\n)*Replace"):
        apply(text, [edit])


def test_warnings_about_the_users_strings_are_not_ours() -> None:
    text = "a = '\\d'\nf(a)\n"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        edit = AddArgument(call(text), "k", "1")
    assert apply(text, [edit]) == "a = '\\d'\nf(a, k=1)\n"


def test_edits_that_find_nothing_are_all_named() -> None:
    edits: list[Edit] = [Remove(Span(7, 0, 7, 1)), RemoveArgument(Span(1, 0, 1, 3), "k")]
    with pytest.raises(RewriteError, match="meet no node") as raised:
        apply("f()\n", edits)
    assert raised.value.edits == tuple(edits)

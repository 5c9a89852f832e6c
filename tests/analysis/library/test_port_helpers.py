"""Helpers that a port contains are recognised by their code, whatever their docstrings say."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.library.port_helpers import (
    EVEN_BATCH_SIZE,
    NESTED_FORMS,
    PREDICT_ALL_ROWS,
    TEMPLATES,
    is_made_from,
    template_of,
)

FIELDS = {"name": "helper"} | {
    name: name
    for name in (
        *("np", "tf", "ipu", "random"),
        *("fed_batch", "even_batch_size", "count_samples", "predict_batch_by_batch"),
    )
}


def function(text: str) -> ast.FunctionDef:
    (node,) = ast.parse(text).body
    assert isinstance(node, ast.FunctionDef)
    return node


def written(template: str, **fields: str) -> ast.FunctionDef:
    return function(template.format_map(FIELDS | fields))


@pytest.mark.parametrize("template", TEMPLATES)
def test_each_is_known_and_no_other(template: str) -> None:
    assert template_of(written(template)) == template
    assert template_of(written(template, np="numpy", tf="tensorflow.compat.v2", name="other")) == template


@pytest.mark.parametrize("template", TEMPLATES)
def test_an_edited_docstring_changes_nothing(template: str) -> None:
    before, _, after = template.split('"""')
    assert (
        template_of(function((before + '"""Mine.\n\n    Of two paragraphs."""' + after).format_map(FIELDS)))
        == template
    )
    assert template_of(function((before + after).format_map(FIELDS))) == template


def test_annotations_change_nothing() -> None:
    node = written(EVEN_BATCH_SIZE)
    node.args.args[0].annotation = node.returns = ast.Name("int")
    assert template_of(node) == EVEN_BATCH_SIZE


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("rows % size == 0", "rows % size == 1"),
        ("next((size", "max((size"),
        ("4 * batch_size", "8 * batch_size"),
        ("rows, batch_size):", "rows, batch_size, more):"),
    ],
)
def test_other_code_is_no_helper(before: str, after: str) -> None:
    assert before in EVEN_BATCH_SIZE
    assert template_of(written(EVEN_BATCH_SIZE.replace(before, after))) is None


def test_what_is_no_function_is_no_helper() -> None:
    assert template_of(None) is None
    assert template_of(ast.parse("lambda: 0", mode="eval").body) is None


def test_the_form_for_nested_arrays_is_another() -> None:
    assert not is_made_from(written(PREDICT_ALL_ROWS), NESTED_FORMS[PREDICT_ALL_ROWS])

"""Elements of lists go with their comments; those of the others stay."""

from __future__ import annotations

import pytest

from gpu2ipu.edits import RemoveElement
from gpu2ipu.rewrite import apply
from tests.rewrite.spans import expr


@pytest.mark.parametrize(
    ("before", "gone", "after"),
    [
        ("x = [a]\n", "a", "x = []\n"),
        ("x = [\n    a,\n]\n", "a", "x = []\n"),
        ("x = [a, b]\n", "a", "x = [b]\n"),
        ("x = [a, b]\n", "b", "x = [a]\n"),
        ("x = [a, b,]\n", "b", "x = [a,]\n"),
        ("x = [a, b, c]\n", "b", "x = [a, c]\n"),
        ("x = [ a, b ]\n", "b", "x = [ a ]\n"),
        ("x = [\n    a,\n    b,\n]\n", "a", "x = [\n    b,\n]\n"),
        ("x = [\n    a,\n    b,\n]\n", "b", "x = [\n    a,\n]\n"),
        ("x = [\n    a,\n    b\n]\n", "b", "x = [\n    a\n]\n"),
        (
            "x = [\n    a,  # A\n    # B\n    b,  # b\n\n    # C\n    c,\n]\n",
            "b",
            "x = [\n    a,  # A\n\n    # C\n    c,\n]\n",
        ),
        ("x = [\n    # A\n    a,  # a\n    # B\n    b,\n]\n", "a", "x = [\n    # B\n    b,\n]\n"),
        ("x = [\n    # A\n    a,\n    # B\n    b,  # b\n]\n", "b", "x = [\n    # A\n    a,\n]\n"),
        ("x = [a, b,\n     c]\n", "b", "x = [a,\n     c]\n"),
    ],
)
def test_an_element_goes(before: str, gone: str, after: str) -> None:
    whole = before[4 : before.rindex("]") + 1]
    assert apply(before, [RemoveElement(expr(before, whole), expr(before, gone))]) == after


@pytest.mark.parametrize(
    ("before", "gone", "after"),
    [
        ("x = {'a': 1}\n", "1", "x = {}\n"),
        ("x = {'a': 1, 'b': 2}\n", "1", "x = {'b': 2}\n"),
        ("x = {'a': 1, 'b': 2}\n", "2", "x = {'a': 1}\n"),
        ("x = {**a, 'b': 2, 'c': 3}\n", "2", "x = {**a, 'c': 3}\n"),
        (
            "x = {\n    'a': 1,  # A\n    # B\n    'b': 2,  # b\n    'c': 3,\n}\n",
            "2",
            "x = {\n    'a': 1,  # A\n    'c': 3,\n}\n",
        ),
    ],
)
def test_an_item_of_a_dict_goes(before: str, gone: str, after: str) -> None:
    assert apply(before, [RemoveElement(expr(before, before[4:-1]), expr(before, gone))]) == after


def test_several_elements_go() -> None:
    text = "x = [\n    a,\n    # B\n    b,\n    c,  # C\n    d,\n]\n"
    whole = expr(text, text[4:-1])
    edits = [RemoveElement(whole, expr(text, name)) for name in "bd"]
    assert apply(text, edits) == "x = [\n    a,\n    c,  # C\n]\n"

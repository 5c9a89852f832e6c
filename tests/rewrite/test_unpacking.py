"""Items of `*a` and `**a` get other values in a call; `a` stays as it is."""

from __future__ import annotations

import pytest

from gpu2ipu.edits import AddArgument, Edit, SetItem
from gpu2ipu.rewrite import apply
from tests.rewrite.spans import call, expr


def item(text: str, source: str, key: int | str, template: str, length: int = 0) -> Edit:
    shown = f"{source}[{key!r}]".replace("'", '"')
    return SetItem(call(text), expr(text, source), key, shown, template, length)


@pytest.mark.parametrize(
    ("before", "source", "after"),
    [
        ("f(**d)\n", "d", 'f(**{**d, "k": 1})\n'),
        ("f(a, ** d, b=2)\n", "d", 'f(a, ** {**d, "k": 1}, b=2)\n'),
        ("f(\n    **d,\n)\n", "d", 'f(\n    **{**d, "k": 1},\n)\n'),
        ("f(**d, **e)\n", "e", 'f(**d, **{**e, "k": 1})\n'),
        ("f(**{'a': 2})\n", "{'a': 2}", "f(**{'a': 2, 'k': 1})\n"),
        ("f(**(d or e))\n", "d or e", 'f(**{**(d or e), "k": 1})\n'),
        ("f(**g(f()))\n", "g(f())", 'f(**{**g(f()), "k": 1})\n'),
    ],
)
def test_an_item_of_a_dict(before: str, source: str, after: str) -> None:
    assert apply(before, [item(before, source, "k", "1")]) == after


@pytest.mark.parametrize(
    ("before", "source", "after"),
    [
        ("f(*a)\n", "a", "f(a[0][:n], a[1])\n"),
        ("f(b, *a, c)\n", "a", "f(b, a[0][:n], a[1], c)\n"),
        ("f(\n    *a,\n    c,\n)\n", "a", "f(\n    a[0][:n], a[1],\n    c,\n)\n"),
        ("f(*(a + b))\n", "a + b", "f((a + b)[0][:n], (a + b)[1])\n"),
    ],
)
def test_an_item_of_a_tuple(before: str, source: str, after: str) -> None:
    template = "{item}[:n]" if source == "a" else "(a + b)[0][:n]"
    assert apply(before, [item(before, source, 0, template, 2)]) == after


def test_several_items_and_an_argument() -> None:
    text = "f(*a, **d)\n"
    edits = [
        item(text, "d", "k", "cut({item})"),
        item(text, "a", 1, "{item}[:n]", 2),
        item(text, "d", "k", "{item}.cast()"),
        item(text, "d", "l", "2"),
        AddArgument(call(text), "m", "3"),
    ]
    assert apply(text, edits) == 'f(a[0], a[1][:n], **{**d, "k": cut(d["k"]).cast(), "l": 2}, m=3)\n'

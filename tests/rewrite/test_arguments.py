"""Arguments and parameters come and go in the style that the list has."""

from __future__ import annotations

import pytest

from gpu2ipu.edits import AddArgument, AddParameter, Edit, RemoveArgument, Replace
from gpu2ipu.rewrite import RewriteError, apply
from tests.rewrite.spans import call, expr, stmt


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f()\n", "f(k=1)\n"),
        ("f( )\n", "f( k=1 )\n"),
        ("f(a)\n", "f(a, k=1)\n"),
        ("f(a,)\n", "f(a, k=1,)\n"),
        ("f( a )\n", "f( a, k=1 )\n"),
        ("f(a,b)\n", "f(a,b,k=1)\n"),
        ("f(a , b)\n", "f(a , b , k=1)\n"),
        ("f(*a)\n", "f(*a, k=1)\n"),
        ("f(a, **b)\n", "f(a, **b, k=1)\n"),
        ("f(a, b = 2)\n", "f(a, b = 2, k = 1)\n"),
        ("f(a, b= 2)\n", "f(a, b= 2, k= 1)\n"),
        ("f(a)  # why\n", "f(a, k=1)  # why\n"),
        ("f(a).g(b)\n", "f(a, k=1).g(b)\n"),
        ("f(x for x in y)\n", "f((x for x in y), k=1)\n"),
        ("f( x for x in y )\n", "f( (x for x in y), k=1 )\n"),
        ("f((x for x in y))\n", "f((x for x in y), k=1)\n"),
        ("f((x for x in y), b)\n", "f((x for x in y), b, k=1)\n"),
        ("f(k=2)\n", "f(k=1)\n"),
        ("f(\uff4b=2)\n", "f(\uff4b=1)\n"),
        ("f(k = 2, b=3)\n", "f(k = 1, b=3)\n"),
        ("f(\n    a,\n)\n", "f(\n    a,\n    k=1,\n)\n"),
        ("f(\n    a\n)\n", "f(\n    a,\n    k=1\n)\n"),
        ("f(\n    a,\n    b=2)\n", "f(\n    a,\n    b=2,\n    k=1)\n"),
        ("f(a,\n  b=2)\n", "f(a,\n  b=2,\n  k=1)\n"),
        ("f(a, b,\n  c=2,\n  d=3)\n", "f(a, b,\n  c=2,\n  d=3,\n  k=1)\n"),
        ("f(a,\n  b, c)\n", "f(a,\n  b, c, k=1)\n"),
        ("f(\n    a, b\n)\n", "f(\n    a, b, k=1\n)\n"),
        ("f([\n    a,\n])\n", "f([\n    a,\n], k=1)\n"),
        ("f(\n    a,  # one\n    b,  # two\n)\n", "f(\n    a,  # one\n    b,  # two\n    k=1,\n)\n"),
        ("f(\n    a,  # one\n    b  # two\n)\n", "f(\n    a,  # one\n    b,  # two\n    k=1\n)\n"),
        ("f(\n    a,\n    # b=2,\n)\n", "f(\n    a,\n    # b=2,\n    k=1,\n)\n"),
        ("f(a  # one\n)\n", "f(a, k=1  # one\n)\n"),
        ("f(\n    # nothing\n)\n", "f(\n    # nothing\nk=1\n)\n"),
        ("f(\r\n    a,\r\n)\r\n", "f(\r\n    a,\r\n    k=1,\r\n)\r\n"),
        ("if x:\n\tf(\n\t\ta,\n\t)\n", "if x:\n\tf(\n\t\ta,\n\t\tk=1,\n\t)\n"),
        ("f(a, # odd\r\n  b\n)\n", "f(a, # odd\r\n  b,\n  k=1\n)\n"),
        ("f(a, \\\n  b)\n", "f(a, \\\n  b, \\\n  k=1)\n"),
    ],
)
def test_add_argument(before: str, after: str) -> None:
    assert apply(before, [AddArgument(call(before), "k", "1")]) == after


@pytest.mark.parametrize(
    ("template", "written"),
    [
        ("a, b", "(a, b)"),
        ("(a, b)", "(a, b)"),
        ("lambda: 1", "lambda: 1"),
        ("a if b else c", "a if b else c"),
    ],
)
def test_the_value_of_an_argument_is_one_value(template: str, written: str) -> None:
    assert apply("f()\n", [AddArgument(call("f()"), "k", template)]) == f"f(k={written})\n"


def test_arguments_keep_their_order_and_count_once() -> None:
    text = "f(a)\n"
    edits = [AddArgument(call(text), "k", "1"), AddArgument(call(text), "m", "2")]
    assert apply(text, [*edits, *edits]) == "f(a, k=1, m=2)\n"


def test_the_value_may_speak_of_the_call() -> None:
    text = "f(a + b)\n"
    part = expr(text, "a + b")
    edits: list[Edit] = [
        Replace(expr(text, "b"), "c"),
        AddArgument(call(text), "k", "len({x}) * {x}", (("x", part),)),
    ]
    assert apply(text, edits) == "f(a + c, k=len(a + c) * (a + c))\n"


def test_an_argument_of_a_call_in_a_call() -> None:
    text = "f(f(a))\n"
    edits = [AddArgument(call(text, nth=0), "k", "1"), AddArgument(call(text, nth=1), "m", "2")]
    assert apply(text, edits) == "f(f(a, m=2), k=1)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(k=1)\n", "f()\n"),
        ("f(\n    k=1,\n)\n", "f()\n"),
        ("f(\n    # why\n    k=1,\n)\n", "f(\n    # why\n    )\n"),
        ("f(k=1, b=2)\n", "f(b=2)\n"),
        ("f(\uff4b=1, b=2)\n", "f(b=2)\n"),
        ("f( a, k=1 )\n", "f( a )\n"),
        ("f(a, k=1, b=2)\n", "f(a, b=2)\n"),
        ("f(a, k=1,)\n", "f(a,)\n"),
        ("f(\n    a,\n    k=1\n)\n", "f(\n    a\n)\n"),
        ("f(\n    a,\n    k=1,  # gone\n    b=2,  # stays\n)\n", "f(\n    a,\n    b=2,  # stays\n)\n"),
        ("f(\n    k=1,  # gone\n    # on b\n    b=2,\n)\n", "f(\n    # on b\n    b=2,\n)\n"),
        ("f(\n    a,  # stays\n    k=1,  # gone\n)\n", "f(\n    a,  # stays\n)\n"),
        ("f(\n    a,\n    k=1,  # gone\n)\n", "f(\n    a,\n)\n"),
        (
            "f(\n    a,\n    # on k\n    k=1,\n    # on b\n    b=2,\n)\n",
            "f(\n    a,\n    # on k\n    # on b\n    b=2,\n)\n",
        ),
        ("f(a,  # stays\n  k=1)\n", "f(a  # stays\n  )\n"),
        ("f(a, k=1,\n  b=2)\n", "f(a,\n  b=2)\n"),
        ("f(a,\n  k=1, b=2)\n", "f(a,\n  b=2)\n"),
    ],
)
def test_remove_argument(before: str, after: str) -> None:
    assert apply(before, [RemoveArgument(call(before), "k")]) == after


def test_remove_one_argument_and_add_another() -> None:
    text = "f(a, k=1)\n"
    assert apply(text, [RemoveArgument(call(text), "k"), AddArgument(call(text), "m", "2")]) == "f(a, m=2)\n"


def test_an_argument_that_is_not_there_cannot_be_removed() -> None:
    with pytest.raises(RewriteError, match=r"meet no node.*\n.*RemoveArgument.*'k'"):
        apply("f(a)\n", [RemoveArgument(call("f(a)\n"), "k")])


@pytest.mark.parametrize(
    ("head", "changed"),
    [
        ("def f():", "def f(n=1):"),
        ("def f(a):", "def f(a, n=1):"),
        ("def f(a,):", "def f(a, n=1,):"),
        ("def f(a, b=2):", "def f(a, b=2, n=1):"),
        ("def f(a, b = 2):", "def f(a, b = 2, n = 1):"),
        ("def f(a: int = 2) -> int:", "def f(a: int = 2, n=1) -> int:"),
        ("def f(*args):", "def f(*args, n=1):"),
        ("def f(*, a):", "def f(*, a, n=1):"),
        ("def f(**kw):", "def f(n=1, **kw):"),
        ("def f(a, **kw):", "def f(a, n=1, **kw):"),
        ("def f(a, *args, b=2, **kw):", "def f(a, *args, b=2, n=1, **kw):"),
        ("def f(a, /):", "def f(a, /, n=1):"),
        ("def f(a, /, b, *, c, **kw):", "def f(a, /, b, *, c, n=1, **kw):"),
        ("def f(\n    a,\n    b=2,\n):", "def f(\n    a,\n    b=2,\n    n=1,\n):"),
        ("def f(\n    a,\n    **kw\n):", "def f(\n    a,\n    n=1,\n    **kw\n):"),
        ("async def f(a):", "async def f(a, n=1):"),
        ("@f(a)\ndef f(a):", "@f(a)\ndef f(a, n=1):"),
    ],
)
def test_add_parameter(head: str, changed: str) -> None:
    text = f"{head}\n    pass\n"
    begin = "async def" if "async" in head else "def"
    edit = AddParameter(stmt(text, begin), "n", "1")
    assert apply(text, [edit]) == f"{changed}\n    pass\n"


def test_a_parameter_of_that_name_is_a_mistake() -> None:
    text = "def f(*, n): pass\n"
    with pytest.raises(RewriteError, match="AddParameter"):
        apply(text, [AddParameter(stmt(text, "def"), "n", "1")])


@pytest.mark.parametrize(
    ("head", "changed"),
    [
        ("def f():", "def f(n):"),
        ("def f(a, b):", "def f(a, b, n):"),
        ("def f(a, b=1):", "def f(a, b=1, n=None):"),
        ("def f(a, *rest):", "def f(a, *rest, n):"),
        ("def f(a, *, k=1):", "def f(a, *, k=1, n):"),
        ("def f(a, **options):", "def f(a, n, **options):"),
    ],
)
def test_add_parameter_without_a_default(head: str, changed: str) -> None:
    text = f"{head}\n    pass\n"
    assert apply(text, [AddParameter(stmt(text, "def"), "n")]) == f"{changed}\n    pass\n"

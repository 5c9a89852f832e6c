"""Expressions are replaced, with the parentheses they need and no others; edits on nested nodes compose."""

from __future__ import annotations

import pytest

from gpu2ipu.edits import AddArgument, Edit, Insert, Replace, Span
from gpu2ipu.rewrite import RewriteError, apply
from tests.rewrite.spans import call, expr, stmt


def replace(text: str, code: str, template: str, nth: int = 0) -> Replace:
    """Replace an expression; `{x}` is the expression itself."""
    span = expr(text, code, nth)
    return Replace(span, template, (("x", span),) if "{x}" in template else ())


@pytest.mark.parametrize(
    ("before", "target", "template", "after"),
    [
        # what goes into a hole
        ("f(a)\n", "a", "{x}[:n]", "f(a[:n])\n"),
        ("f(a + b)\n", "a + b", "{x}[:n]", "f((a + b)[:n])\n"),
        ("f((a + b))\n", "a + b", "{x}[:n]", "f((a + b)[:n])\n"),
        ("f(a + b)\n", "a + b", "g({x})", "f(g(a + b))\n"),
        ("f((a + b))\n", "a + b", "g({x})", "f(g(a + b))\n"),
        ("f(a.b(c)[d])\n", "a.b(c)[d]", "{x}[:n]", "f(a.b(c)[d][:n])\n"),
        ("f(x for x in y)\n", "(x for x in y)", "list({x})", "f(list(x for x in y))\n"),
        ("f(x for x in y)\n", "(x for x in y)", "g({x}, 1)", "f(g((x for x in y), 1))\n"),
        ("f((x for x in y), 1)\n", "(x for x in y)", "list({x})", "f(list((x for x in y)), 1)\n"),
        ("f(a if b else c)\n", "a if b else c", "{x}.d", "f((a if b else c).d)\n"),
        ("f(a if b else c)\n", "a if b else c", "{x} + 1", "f((a if b else c) + 1)\n"),
        ("f(lambda: a)\n", "lambda: a", "{x}()", "f((lambda: a)())\n"),
        ("f(k=lambda: a)\n", "lambda: a", "g({x})", "f(k=g(lambda: a))\n"),
        ("a = b, c\n", "b, c", "{x}[0]", "a = (b, c)[0]\n"),
        ("a = b, c\n", "b, c", "g({x})", "a = g((b, c))\n"),
        ("a = (b, c)\n", "(b, c)", "{x}[0]", "a = (b, c)[0]\n"),
        ("a = ((b, c))\n", "(b, c)", "list({x})", "a = list((b, c))\n"),
        ("f((a := b))\n", "a := b", "{x} + 1", "f(((a := b) + 1))\n"),
        ("f(a := b)\n", "a := b", "g({x})", "f(g(a := b))\n"),
        ("async def f():\n    await g()\n", "await g()", "{x}.h", "async def f():\n    (await g()).h\n"),
        ("async def f():\n    await g()\n", "await g()", "h({x})", "async def f():\n    h(await g())\n"),
        ("def f():\n    x = yield a\n", "yield a", "g({x})", "def f():\n    x = g((yield a))\n"),
        ("f(-1)\n", "-1", "{x} ** 2", "f((-1) ** 2)\n"),
        ("f(1)\n", "1", "{x}.real", "f((1).real)\n"),
        ("f(a ** b)\n", "a ** b", "{x} ** c", "f((a ** b) ** c)\n"),
        ("f(a or b)\n", "a or b", "{x} and c", "f((a or b) and c)\n"),
        ("f(not a)\n", "not a", "{x} == b", "f((not a) == b)\n"),
        ("f('a' 'b')\n", "'a' 'b'", "{x}.c", "f('a' 'b'.c)\n"),
        ("f(a < b)\n", "a < b", "{x} < c", "f((a < b) < c)\n"),
        ("f(a * b)\n", "a * b", "{x} + {x}", "f(a * b + a * b)\n"),
        ("f(a)\n", "a", "{x: {y}, 1: {x}}", "f({x: {y}, 1: a})\n"),
        ("f(a +  # why\n  b)\n", "a +  # why\n  b", "{x}[:n]", "f((a +  # why\n  b)[:n])\n"),
        ("a = (\n    b  # why\n)\n", "b", "{x}.c", "a = (\n    b  # why\n).c\n"),
        ("a = (b +\n  c)\n", "b +\n  c", "g({x})", "a = g(b +\n  c)\n"),
        ("f('''a\n  b''')\n", "'''a\n  b'''", "g({x})", "f(g('''a\n  b'''))\n"),
        # where the new expression stands
        ("a.b\n", "a", "c + d", "(c + d).b\n"),
        ("a + 1\n", "a", "c * d", "c * d + 1\n"),
        ("a * 2\n", "a", "c + d", "(c + d) * 2\n"),
        ("(a) * 2\n", "a", "c + d", "(c + d) * 2\n"),
        ("f(a)\n", "a", "c, d", "f((c, d))\n"),
        ("f(k=a)\n", "a", "(b := c)", "f(k=(b := c))\n"),
        ("f(*a)\n", "a", "b + c", "f(*b + c)\n"),
        ("a = b\n", "b", "c if d else e", "a = c if d else e\n"),
        ("a = b[c]\n", "c", "d, e", "a = b[d, e]\n"),
        ("[a for b in c]\n", "c", "d if e else g", "[a for b in (d if e else g)]\n"),
        ("x = a\n", "a", "g(\n    1,\n)", "x = g(\n    1,\n)\n"),
        ("if a: pass\n", "a", "b or c", "if b or c: pass\n"),
        ("if a.b: pass\n", "a", "b or c", "if (b or c).b: pass\n"),
        ("while not a: pass\n", "a", "b or c", "while not (b or c): pass\n"),
        ("for a in b: pass\n", "b", "{x}.take(2)", "for a in b.take(2): pass\n"),
        ("for a in f(b): pass\n", "b", "{x} + 1", "for a in f(b + 1): pass\n"),
        ("with a as b: pass\n", "a", "c(d)", "with c(d) as b: pass\n"),
        ("@a\ndef f(): pass\n", "a", "b.c", "@b.c\ndef f(): pass\n"),
        ("def f(a=b): pass\n", "b", "c if d else e", "def f(a=c if d else e): pass\n"),
        ("class A(B): pass\n", "B", "c.D", "class A(c.D): pass\n"),
        ("del a[b]\n", "b", "c + 1", "del a[c + 1]\n"),
        ("print(f'{a}')\n", "a", "b.c", "print(f'{b.c}')\n"),
        ("def f():\n    return(a)\n", "a", "{x}.b + c", "def f():\n    return(a.b + c)\n"),
        ("def f():\n    return[1]\n", "[1]", "b", "def f():\n    return(b)\n"),
        ("def f():\n    return(a)\n", "a", "b", "def f():\n    return(b)\n"),
        ("f('a'if a else b)\n", "'a'", "c", "f((c)if a else b)\n"),
        ("f(not(a))\n", "a", "{x}.b", "f(not(a.b))\n"),
        ("if(a): pass\n", "a", "{x}.b", "if(a.b): pass\n"),
        ("if a: pass\nelif(b): pass\n", "b", "{x} or c", "if a: pass\nelif(b or c): pass\n"),
        ("if a: pass\nelif b: pass\n", "b", "{x} or c", "if a: pass\nelif b or c: pass\n"),
        ("try: a\nexcept B: c\n", "B", "D.E", "try: a\nexcept D.E: c\n"),
        ("try: a\nexcept B: c\n", "B", "D or E", "try: a\nexcept (D or E): c\n"),
        ("match a:\n    case b: c\n", "a", "d if e else f", "match (d if e else f):\n    case b: c\n"),
        ("@f([1, 2])\ndef g(): pass\n", "1", "-3", "@f([-3, 2])\ndef g(): pass\n"),
        ("@f(a)\ndef g(): pass\n", "f(a)", "{x} or b", "@f(a) or b\ndef g(): pass\n"),
        ("with a(): pass\n", "a()", "b if c else d", "with b if c else d: pass\n"),
        ("for a in b:\n    # why\n    c\n", "b", "*d, e", "for a in *d, e:\n    # why\n    c\n"),
        ("a = ''; b = a\r\n", "''", "'c'", "a = 'c'; b = a\r\n"),
        ("é = 'ü'; f(a)\n", "a", "b", "é = 'ü'; f(b)\n"),
    ],
)
def test_replace(before: str, target: str, template: str, after: str) -> None:
    assert apply(before, [replace(before, target, template)]) == after


def test_what_is_not_one_expression_fills_a_hole_too() -> None:
    text = "f(*a, b[1:2], **c)\n"
    parts = (
        ("rest", expr(text, "*a")),
        ("slice", expr(text, "1:2")),
        ("more", Span(1, 14, 1, 17)),
    )
    edits: list[Edit] = [
        Replace(call(text), "g({rest}, d[{slice}], {more})", parts),
        Replace(expr(text, "a"), "e.h"),
    ]
    assert apply(text, edits) == "g(*e.h, d[1:2], **c)\n"


def test_inner_edits_come_first_in_any_order() -> None:
    text = "fit(a + b, c)\n"
    inner = replace(text, "b", "{x}[:n]")
    outer = replace(text, "a + b", "cut({x})")
    outermost = AddArgument(call(text, "fit"), "k", "1")
    around = Replace(call(text, "fit"), "log({call})", (("call", call(text, "fit")),))
    orders: tuple[list[Edit], ...] = ([inner, outer, outermost, around], [around, outermost, outer, inner])
    for edits in orders:
        assert apply(text, edits) == "log(fit(cut(a + b[:n]), c, k=1))\n"


def test_replacements_of_one_expression_come_in_order() -> None:
    text = "f(a + b)\n"
    edits = [replace(text, "a + b", "{x}[:n]"), replace(text, "a + b", "g({x})")]
    assert apply(text, edits) == "f(g((a + b)[:n]))\n"
    assert apply(text, edits[::-1]) == "f(g(a + b)[:n])\n"


def test_a_part_from_elsewhere_is_as_the_script_had_it() -> None:
    text = "size(a)\nfit(b * c)\n"
    part = expr(text, "b * c")
    edits: list[Edit] = [
        Replace(expr(text, "a"), "{x} + 1", (("x", part),)),
        replace(text, "b * c", "{x}[:n]"),
        Insert(stmt(text, "size"), "n = len({x})", parts=(("x", part),)),
    ]
    assert apply(text, edits) == "n = len(b * c)\nsize(b * c + 1)\nfit((b * c)[:n])\n"


def test_a_part_of_the_statement_is_as_it_is_after_its_edits() -> None:
    text = "fit(a)\n"
    edits: list[Edit] = [
        replace(text, "a", "b.c"),
        Insert(stmt(text, "fit"), "n = len({x})", parts=(("x", expr(text, "a")),)),
    ]
    assert apply(text, edits) == "n = len(b.c)\nfit(b.c)\n"


def test_the_expression_is_meant_unless_the_template_is_a_statement() -> None:
    text = "f(a)  # why\n"
    assert apply(text, [replace(text, "f(a)", "g({x})")]) == "g(f(a))  # why\n"
    assert apply(text, [replace(text, "f(a)", "h = {x}")]) == "h = f(a)  # why\n"
    assert apply(text, [replace(text, "f(a)", "g()"), replace(text, "f(a)", "h = {x}")]) == "h = g()  # why\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_breaks_of_a_template_are_those_of_the_place(newline: str) -> None:
    text = f"# first\nf(a){newline}"
    edit = Replace(expr(text, "a"), 'g(\n    1,  # one\n    """\n""")')
    lines = ["f(g(", "    1,  # one", '    """', '"""))', ""]
    assert apply(text, [edit]) == "# first\n" + newline.join(lines)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (Replace(Span(1, 0, 1, 2), "b"), r"meet no node(.|\n)*Replace"),
        (Replace(Span(1, 2, 1, 3), "b c"), r"makes no expression: b c(.|\n)*Replace"),
        (AddArgument(Span(1, 2, 1, 3), "k", "1"), r"meet no node(.|\n)*AddArgument"),
        (Insert(Span(1, 0, 1, 4), "b c"), r"makes no statement: b c(.|\n)*Insert"),
        (Insert(Span(1, 0, 1, 4), "return = 1"), r"makes no statement"),
    ],
)
def test_an_edit_that_cannot_be_applied_is_named(edit: Replace | AddArgument | Insert, message: str) -> None:
    with pytest.raises(RewriteError, match=message) as raised:
        apply("f(a)\n", [edit])
    assert raised.value.edits == (edit,)

"""Statements are inserted, removed, replaced and wrapped; blank lines and comments end where they belong."""

from __future__ import annotations

from textwrap import dedent

import pytest

from gpu2ipu.edits import AddDecorator, Edit, Insert, Remove, Replace, Unwrap, Where, Wrap
from gpu2ipu.rewrite import RewriteError, apply
from tests.rewrite.spans import expr, stmt

BEFORE, AFTER = Where.BEFORE, Where.AFTER


def insert(text: str, begin: str, template: str, where: Where = BEFORE) -> Insert:
    return Insert(stmt(text, begin), template, where)


def wrap(text: str, first: str, last: str, header: str = "with s:") -> Wrap:
    return Wrap(stmt(text, first), stmt(text, last), header)


@pytest.mark.parametrize(
    ("before", "begin", "template", "where", "after"),
    [
        ("a\nb\n", "b", "n", BEFORE, "a\nn\nb\n"),
        ("a\nb\n", "a", "n", AFTER, "a\nn\nb\n"),
        ("a\nb\n", "a", "n", BEFORE, "n\na\nb\n"),
        ("a\nb\n", "b", "n", AFTER, "a\nb\nn\n"),
        ("a\nb", "b", "n", AFTER, "a\nb\nn"),
        ("a\nb", "b", "n", BEFORE, "a\nn\nb"),
        ("a\n\n\nb\n", "b", "n", BEFORE, "a\n\n\nn\n\nb\n"),
        ("a\n\n\nb\n", "a", "n", AFTER, "a\nn\n\n\nb\n"),
        ("a\n# on b\nb\n", "b", "n", BEFORE, "a\nn\n# on b\nb\n"),
        ("a\n\n# on b\nb\n", "b", "n", BEFORE, "a\n\nn\n\n# on b\nb\n"),
        ("a\n\n# on b\n\nb\n", "b", "n", BEFORE, "a\n\nn\n\n# on b\n\nb\n"),
        ("a\n# on a\n\nb\n", "b", "n", BEFORE, "a\n# on a\n\nn\n\nb\n"),
        ("a  # on a\nb\n", "a", "n", AFTER, "a  # on a\nn\nb\n"),
        # what the template says about blank lines
        ("a\nb\n", "b", "\nn", BEFORE, "a\n\nn\nb\n"),
        ("a\nb\n", "b", "n\n", BEFORE, "a\nn\n\nb\n"),
        ("a\n\nb\n", "b", "\n\nn\n\n", BEFORE, "a\n\n\nn\n\n\nb\n"),
        ("a\n\n\nb\n", "b", "\nn\n", BEFORE, "a\n\n\nn\n\nb\n"),
        ("a\nb\n", "a", "\nn\n", AFTER, "a\n\nn\n\nb\n"),
        ("a\n\nb\n", "a", "\nn\n", AFTER, "a\n\nn\n\nb\n"),
        ("a\n", "a", "\nn\n", BEFORE, "n\n\na\n"),
        ("a\n", "a", "\nn\n", AFTER, "a\n\nn\n"),
        ("a\n# end\n", "a", "n\n", AFTER, "a\nn\n\n# end\n"),
        # the head of the file
        ("#!/usr/bin/python\n# -*- coding: utf-8 -*-\na\n", "a", "n", BEFORE,
         "#!/usr/bin/python\n# -*- coding: utf-8 -*-\nn\na\n"),
        ("# by me\n\na\n", "a", "n", BEFORE, "# by me\n\nn\n\na\n"),
        ("#!/x\n\n# by me\n\n# on a\na\n", "a", "n", BEFORE, "#!/x\n\n# by me\n\nn\n\n# on a\na\n"),
        ("\n\na\n", "a", "n", BEFORE, "\n\nn\na\n"),
        ('"""Doc."""\na\n', '"""', "n", AFTER, '"""Doc."""\nn\na\n'),
        # several statements and blocks
        ("a\n", "a", "m\n\nn", BEFORE, "m\n\nn\na\n"),
        ("a\n", "a", "# why\nn  # how\n# end", BEFORE, "# why\nn  # how\n# end\na\n"),
        ("if x:\n  a\n", "a", "if y:\n    n", BEFORE, "if x:\n  if y:\n    n\n  a\n"),
        ("if x:\n\ta\n", "a", "def f():\n    m\n\n    n\n", BEFORE,
         "if x:\n\tdef f():\n\t\tm\n\n\t\tn\n\n\ta\n"),
        # comments
        ("a\n\n# on b\nb\n", "b", "# n", BEFORE, "a\n\n# on b\n# n\nb\n"),
        ("# by me\na\n", "a", "# n", BEFORE, "# by me\n# n\na\n"),
        ("if x:\n  a\n  b\n", "a", "# n", AFTER, "if x:\n  a\n  # n\n  b\n"),
        ("if x:\n  a\nb\n", "a", "# n", AFTER, "if x:\n  a\n  # n\nb\n"),
        # places other than plain lines
        ("@d\ndef f():\n    a\n", "def", "n", BEFORE, "n\n@d\ndef f():\n    a\n"),
        ("if x:\n    a\nelse:\n    b\n", "if", "n", AFTER, "if x:\n    a\nelse:\n    b\nn\n"),
        ("if x:\n    a\nelse:\n    b\n", "b", "n", BEFORE, "if x:\n    a\nelse:\n    n\n    b\n"),
        ("a = 1; b = 2\n", "b = 2", "n", BEFORE, "a = 1\nn\nb = 2\n"),
        ("a = 1; b = 2  # c\n", "a = 1", "n", AFTER, "a = 1\nn\nb = 2  # c\n"),
        ("a = 1; b = 2;  # c\n", "a = 1", "n", BEFORE, "n\na = 1; b = 2;  # c\n"),
        ("if x: a = 1; b = 2  # c\n", "b = 2", "n", BEFORE, "if x:\n    a = 1\n    n\n    b = 2  # c\n"),
        ("if x: a = 1\nelse: b = 2\n", "b = 2", "n", AFTER, "if x: a = 1\nelse:\n    b = 2\n    n\n"),
        ("class A:\n\tdef f(self): return 1\n", "return", "n", BEFORE,
         "class A:\n\tdef f(self):\n\t\tn\n\t\treturn 1\n"),
        ("try:\n  a\nexcept E:\n  b\nfinally:\n  c\n", "b", "n", AFTER,
         "try:\n  a\nexcept E:\n  b\n  n\nfinally:\n  c\n"),
        ("match x:\n  case 1:\n    a\n", "a", "n", BEFORE, "match x:\n  case 1:\n    n\n    a\n"),
        # line ends
        ("a\r\nb\r\n", "b", "m\nn", BEFORE, "a\r\nm\r\nn\r\nb\r\n"),
        ("a\nb\r\nc\n", "b", "\nm\nn\n", BEFORE, "a\n\r\nm\r\nn\r\n\r\nb\r\nc\n"),
        ("a\r\nb\nc", "c", "n", BEFORE, "a\r\nb\nn\nc"),
        ("a\n\x0c\nb\n", "b", "n", BEFORE, "a\n\nn\n\x0c\nb\n"),
    ],
)  # fmt: skip
def test_insert(before: str, begin: str, template: str, where: Where, after: str) -> None:
    assert apply(before, [insert(before, begin, template, where)]) == after


def test_inserts_at_one_statement_are_one_paragraph_in_their_order() -> None:
    text = "a\n\nb\n"
    edits = [
        insert(text, "b", "m"),
        insert(text, "b", "n"),
        insert(text, "a", "k", AFTER),
        insert(text, "a", "l", AFTER),
    ]
    assert apply(text, [*edits, edits[0]]) == "a\nk\nl\n\nm\nn\n\nb\n"


def test_an_inserted_block_keeps_its_distance_from_the_next() -> None:
    text = "a\nb\n"
    edits = [insert(text, "b", "\n\ndef f():\n    pass\n\n"), insert(text, "b", "n")]
    assert apply(text, edits) == "a\n\n\ndef f():\n    pass\n\n\nn\nb\n"


@pytest.mark.parametrize(
    ("before", "begin", "after"),
    [
        ("a\nb\nc\n", "b", "a\nc\n"),
        ("a\nb", "b", "a"),
        ("a\n", "a", ""),
        ("a\n# on b\nb  # this\nc\n", "b", "a\n# on b\nc\n"),
        ("a\n\nb\n\nc\n", "b", "a\n\nc\n"),
        ("a\n\nb\nc\n", "b", "a\n\nc\n"),
        ("a\nb\n\nc\n", "b", "a\n\nc\n"),
        ("a\n\n# on b\nb\n\n# on c\nc\n", "b", "a\n\n# on b\n\n# on c\nc\n"),
        ("a\n\nb\n", "a", "b\n"),
        ("# by me\n\na\n\nb\n", "a", "# by me\n\nb\n"),
        ("# by me\na\n\nb\n", "a", "# by me\n\nb\n"),
        ("a\n# on b\nb\n", "b", "a\n# on b\n"),
        ("a\n\nb\n\n", "b", "a\n\n"),
        ("if x:\n    a\nb\n", "a", "if x:\n    pass\nb\n"),
        ("if x:\n    # on a\n    a\nb\n", "a", "if x:\n    # on a\n    pass\nb\n"),
        ("if x:\r\n\ta\r\nb\r\n", "a", "if x:\r\n\tpass\r\nb\r\n"),
        ("if x:\n    a\n\n    b\n", "a", "if x:\n    b\n"),
        ("if x: a\n", "a", "if x: pass\n"),
        ("if x: a; b  # c\n", "a", "if x: b  # c\n"),
        ("a; b; c  # d\n", "a", "b; c  # d\n"),
        ("a; b; c  # d\n", "b", "a; c  # d\n"),
        ("a; b; c  # d\n", "c", "a; b  # d\n"),
        ("a; b;\n", "b", "a\n"),
        ("a\nif x:\n    b\nc\n", "if", "a\nc\n"),
        ("@d\ndef f(): pass\nc\n", "def", "c\n"),
    ],
)
def test_remove(before: str, begin: str, after: str) -> None:
    assert apply(before, [Remove(stmt(before, begin))]) == after


def test_remove_all_of_a_block() -> None:
    text = "if x:\n    a\n    b\nelse: c; d\n"
    edits = [Remove(stmt(text, name)) for name in ("a", "b", "c", "d")]
    assert apply(text, edits) == "if x:\n    pass\nelse: pass\n"


@pytest.mark.parametrize(
    ("before", "begin", "template", "after"),
    [
        ("import a\n", "import", "import b", "import b\n"),
        ("import a  # why\n", "import", "import b\nimport c", "import b\nimport c  # why\n"),
        ("# on a\nimport a  # why\n", "import", "if b:\n    import c",
         "# on a\n# why\nif b:\n    import c\n"),
        ("x = 1; import a; y = 2  # c\n", "import", "import b", "x = 1; import b; y = 2  # c\n"),
        ("x = 1; import a; y = 2  # c\n", "import", "import b; import c",
         "x = 1; import b; import c; y = 2  # c\n"),
        ("x = 1; import a; y = 2  # c\n", "import", "import b\nimport c",
         "x = 1\nimport b\nimport c\ny = 2  # c\n"),
        ("if x: import a\n", "import", "import b", "if x: import b\n"),
        ("if x: import a\n", "import", "import b\nimport c", "if x:\n    import b\n    import c\n"),
        ("a\n\n# on b\nfor b in c:\n    d\ne\n", "for", "f()", "a\n\n# on b\nf()\ne\n"),
        ("a = b\n", "a = b", "# why\nc = b", "# why\nc = b\n"),
        ("a = b\nc\n", "a = b", "d = b\n# end", "d = b\n# end\nc\n"),
        ("(f(a))\n", "(f(a))", "b = 1", "b = 1\n"),
        ("if x:\r\n\timport a\r\n", "import", "import b\nimport c", "if x:\r\n\timport b\r\n\timport c\r\n"),
    ],
)  # fmt: skip
def test_replace_a_statement(before: str, begin: str, template: str, after: str) -> None:
    assert apply(before, [Replace(stmt(before, begin), template)]) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("with s:\n    a\n    b\n", "a\nb\n"),
        ("a\n\n# on s\nwith s:  # why\n    # on b\n    b\n\n    c\n    # end\nd\n",
         "a\n\n# on s\n# on b\nb\n\nc\n# end\nd\n"),
        ("with s: a; b  # c\n", "a; b  # c\n"),
        ("if x:\n  with s:\n     a\n     if y:\n        b\n  c\n", "if x:\n  a\n  if y:\n     b\n  c\n"),
        ("def f():\n\twith s:\n\t\treturn g(\n\t\t\t1,\n\t\t)\n", "def f():\n\treturn g(\n\t\t1,\n\t)\n"),
        ("with s:\n    a = b + \\\n        c\n", "a = b + \\\n    c\n"),
        ('with s:\n    a = """\n    b"""\n', 'a = """\n    b"""\n'),
        ("with s:\r\n    a\r\n\r\n    b\r\nc", "a\r\n\r\nb\r\nc"),
    ],
)  # fmt: skip
def test_unwrap(before: str, after: str) -> None:
    assert apply(before, [Unwrap(stmt(before, "with"))]) == after


def test_a_dissolved_block_meets_other_edits() -> None:
    text = "with s:\n    a\n    with t:\n        b\nc\n"
    outer, inner = Unwrap(stmt(text, "with s")), Unwrap(stmt(text, "with t"))
    assert apply(text, [outer, inner]) == "a\nb\nc\n"
    assert apply(text, [inner, Replace(stmt(text, "a"), "import d"), outer]) == "import d\nb\nc\n"
    assert apply(text, [outer, Remove(stmt(text, "a")), insert(text, "with s", "n = 1")]) == (
        "n = 1\nwith t:\n    b\nc\n"
    )
    assert apply(text, [outer, wrap(text, "with s", "c", "with u:")]) == (
        "with u:\n    a\n    with t:\n        b\n    c\n"
    )
    assert apply(text, [outer, wrap(text, "a", "a", "with u:")]) == "with u:\n    a\nwith t:\n    b\nc\n"


def test_only_a_block_can_be_dissolved() -> None:
    with pytest.raises(RewriteError, match="meet no node"):
        apply("a\n", [Unwrap(stmt("a\n", "a"))])


def test_a_replaced_statement_fills_holes_with_its_parts() -> None:
    text = "a = f(b + c)\n"
    span, part = stmt(text, "a = "), expr(text, "b + c")
    edits = [
        Replace(span, "{own}\nd = {x}[0]", (("own", span), ("x", part))),
        Replace(expr(text, "b"), "e"),
    ]
    assert apply(text, edits) == "a = f(e + c)\nd = (e + c)[0]\n"


@pytest.mark.parametrize(
    ("before", "first", "last", "after"),
    [
        ("a\nb\nc\n", "a", "b", "with s:\n    a\n    b\nc\n"),
        ("a\nb", "b", "b", "a\nwith s:\n    b"),
        ("a\n\n\n# on b\nb\n\n# on c\nc  # this\n\nd\n", "b", "c",
         "a\n\n\nwith s:\n    # on b\n    b\n\n    # on c\n    c  # this\n\nd\n"),
        ("a\n\n# Part\n\nb\n", "b", "b", "a\n\n# Part\n\nwith s:\n    b\n"),
        ("# by me\na\n", "a", "a", "# by me\nwith s:\n    a\n"),
        ("def f():\n\ta\n\tb\n\t# end\n", "a", "b", "def f():\n\twith s:\n\t\ta\n\t\tb\n\t# end\n"),
        ("def f():\n  if x:\n    a\n  b\n", "a", "a", "def f():\n  if x:\n    with s:\n      a\n  b\n"),
        ("def f():\n    if x:\n        a\ndef g():\n\tb\n", "b", "b",
         "def f():\n    if x:\n        a\ndef g():\n\twith s:\n\t\tb\n"),
        ("if x: a = 1  # c\n", "a = 1", "a = 1", "if x:\n    with s:\n        a = 1  # c\n"),
        ("a = 1; b = 2  # c\n", "b = 2", "b = 2", "a = 1\nwith s:\n    b = 2  # c\n"),
        ("a = 1; b = 2; c = 3  # c\n", "b = 2", "b = 2", "a = 1\nwith s:\n    b = 2\nc = 3  # c\n"),
        ("a = 1; b = 2; c = 3  # c\n", "a = 1", "b = 2", "with s:\n    a = 1; b = 2\nc = 3  # c\n"),
        ("a = 1; b = 2\nc\n", "a = 1", "c", "with s:\n    a = 1; b = 2\n    c\n"),
        ('a = """x\n  y\n"""\n', "a", "a", 'with s:\n    a = """x\n  y\n"""\n'),
        ("a(\n    b,\n\n    # c\n    d,\n)\n", "a", "a",
         "with s:\n    a(\n        b,\n\n        # c\n        d,\n    )\n"),
        ("a = b + \\\n    c\n", "a", "a", "with s:\n    a = b + \\\n        c\n"),
        ("a = b + \\\r\n    c\r\n", "a", "a", "with s:\r\n    a = b + \\\r\n        c\r\n"),
        ("def f():\n    a\n\n    b\n  \n\nf()\n", "def", "f()",
         "with s:\n    def f():\n        a\n\n        b\n  \n\n    f()\n"),
        ("@d\nclass A:\n    a\nb\n", "class", "b", "with s:\n    @d\n    class A:\n        a\n    b\n"),
        ("a\nb\r\nc\n", "b", "b", "a\nwith s:\r\n    b\r\nc\n"),
        ("if x:\n    a\nelif y:\n    b\n", "if", "if",
         "with s:\n    if x:\n        a\n    elif y:\n        b\n"),
        ("for a in b:\n    c\n# on d\nd\n", "c", "c", "for a in b:\n    with s:\n        c\n# on d\nd\n"),
    ],
)  # fmt: skip
def test_wrap(before: str, first: str, last: str, after: str) -> None:
    assert apply(before, [wrap(before, first, last)]) == after


def test_wraps_nest_and_stand_side_by_side() -> None:
    text = "a\nb\nc\nd\n"
    edits = [
        wrap(text, "a", "c", "with s:"),
        wrap(text, "b", "b", "with t:"),
        wrap(text, "d", "d", "with u:"),
    ]
    expected = "with s:\n    a\n    with t:\n        b\n    c\nwith u:\n    d\n"
    assert apply(text, edits) == apply(text, edits[::-1]) == expected


def test_of_two_wraps_of_one_run_the_first_is_the_outer_one() -> None:
    text = "a\n"
    edits = [wrap(text, "a", "a", "with s:"), wrap(text, "a", "a", "if t:")]
    assert apply(text, edits) == "with s:\n    if t:\n        a\n"
    assert apply(text, edits[::-1]) == "if t:\n    with s:\n        a\n"


def test_what_is_inserted_around_a_run_stands_outside_of_its_block() -> None:
    text = "a\n\n# on b\nb\nc\n\nd\n"
    edits: list[Edit] = [
        wrap(text, "b", "c"),
        insert(text, "b", "k"),
        insert(text, "b", "l", AFTER),
        insert(text, "c", "m"),
        insert(text, "c", "n", AFTER),
    ]
    expected = "a\n\nk\n\nwith s:\n    # on b\n    b\n    l\n    m\n    c\nn\n\nd\n"
    assert apply(text, edits) == apply(text, edits[::-1]) == expected


def test_a_comment_stays_with_its_statement_in_the_block() -> None:
    text = "a\n\nb\n"
    assert apply(text, [wrap(text, "b", "b"), insert(text, "b", "# n")]) == "a\n\nwith s:\n    # n\n    b\n"


def test_the_header_may_speak_of_the_script() -> None:
    text = "a = f(b)\n"
    edit = Wrap(stmt(text, "a"), stmt(text, "a"), "with {x}.scope():", (("x", expr(text, "f(b)")),))
    assert apply(text, [edit, Replace(expr(text, "b"), "c")]) == "with f(c).scope():\n    a = f(c)\n"


def test_removed_statements_meet_other_edits() -> None:
    text = "a\n\nb\nc\n\nd\n"
    edits: list[Edit] = [Remove(stmt(text, "b")), Remove(stmt(text, "c"))]
    assert apply(text, [*edits, insert(text, "b", "n")]) == "a\n\nn\n\nd\n"
    assert apply(text, [*edits, insert(text, "c", "n", AFTER)]) == "a\n\nn\n\nd\n"
    assert apply(text, [*edits, wrap(text, "b", "c")]) == "a\n\nd\n"  # a block of nothing is none
    assert apply(text, [edits[1], wrap(text, "b", "c")]) == "a\n\nwith s:\n    b\n\nd\n"


def test_a_block_of_nothing_leaves_comments_and_what_is_inserted() -> None:
    text = "a\n\n# on b\nb\n\nd\n"
    edits: list[Edit] = [Remove(stmt(text, "b")), wrap(text, "b", "b")]
    assert apply(text, edits) == "a\n\n# on b\n\nd\n"
    assert apply(text, [*edits, insert(text, "b", "n")]) == "a\n\nn\n\n# on b\n\nd\n"
    assert apply(text, [*edits, wrap(text, "b", "b", "if t:")]) == "a\n\n# on b\n\nd\n"


def test_comments_that_go_with_a_statement_are_those_right_on_it() -> None:
    text = "a\n\n\n# of all\n\n# on b\nb\nd\n"
    assert apply(text, [Remove(stmt(text, "b"), with_comments=True)]) == "a\n\n\n# of all\n\nd\n"
    text = "def f(): pass\n\n\n# on b\nb\nd\n"
    assert apply(text, [Remove(stmt(text, "b"), with_comments=True)]) == "def f(): pass\n\n\nd\n"


@pytest.mark.parametrize(
    ("first", "last", "reason"),
    [("a", "c", "no node"), ("b", "a", "no node"), ("if", "b", "no node")],
)
def test_a_run_must_be_of_siblings(first: str, last: str, reason: str) -> None:
    text = "a\nb\nif x:\n    c\n"
    with pytest.raises(RewriteError, match=rf"{reason}(.|\n)*Wrap"):
        apply(text, [wrap(text, first, last)])


def test_runs_must_not_cross() -> None:
    text = "a\nb\nc\n"
    with pytest.raises(RewriteError, match="inside another one"):
        apply(text, [wrap(text, "a", "b"), wrap(text, "b", "c")])


def test_dedented_code_of_a_case_from_life() -> None:
    text = dedent("""\
        import keras

        # Model
        model = keras.Sequential([
            keras.layers.Dense(10),
        ])
        model.compile("adam", 'mse')  # simple
        model.fit(x, y)
        """)
    edits: list[Edit] = [
        insert(text, "import", "from tensorflow.python import ipu", AFTER),
        wrap(text, "model =", "model.compile"),
    ]
    assert apply(text, edits) == dedent("""\
        import keras
        from tensorflow.python import ipu

        with s:
            # Model
            model = keras.Sequential([
                keras.layers.Dense(10),
            ])
            model.compile("adam", 'mse')  # simple
        model.fit(x, y)
        """)


def test_inserted_imports_come_before_what_else_is_inserted() -> None:
    text = "a\n\nb\n"
    edits = [
        insert(text, "b", "m = n.o()"),
        insert(text, "b", "import n"),
        insert(text, "b", "from p import q"),
    ]
    assert apply(text, edits) == "a\n\nimport n\nfrom p import q\nm = n.o()\n\nb\n"


@pytest.mark.parametrize(
    ("before", "begin", "after"),
    [
        ("a\n# on b\nb  # b\n# on c\nc\n", "b", "a\n# on c\nc\n"),
        ("if x:\n    a\n\n    # on b\n    b = f(\n        1\n    )\n", "b", "if x:\n    a\n"),
        ("a\n# on w\nwith x:\n    b\nc\n", "with", "a\nc\n"),
        ("c\n# on a\na; b\n", "a", "c\n# on a\nb\n"),
    ],
)
def test_a_statement_goes_with_its_comments(before: str, begin: str, after: str) -> None:
    assert apply(before, [Remove(stmt(before, begin), with_comments=True)]) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(a):\n    pass\n", "@d(x=1)\ndef f(a):\n    pass\n"),
        ("# on f\ndef f(a): pass\n", "# on f\n@d(x=1)\ndef f(a): pass\n"),
        ("@c\n# on f\ndef f(a): pass\n", "@c\n# on f\n@d(x=1)\ndef f(a): pass\n"),
        ("class A:\n\ta = 1\n\n\tdef f(a): pass\n", "class A:\n\ta = 1\n\n\t@d(x=1)\n\tdef f(a): pass\n"),
        ("a\r\ndef f(a):\r\n    pass\r\n", "a\r\n@d(x=1)\r\ndef f(a):\r\n    pass\r\n"),
    ],
)
def test_a_decorator_stands_right_above_its_function(before: str, after: str) -> None:
    assert apply(before, [AddDecorator(stmt(before, "def"), "d(x=1)")]) == after


def test_a_block_with_an_else() -> None:
    text = "a\nb\n"
    edit = Wrap(stmt(text, "a"), stmt(text, "a"), "if x:", otherwise="c\nif y:\n    d")
    assert apply(text, [edit]) == "if x:\n    a\nelse:\n    c\n    if y:\n        d\nb\n"

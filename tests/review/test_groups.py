"""Which units change together, and which of these groups need others."""

from __future__ import annotations

from gpu2ipu.review.groups import Groups, all_of


def changed(old: str, new: str) -> list[tuple[str, str, int]]:
    """The segments that change, and of which group each is, from 1 on."""
    groups = Groups(old, new)
    groups.join_mutual()
    segments = [each for each in groups.segments() if each.change is not None]
    order = list(dict.fromkeys(each.change for each in segments))
    return [(each.old, each.new, order.index(each.change) + 1) for each in segments]


def needs(old: str, new: str) -> dict[int, set[int]]:
    groups = Groups(old, new)
    groups.join_mutual()
    order = list(dict.fromkeys(each.change for each in groups.segments() if each.change is not None))
    number = {group: place for place, group in enumerate(order, start=1) if group is not None}
    return {number[group]: {number[each] for each in some} for group, some in all_of(groups.needs()).items()}


def test_a_new_block_changes_as_a_whole() -> None:
    old = "a()\nmodel()\n\n# why\nb()\n"
    new = "a()\nwith s:\n    model()\n\n    # why\n    b()\n"
    assert {group for _, _, group in changed(old, new)} == {1}
    assert {group for _, _, group in changed(new, old)} == {1}


def test_what_is_inserted_above_a_new_block_is_another_change() -> None:
    new = "n = 1\n\n# the scope\nwith s:\n    model()\n"
    assert [(new, group) for _, new, group in changed("model()\n", new)] == [
        ("n = 1\n", 1),
        ("\n", 1),
        ("# the scope\n", 2),
        ("with s:\n", 2),
        ("    model()\n", 2),
    ]


def test_a_clause_of_another_kind_changes_its_block() -> None:
    old, new = "if a:\n    b(1)\nelse:\n    c(1)\n", "if a:\n    b(2)\nelif d:\n    c(2)\n"
    assert {group for _, _, group in changed(old, new)} == {1}


def test_statements_in_a_block_that_stays_are_changes_of_their_own() -> None:
    assert needs("def f():\n    a(1)\n    b(1)\n", "def f():\n    a(2)\n    b(2)\n") == {1: set(), 2: set()}


def test_what_uses_a_new_name_needs_it() -> None:
    assert needs("f(x)\n\ng(y)\n", "n = 1\nf(x, n)\n\ng(y, 2)\n") == {1: set(), 2: {1}, 3: set()}


def test_names_of_other_functions_are_others() -> None:
    old = "def f():\n    a(x)\ndef g():\n    b(y)\n"
    new = "def f():\n    n = 1\n    a(x, n)\ndef g():\n    n = 2\n    b(y, n)\n"
    assert needs(old, new) == {1: set(), 2: {1}, 3: set(), 4: {3}}


def test_what_takes_a_name_away_needs_its_users() -> None:
    assert needs("import hvd\nx = 1\nf(hvd.rank())\n", "x = 1\nf(0)\n") == {1: {2}, 2: set()}


def test_what_binds_a_name_otherwise_is_one_with_its_users() -> None:
    old, new = "d = load()\nother(1)\nfit(d, 1)\n", "d = cast(load())\nother(2)\nfit(d, 2)\n"
    assert [group for _, _, group in changed(old, new)] == [1, 2, 1]


def test_an_import_of_the_same_name_does_not_need_its_users() -> None:
    old = "import keras\nx = 1\nf(keras.A)\n"
    assert needs(old, "from tensorflow import keras\nx = 1\nf(keras.B)\n") == {1: set(), 2: {1}}


def test_a_parameter_is_needed_by_body_and_callers() -> None:
    old = "def build(n):\n    compile(n)\nx = 1\nbuild(3)\n"
    new = "def build(n, steps):\n    compile(n, steps)\nx = 1\nbuild(3, 4)\n"
    assert needs(old, new) == {1: set(), 2: {1}}
    assert [group for _, _, group in changed(old, new)] == [1, 2, 1]


def test_a_method_is_one_with_its_callers() -> None:
    old = "class A:\n    def build(self, n):\n        pass\nx = 1\nA().build(3)\n"
    assert {group for _, _, group in changed(old, old.replace("n)", "n, m)").replace("3)", "3, 4)"))} == {1}


def test_a_binding_that_moves_is_one_change() -> None:
    assert {group for _, _, group in changed("o = A()\nx = 1\nf()\n", "x = 1\no = A()\nf()\n")} == {1}


def test_what_is_only_moved_uses_nothing_anew() -> None:
    old = "o = A(1)\nx = 1\nmodel(o)\n"
    assert needs(old, "o = A(2)\nx = 1\nwith s:\n    model(o)\n") == {1: set(), 2: set()}


def test_definitions_of_new_names_do_nothing_else() -> None:
    config = "import ipu\nc = ipu.Config()\nc.n = 1\nc.configure()\n\ndef helper(a):\n    return a\n"
    groups = Groups("x = 1\nf()\n", f"{config}x = 1\nn = g()\nh(n)\nf()\n")
    defines = [groups.only_defines(each.change) for each in groups.segments() if each.change is not None]
    assert defines == [True] * 7 + [False] * 2


def test_comments_are_told_from_code() -> None:
    groups = Groups("a()\nb()\n", "# one\na()\nc()\nb()\n")
    assert [groups.only_comments(each.change) for each in groups.segments() if each.change is not None] == [
        True,
        False,
    ]

"""Expressions with others in the place of their parts; nothing that was there before is changed."""

from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.dataflow.substitution import with_names, with_parts


def parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def test_names_and_parts() -> None:
    assert ast.unparse(with_names(parsed("len(x) // b + x.n"), {"x": parsed("data[0]")})) == (
        "len(data[0]) // b + data[0].n"
    )
    size = parsed("even(len(x), 32)")
    found = with_parts(parsed("len(x) // even(len(x), 32)"), {ast.dump(size): ast.Name("b")})
    assert ast.unparse(found) == "len(x) // b"


def test_what_takes_the_place_of_a_name_is_not_searched_for_it() -> None:
    assert ast.unparse(with_names(parsed("x + 1"), {"x": parsed("x.y")})) == "x.y + 1"


def test_a_node_that_stands_in_two_places_is_replaced_in_both() -> None:
    shared = parsed("self.x")
    whole = ast.BinOp(shared, ast.FloorDiv(), shared)
    assert (
        ast.unparse(with_names(whole, {"self": parsed("self.trainer")})) == "self.trainer.x // self.trainer.x"
    )


@given(st.sampled_from(["a", "f(a, b=a)", "[a for a in b]", "a[b:a]", "lambda a: a + b", "f'{a}'"]))
def test_the_expression_itself_stays_as_it_is(text: str) -> None:
    node = parsed(text)
    before = ast.dump(node, include_attributes=True)
    with_names(node, {"a": parsed("c.d"), "b": parsed("e")})
    assert ast.dump(node, include_attributes=True) == before

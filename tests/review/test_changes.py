"""A script with some of its changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.review.changes import PortChange, Review, Segment, compiles, listed, text_of
from gpu2ipu.source.script_file import Source
from tests.review.reviews import TRAINING, port_of, reviewed, with_those_needed


def test_all_changes_make_the_port_and_none_the_script() -> None:
    review = reviewed(TRAINING)
    assert review.text_with(review.numbers) == port_of(TRAINING)
    assert review.text_with(()) == TRAINING


def test_one_change_alone() -> None:
    review = reviewed(TRAINING)
    (evaluate,) = (
        change.number
        for change in review.changes
        if "IPU202" in {each.rule for each in change.findings}
        if not change.needs and change.safety == "safe"
    )
    assert review.text_with({evaluate}) == TRAINING.replace("evaluate(x, y)", "evaluate(x, y, batch_size=25)")


def test_a_change_needs_others_by_name() -> None:
    review = reviewed(TRAINING)
    last = next(change for change in reversed(review.changes) if change.needs)
    with pytest.raises(
        Trouble, match=rf"train\.py: change {last.number} needs change 2 for `train_size`; accept"
    ):
        review.text_with({last.number})
    assert review.needing(2) >= {last.number}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_stay(end: str) -> None:
    text = TRAINING.replace("\n", end)
    review = reviewed(text)
    for change in review.changes:
        part = review.text_with(with_those_needed(review, change.number))
        assert part.replace(end, "").isascii() and not set(part.replace(end, "")) & {"\r", "\n"}
    assert review.text_with(()) == text


def test_a_missing_newline_at_the_end_stays() -> None:
    text = TRAINING.removesuffix("\n")
    review = reviewed(text)
    for change in review.changes:
        assert not review.text_with(with_those_needed(review, change.number)).endswith("\n")


def test_a_last_line_without_a_newline_gets_one_where_others_follow() -> None:
    segments = [Segment("a\r\nb", "a\r\nb\r\n", 1, 1), Segment("", "c", 3, 3, 1)]
    assert text_of(segments, ()) == "a\r\nb"
    assert text_of(segments, {1}) == "a\r\nb\r\nc"


def test_a_text_that_is_not_python_is_refused() -> None:
    segments = (
        Segment("if a:\n", "if a:\n", 1, 1),
        Segment("    b\n", "", 2, 2, 1),
        Segment("", "    c\n", 3, 2, 2),
    )
    changes = tuple(PortChange(number, (), frozenset(), {}) for number in (1, 2))
    review = Review(Source(Path("a.py"), "", "utf-8", False), segments, changes, (), "")
    assert review.text_with({1, 2}) == "if a:\n    c\n"
    with pytest.raises(Trouble, match=r"a\.py: changes depend on each other: with change 1 alone"):
        review.text_with({1})


def test_what_compiles() -> None:
    assert compiles("a = 1\n") and not compiles("return\n") and not compiles("a = '\0'\n")


def test_numbers_for_people() -> None:
    assert [listed(numbers) for numbers in ((3, 1), (2,), ())] == ["changes 1, 3", "change 2", "changes none"]

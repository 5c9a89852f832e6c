"""Which changes are accepted: by number, with what they need, and from one run to the next."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.review.changes import Review
from gpu2ipu.review.decisions import Decisions, forget, keep, kept, named, state_file
from tests.review.reviews import TRAINING, reviewed


@pytest.fixture
def review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Review:
    """Changes 1, 2, 3 that needs both, 4 that needs 2, and 5."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return reviewed(TRAINING)


@pytest.mark.parametrize(
    ("accept", "reject", "expected"),
    [
        (("all",), (), {1, 2, 3, 4, 5}),
        (("none",), (), set()),
        (("1-3", "5"), (), {1, 2, 3, 5}),
        (None, ("3-5",), {1, 2}),
        (None, ("none",), {1, 2, 3, 4, 5}),
    ],
)
def test_changes_are_named(
    review: Review, accept: tuple[str, ...] | None, reject: tuple[str, ...], expected: set[int]
) -> None:
    decisions = named(review, accept, reject)
    assert decisions == Decisions(frozenset(expected), review.numbers - expected)


@pytest.mark.parametrize("word", ["6", "0", "3-9", "5-3", "x", "-1", "1-"])
def test_a_number_that_no_change_has(review: Review, word: str) -> None:
    with pytest.raises(Trouble, match=f"train.py: there is no change '{word}'; changes are 1 to 5"):
        named(review, (word,), ())


def test_changes_that_need_others_are_not_taken_alone(review: Review) -> None:
    with pytest.raises(Trouble, match="change 4 needs change 2 for `train_size`"):
        named(review, ("4",), ())
    with pytest.raises(Trouble, match="change 3 needs change 1 for `strategy`"):
        named(review, None, ("1",))


def test_a_decision_takes_others_along(review: Review) -> None:
    decisions = Decisions().accept(review, 3)
    assert decisions == Decisions(frozenset({1, 2, 3}))
    assert decisions.reject(review, 2) == Decisions(frozenset({1}), frozenset({2, 3, 4}))
    assert decisions.open(review) == [4, 5]


def test_decisions_are_kept_until_the_script_changes(review: Review) -> None:
    decisions = Decisions(frozenset({1}), frozenset({5}))
    assert kept(review) == Decisions()
    assert keep(review, decisions) == state_file(review.path)
    assert kept(review) == decisions
    assert kept(reviewed(TRAINING.replace("32", "16"))) == Decisions()
    forget(review)
    forget(review)
    assert kept(review) == Decisions()


@pytest.mark.parametrize("state", ["", "[]", "{}", '{"accepted": 1}', '{"accepted": [1], "rejected": [1]}'])
def test_what_cannot_be_read_is_not_there(review: Review, state: str) -> None:
    file = keep(review, Decisions())
    if state.startswith('{"accepted": ['):
        state = json.dumps(json.loads(state) | {"digest": review.digest})
    file.write_text(state)
    assert kept(review) == Decisions()


def test_scripts_of_one_name_are_kept_apart(tmp_path: Path) -> None:
    assert state_file(Path("a/train.py")) != state_file(Path("b/train.py"))
    assert state_file(Path("a/../train.py")) == state_file(Path("train.py"))


def test_a_cache_that_cannot_be_written(review: Review, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("")
    with pytest.raises(Trouble, match="cannot be written"):
        keep(review, Decisions())

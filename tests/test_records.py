"""Records are like frozen dataclasses."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import pytest

from gpu2ipu.records import record


@record
class Base:
    """A record."""

    name: str
    numbers: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def total(self) -> int:
        return sum(self.numbers.values())


@record
class Derived(Base):
    """A record with the fields of another."""

    word: str = field(default="", kw_only=True)
    last: int = 3


@record(slots=True)
class Small:
    """A record with slots; `note` is neither compared nor shown."""

    size: int = 0
    note: str = field(default="", compare=False, repr=False)


@record(eq=False)
class Single:
    """A record that is equal to itself only."""

    size: int = 0


def test_fields_are_given_by_place_and_name_and_have_defaults() -> None:
    assert [each.name for each in fields(Derived)] == ["name", "numbers", "word", "last"]
    one = Derived("a", {"b": 1}, 4, word="b")
    assert (one.name, one.numbers, one.last, one.word) == ("a", {"b": 1}, 4, "b")
    assert (Derived("a").numbers, Derived("a").last, Derived(name="a").word) == ({}, 3, "")
    assert Base("a").numbers is not Base("a").numbers


@pytest.mark.parametrize(
    ("args", "kwargs"), [((), {}), (("a",), {"other": 1}), (("a", {}, 4, "b"), {}), ((), {"other": 1})]
)
def test_fields_that_are_missing_or_unknown(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="the fields of Derived are name, numbers, word, last"):
        Derived(*args, **kwargs)


@dataclass(frozen=True)
class Model:
    """What `Base` would be as a dataclass."""

    name: str
    numbers: Mapping[str, int] = field(default_factory=dict)


def test_records_compare_and_print_like_dataclasses() -> None:
    assert Base("a") == Base("a", {}) != Base("b")
    assert Base("a") != Derived("a")
    assert hash(Base("a", ())) == hash(Base("a", ()))  # type: ignore[arg-type]
    assert repr(Base("a", {"b": 1})) == repr(Model("a", {"b": 1})).replace("Model", "Base")
    assert (Small(1, "x") == Small(1, "y"), repr(Small(1, "x"))) == (True, "Small(size=1)")
    assert Single() != Single()
    assert len({Single(), Single()}) == 2


@pytest.mark.parametrize("one", [Base("a"), Small(), Single()])
def test_records_do_not_change(one: Any) -> None:
    name = fields(one)[0].name
    with pytest.raises(FrozenInstanceError):
        setattr(one, name, 1)
    with pytest.raises(FrozenInstanceError):
        delattr(one, name)


def test_a_changed_copy() -> None:
    assert replace(Base("a"), name="b") == Base("b")
    assert replace(Derived("a", word="b"), last=4) == Derived("a", last=4, word="b")


def test_a_property_may_be_cached() -> None:
    one = Base("a", {"b": 2})
    assert (one.total, one.total, one == Base("a", {"b": 2})) == (2, 2, True)


@pytest.mark.parametrize("one", [Base("a", {"b": 2}), Derived("a", word="b"), Small(2)])
def test_records_can_be_pickled_and_copied(one: object) -> None:
    assert pickle.loads(pickle.dumps(one)) == copy.copy(one) == one


def test_records_match_by_position() -> None:
    match Derived("a", {}, 4):
        case Derived(name, _, last):
            assert (name, last) == ("a", 4)

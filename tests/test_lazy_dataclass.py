"""Dataclasses that are completed later are like all others."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Mapping
from dataclasses import field
from typing import Any

import pytest

from gpu2ipu.lazy_dataclass import dataclass


def classes() -> tuple[Any, Any]:
    """Two new classes, of which no object has been made."""

    @dataclass(frozen=True)
    class Base:
        """A base."""

        name: str
        numbers: Mapping[str, int] = field(default_factory=dict)

    @dataclass(frozen=True, eq=False)
    class Derived(Base):
        """Derived."""

        word: str = field(default="", kw_only=True)
        last: int = 3

    return Base, Derived


@dataclass(frozen=True)
class Kept:
    """A class that a pickle finds."""

    size: int = 0


def test_objects_compare_print_and_refuse_to_change() -> None:
    base, _ = classes()
    one = base("a")
    assert (one, one.numbers, hash(base("a", ())) == hash(base("a", ()))) == (base("a", {}), {}, True)
    assert repr(one).endswith("Base(name='a', numbers={})")
    assert dataclasses.replace(one, name="b") == base("b")
    assert one.numbers is not base("a").numbers
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.name = "c"
    with pytest.raises(TypeError):
        base()


@pytest.mark.parametrize("base_first", [False, True])
def test_a_class_that_inherits(base_first: bool) -> None:
    base, derived = classes()
    if base_first:
        base("x")
    one = derived("a", {}, 4, word="b")
    assert (one.name, one.numbers, one.last, one == base("a")) == ("a", {}, 4, False)
    assert [each.name for each in dataclasses.fields(derived)] == ["name", "numbers", "word", "last"]
    assert base("a") == base("a")

    @dataclass(frozen=True)
    class Late(base):  # type: ignore[misc, valid-type]
        """Of a base that is complete."""

        more: int = 1

    assert Late("a").more == 1


def test_an_ordinary_dataclass_may_inherit() -> None:
    base, _ = classes()

    @dataclasses.dataclass(frozen=True)
    class Ordinary(base):  # type: ignore[misc, valid-type]
        """Of a base of which there is no object yet."""

        more: int = 1

    one = Ordinary("a", more=2)
    assert (one.name, one.more, one == Ordinary("a", more=2), base("a") == base("a")) == ("a", 2, True, True)
    assert copy.copy(one) == one


def test_objects_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(Kept(2))) == Kept(2) != Kept(3)


def test_the_first_object_may_come_from_a_pickle() -> None:
    base, _ = classes()
    raw = object.__new__(base)
    raw.__setstate__({"name": "a", "numbers": {}})
    assert raw == base("a")

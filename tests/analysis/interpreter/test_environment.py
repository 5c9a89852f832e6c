"""Names of running functions, and where a lookup goes on."""

from __future__ import annotations

from collections.abc import Set

from gpu2ipu.analysis.interpreter.environment import Lasting, Scope, Version
from gpu2ipu.analysis.values.containers import collection
from gpu2ipu.analysis.values.scalars import Number, constant
from gpu2ipu.analysis.values.value import NONE, Value

ONE, TWO = constant(1), constant(2)


def scope(names: dict[str, Value], outer: Scope | None = None, global_names: Set[str] = frozenset()) -> Scope:
    """A scope with names in it."""
    found = Scope(outer)
    found.global_names.update(global_names)
    for name, value in names.items():
        found.put(name, value)
    return found


def test_a_name_is_found_outwards() -> None:
    module = scope({"a": ONE})
    inner = scope({"b": TWO}, Scope(outer=module))
    assert (inner.find("a"), inner.find("b"), inner.find("c")) == (ONE, TWO, None)
    assert inner.module is module


def test_a_global_name_is_bound_in_the_module() -> None:
    module = scope({"a": ONE})
    inner = scope({"a": NONE}, module, {"a"})
    assert inner.find("a") == ONE
    inner.bind("a", TWO)
    inner.bind("b", TWO)
    assert (module.names, inner.names) == ({"a": TWO}, {"a": NONE, "b": TWO})


def test_what_somebody_may_still_read_is_joined() -> None:
    scope = Scope()
    scope.bind_either("a", ONE)
    assert scope.find("a") == ONE
    scope.bind_either("a", TWO)
    assert scope.find("a") == Number(dtype="int64")


def test_a_change_reaches_the_scope_that_binds_the_name() -> None:
    module = scope({"a": ONE})
    inner = Scope(module)
    inner.change("a", TWO)
    inner.change("new", ONE)
    assert (module.names, inner.names) == ({"a": TWO, "new": ONE}, {})


def test_a_version_counts_the_changes_of_a_module() -> None:
    version = Version()
    module = Scope(version=version)
    module.put("a", ONE)
    module.put("a", ONE)
    assert version.number == 1
    module.put("a", TWO)
    assert version.number == 2


def test_the_branches_of_a_script() -> None:
    version = Version()
    module = Scope(version=version)
    module.put("a", ONE)
    module.put("c", ONE)
    module.begin_branch()
    module.put("a", TWO)
    module.put("b", TWO)
    module.begin_branch()
    module.put("a", NONE)
    assert module.end_branch() == {"a": NONE}
    assert module.names == {"a": TWO, "c": ONE, "b": TWO}
    changed = module.end_branch()
    assert (changed, module.names) == ({"a": TWO, "b": TWO}, {"a": ONE, "c": ONE})
    before = version.number
    module.join_branches([])
    module.join_branches([{}, {}])
    assert version.number == before
    module.join_branches([{}, changed])
    assert module.names == {"a": Number(dtype="int64"), "c": ONE, "b": TWO}
    assert version.number > before


def test_containers_of_a_scope() -> None:
    module = scope({"a": collection(ONE), "b": ONE})
    assert module.containers() == [("a", collection(ONE))]
    module.begin_branch()
    module.put("b", collection())
    module.put("a", ONE)
    assert module.containers() == [("b", collection())]
    module.end_branch()
    assert module.containers() == [("a", collection(ONE))]


def test_what_outlives_calls_knows_its_changes_and_its_containers() -> None:
    version = Version()
    lasting: Lasting[str] = Lasting(version)
    lasting.put("a", ONE)
    lasting.put("b", collection(ONE))
    lasting.put("a", ONE)
    assert (version.number, lasting.containers()) == (2, [("b", collection(ONE))])
    lasting.put("b", TWO)
    assert (version.number, lasting.containers()) == (3, [])
    assert lasting.entries() == [("a", ONE), ("b", TWO)]


def test_a_version_knows_what_has_been_read_and_what_has_changed_since() -> None:
    version = Version()
    lasting: Lasting[str] = Lasting(version)
    lasting.put("a", ONE)
    assert (lasting.find("a"), lasting.find("b"), version.reads) == (ONE, None, {"a", "b"})
    assert version.is_valid(1, {"a", "b"}) and not version.is_valid(0, {"a"})
    lasting.put("b", TWO)
    assert version.is_valid(1, {"a"}) and not version.is_valid(1, {"a", "b"})
    assert not version.is_valid(1, {Version.EVERY})
    version.change()
    assert not version.is_valid(2, ())

"""Names of running functions, and where a lookup goes on."""

from __future__ import annotations

from gpu2ipu.analysis.interpreter.environment import Scope
from gpu2ipu.analysis.values.scalars import Number, constant
from gpu2ipu.analysis.values.value import NONE

ONE, TWO = constant(1), constant(2)


def test_a_name_is_found_outwards() -> None:
    module = Scope({"a": ONE})
    inner = Scope({"b": TWO}, Scope(outer=module))
    assert (inner.find("a"), inner.find("b"), inner.find("c")) == (ONE, TWO, None)
    assert inner.module is module


def test_a_global_name_is_bound_in_the_module() -> None:
    module = Scope({"a": ONE})
    inner = Scope({"a": NONE}, module, {"a"})
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
    module = Scope({"a": ONE})
    inner = Scope({}, module)
    inner.change("a", TWO)
    inner.change("new", ONE)
    assert (module.names, inner.names) == ({"a": TWO, "new": ONE}, {})

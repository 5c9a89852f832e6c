"""A port: what has been decided about a script is kept in it, and dies with it."""

from __future__ import annotations

import ast
import gc
import weakref

from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.config import Config
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.rules import all_rules
from gpu2ipu.target import Target
from tests.port.proposed import DATA, script_of

FIT = 'model.compile("sgd", "mse")\nmodel.fit(x, y, validation_split=0.1)\nmodel.predict(tf.data.Dataset.range(9))\n'


def test_nothing_keeps_a_script_that_was_checked() -> None:
    port = Port(script_of(DATA + FIT))
    assert [finding for rule in all_rules() for finding in rule.check(port)]
    script = weakref.ref(port.script)
    del port
    gc.collect()
    assert script() is None


def test_what_was_decided_is_not_decided_again() -> None:
    script = script_of(DATA + FIT)
    port = Port(script)
    assert scopes_of(port) is scopes_of(port)
    assert scopes_of(port) is not scopes_of(Port(script, Target("2.6")))


def test_once_for_each_owner_and_further_arguments() -> None:
    calls: list[tuple[str, int]] = []

    @once
    def counted(script: Script, more: int = 0) -> int:
        calls.append((script.text, more))
        return more

    one, other = script_of("a = 1", ""), script_of("a = 1", "")
    assert [counted(one), counted(one), counted(one, 2), counted(one, more=2), counted(other)] == [
        0,
        0,
        2,
        2,
        0,
    ]
    assert calls == [("a = 1", 0), ("a = 1", 2), ("a = 1", 2), ("a = 1", 0)]


def test_a_target_takes_the_sdk_from_the_options() -> None:
    assert Target.of(Config(sdk="2.6")) == Target("2.6")
    assert Target.of(Config()) == Target()


def test_a_check_changes_nothing_in_the_tree() -> None:
    script = script_of(DATA + FIT)
    before = ast.dump(script.tree, include_attributes=True)
    port = Port(script)
    assert [finding for rule in all_rules() for finding in rule.check(port)]
    assert ast.dump(script.tree, include_attributes=True) == before

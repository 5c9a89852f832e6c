"""Where a `compile` call and the uses of its model meet."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.port.batching.calls import outcomes_of
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.compile_sites import CompileCall, compile_calls_of
from tests.port.proposed import script_of


def compile_calls(code: str) -> list[CompileCall]:
    script = script_of("x = np.zeros((64, 4))\n" + code)
    return compile_calls_of(facts_of(script), outcomes_of(Port(script)))


MODEL = "m = keras.Sequential()\n"
BUILD = "def build():\n    m = keras.Sequential()\n    m.compile()\n    return m\n"
MAIN = "def main():\n    m = keras.Sequential()\n    m.compile()\n    m.fit(x)\nmain()"
TRAIN = "def train(m):\n    m.fit(x)\n"


@pytest.mark.parametrize(
    ("code", "uses"),
    [
        (MODEL + "m.compile()\nm.fit(x)\nm.predict(x)", [["m.fit(x)", "m.predict(x)"]]),
        (MODEL + "m.compile()", []),
        (MODEL + "m.fit(x)", []),
        (MODEL + "m.fit(x)\nm.compile()\nm.fit(x)", [["m.fit(x)"]]),
        (MODEL + "m.compile()\nm.fit(x)\nm.compile()\nm.predict(x)", [["m.fit(x)"], ["m.predict(x)"]]),
        (MODEL + "k = keras.Sequential()\nm.compile()\nk.fit(x)", []),
        (BUILD + TRAIN + "train(build())\nm = build()\nm.predict(x)", [["m.fit(x)", "m.predict(x)"]]),
    ],
)
def test_uses(code: str, uses: list[list[str]]) -> None:
    found = compile_calls(code)
    assert [[ast.unparse(use.call.node) for _, use in one.pairs] for one in found] == uses


@pytest.mark.parametrize(
    ("code", "level", "host", "direct", "holds"),
    [
        (MODEL + "m.compile()\nm.fit(x)", 0, "m.compile()", True, [True]),
        (BUILD + "m = build()\nm.fit(x)", 0, "build()", False, [True]),
        (BUILD + TRAIN + "train(build())", 0, "build()", False, [False]),
        (MAIN, 1, "m.compile()", True, [True]),
        (MODEL + TRAIN + "m.compile()\ntrain(m)\nm.fit(x)", 0, "m.compile()", True, [False, True]),
    ],
)
def test_sites(code: str, level: int, host: str, direct: bool, holds: list[bool]) -> None:
    (found,) = compile_calls(code)
    assert found.levels == [level]
    (site,) = found.compile_sites(level)
    assert ast.unparse(site.compile.stack[site.host].call) == host
    assert (site.host == len(site.compile.stack) - 1) is direct
    assert [site.holds(use) for use in site.uses] == holds


def test_calls_in_a_callback_do_not_move_the_site() -> None:
    callback = "class C(keras.callbacks.Callback):\n    def on_epoch_end(self, e, l):\n        self.model.predict(x)\n"
    (found,) = compile_calls(callback + MAIN.replace("m.fit(x", "m.fit(x, callbacks=[C()]"))
    assert found.levels == [1]
    assert [use.call.method for use in found.compile_sites(1)[0].uses] == ["fit", "predict"]


def test_each_way_to_a_builder_is_a_site() -> None:
    (found,) = compile_calls(BUILD + "a = build()\na.fit(x)\nb = build()\nb.predict(x)")
    uses = [[ast.unparse(use.call.node) for use in site.uses] for site in found.compile_sites(0)]
    assert len(uses) == 2


def test_a_use_in_a_loop_counts_once() -> None:
    (found,) = compile_calls(MODEL + "m.compile()\nfor i in (1, 2):\n    m.fit(x)")
    (site,) = found.compile_sites(0)
    assert len(site.uses) == 1


def test_each_way_to_a_use_counts() -> None:
    (found,) = compile_calls(MODEL + TRAIN + "m.compile()\ntrain(m)\ntrain(m)")
    (site,) = found.compile_sites(0)
    assert len(site.uses) == 2

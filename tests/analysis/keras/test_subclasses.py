"""Classes of a script: what they come from, and which of them it makes instances of."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.keras.subclasses import CALLBACK_CLASSES, MODEL_CLASSES, methods, subclasses
from gpu2ipu.analysis.values.library_objects import KerasModel
from tests.analysis.evaluated import facts, value_of

NET = "class Net(keras.Model):\n    def call(self, x):\n        return x\n"
DEEP = NET + "class Deep(Net):\n    def build(self, shape): pass\n"
LOG = "class Log(keras.callbacks.Callback): pass\n"


@pytest.mark.parametrize(
    ("code", "names"),
    [
        (NET, ["Net"]),
        (NET + "Net()", ["Net"]),
        (NET + "def build():\n    return Net()\nmodel = build()", ["Net"]),
        (DEEP + "Deep()", ["Net", "Deep"]),
        (DEEP + "Net()", ["Net"]),
        # a script that makes other models only
        (NET + "keras.Sequential()", []),
        ("class Net: pass\nNet()", []),
        ("class Net(keras.layers.Layer): pass\nNet()", []),
        ("from nets import Base\nclass Net(Base): pass\nNet()", []),
        ("Base = keras.Sequential\nclass Net(Base): pass\nNet()", ["Net"]),
        ("class Mixin: pass\nclass Net(Mixin, keras.Model): pass\nNet()", ["Net"]),
    ],
)
def test_models(code: str, names: list[str]) -> None:
    assert [node.name for node in subclasses(facts(code), MODEL_CLASSES)] == names


@pytest.mark.parametrize(
    ("code", "names"),
    [
        (LOG, ["Log"]),
        (LOG + "m = keras.Sequential()", []),
        (LOG + "m = keras.Sequential()\nm.fit(1, callbacks=[Log()])", ["Log"]),
        ("class Stop(keras.callbacks.EarlyStopping): pass\n" + LOG + "keras.Model()\nStop()", ["Stop"]),
    ],
)
def test_callbacks(code: str, names: list[str]) -> None:
    assert [node.name for node in subclasses(facts(code), CALLBACK_CLASSES)] == names


def test_methods_are_those_of_the_class_itself() -> None:
    net, deep = subclasses(facts(DEEP), MODEL_CLASSES)
    assert [method.name for method in methods(net, ("call", "build"))] == ["call"]
    assert [method.name for method in methods(deep, ("call", "build"))] == ["build"]


@pytest.mark.parametrize(
    "construction",
    ["self._net = keras.Sequential()", "self.net = keras.Sequential()"],
    ids=["the attribute", "the property"],
)
def test_a_property_with_a_setter_keeps_its_value(construction: str) -> None:
    code = f"""
class Holder:
    @property
    def net(self):
        return self._net

    @net.setter
    def net(self, net):
        self._net = net

    def fill(self):
        {construction}

holder = Holder()
holder.fill()
holder.net
"""
    assert isinstance(value_of(code), KerasModel)

"""Which datasets a script reads inside of the scope, and where its strategy can leave iterators to TensorFlow."""

from __future__ import annotations

import pytest

from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.dataset_iterators import ReadInScope, can_leave_iterators, reads_in_scope
from tests.port.proposed import script_of

DATA = "data = tf.data.Dataset.range(64).batch(32, drop_remainder=True)\n"
NET = "net = keras.Sequential([layers.Dense(1)])\nnet.compile('sgd', 'mse')\n"
OWN = "strategy = ipu.ipu_strategy.IPUStrategy({})\nwith strategy.scope():\n    net = keras.Sequential()\n"
CALLBACK = """
class Report(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        {}
"""
FIT = "net.fit(data, callbacks=[Report()])\n"


@pytest.mark.parametrize(
    ("code", "read"),
    [
        (DATA + NET + "for x in data:\n    print(x)", []),
        (DATA + OWN.format("") + "    for x in data:\n        print(x)", ["data"]),
        (DATA + OWN.format("enable_dataset_iterators=False") + "    print(list(data))", []),
        (DATA + OWN.format("enable_dataset_iterators=True") + "    print(list(data))", ["data"]),
        (
            DATA + OWN.format("") + "    print([x for x in data.take(1)], next(iter(data)))",
            ["data.take(1)", "data"],
        ),
        (DATA + OWN.format("") + "    print(next(data.as_numpy_iterator()), sorted(data))", ["data", "data"]),
        (DATA + OWN.format("") + "    print(iter(data), list([1]), next(iter([1])), list())", []),
        (DATA + OWN.format("") + "    def later():\n        return list(data)", []),
        (DATA + "def all_of(some):\n    return list(some)\n" + OWN.format("") + "    all_of(data)", ["some"]),
        (DATA + NET + CALLBACK.format("print(list(data))") + FIT, ["data"]),
        (DATA + NET + CALLBACK.format("print(data)") + FIT + "print(list(data))", []),
        (DATA + CALLBACK.format("print(list(data))"), []),
        (
            DATA + "def of(some):\n    return list(some)\n" + NET + CALLBACK.format("print(of(data))") + FIT,
            ["some"],
        ),
        (
            DATA
            + "s = tf.distribute.MirroredStrategy()\nwith s.scope():\n    net = keras.Sequential()\n    list(data)",
            ["data"],
        ),
        (DATA + "net = keras.Sequential([layers.Dense(len(list(data)))])", ["data"]),
    ],
)
def test_datasets_that_are_read_inside(code: str, read: list[str]) -> None:
    assert [each.dataset for each in reads_in_scope(Port(script_of(code)))] == read


@pytest.mark.parametrize(
    ("code", "can"),
    [
        (DATA + OWN.format("") + "    print(list(data))", True),
        (DATA + OWN.format("") + "    print(iter(data))", False),
        (DATA + OWN.format("") + "    print(list(data))\n    strategy.run(step, args=(iter(data),))", False),
        (DATA + OWN.format("") + "    for x in data:\n        strategy.run(step, args=(x,))", True),
        (DATA + NET + CALLBACK.format("print(list(data))") + FIT, True),
        (
            DATA
            + "s = tf.distribute.MirroredStrategy()\nwith s.scope():\n    net = keras.Sequential()\n    list(data)",
            True,
        ),
    ],
)
def test_strategies_without_iterators(code: str, can: bool) -> None:
    assert can_leave_iterators(Port(script_of(code))) is can
    assert not can_leave_iterators(Port(script_of(code), switched_off=frozenset((ReadInScope,))))

"""IPU105: Python reads a dataset inside the scope of an IPUStrategy, as in a callback.

tensorflow/python/ipu/ipu_infeed_queue.py of the SDK refuses it, and names `enable_dataset_iterators=False`.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.dataset_iterators import ReadInScope
from gpu2ipu.port.strategy.ipu_config import scoped_reads
from gpu2ipu.rules.rule import SET_UP, Effort, Rule, Words


def _words(outcome: ReadInScope) -> Words:
    where = "in a callback, which `fit` calls inside the scope" if outcome.in_callback else "inside the scope"
    message = f"`{outcome.dataset}` is read in eager mode {where}"
    if outcome.edits:
        return Words(message, "create the strategy with `enable_dataset_iterators=False`")
    return Words(f"{message}: read it outside, or create the strategy with `enable_dataset_iterators=False`")


class DatasetReadInScope(Rule):
    """A loop over a dataset is inside of the scope."""

    id = "IPU105"
    name = "dataset-read-in-scope"
    severity = Severity.ERROR
    effort = Effort.LOW
    words = ((ReadInScope, _words),)
    what = "A loop, `next(iter(...))` or the like reads a dataset in the strategy's scope or in a callback."
    why = (
        'There an iterator is one of the IPU: "Accessing dataset elements can not be accessed in eager mode when '
        'inside \'IPUStrategy\'", or a shape is "not fully defined". `fit` calls callbacks inside of the scope.'
    )
    fix = "a strategy without iterators of its own, unless `strategy.run` may be given one"
    before = "import tensorflow as tf\n" + SET_UP + """
(x_train, y_train), _ = keras.datasets.mnist.load_data()
train = tf.data.Dataset.from_tensor_slices((x_train, y_train)).batch(100, drop_remainder=True)

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    for images, labels in train.take(1):
        print(model(images))
"""
    after = before.replace("IPUStrategy()", "IPUStrategy(enable_dataset_iterators=False)")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each place that reads."""
        yield from self.reported(port, scoped_reads(port))

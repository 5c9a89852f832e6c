"""IPU205: `fit`, `evaluate` or `predict` is fed by a generator.

keras/ipu/extensions/data_adapter.py of the SDK. What becomes of each generator: `port/batching/generator_input`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.library.keras import LEGACY_FEEDING
from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.batching.generator_calls import generator_data
from gpu2ipu.port.batching.outcomes import (
    BatchesOfGenerator,
    BatchesOfSequence,
    GeneratorData,
    GeneratorReason,
    NoDataset,
    SamplesOfSequence,
)
from gpu2ipu.port.named_data import read_twice
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule, Words

_REASONS = {
    GeneratorReason.UNPACKED: "`{method}` takes arguments from `*` or `**`",
    GeneratorReason.MAY_BE_NONE: "it may also be `None`",
    GeneratorReason.UNKNOWN_SHAPES: "cannot determine the shapes and the number of its batches",
    GeneratorReason.SHARED: "training and validation share it",
    GeneratorReason.NO_STEPS: "`{steps}` does not say how many batches to take",
    GeneratorReason.COMPUTED_STEPS: (
        "`{steps}` is computed in the call: assign it to a name, so that it can be read twice"
    ),
    GeneratorReason.COMPUTED_SHUFFLE: "`shuffle` of `fit` is computed in the call",
    GeneratorReason.UNNAMED: "assign the Sequence to a name, so that the number of its batches can be read",
    GeneratorReason.UNKNOWN_LENGTH: "its `__len__` does not show how many of its batches are full",
    GeneratorReason.PARTIAL_BATCH: "`{steps}` counts a partial batch: let it yield full ones only",
    GeneratorReason.CUT_PASS: "`{steps}` may stop it in the middle of its batches",
}

_COUNTED = "counts a partial one: use the full ones only"
_ONE_PASS = (
    ", and an epoch is at most one pass over them: for more, Keras stops the training or starts a new pass"
)


def _words(outcome: GeneratorData) -> Words:
    message = f"`{outcome.method}` takes its data from a generator, `{ast.unparse(outcome.node)}`"
    if outcome.edits:
        return Words(message, _title(outcome), Safety.REVIEW)
    suggestion = "convert it with `tf.data.Dataset.from_generator(..., output_signature=...)`"
    if outcome.method in LEGACY_FEEDING:
        suggestion += f", pass the number of steps and call `{LEGACY_FEEDING[outcome.method]}`"
    else:
        suggestion += " and pass the number of steps"
    return Words(f"{message}: {suggestion}{_because(outcome)}")


def _because(outcome: GeneratorData) -> str:
    if not isinstance(outcome.change, NoDataset):
        return ""
    reason = _REASONS[outcome.change.reason].format(method=outcome.method, steps=outcome.steps_argument)
    return f" ({reason})"


def _title(outcome: GeneratorData) -> str:
    match outcome.change:
        case BatchesOfGenerator(drops_partial=drops, counted_partial=counted):
            title = "a dataset of what the generator yields: every batch must have the shapes of the first, "
            title += (
                "partial ones are dropped"
                if drops
                else "a partial one is an error: let it yield full ones only"
            )
            return title + (f"; `{outcome.steps_argument}` {_COUNTED}" if counted else "")
        case BatchesOfSequence(drops_partial=drops, is_one_pass=is_one_pass):
            title = (
                "a dataset of the full batches of the Sequence: every batch must have the shapes of the first"
            )
            dropped = ", a partial last one is dropped" if drops else ""
            return f"{title}{dropped}{_ONE_PASS if is_one_pass else ''}"
        case SamplesOfSequence(1, drops_partial=drops):
            title = "a dataset of all samples of the Sequence, with a batch size that divides them"
            return (
                f"{title}; a partial last batch is dropped if there is none near the original"
                if drops
                else title
            )
        case SamplesOfSequence(together):
            number = f"a multiple of {together} batches; up to {together - 1} of the last are dropped"
            return f"a dataset of the samples of the Sequence, in {number}"
        case _:
            return ""


class GeneratorInput(Rule):
    """The data comes from a generator."""

    id = "IPU205"
    name = "generator-input"
    severity = Severity.ERROR
    words = ((GeneratorData, _words),)
    what = "A Python generator, a `keras.utils.Sequence` or an `ImageDataGenerator` iterator feeds a model."
    why = (
        "The IPU has to know the shapes ahead of time: \"which is not compatible with the IPU's "
        "requirement to know the data shape ahead of time. Please use "
        '`tf.data.Dataset.from_generator()`".'
    )
    fix = "`tf.data.Dataset.from_generator` of full batches, where their number is known"
    before = SET_UP + """
(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=100)

def batches():
    while True:
        yield x_train[:100], y_train[:100]


model.fit(batches(), steps_per_epoch=100)
"""
    after = (
        before.replace(
            SET_UP,
            f"import numpy as np\nimport tensorflow as tf\n{SET_UP}",
        )
        .replace(
            "from tensorflow.python import ipu\n",
            '''\
from tensorflow.python import ipu


def fed_batch(batch):
    """Return a batch in the element types that the IPU supports, with tuples for lists as Keras has them."""
    if isinstance(batch, dict):
        return {key: fed_batch(part) for key, part in batch.items()}
    if isinstance(batch, (list, tuple)):
        return tuple(fed_batch(part) for part in batch)
    array = np.array(batch)
    if array.dtype.kind == "f":
        return array.astype("float32")
    return array.astype("int32") if array.dtype.kind in "iu" and array.dtype.itemsize > 1 else array


def dataset_of_generator(generator, steps, drop_remainder=False):
    """Return a dataset of the next `steps` batches of a generator per epoch; all have the shapes of the first."""
    first = fed_batch(next(generator))

    def is_short(batch):
        return len(tf.nest.flatten(batch)[0]) < len(tf.nest.flatten(first)[0])

    def read():
        yield first
        for batch in map(fed_batch, generator):
            if not (drop_remainder and is_short(batch)):
                yield batch

    def next_batches():
        for _, batch in zip(range(int(steps)), batches):
            yield batch

    batches = read()
    signature = tf.nest.map_structure(lambda array: tf.TensorSpec(array.shape, array.dtype), first)
    dataset = tf.data.Dataset.from_generator(next_batches, output_signature=signature)
    return dataset.apply(tf.data.experimental.assert_cardinality(int(steps)))

''',
        )
        .replace(
            "model.fit(batches(), steps_per_epoch=100)",
            "model.fit(dataset_of_generator(batches(), 100, drop_remainder=True), steps_per_epoch=100)",
        )
    )

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each argument that a generator is given to."""
        yield from self.reported(port, read_twice(port, generator_data(port)))

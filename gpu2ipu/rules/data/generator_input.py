"""IPU205: `fit`, `evaluate` or `predict` is fed by a generator.

keras/ipu/extensions/data_adapter.py of the SDK. What becomes of each kind of generator: `port/batching/generators.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.keras.fit_calls import FitCall, fit_calls_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Edit, RemoveArgument, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.batching.generators import Generated, generated, generators_of
from gpu2ipu.port.outcome import unique
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule
from gpu2ipu.rules.tf26.tables.older_keras import ROW_COUNTS


class GeneratorInput(Rule):
    """The data comes from a generator."""

    id = "IPU205"
    name = "generator-input"
    severity = Severity.ERROR
    owns = (Generated,)
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
        script = port.script
        for fit_call in fit_calls_of(script):
            file = script.file_of(fit_call.node)
            found = {data: generated(port, fit_call, data) for data in generators_of(fit_call)}
            # an old method is either replaced with all that it is fed by, or not at all
            ready = not fit_call.is_legacy or (
                all(each.edits for each in found.values()) and not _counts_rows(fit_call)
            )
            for data, each in found.items():
                node = fit_call.arguments[data]
                message = _message(fit_call, node)
                if each.edits and ready:
                    edits = (*each.edits, *_renamed(file, fit_call, each.edits))
                    yield self.finding(
                        script.span(node), message, Fix(each.title, Safety.REVIEW, unique(edits))
                    )
                else:
                    reason = f" ({each.reason})" if each.reason else ""
                    yield self.finding(script.span(node), f"{message}: {_what_to_do(fit_call)}{reason}")


def _counts_rows(fit_call: FitCall) -> bool:
    """True if the call has arguments of Keras 1, which `fit` does not know: IPU607 has to settle them first."""
    counts = ROW_COUNTS.get(fit_call.written_method, {})
    return any(keyword.arg in counts for keyword in fit_call.node.keywords)


def _renamed(script: Script, fit_call: FitCall, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Call `fit` in place of `fit_generator`: arguments that are elsewhere there get their names."""
    func = fit_call.node.func
    if not fit_call.is_legacy or not isinstance(func, ast.Attribute):
        return ()
    model = ("model", script.span(func.value))
    keywords = [keyword.arg for keyword in fit_call.node.keywords]
    if len(fit_call.node.args) <= 1 and "generator" not in keywords:
        return (Replace(script.span(func), f"{{model}}.{fit_call.method}", (model,)),)
    removed = {edit.keyword for edit in edits if isinstance(edit, RemoveArgument)}
    names = [name for name in fit_call.arguments if name not in removed]
    written = ", ".join(f"{'' if name == 'x' else name + '='}{{{name}}}" for name in names)
    parts = [(name, script.span(fit_call.arguments[name])) for name in names]
    template = f"{{model}}.{fit_call.method}({written})"
    return (Replace(script.span(fit_call.node), template, (model, *parts)),)


def _message(fit_call: FitCall, node: ast.expr) -> str:
    return f"`{fit_call.written_method}` takes its data from a generator, `{ast.unparse(node)}`"


def _what_to_do(fit_call: FitCall) -> str:
    """The way out for a person."""
    made = "convert it with `tf.data.Dataset.from_generator(..., output_signature=...)`"
    steps = "pass the number of steps"
    return f"{made}, {steps} and call `{fit_call.method}`" if fit_call.is_legacy else f"{made} and {steps}"

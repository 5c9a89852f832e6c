"""The rules about data, steps and executions, each with a program that breaks it and one that keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.ones((8, 3), np.float32)
Y = np.ones((8, 1), np.float32)


@pytest.fixture
def rows(tf: Any) -> Callable[..., Any]:
    """Makes a dataset of rows, batches of two unless said otherwise."""

    def make(count: int = 8, batch: int = 2, drop_remainder: bool = True, dtype: str = "float32") -> Any:
        x, y = np.ones((count, 3), np.float32), np.ones((count, 1), dtype)
        return tf.data.Dataset.from_tensor_slices((x, y)).batch(batch, drop_remainder=drop_remainder)

    return make


@pytest.fixture
def echo(tf: Any) -> Callable[..., Any]:
    """Makes a model that gives back its input, and whose loss is its mean."""

    def make(strategy: Any, **options: Any) -> Any:
        with strategy.scope():
            inputs = tf.keras.Input((None,))
            model = tf.keras.Model(inputs, tf.identity(inputs))
            model.compile("sgd", "mae", **options)
        return model

    return make


# Rules 1 to 3: before any look at the data.


@pytest.mark.parametrize("call", ["fit", "evaluate"])
def test_not_compiled(tf: Any, strategy: Any, call: str) -> None:
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    with pytest.raises(RuntimeError, match="You must compile your model before"):
        getattr(model, call)(X, Y)


def test_inside_a_function(tf: Any, dense: Any) -> None:
    model = dense()
    with pytest.raises(RuntimeError, match=r"inside a `tf\.function`"):
        tf.function(lambda: model.fit(X, Y))()


@pytest.mark.parametrize("call", ["fit", "evaluate", "predict"])
def test_eager_models(dense: Any, call: str) -> None:
    model = dense(run_eagerly=True)
    with pytest.raises(
        RuntimeError, match="cannot run eagerly when using `IPUStrategy`. Set `run_eagerly=False`"
    ):
        getattr(model, call)(iter([]))  # a generator, refused only later


def test_eager_functions(tf: Any, dense: Any) -> None:
    model = dense()
    tf.config.run_functions_eagerly(True)
    try:
        with pytest.raises(RuntimeError, match="cannot run eagerly when using `IPUStrategy`"):
            model.fit(X, Y, batch_size=2)
    finally:
        tf.config.run_functions_eagerly(False)


# Rule 4: generators.


def generator() -> Iterator[Any]:
    while True:
        yield X, Y


class Endless:
    def __iter__(self) -> Endless:
        return self

    def __next__(self) -> Any:
        return X, Y


@pytest.mark.parametrize("make, named", [(generator, "generator"), (Endless, "Endless")])
def test_generators(dense: Any, make: Any, named: str) -> None:
    with pytest.raises(
        ValueError, match=f"`{named}` which is not compatible with the IPU's requirement"
    ) as caught:
        dense().fit(make(), steps_per_epoch=2)
    assert "use `tf.data.Dataset.from_generator()`" in str(caught.value)
    assert ("wrap your iterator inside a generator" in str(caught.value)) is (make is Endless)


def test_sequences(tf: Any, dense: Any) -> None:
    class Batches(tf.keras.utils.Sequence):  # type: ignore[misc]
        def __len__(self) -> int:
            return 4

        def __getitem__(self, index: int) -> Any:
            return X, Y

    with pytest.raises(ValueError, match="`Batches` which is not compatible with the IPU's requirement"):
        dense().evaluate(Batches())


def test_a_dataset_from_a_generator(tf: Any, dense: Any) -> None:
    signature = (tf.TensorSpec((8, 3), tf.float32), tf.TensorSpec((8, 1), tf.float32))
    dataset = tf.data.Dataset.from_generator(generator, output_signature=signature)
    assert len(dense().fit(dataset, steps_per_epoch=2, epochs=2, verbose=0).history["loss"]) == 2


# Rule 5: partial batches of arrays.


@pytest.mark.parametrize("call", ["fit", "evaluate", "predict"])
def test_partial_batches_of_arrays(dense: Any, call: str) -> None:
    arrays = (X,) if call == "predict" else (X, Y)
    model = dense()
    message = "has a partial batch, which could result in data being dropped. Either adjust the `batch_size`"
    with pytest.raises(ValueError, match=message):
        getattr(model, call)(*arrays, batch_size=3)
    with pytest.raises(ValueError, match=r"currently 32"):
        getattr(model, call)(*arrays)
    getattr(model, call)(*arrays, batch_size=4, verbose=0)


@pytest.mark.parametrize("split", [0.5, 0.25])
def test_partial_batches_of_a_split(dense: Any, split: float) -> None:
    model = dense()
    if split == 0.5:
        model.fit(X, Y, batch_size=4, validation_split=split, verbose=0)
    else:
        with pytest.raises(ValueError, match="has a partial batch"):
            model.fit(X, Y, batch_size=4, validation_split=split, verbose=0)


# Rules 6 to 10: datasets.


def test_undefined_shapes(dense: Any, rows: Any) -> None:
    for count in (7, 8):
        with pytest.raises(
            ValueError, match="is not fully defined. Executing on IPU requires all dataset elements"
        ):
            dense().fit(rows(count, drop_remainder=False))
    dense().fit(rows(7), verbose=0)


@pytest.mark.parametrize("steps", [None, 3])
def test_infinite_datasets(dense: Any, rows: Any, steps: Any) -> None:
    if steps:
        dense().fit(rows().repeat(), steps_per_epoch=steps, epochs=2, verbose=0)
    else:
        with pytest.raises(
            ValueError, match="When providing an infinite dataset, you must specify the number of"
        ):
            dense().fit(rows().repeat())


@pytest.mark.parametrize("steps", [None, -1, 3])
def test_datasets_of_unknown_size(dense: Any, rows: Any, steps: Any, logged: Any) -> None:
    unknown = rows().filter(lambda x, y: True)
    if steps == 3:
        dense().fit(unknown, steps_per_epoch=steps, verbose=0)
        assert any("has an unknown size" in line for line in logged)
    else:
        with pytest.raises(
            ValueError, match="Could not infer the size of the data. You must specify the number of"
        ):
            dense().fit(unknown, steps_per_epoch=steps)


@pytest.mark.parametrize(
    "steps, epochs, repeat, enough",
    [
        (None, 3, 1, True),  # one iterator an epoch
        (4, 3, 1, True),  # the same, as the steps are those of the dataset
        (2, 2, 1, True),  # one iterator for all epochs
        (2, 3, 1, False),
        (5, 1, 1, False),
        (2, 3, 2, True),
    ],
)
def test_datasets_that_are_too_small(
    dense: Any, rows: Any, steps: Any, epochs: int, repeat: int, enough: bool
) -> None:
    dataset = rows().repeat(repeat)
    if enough:
        dense().fit(dataset, steps_per_epoch=steps, epochs=epochs, verbose=0)
    else:
        with pytest.raises(ValueError, match="Your input does not have enough data") as caught:
            dense().fit(dataset, steps_per_epoch=steps, epochs=epochs)
        assert f"at least {steps * epochs} batches (currently it can only generate 4 batches)" in str(
            caught.value
        )


# Rules 11 to 14: executions and replicas.


def test_longer_executions_than_data_are_clamped(dense: Any, logged: Any) -> None:
    model = dense(steps_per_execution=6)
    model.fit(X, Y, batch_size=2, verbose=0)
    warning = (
        "`steps_per_execution` has been set to 6 but the dataset provided only contains 4 batches. Using 4"
    )
    assert any(line.startswith(warning) for line in logged)
    model.predict(np.ones((12, 3), np.float32), batch_size=2, verbose=0)  # 6 batches: no warning, 6 again
    assert sum("has been set to" in line for line in logged) == 1


@pytest.mark.parametrize("call", ["fit", "evaluate", "predict"])
def test_executions_must_divide_the_batches(dense: Any, call: str) -> None:
    arrays = (X,) if call == "predict" else (X, Y)
    model = dense(steps_per_execution=3)
    message = r"`steps_per_execution` \(3\) must be a divisor of the number of batches \(4\) in the dataset provided"
    with pytest.raises(ValueError, match=message):
        getattr(model, call)(*arrays, batch_size=2)


def test_no_data(dense: Any, rows: Any) -> None:
    with pytest.raises(ValueError, match="contains 0 items, but all 1 replicas are requested to run 0 steps"):
        dense().fit(rows().take(0))
    for call, arrays in (("fit", (X[:0], Y[:0])), ("evaluate", (X[:0], Y[:0])), ("predict", (X[:0],))):
        with pytest.raises(TypeError, match="dataset length is unknown"):  # arrays have none
            getattr(dense(), call)(*arrays)


@pytest.mark.parametrize(
    "batches, replicas, execution, steps",
    [(8, 1, 4, 8), (8, 2, 4, 4), (8, 4, 8, 2), (9, 2, 4, 4), (9, 2, 3, None), (1, 2, 1, None)],
)
def test_steps_of_a_replica(
    tf: Any, dense: Any, rows: Any, logged: Any, batches: int, replicas: int, execution: int, steps: Any
) -> None:
    handler = tf.keras.ipu.extensions.data_adapter.IPUDataHandler

    def make() -> Any:
        return handler(
            rows(2 * batches),
            model=dense(),
            steps_per_execution=tf.Variable(execution, dtype="int64"),
            replication_factor=replicas,
        )

    if steps is None:
        with pytest.raises(
            ValueError, match="in the dataset provided to this replica|all 2 replicas are requested"
        ):
            make()
    else:
        assert make().inferred_steps == steps
    distributed = [line for line in logged if "is being evenly distributed between" in line]
    assert len(distributed) == (1 if batches % replicas else 0)


# Two replicas: batches are dealt in turn, and the needs of one are compared with all data.


@pytest.mark.parametrize("batches, rows_out, noted", [(4, 4, False), (5, 4, True)])
def test_predictions_of_whole_rounds_only(
    on_ipus: Any, echo: Any, rows: Any, logged: Any, batches: int, rows_out: int, noted: bool
) -> None:
    model = echo(on_ipus(2))
    assert len(model.predict(rows(batches, batch=1).map(lambda x, y: x), verbose=0)) == rows_out
    assert any("The remaining 1 batch will be dropped" in line for line in logged) == noted


@pytest.mark.parametrize("batches, enough", [(6, True), (5, False), (2, False)])
def test_data_for_several_replicas(on_ipus: Any, echo: Any, rows: Any, batches: int, enough: bool) -> None:
    model, data = echo(on_ipus(2)), rows(batches, batch=1).map(lambda x, y: x)
    if enough:
        assert len(model.predict(data, steps=6, verbose=0)) == 6
    elif batches < 3:  # not even enough for one replica
        with pytest.raises(ValueError, match="at least 3 batches .currently it can only generate 2 batches"):
            model.predict(data, steps=6, verbose=0)
    else:
        with pytest.raises(BaseException, match="Infeed dataset iterator out of range") as caught:
            model.predict(data, steps=6, verbose=0)
        assert not isinstance(caught.value, Exception)


@pytest.mark.parametrize(
    "batches, phrase", [(4, ""), (3, r"\(2\) must be a divisor of the number of batches \(3\)")]
)
def test_validation_is_first_looked_at_without_replicas(
    on_ipus: Any, echo: Any, rows: Any, batches: int, phrase: str
) -> None:
    model = echo(on_ipus(2), steps_per_execution=2)
    held_out = rows(batches, batch=1)
    if phrase:  # although the one batch of each replica would do
        with pytest.raises(ValueError, match=phrase):
            model.fit(rows(4, batch=1), validation_data=held_out, verbose=0)
    else:
        assert "val_loss" in model.fit(rows(4, batch=1), validation_data=held_out, verbose=0).history


def test_what_an_epoch_leaves_of_arrays_begins_the_next(on_ipus: Any, echo: Any) -> None:
    model = echo(on_ipus(2))
    x = np.arange(1.0, 6.0, dtype=np.float32).reshape(5, 1)
    losses = model.fit(x, 0 * x, batch_size=1, shuffle=False, epochs=3, verbose=0).history["loss"]
    # 1 2 3 4, 5 1 2 3, 4 5 1 2, of which the second replica sees every other one
    assert losses == [(2 + 4) / 2, (1 + 3) / 2, (5 + 2) / 2]


# Types.


@pytest.mark.parametrize("dtype", ["int64", "uint16", "int16", "uint32", "uint64", "complex64"])
def test_types_that_no_feed_carries(tf: Any, dense: Any, rows: Any, dtype: str) -> None:
    with pytest.raises(
        tf.errors.FailedPreconditionError, match=f"Unsupported datatype {dtype} on index 1 of feed"
    ):
        dense().fit(rows(dtype=dtype))


@pytest.mark.parametrize("dtype", ["int32", "int8", "uint8", "float16", "float64", "bool"])
def test_types_that_can_be_fed(tf: Any, dense: Any, rows: Any, dtype: str) -> None:
    model = dense()
    handler = tf.keras.ipu.extensions.data_adapter.IPUDataHandler(rows(dtype=dtype), model=model)
    assert handler.element_spec[1].dtype.name == ("float32" if dtype == "float64" else dtype)
    model.fit(rows(dtype=dtype), verbose=0)


def test_strings_stay_on_the_host(tf: Any, dense: Any) -> None:
    names = tf.data.Dataset.from_tensor_slices((X, np.full((8, 1), "name"))).batch(2, drop_remainder=True)
    with pytest.raises(tf.errors.FailedPreconditionError, match="Unsupported datatype string on index 1"):
        dense().fit(names)
    dense().fit(names.map(lambda x, name: (x, tf.strings.length(name))), verbose=0)


def test_float64_is_cast_and_a_lone_element_stays_alone(tf: Any, dense: Any) -> None:
    dataset = tf.data.Dataset.from_tensor_slices(np.ones((8, 3))).batch(2, drop_remainder=True)
    assert dense().predict(dataset.prefetch(2), verbose=0).shape == (8, 1)


def test_int64_labels_as_an_array(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(2, activation="softmax")])
        model.compile("sgd", "sparse_categorical_crossentropy")
    labels = np.zeros(8, np.int64)
    with pytest.raises(tf.errors.FailedPreconditionError, match="Unsupported datatype int64 on index 1"):
        model.fit(X, labels, batch_size=4)
    model.fit(X, labels.astype(np.int32), batch_size=4, verbose=0)


# Rules 36, 38, 39, and the warning about numpy.


def test_data_that_runs_dry_ends_the_program(tf: Any, dense: Any, rows: Any) -> None:
    boasting = rows().filter(lambda x, y: True)
    with pytest.raises(BaseException, match="Infeed dataset iterator out of range") as caught:
        dense().fit(boasting, steps_per_epoch=5, verbose=0)
    assert not isinstance(
        caught.value, Exception
    )  # which a script might catch, unlike the abort of a process


@pytest.mark.parametrize("weights, good", [({0: 1.0, 1: 2.0}, True), ({1: 1.0, 2: 2.0}, False)])
def test_class_weights(tf: Any, strategy: Any, weights: Any, good: bool) -> None:
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(2, activation="softmax")])
        model.compile("sgd", "sparse_categorical_crossentropy")
    labels = np.zeros(8, np.int32)
    if good:
        model.fit(X, labels, batch_size=4, class_weight=weights, verbose=0)
    else:
        with pytest.raises(ValueError, match="dict with keys from 0"):
            model.fit(X, labels, batch_size=4, class_weight=weights)


@pytest.mark.parametrize("outputs", [1, 2])
def test_class_weights_of_one_output(tf: Any, strategy: Any, outputs: int) -> None:
    with strategy.scope():
        inputs = tf.keras.Input((3,))
        model = tf.keras.Model(inputs, [tf.keras.layers.Dense(2)(inputs) for _ in range(outputs)])
        model.compile("sgd", "sparse_categorical_crossentropy")
    labels = [np.zeros(8, np.int32)] * outputs
    if outputs == 1:
        model.fit(X, labels[0], batch_size=4, class_weight={0: 1.0}, verbose=0)
    else:
        with pytest.raises(ValueError, match="with a single output"):
            model.fit(X, labels, batch_size=4, class_weight={0: 1.0})


@pytest.mark.parametrize("argument", ["y", "sample_weight"])
def test_labels_beside_a_dataset(dense: Any, rows: Any, argument: str) -> None:
    with pytest.raises(ValueError, match=f"`{argument}` argument is not supported when using"):
        dense().fit(rows(), **{argument: Y})


def test_the_second_numpy_array_is_worth_a_warning(
    tf: Any, dense: Any, logged: Any, monkeypatch: Any
) -> None:
    module = tf.keras.ipu.extensions.data_adapter
    monkeypatch.setattr(module, "_numpy_uses", {"x": 0, "y": 0})
    model = dense()
    for _ in range(3):
        model.fit(X, Y, batch_size=4, verbose=0)
    about = [line for line in logged if "is of type `np.ndarray`. This will be cast to `tf.Tensor`" in line]
    assert [line[0] for line in about] == ["x", "y"]


def test_validation_is_held_to_the_same_rules(dense: Any, rows: Any) -> None:
    with pytest.raises(ValueError, match="has a partial batch"):
        dense().fit(X, Y, batch_size=2, validation_data=(X[:7], Y[:7]), verbose=0)
    with pytest.raises(ValueError, match="must be a divisor of the number of batches"):
        dense(steps_per_execution=2).fit(X, Y, batch_size=2, validation_data=(X[:6], Y[:6]), verbose=0)
    history = dense(steps_per_execution=2).fit(
        X, Y, batch_size=2, validation_data=(X, Y), validation_batch_size=4, verbose=0
    )
    assert len(history.history["val_loss"]) == 1

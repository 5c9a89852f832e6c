"""What replicas, accumulation and pipelines compute: the same as the plain update that they stand for."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

RATE = 0.05
BATCH = 2


def data(batches: int) -> Any:
    random = np.random.RandomState(3)
    return random.rand(batches * BATCH, 3).astype("float32"), random.rand(batches * BATCH, 2).astype(
        "float32"
    )


def plain(tf: Any, make: Any, updates: int, batches: int, factor: float) -> list[Any]:
    """The weights after some updates, each with the gradients of so many batches summed and scaled."""
    model = make()
    x, y = data(updates * batches)
    for update in range(updates):
        sums = [np.zeros(weight.shape, "float32") for weight in model.trainable_variables]
        for batch in range(update * batches, (update + 1) * batches):
            rows = slice(batch * BATCH, (batch + 1) * BATCH)
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((model(x[rows]) - y[rows]) ** 2)
            sums = [a + b for a, b in zip(sums, tape.gradient(loss, model.trainable_variables))]
        for weight, total in zip(model.trainable_variables, sums):
            weight.assign_sub(RATE * factor * total)
    return [weight.numpy() for weight in model.trainable_variables]


def trained(
    tf: Any, strategy: Any, make: Any, replicas: int, accumulation: int, method: str, **given: Any
) -> Any:
    """A model after two epochs of one execution with two updates each, and the history."""
    with strategy.scope():
        model = make()
        model.compile(
            given.pop("optimizer", None) or tf.keras.optimizers.SGD(RATE),
            "mse",
            steps_per_execution=2 * accumulation,
        )
        setter = (
            model.set_pipelining_options if model._is_pipelined() else model.set_gradient_accumulation_options
        )
        setter(accumulation, gradient_accumulation_reduction_method=method, **given)
    x, y = data(4 * replicas * accumulation)
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(BATCH, drop_remainder=True)
    history = model.fit(dataset, epochs=2, steps_per_epoch=2 * replicas * accumulation, verbose=0).history
    return model, history


@pytest.mark.parametrize(
    "replicas, accumulation, method, factor",
    [
        (1, 4, "sum", 1),
        (1, 4, "mean", 1 / 4),
        (1, 4, "running_mean", 1 / 4),
        (2, 1, "sum", 1),
        (4, 2, "mean", 1 / 2),
        (2, 3, "running_mean", 1 / 3),
    ],
)
def test_gradients_are_summed_over_replicas_and_reduced_over_steps(
    tf: Any, on_ipus: Any, three_layers: Any, replicas: int, accumulation: int, method: str, factor: float
) -> None:
    model, _ = trained(tf, on_ipus(replicas), three_layers, replicas, accumulation, method)
    expected = plain(tf, three_layers, 4, replicas * accumulation, factor)
    for mine, theirs in zip(model.get_weights(), expected):
        np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-7)
    assert int(model.optimizer.iterations) == 4


def test_a_mean_is_rounded_as_the_gradients_are(tf: Any, on_ipus: Any) -> None:
    with on_ipus(1).scope():
        dense = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones", dtype="float16")
        model = tf.keras.Sequential([tf.keras.Input((1,), dtype="float16"), dense])
        model.compile(legacy(tf).SGD(1.0), lambda y_true, y_pred: y_pred[:, 0], steps_per_execution=3)
        model.set_gradient_accumulation_options(3, "mean")
    x = np.array([[5], [0], [0]], "float16")  # which are the gradients as well
    model.fit(x, x, batch_size=1, shuffle=False, verbose=0)
    assert model.get_weights()[0].tolist() == [[1 - float(np.float16(5) * np.float16(1 / 3))]]


@pytest.mark.parametrize(
    "dtype", [np.float16, "float16", lambda variable: np.float16], ids=["type", "name", "function"]
)
@pytest.mark.parametrize("stages", [None, [0, 1, 1]], ids=["alone", "pipelined"])
def test_the_type_in_which_gradients_are_added_up(
    tf: Any, on_ipus: Any, three_layers: Any, stages: Any, dtype: Any
) -> None:
    with on_ipus(2 if stages else 1).scope():
        model = three_layers([*stages]) if stages else three_layers()
        model.compile(casting(tf), "mse", steps_per_execution=4)
        if stages:
            model.set_pipelining_options(4, gradient_accumulation_dtype=dtype)
        else:
            model.set_gradient_accumulation_options(4, dtype=dtype)
    model.fit(*data(4), batch_size=BATCH, verbose=0)
    assert model.optimizer.seen == {"float16"}


def casting(tf: Any) -> Any:
    """Gradient descent that notes the types of its gradients, and takes any."""

    class Casting(legacy(tf).SGD):  # type: ignore[misc]
        seen: ClassVar[set[str]] = set()

        def _resource_apply_dense(self, grad: Any, var: Any, apply_state: Any = None) -> Any:
            self.seen.add(grad.dtype.name)
            return super()._resource_apply_dense(tf.cast(grad, var.dtype), var, apply_state)

    return Casting()


@pytest.mark.parametrize("stages, ipus", [([0, 1, 1], 2), ([0, 1, 2], 4), ([0, 0, 1], 4)])
def test_a_pipeline_computes_what_accumulation_does(
    tf: Any, on_ipus: Any, three_layers: Any, stages: list[int], ipus: int
) -> None:
    count, replicas = 2 * (max(stages) + 1), 2 if len(set(stages)) == 2 and ipus == 4 else 1
    model, _ = trained(tf, on_ipus(ipus), lambda: three_layers(stages), replicas, count, "mean")
    expected = plain(tf, three_layers, 4, replicas * count, 1 / count)
    for mine, theirs in zip(model.get_weights(), expected):
        np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("scaled", [False, True], ids=["", "loss scaled"])
@pytest.mark.parametrize(
    "schedule, count, method, replicas",
    [
        ("Grouped", 4, "sum", 1),
        ("Grouped", 8, "running_mean", 2),
        ("Interleaved", 2, "mean", 2),
        ("Interleaved", 4, "sum", 1),
        ("Sequential", 3, "running_mean", 1),
        ("Sequential", 1, "sum", 2),
    ],
)
def test_every_schedule_computes_the_same(
    tf: Any,
    ipu: Any,
    on_ipus: Any,
    three_layers: Any,
    scaled: bool,
    schedule: str,
    count: int,
    method: str,
    replicas: int,
) -> None:
    optimizer = tf.keras.optimizers.SGD(RATE)
    if scaled:
        optimizer = tf.keras.mixed_precision.LossScaleOptimizer(optimizer, dynamic=False, initial_scale=256)
    given = {"optimizer": optimizer, "pipeline_schedule": ipu.pipelining_ops.PipelineSchedule[schedule]}
    strategy = on_ipus(2 * replicas)
    model, _ = trained(tf, strategy, lambda: three_layers([0, 1, 1]), replicas, count, method, **given)
    expected = plain(tf, three_layers, 4, replicas * count, 1 if method == "sum" else 1 / count)
    for mine, theirs in zip(model.get_weights(), expected):
        np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-7)
    assert int(model.optimizer.iterations) == 4


def legacy(tf: Any) -> Any:
    return getattr(tf.keras.optimizers, "legacy", tf.keras.optimizers)


@pytest.mark.parametrize(
    "optimizer",
    [
        lambda tf: tf.keras.optimizers.SGD(RATE),
        lambda tf: legacy(tf).SGD(RATE),
        lambda tf: tf.compat.v1.train.GradientDescentOptimizer(RATE),
    ],
    ids=["keras", "legacy", "tf1"],
)
def test_every_kind_of_optimizer(tf: Any, on_ipus: Any, three_layers: Any, optimizer: Any) -> None:
    model, _ = trained(tf, on_ipus(2), three_layers, 2, 2, "sum", optimizer=optimizer(tf))
    for mine, theirs in zip(model.get_weights(), plain(tf, three_layers, 4, 4, 1)):
        np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("accumulation", [1, 2])
def test_an_optimizer_of_tensorflow_1_computes_its_gradients(
    tf: Any, on_ipus: Any, three_layers: Any, accumulation: int
) -> None:
    class Halving(tf.compat.v1.train.GradientDescentOptimizer):  # type: ignore[misc, name-defined]
        def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
            return [(part / 2.0, variable) for part, variable in super().compute_gradients(*args, **kwargs)]

    model, _ = trained(tf, on_ipus(1), three_layers, 1, accumulation, "sum", optimizer=Halving(RATE))
    for mine, theirs in zip(model.get_weights(), plain(tf, three_layers, 4, accumulation, 0.5)):
        np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-7)


def test_the_type_of_the_accumulators(tf: Any, on_ipus: Any, three_layers: Any) -> None:
    seen: list[Any] = []

    class Narrow(legacy(tf).SGD):  # type: ignore[misc]
        def apply_gradients(self, grads_and_vars: Any, *args: Any, **kwargs: Any) -> Any:
            pairs = list(grads_and_vars)
            seen.extend(gradient.dtype for gradient, _ in pairs)
            pairs = [(tf.cast(gradient, tf.float32), variable) for gradient, variable in pairs]
            return super().apply_gradients(pairs, *args, **kwargs)

    trained(
        tf, on_ipus(1), three_layers, 1, 2, "sum", optimizer=Narrow(RATE), dtype=lambda variable: tf.float16
    )
    assert set(seen) == {tf.float16}


def test_loss_scaling_is_undone_before_accumulation(tf: Any, on_ipus: Any, three_layers: Any) -> None:
    scaled = tf.keras.mixed_precision.LossScaleOptimizer(
        tf.keras.optimizers.SGD(RATE), dynamic=False, initial_scale=1024
    )
    model, _ = trained(tf, on_ipus(1), three_layers, 1, 4, "sum", optimizer=scaled)
    for mine, theirs in zip(model.get_weights(), plain(tf, three_layers, 4, 4, 1)):
        np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("kind", ["keras", "legacy"])
def test_gradients_are_clipped_once_they_are_added_up(
    tf: Any, on_ipus: Any, three_layers: Any, kind: str
) -> None:
    limit, made = 1e-3, tf.keras.optimizers if kind == "keras" else legacy(tf)
    clipping = made.SGD(RATE, clipvalue=limit)
    model, _ = trained(tf, on_ipus(2), three_layers, 2, 2, "sum", optimizer=clipping)
    pairs = zip(model.get_weights(), three_layers().get_weights())
    # Four updates, none beyond the limit: clipped in parts, they would be the sum of four of it.
    assert max(np.abs(mine - first).max() for mine, first in pairs) == pytest.approx(
        4 * RATE * limit, rel=1e-3
    )


def with_an_unused_layer(tf: Any) -> Any:
    inputs = tf.keras.Input((3,))
    used, unused = (tf.keras.layers.Dense(2, kernel_initializer="ones")(inputs) for _ in range(2))
    return tf.keras.Model(inputs, [used, unused])


@pytest.mark.parametrize("ipus, accumulation", [(1, 1), (2, 1), (1, 2)])
def test_every_variable_must_have_a_gradient(tf: Any, on_ipus: Any, ipus: int, accumulation: int) -> None:
    with on_ipus(ipus).scope():
        model = with_an_unused_layer(tf)
        model.compile("sgd", ["mse", None], steps_per_execution=2)
        model.set_gradient_accumulation_options(accumulation)
    x, y = data(4)
    with pytest.raises(ValueError, match="has `None` for gradient"):
        model.fit(x, y, batch_size=BATCH, verbose=0)
    model.evaluate(x, y, batch_size=BATCH, verbose=0)


def test_fit_looks_for_gradients_though_train_on_batch_did_not(tf: Any, on_ipus: Any) -> None:
    with on_ipus(1).scope():
        model = with_an_unused_layer(tf)
        model.compile("sgd", ["mse", None])
    x, y = data(4)
    model.train_on_batch(x[:BATCH], y[:BATCH])
    with pytest.raises(ValueError, match="has `None` for gradient"):
        model.fit(x, y, batch_size=BATCH, verbose=0)


def test_an_optimizer_of_tensorflow_1_skips_variables_without_a_gradient(tf: Any, on_ipus: Any) -> None:
    with on_ipus(2).scope():
        model = with_an_unused_layer(tf)
        model.compile(tf.compat.v1.train.GradientDescentOptimizer(RATE), ["mse", None], steps_per_execution=2)
    x, y = data(4)
    before = model.get_weights()[::2]
    model.fit(x, y, batch_size=BATCH, verbose=0)
    changed = [not np.array_equal(*pair) for pair in zip(model.get_weights()[::2], before)]
    assert changed == [True, False]


@pytest.mark.parametrize("ipus, accumulation, stages", [(2, 1, None), (1, 4, None), (2, 4, [0, 1])])
def test_layers_may_branch_on_tensors(
    tf: Any, on_ipus: Any, ipus: int, accumulation: int, stages: Any
) -> None:
    class Doubled(tf.keras.layers.Layer):  # type: ignore[misc]
        def call(self, inputs: Any) -> Any:
            if tf.reduce_sum(inputs) > 0:
                outputs = 2.0 * inputs
            else:
                outputs = inputs
            return outputs

    with on_ipus(ipus).scope():
        model = tf.keras.Sequential(
            [tf.keras.Input((1,)), Doubled(), tf.keras.layers.Dense(1, use_bias=False)]
        )
        model.set_weights([np.ones((1, 1))])
        model.compile(tf.keras.optimizers.SGD(0.0), "mae", steps_per_execution=4)
        if stages is not None:
            model.set_pipeline_stage_assignment(stages)
            model.set_pipelining_options(accumulation)
        else:
            model.set_gradient_accumulation_options(accumulation)
    history = model.fit(Y, 2 * Y - 1, batch_size=1, shuffle=False, verbose=0).history
    assert history["loss"] == [1.0]


def test_embeddings(tf: Any, on_ipus: Any) -> None:
    def fitted(strategy: Any, batch: int, rate: float) -> Any:
        with strategy.scope():
            model = tf.keras.Sequential(
                [
                    tf.keras.layers.Embedding(5, 2, embeddings_initializer="ones", input_length=3),
                    tf.keras.layers.Flatten(),
                ]
            )
            model.compile(tf.keras.optimizers.SGD(rate), "mse", steps_per_execution=2 if batch == 2 else 1)
        rows = np.arange(24).reshape(8, 3).astype("int32") % 5
        model.fit(rows, np.zeros((8, 6), "float32"), batch_size=batch, shuffle=False, verbose=0)
        return model.get_weights()[0]

    np.testing.assert_allclose(
        fitted(on_ipus(2), 2, 0.1), fitted(tf.distribute.get_strategy(), 4, 0.2), rtol=1e-5
    )


# Metrics.

X = np.zeros((8, 1), "float32")
Y = np.arange(1.0, 9.0, dtype="float32").reshape(8, 1)


def zero_model(tf: Any, strategy: Any, method: Any = None, **options: Any) -> Any:
    with strategy.scope():
        model = tf.keras.Sequential(
            [tf.keras.layers.Dense(1, kernel_initializer="zeros", use_bias=False, input_shape=(1,))]
        )
        model.compile(tf.keras.optimizers.SGD(0.0), "mae", **options)
        if method is not None:
            model.set_replication_options(method)
    return model


# Replica 0 sees 1, 3, 5 and 7, replica 1 sees 2, 4, 6 and 8.
@pytest.mark.parametrize(
    "method, expected", [(None, 5.0), ("none", 5.0), ("sum", 9.0), ("mean", 4.5), ("list", [4.0, 5.0])]
)
@pytest.mark.parametrize("steps", [1, 2, 4])
def test_metrics_of_replicas(tf: Any, on_ipus: Any, method: Any, expected: Any, steps: int) -> None:
    model = zero_model(tf, on_ipus(2), method, steps_per_execution=steps)
    assert np.array_equal(model.evaluate(X, Y, batch_size=1, verbose=0), expected)
    losses = model.fit(X, Y, batch_size=1, shuffle=False, epochs=2, verbose=0).history["loss"]
    assert np.array_equal(losses, [expected, expected])


def test_metrics_on_the_host_are_those_of_the_first_replica(tf: Any, on_ipus: Any) -> None:
    model = zero_model(tf, on_ipus(2))
    model.evaluate(X, Y, batch_size=1, verbose=0)
    assert float(model.metrics[0].result()) == 4.0


@pytest.mark.parametrize(
    "method, expected",
    [
        (None, [1, 2, 3, 4]),
        ("sum", [3, 3, 7, 7]),
        ("mean", [1.5, 1.5, 3.5, 3.5]),
        ("list", [1, 2, 1, 2, 3, 4, 3, 4]),
    ],
)
def test_predictions_of_replicas(tf: Any, on_ipus: Any, method: Any, expected: Any) -> None:
    with on_ipus(2).scope():
        inputs = tf.keras.Input((1,))
        model = tf.keras.Model(inputs, tf.identity(inputs))
        model.compile(steps_per_execution=2)
        if method is not None:
            model.set_replication_options(method)
    assert model.predict(Y[:4], batch_size=1, verbose=0).ravel().tolist() == expected


def test_statistics_are_those_of_each_replica(tf: Any, on_ipus: Any) -> None:
    with on_ipus(2).scope():
        model = tf.keras.Sequential([tf.keras.layers.BatchNormalization(momentum=0.5, input_shape=(1,))])
        model.compile("sgd", "mse", steps_per_execution=4)
    model.fit(Y, Y, batch_size=1, shuffle=False, epochs=1, verbose=0)
    mean = 0.0
    for value in (1, 3, 5, 7):  # what replica 0 has seen, which the host reads
        mean = mean * 0.5 + value * 0.5
    assert model.layers[0].moving_mean.numpy()[0] == pytest.approx(mean)


def test_statistics_that_the_host_sets_are_those_of_all_replicas(tf: Any, on_ipus: Any) -> None:
    with on_ipus(2).scope():
        norm = tf.keras.layers.BatchNormalization(momentum=0.5, input_shape=(1,))
        model = tf.keras.Sequential([norm])
        model.compile("sgd", "mse", steps_per_execution=4)
    reset = tf.keras.callbacks.LambdaCallback(on_epoch_begin=lambda *_: norm.moving_mean.assign([100.0]))
    model.fit(Y, Y, batch_size=1, shuffle=False, epochs=2, callbacks=[reset], verbose=0)
    mean = 100.0
    for value in (1, 3, 5, 7):
        mean = mean * 0.5 + value * 0.5
    assert norm.moving_mean.numpy()[0] == pytest.approx(mean)


@pytest.mark.parametrize("replicas", [1, 2])
@pytest.mark.parametrize("shape", [(3,), (2, 2, 3)], ids=["plain", "fused"])
def test_statistics_move_with_each_accumulated_step(
    tf: Any, on_ipus: Any, replicas: int, shape: tuple[int, ...]
) -> None:
    with on_ipus(replicas).scope():
        norm = tf.keras.layers.BatchNormalization(momentum=0.5, input_shape=shape)
        model = tf.keras.Sequential([norm, tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse", steps_per_execution=4)
        model.set_gradient_accumulation_options(4)
    x = np.random.RandomState(5).rand(8 * replicas * BATCH, *shape).astype("float32")
    model.fit(x, x[:, :1].reshape(len(x), -1)[:, :1], batch_size=BATCH, shuffle=False, verbose=0)
    mean, variance = np.zeros(3), np.ones(3)
    for batch in x.reshape(-1, BATCH, *shape)[::replicas].astype("float64"):  # those that replica 0 has seen
        values = batch.reshape(-1, 3)
        mean = mean * 0.5 + values.mean(0) * 0.5
        variance = variance * 0.5 + values.var(0, ddof=len(shape) > 1) * 0.5
    np.testing.assert_allclose(norm.moving_mean.numpy(), mean, rtol=1e-5)
    np.testing.assert_allclose(norm.moving_variance.numpy(), variance, rtol=1e-5)


def test_statistics_in_a_pipeline_move_once_a_flush(tf: Any, on_ipus: Any) -> None:
    with on_ipus(2).scope():
        model = tf.keras.Sequential(
            [tf.keras.layers.BatchNormalization(momentum=0.5, input_shape=(1,)), tf.keras.layers.Dense(1)]
        )
        model.set_pipeline_stage_assignment([0, 1])
        model.set_pipelining_options(gradient_accumulation_steps_per_replica=4)
        model.compile("sgd", "mse", steps_per_execution=8)
    model.fit(Y, Y, batch_size=1, shuffle=False, verbose=0)
    assert model.layers[0].moving_mean.numpy()[0] == pytest.approx((0 * 0.5 + 4 * 0.5) * 0.5 + 8 * 0.5)


# In a pipeline each micro-batch sees the metrics from before the flush: flushes of fit end with 4 and 8.
@pytest.mark.parametrize("accumulate, fitted, evaluated", [(False, 6.0, 8.0), (True, (4 + 6.5) / 2, 4.5)])
def test_metrics_of_a_pipeline(
    tf: Any, on_ipus: Any, accumulate: bool, fitted: float, evaluated: float
) -> None:
    def zeros() -> Any:
        return tf.keras.layers.Dense(1, kernel_initializer="zeros", use_bias=False)

    with on_ipus(2).scope():
        model = tf.keras.Sequential([tf.keras.Input((1,)), zeros(), zeros()])
        model.set_pipeline_stage_assignment([0, 1])
        model.set_pipelining_options(4, accumulate_outfeed=accumulate)
        model.compile(tf.keras.optimizers.SGD(0.0), "mae", steps_per_execution=8)
    assert model.fit(X, Y, batch_size=1, shuffle=False, verbose=0).history["loss"] == [fitted]
    assert model.evaluate(X, Y, batch_size=1, verbose=0) == evaluated


@pytest.mark.parametrize("accumulate", [False, True])
def test_predictions_are_not_accumulated(tf: Any, on_ipus: Any, three_layers: Any, accumulate: bool) -> None:
    with on_ipus(2).scope():
        model = three_layers([0, 1, 1])
        model.compile("sgd", "mse", steps_per_execution=4)
        model.set_pipelining_options(4, accumulate_outfeed=accumulate)
    x, _ = data(4)
    plainly = three_layers().predict(x, batch_size=BATCH, verbose=0)
    np.testing.assert_allclose(model.predict(x, batch_size=BATCH, verbose=0), plainly, rtol=1e-6)


@pytest.mark.parametrize("replicas, steps", [(1, 4), (2, 2), (4, 1)])
def test_callbacks_are_told_the_steps_of_a_replica(
    tf: Any, on_ipus: Any, three_layers: Any, replicas: int, steps: int
) -> None:
    with on_ipus(replicas).scope():
        model = three_layers()
        model.compile("sgd", "mse")
    told = tf.keras.callbacks.Callback()
    model.fit(*data(4), batch_size=BATCH, callbacks=[told], verbose=0)
    assert told.params["steps"] == steps
    assert int(model._train_counter) == steps


@pytest.mark.parametrize(
    "dtype", ["float16", lambda metric: "float16" if metric.name == "PipelineStage:1" else metric.dtype]
)
def test_the_type_in_which_metrics_are_added_up(tf: Any, on_ipus: Any, three_layers: Any, dtype: Any) -> None:
    with on_ipus(4).scope():
        model = three_layers([0, 1, 2])
        model.compile("sgd", "mse", steps_per_execution=6)
        model.set_pipelining_options(6, accumulate_outfeed=True, accumulate_outfeed_dtype=dtype)
    x, _ = data(6)
    history = model.fit(x, np.full((12, 2), 1e4, "float32"), batch_size=BATCH, verbose=0).history
    assert history["loss"] == [np.inf]  # 1e8 is too much for float16


def test_programs_are_kept_and_made_anew(tf: Any, on_ipus: Any, three_layers: Any) -> None:
    with on_ipus(2).scope():
        model = three_layers()
        model.compile("sgd", "mse", steps_per_execution=2)
    x, y = data(4)
    programs = model._ipu.programs
    for _ in range(2):
        model.fit(x, y, batch_size=BATCH, verbose=0)
    assert len(programs) == 1
    model.fit(x, y, batch_size=1, verbose=0)
    assert len(programs) == 2
    model.set_gradient_accumulation_options(2)
    assert not programs


def test_on_batch_calls_give_each_replica_the_same_data(tf: Any, on_ipus: Any, three_layers: Any) -> None:
    x, y = data(1)
    with on_ipus(2).scope():
        model = three_layers([0, 1, 1])  # its stages do not count
        model.compile(tf.keras.optimizers.SGD(RATE), "mse")
        model.set_pipelining_options(4)
        losses = [model.train_on_batch(x, y) for _ in range(2)]
        tested, predicted = model.test_on_batch(x, y), model.predict_on_batch(x)
    plain_model = three_layers()
    plain_model.compile(tf.keras.optimizers.SGD(2 * RATE), "mse")  # the gradients of both are added up
    np.testing.assert_allclose(losses, [plain_model.train_on_batch(x, y) for _ in range(2)], rtol=1e-5)
    np.testing.assert_allclose(tested, plain_model.test_on_batch(x, y), rtol=1e-5)
    np.testing.assert_allclose(predicted, plain_model.predict_on_batch(x), rtol=1e-5)
    assert int(model.optimizer.iterations) == 2


def test_on_batch_calls_skip_variables_without_a_gradient(tf: Any, on_ipus: Any) -> None:
    with on_ipus(2).scope():
        model = with_an_unused_layer(tf)
        model.compile("sgd", ["mse", None])
    x, y = data(1)
    before = model.get_weights()[::2]
    model.train_on_batch(x, y)
    changed = [not np.array_equal(*pair) for pair in zip(model.get_weights()[::2], before)]
    assert changed == [True, False]

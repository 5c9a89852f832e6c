"""Asynchronous callbacks: one call for each step of each replica, with the numbers of that step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.zeros((8, 1), "float32")
Y = np.arange(1.0, 9.0, dtype="float32").reshape(8, 1)


@pytest.fixture
def calls(tf: Any) -> Any:
    """A callback that notes steps and logs."""

    class Calls(tf.keras.callbacks.Callback):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.begun: list[int] = []
            self.ended: list[tuple[int, Any]] = []

        def on_train_batch_begin(self, batch: int, logs: Any = None) -> None:
            self.begun.append(batch)

        def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
            self.ended.append((batch, float(logs["loss"])))

        on_test_batch_begin = on_predict_batch_begin = on_train_batch_begin
        on_test_batch_end = on_train_batch_end

        def on_predict_batch_end(self, batch: int, logs: Any = None) -> None:
            self.ended.append((batch, float(logs["outputs"][0, 0])))

    return Calls()


def model_of(tf: Any, strategy: Any, asynchronous: bool = True, pipelined: bool = False) -> Any:
    def dense(start: str) -> Any:
        return tf.keras.layers.Dense(1, kernel_initializer=start, use_bias=False)

    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.Input((1,)), dense("ones"), dense("zeros")])
        model.compile(tf.keras.optimizers.SGD(0.0), "mae", steps_per_execution=4)
        model.set_asynchronous_callbacks(asynchronous)
        if pipelined:
            model.set_pipeline_stage_assignment([0, 1])
    return model


@pytest.mark.parametrize("call", ["fit", "evaluate"])
def test_each_step_of_each_replica(tf: Any, on_ipus: Any, calls: Any, call: str) -> None:
    model = model_of(tf, on_ipus(2))
    options = {"shuffle": False} if call == "fit" else {}
    getattr(model, call)(X, Y, batch_size=1, callbacks=[calls], verbose=0, **options)
    assert calls.begun == [0, 0, 1, 1, 2, 2, 3, 3]
    # Running means of 1, 3, 5, 7 on one replica and of 2, 4, 6, 8 on the other.
    assert calls.ended == [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4), (3, 5)]


def test_predictions_of_each_step(tf: Any, on_ipus: Any, calls: Any) -> None:
    with on_ipus(2).scope():
        inputs = tf.keras.Input((1,))
        model = tf.keras.Model(inputs, tf.identity(inputs))
        model.compile(steps_per_execution=2)
        model.set_asynchronous_callbacks(True)
    assert model.predict(Y, batch_size=1, callbacks=[calls], verbose=0).ravel().tolist() == Y.ravel().tolist()
    assert calls.ended == [(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6), (3, 7), (3, 8)]


def test_with_accumulation(tf: Any, on_ipus: Any, calls: Any) -> None:
    model = model_of(tf, on_ipus(1))
    model.set_gradient_accumulation_options(2)
    model.fit(X, Y, batch_size=1, callbacks=[calls], verbose=0)
    assert calls.begun == list(range(8))
    assert int(model.optimizer.iterations) == 4


@pytest.mark.parametrize(
    "asynchronous, accumulate, steps", [(True, False, [0, 1, 2, 3]), (True, True, [3]), (False, False, [3])]
)
def test_in_a_pipeline(
    tf: Any, on_ipus: Any, calls: Any, asynchronous: bool, accumulate: bool, steps: list[int]
) -> None:
    model = model_of(tf, on_ipus(2), asynchronous, pipelined=True)
    model.set_pipelining_options(4, accumulate_outfeed=accumulate)
    for call in ("fit", "evaluate"):
        calls.ended.clear()
        getattr(model, call)(X[:4], Y[:4], batch_size=1, callbacks=[calls], verbose=0)
        assert [step for step, _ in calls.ended] == steps


def test_validation_calls_back_by_step_too(tf: Any, on_ipus: Any, calls: Any) -> None:
    model = model_of(tf, on_ipus(1))
    model.fit(X, Y, batch_size=1, validation_data=(X, Y), callbacks=[calls], verbose=0)
    assert calls.begun == list(range(8)) * 2


def test_a_list_without_a_model(tf: Any, calls: Any) -> None:
    callbacks = tf.keras.callbacks.CallbackList([calls])
    callbacks.on_train_batch_begin(3)
    callbacks.on_train_batch_end(3, {"loss": 1.0})
    assert (calls.begun, calls.ended) == ([3], [(3, 1.0)])

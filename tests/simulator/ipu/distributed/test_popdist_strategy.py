"""The strategy for the processes of PopRun, in one instance; several are in `test_instances.py`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def strategy(ipu: Any, popdist: Any) -> Any:
    from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy

    config = ipu.config.IPUConfig()
    popdist.tensorflow.set_ipu_config(config)
    config.configure_ipu_system()
    return PopDistStrategy()


def test_a_stage_is_refused_in_its_scope(tf: Any, strategy: Any) -> None:
    with strategy.scope(), pytest.raises(RuntimeError, match="within an IPUStrategy"):
        tf.keras.ipu.PipelineStage(0).__enter__()


def test_gradients_and_metrics_are_those_of_all_replicas(tf: Any, strategy: Any) -> None:
    x = np.arange(8, dtype="float32").reshape(8, 1)
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, "linear", False, "ones", input_shape=(1,))])
        model.compile(tf.keras.optimizers.SGD(0.01), "mae", steps_per_execution=2)
    assert strategy.num_replicas_in_sync == 2
    history = model.fit(x, 0 * x, batch_size=2, shuffle=False, verbose=0).history
    # two updates by the mean gradient of four samples each
    weights = [1 - 0.01 * 1.5, 1 - 0.01 * (1.5 + 5.5)]
    assert model.get_weights()[0][0, 0] == pytest.approx(weights[1], rel=1e-5)
    assert history["loss"] == [pytest.approx((1.5 + 5.5 * weights[0]) / 2, rel=1e-5)]
    assert model.evaluate(x, 0 * x, batch_size=2, verbose=0) == pytest.approx(3.5 * weights[1], rel=1e-5)
    model.set_replication_options("sum")
    with pytest.raises(NotImplementedError, match="the SUM of metrics"):
        model.evaluate(x, 0 * x, batch_size=2, verbose=0)


def test_a_program_without_reductions_of_its_own(tf: Any, strategy: Any) -> None:
    from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy

    @tf.function(jit_compile=True)
    def total(value: Any) -> Any:
        context = tf.distribute.get_replica_context()
        return context.all_reduce(tf.distribute.ReduceOp.SUM, value)

    own = PopDistStrategy(add_ipu_cross_replica_reductions=False)
    assert float(strategy.run(total, args=(tf.constant(3.0),))) == 6
    assert float(own.run(total.python_function and tf.function(total.python_function), args=(3.0,))) == 3


def test_the_host_reduces_over_instances(tf: Any, strategy: Any) -> None:
    from tensorflow.python.ipu.distributed import allgather, allreduce, broadcast

    value = tf.constant([1, 2])
    assert allreduce(value, tf.distribute.ReduceOp.MEAN).numpy().tolist() == [1, 2]
    assert broadcast(value).numpy().tolist() == [1, 2]
    assert allgather(value).numpy().tolist() == [[1, 2]]
    assert float(strategy.reduce(tf.distribute.ReduceOp.SUM, tf.constant(2.0), axis=None)) == 2
    with pytest.raises(ValueError, match="Unsupported reduce op"):
        allreduce(value, "max")

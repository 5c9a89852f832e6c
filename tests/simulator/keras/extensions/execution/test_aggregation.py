"""What an optimizer with an aggregation of the script's own does with the gradients of several replicas."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

ROWS, REPLICAS = 16, 2


def data() -> tuple[Any, Any]:
    random = np.random.RandomState(3)
    return random.rand(ROWS, 3).astype("float32"), random.rand(ROWS, 2).astype("float32")


def mean_over_replicas(tf: Any, optimizer: Any) -> Any:
    from tensorflow.python import ipu

    def mean(pairs: Any) -> Any:
        return [
            (ipu.cross_replica_ops.cross_replica_mean(gradient), variable) for gradient, variable in pairs
        ]

    optimizer = tf.keras.optimizers.get(optimizer)
    getattr(optimizer, "inner_optimizer", optimizer).gradient_aggregator = mean
    return optimizer


def divided_sum(tf: Any, optimizer: Any) -> Any:
    def mean(pairs: Any) -> Any:
        gradients, variables = zip(*pairs)
        context = tf.distribute.get_replica_context()
        sums = context.all_reduce(tf.distribute.ReduceOp.SUM, list(gradients))
        return zip([each / REPLICAS for each in sums], variables)

    optimizer.gradient_aggregator = mean
    return optimizer


def trained(tf: Any, strategy: Any, make: Any, optimizer: Any, batch: int, accumulation: int = 1) -> Any:
    """The weights after three epochs; each weight update takes `batch * accumulation` rows of each replica."""
    with strategy.scope():
        model = make()
        model.compile(optimizer, "mse", steps_per_execution=accumulation)
        setter = (
            model.set_pipelining_options if model._is_pipelined() else model.set_gradient_accumulation_options
        )
        setter(accumulation, gradient_accumulation_reduction_method="mean")
        model.fit(*data(), batch_size=batch, epochs=3, shuffle=False, verbose=0)
    return model.get_weights()


@pytest.mark.parametrize(
    ("name", "options", "average", "accumulation", "stages"),
    [
        ("SGD", {"momentum": 0.9}, divided_sum, 1, None),
        ("SGD", {"learning_rate": 1.0, "global_clipnorm": 0.02}, mean_over_replicas, 2, None),
        ("SGD", {"learning_rate": 1.0, "clipvalue": 0.005}, mean_over_replicas, 4, [0, 1, 1]),
        ("Adam", {"clipnorm": 0.01}, mean_over_replicas, 1, None),
        ("RMSprop", {}, mean_over_replicas, 4, [0, 1, 1]),
    ],
)
def test_an_own_mean_is_what_clipping_and_momentum_see(
    tf: Any,
    on_ipus: Any,
    three_layers: Any,
    name: str,
    options: Any,
    average: Any,
    accumulation: int,
    stages: list[int] | None,
) -> None:
    def optimizer() -> Any:
        return getattr(tf.keras.optimizers, name)(**options)

    def pipelined() -> Any:
        model = three_layers()
        if stages is not None:
            model.set_pipeline_stage_assignment(stages)
        return model

    whole = trained(tf, on_ipus(1), three_layers, optimizer(), 8)
    ipus = REPLICAS if stages is None else 2 * REPLICAS
    size = 8 // REPLICAS // accumulation
    parts = trained(tf, on_ipus(ipus), pipelined, average(tf, optimizer()), size, accumulation)
    for one, other in zip(whole, parts):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_an_aggregation_that_combines_nothing_is_refused(tf: Any, on_ipus: Any, three_layers: Any) -> None:
    optimizer = tf.keras.optimizers.SGD()
    optimizer.gradient_aggregator = lambda pairs: pairs
    with pytest.raises(NotImplementedError, match="does not combine the gradients of all replicas"):
        trained(tf, on_ipus(REPLICAS), three_layers, optimizer, 4)


def test_a_loss_scale_optimizer_uses_the_aggregation_of_the_one_that_it_wraps(
    tf: Any, on_ipus: Any, three_layers: Any
) -> None:
    def optimizer(strategy: Any) -> Any:
        with strategy.scope():
            return tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.1))

    one_ipu = on_ipus(1)
    whole = trained(tf, one_ipu, three_layers, optimizer(one_ipu), 8)
    ipus = on_ipus(REPLICAS)
    parts = trained(tf, ipus, three_layers, mean_over_replicas(tf, optimizer(ipus)), 4)
    for one, other in zip(whole, parts):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)

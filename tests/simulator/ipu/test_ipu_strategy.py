"""The strategy: what runs in it, what it refuses, and how it reduces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_it_is_a_strategy_of_one_replica(tf: Any, ipu: Any) -> None:
    strategy = ipu.ipu_strategy.IPUStrategyV1(ipu_device="/device:IPU:0")
    assert ipu.ipu_strategy.IPUStrategy is ipu.ipu_strategy.IPUStrategyV1
    assert strategy.num_replicas_in_sync == 1
    assert strategy.supports_loss_scaling is True
    with strategy.scope():
        assert tf.distribute.get_strategy() is strategy


def test_run_gives_the_result_as_it_is(tf: Any, strategy: Any) -> None:
    @tf.function
    def add(first: Any, second: Any) -> Any:
        return {"sum": first + second}

    result = strategy.run(add, args=(tf.constant(1.0),), kwargs={"second": tf.constant(2.0)})
    assert float(result["sum"]) == 3.0


def test_run_in_a_function_takes_any_callable(tf: Any, strategy: Any) -> None:
    variable = tf.Variable(2.0)

    @tf.function
    def outer(value: Any) -> Any:
        return strategy.run(lambda part, factor: (part * variable * factor, "text"), args=(value, 3))[0]

    assert float(outer(tf.constant(5.0))) == 30.0


def test_run_of_a_python_function_in_eager_mode(tf: Any, strategy: Any) -> None:
    with pytest.raises(
        ValueError, match="does not support eager execution. Either convert `fn` into a tf.function"
    ):
        strategy.run(lambda: 1)


def test_run_with_float64(tf: Any, strategy: Any) -> None:
    double = tf.function(lambda value: tf.cast(value, tf.float32))
    with pytest.raises(TypeError, match="Unsupported data type for input: float64"):
        strategy.run(double, args=(tf.constant(1.0, tf.float64),))
    widen = tf.function(lambda value: tf.cast(value, tf.float64))
    with pytest.raises(TypeError, match="Unsupported data type for output: float64"):
        strategy.run(widen, args=(tf.constant(1.0),))


def test_run_of_an_operation_without_a_kernel(tf: Any, strategy: Any) -> None:
    @tf.function
    def positive(values: Any) -> Any:
        return tf.reduce_sum(tf.boolean_mask(values, values > 0))

    with pytest.raises(tf.errors.InvalidArgumentError, match="Detected unsupported operations"):
        strategy.run(positive, args=(tf.constant([1.0, -1.0]),))


def test_run_v2_is_gone(strategy: Any) -> None:
    with pytest.raises(RuntimeError, match="`experimental_run_v2` has been deleted"):
        strategy.experimental_run_v2(lambda: 1)


@pytest.mark.parametrize("reduction", ["SUM", "MEAN"])
def test_reduce_over_one_replica(tf: Any, strategy: Any, reduction: str) -> None:
    operation = getattr(tf.distribute.ReduceOp, reduction)
    assert float(strategy.reduce(operation, tf.constant(4.0), axis=None)) == 4.0

    @tf.function
    def step(value: Any) -> Any:
        return tf.distribute.get_replica_context().all_reduce(operation, value)

    assert float(strategy.run(step, args=(tf.constant(4.0),))) == 4.0


def test_a_reduction_that_the_device_has_not(tf: Any, ipu: Any, strategy: Any) -> None:
    reduce = strategy.extended._reduce_to  # TensorFlow's own methods let no other operation through
    with pytest.raises(ValueError, match="Unsupported reduce op: product"):
        strategy.run(
            tf.function(lambda value: reduce("product", value, value, None)), args=(tf.constant(4.0),)
        )
    assert float(reduce("product", tf.constant(4.0), "/cpu:0", None)) == 4.0  # on the host


@pytest.mark.parametrize("tiles, fits", [(32, True), (200, False)])
def test_a_device_that_no_program_fits(tf: Any, ipu: Any, tiles: int, fits: bool) -> None:
    config = ipu.config.IPUConfig()
    config.io_tiles.num_io_tiles = tiles
    config.configure_ipu_system()
    strategy, one = ipu.ipu_strategy.IPUStrategy(), tf.function(lambda: tf.constant(1.0))
    if fits:
        assert float(strategy.run(one)) == 1.0
    else:
        with pytest.raises(tf.errors.InvalidArgumentError, match="200 is an invalid number of IO tiles"):
            strategy.run(one)


def test_distributed_datasets(tf: Any, strategy: Any) -> None:
    dataset = tf.data.Dataset.range(4)
    distributed = strategy.experimental_distribute_dataset(dataset)
    assert isinstance(distributed, tf.distribute.DistributedDataset)
    assert distributed.element_spec == dataset.element_spec

    @tf.function
    def doubled(value: Any) -> Any:
        return 2 * value

    with strategy.scope():  # the host takes the elements, of any type
        assert [int(strategy.run(doubled, args=(element,))) for element in distributed] == [0, 2, 4, 6]
    made = strategy.distribute_datasets_from_function(
        lambda context: dataset.shard(context.num_input_pipelines, 0)
    )
    assert [int(element) for element in made] == [0, 1, 2, 3]


def test_variables_and_training_in_a_loop_of_ones_own(tf: Any, strategy: Any) -> None:
    dataset = tf.data.Dataset.from_tensors(([[1.0], [2.0]], [[2.0], [4.0]])).repeat(2)
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="zeros")])
        model.build((2, 1))
        optimizer = tf.keras.optimizers.SGD(0.1)

        @tf.function
        def train(iterator: Any) -> Any:
            for _ in tf.range(2):
                x, y = next(iterator)
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((model(x) - y) ** 2)
                optimizer.apply_gradients(
                    zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
                )
            return loss

        strategy.run(train, args=(iter(dataset),))
    # the gradient at w is 5 (w - 2): w becomes 1, then 1.5
    assert model.get_weights()[0].item() == pytest.approx(1.5)


def test_methods_and_functions_that_are_used_elsewhere_too(tf: Any, strategy: Any) -> None:
    class Sum:
        def __init__(self) -> None:
            self.first = 1.0

        @tf.function(jit_compile=True)
        def add(self, value: Any) -> Any:
            return self.first + value

    total = Sum()
    assert float(total.add(tf.constant(1.0))) == 2.0
    assert float(strategy.run(total.add, args=(tf.constant(2.0),))) == 3.0
    assert float(strategy.run(total.add, args=(tf.constant(2.0),))) == 3.0
    assert float(total.add(tf.constant(1.0))) == 2.0


def test_a_signature_of_inputs(tf: Any, strategy: Any) -> None:
    double = tf.function(lambda value: 2.0 * value, input_signature=[tf.TensorSpec([None], tf.float32)])
    assert strategy.run(double, args=(tf.constant([1.0, 2.0]),)).numpy().tolist() == [2.0, 4.0]


def test_a_concrete_function_has_one_replica(tf: Any, ipu: Any, strategy: Any) -> None:
    concrete = tf.function(lambda value: 2.0 * value).get_concrete_function(tf.TensorSpec([], tf.float32))
    assert float(strategy.run(concrete, args=(tf.constant(1.0),))) == 2.0
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 2
    config.configure_ipu_system()
    with pytest.raises(NotImplementedError, match="running a ConcreteFunction on several IPUs"):
        strategy.run(concrete, args=(tf.constant(1.0),))


def _run_step(tf: Any, strategy: Any, variable: Any) -> Any:
    step = tf.function(lambda value: value * variable, jit_compile=True)
    return strategy.run(step, args=(tf.constant(2.0),))


def _fit(tf: Any, strategy: Any, variable: Any) -> Any:
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("sgd", lambda y, p: variable * tf.square(y - p))
    return model.fit(tf.ones((8, 2)), tf.ones((8, 1)), batch_size=4, verbose=0)


@pytest.mark.parametrize("train", [_run_step, _fit])
def test_a_variable_of_the_host_in_a_program(tf: Any, strategy: Any, train: Callable[..., Any]) -> None:
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"Trying to access resource .*CPU:0 from .*IPU:0"
    ):
        train(tf, strategy, tf.Variable(3.0))
    with strategy.scope():
        variable = tf.Variable(3.0)
    assert train(tf, strategy, variable) is not None


def test_a_variable_of_the_host_in_a_step_that_xla_may_split(tf: Any, strategy: Any) -> None:
    variable = tf.Variable(3.0)
    assert float(strategy.run(tf.function(lambda: variable * 2.0))) == 6.0

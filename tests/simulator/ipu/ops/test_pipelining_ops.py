"""Pipelines: what they compute, and what they demand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

ROWS = np.arange(48, dtype=np.float32).reshape(24, 2) / 48
TARGETS = ROWS.sum(axis=1, keepdims=True) * 2


class Model:
    """Linear regression in two stages, on a device with so many IPUs."""

    def __init__(self, tf: Any, ipu: Any, ipus: int = 2) -> None:
        self.tf, self.ipu, self.ops = tf, ipu, ipu.pipelining_ops
        config = ipu.config.IPUConfig()
        config.auto_select_ipus = ipus
        config.configure_ipu_system()
        self.strategy = ipu.ipu_strategy.IPUStrategy()
        dataset = tf.data.Dataset.from_tensor_slices((ROWS, TARGETS)).batch(2, drop_remainder=True).repeat()
        self.queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
        with self.strategy.scope():
            self.weight = tf.Variable([[1.0], [1.0]])
            self.iterator = iter(dataset)

    def predict(self, x: Any, y: Any) -> Any:
        return self.tf.matmul(x, self.weight), y

    def loss(self, predicted: Any, y: Any) -> Any:
        return self.tf.reduce_mean((predicted - y) ** 2)

    def keras(self, loss: Any) -> Any:
        if not hasattr(self, "optimizer"):
            with self.tf.init_scope():
                self.optimizer = self.tf.keras.optimizers.SGD(0.1)
        return self.ops.OptimizerFunctionOutput(self.optimizer, loss, variables=[self.weight])

    def tensorflow1(self, loss: Any) -> Any:
        descent = self.tf.compat.v1.train.GradientDescentOptimizer(0.1)
        chosen = {"var_list": [self.weight]}
        return self.ops.OptimizerFunctionOutput(descent, loss, compute_gradients_kwargs=chosen)

    def train(self, count: Any = 4, stages: Any = None, dynamic: bool = False, **options: Any) -> Any:
        given = {"optimizer_function": self.keras, "outfeed_queue": self.queue, **options}
        return self.run(count, stages or [self.predict, self.loss], dynamic, **given)

    def run(self, count: Any, stages: Any, dynamic: bool = False, **options: Any) -> Any:
        def program(iterator: Any, number: Any) -> None:
            queue = iterator._infeed_queue
            given = number if dynamic else count
            self.ops.pipeline(stages, given, **{"infeed_queue": queue, **options})

        function = self.tf.function(program, jit_compile=True)
        self.strategy.run(function, args=(self.iterator, self.tf.constant(count if dynamic else 0)))

    def expected(self, batches: list[list[int]], scale: float = 1.0) -> Any:
        """The weight after an update for each list of numbers of micro-batches."""
        weight = np.ones((2, 1), np.float32)
        for update in batches:
            rows = [slice(2 * number, 2 * number + 2) for number in update]
            gradients = [ROWS[row].T @ (ROWS[row] @ weight - TARGETS[row]) for row in rows]
            weight = weight - np.float32(0.1 * scale) * sum(gradients)
        return weight


@pytest.mark.parametrize("optimizer", ["keras", "tensorflow1"])
@pytest.mark.parametrize("method, scale", [("SUM", 1.0), ("mean", 0.25), ("RUNNING_MEAN", 0.25)])
def test_training(tf: Any, ipu: Any, optimizer: str, method: str, scale: float) -> None:
    model = Model(tf, ipu)
    function = getattr(model, optimizer)
    model.train(4, repeat_count=2, optimizer_function=function, reduction_method=method)
    expected = model.expected([[0, 1, 2, 3], [4, 5, 6, 7]], scale)
    np.testing.assert_allclose(model.weight.numpy(), expected, rtol=1e-6)
    assert model.queue.dequeue()[0].shape == (8,)


def test_training_on_two_replicas(tf: Any, ipu: Any) -> None:
    model = Model(tf, ipu, ipus=4)
    model.train(4)
    np.testing.assert_allclose(model.weight.numpy(), model.expected([list(range(8))]), rtol=1e-6)
    assert model.queue.dequeue()[0].shape == (4, 2)


@pytest.mark.parametrize("schedule, count", [("Grouped", 8), ("Interleaved", 2), ("Sequential", 3)])
def test_schedules_compute_the_same(tf: Any, ipu: Any, schedule: str, count: int) -> None:
    model = Model(tf, ipu)
    model.train(count, pipeline_schedule=ipu.pipelining_ops.PipelineSchedule[schedule])
    np.testing.assert_allclose(model.weight.numpy(), model.expected([list(range(count))]), rtol=1e-6)


def test_a_count_that_is_a_tensor(tf: Any, ipu: Any) -> None:
    from tensorflow.python.ipu._errors import DeviceAborted

    model = Model(tf, ipu)
    model.train(8, dynamic=True)
    np.testing.assert_allclose(model.weight.numpy(), model.expected([list(range(8))]), rtol=1e-6)
    with pytest.raises(DeviceAborted, match="Pipeline depth is invalid"):
        model.train(6, dynamic=True)


def test_inference(tf: Any, ipu: Any) -> None:
    model = Model(tf, ipu)
    model.run(2, [model.predict, lambda predicted, y: predicted], outfeed_queue=model.queue)
    predictions = model.queue.dequeue()
    np.testing.assert_allclose(
        predictions.numpy().reshape(4, 1), ROWS[:4].sum(axis=1, keepdims=True), rtol=1e-6
    )


def test_the_outfeed_shows_the_loss_or_a_part_of_the_results(tf: Any, ipu: Any) -> None:
    model = Model(tf, ipu)
    model.train(4, outfeed_loss=True)
    losses = model.queue.dequeue()
    assert losses.shape == (4,)

    model = Model(tf, ipu)
    stages = [model.predict, lambda predicted, y: (model.loss(predicted, y), predicted)]
    model.train(4, stages, optimizer_function=lambda loss, _: model.keras(loss), outfeed_mask=[True, False])
    (predicted,) = model.queue.dequeue()
    assert predicted.shape == (4, 2, 1)


def test_an_accumulated_outfeed(tf: Any, ipu: Any) -> None:
    model = Model(tf, ipu)
    model.train(4, outfeed_loss=True)
    losses = model.queue.dequeue().numpy()
    model = Model(tf, ipu)
    model.train(4, outfeed_loss=True, accumulate_outfeed=True)
    assert model.queue.dequeue().numpy() == pytest.approx([losses.sum()])


def test_inputs_and_parallel_parts_of_a_stage(tf: Any, ipu: Any) -> None:
    model = Model(tf, ipu, ipus=4)
    parts = [lambda x, y, c: tf.reduce_sum(x) * c, lambda x, y, c: tf.reduce_sum(y) + c]
    model.run(
        2,
        [lambda c, x, y: (x, y, c), parts, lambda a, b: a + b],
        inputs=[tf.constant(2.0)],
        outfeed_queue=model.queue,
        device_mapping=[0, [1, 2], 3],
        pipeline_schedule=ipu.pipelining_ops.PipelineSchedule.Sequential,
    )
    expected = [2 * ROWS[rows].sum() + TARGETS[rows].sum() + 2 for rows in (slice(0, 2), slice(2, 4))]
    np.testing.assert_allclose(model.queue.dequeue().numpy(), expected, rtol=1e-6)


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"count": None}, ValueError, "gradient_accumulation_count must be specified"),
        ({"count": -1}, ValueError, "gradient_accumulation_count must be >= 0"),
        ({"count": 2**31}, ValueError, "must be < max int32"),
        ({"reduction_method": "max"}, ValueError, "Cannot parse max"),
        (
            {"continuous_weight_updates": True},
            NotImplementedError,
            "Continuous weight updates are currently not",
        ),
        ({"pipeline_schedule": 1}, TypeError, "is not a member of the PipelineSchedule enumeration"),
        ({"recomputation_mode": "Auto"}, TypeError, "is not a member of the RecomputationMode enumeration"),
        (
            {"stages": {0: abs, 1: abs}},
            TypeError,
            "computational_stages argument needs to be a list or a tuple",
        ),
        ({"infeed_queue": 1}, TypeError, "infeed_queue is not an instance of"),
        ({"outfeed_queue": 1}, TypeError, "outfeed_queue is not an instance of"),
        ({"stages": [abs]}, ValueError, "Pipeline requires at least two computational stages"),
        ({"device_mapping": 1}, TypeError, "device_mapping argument needs to be a list or a tuple"),
        ({"device_mapping": [0]}, ValueError, "Each stage must be mapped to an IPU: 1 mappings != 2 stages"),
        (
            {"batch_serialization_iterations": 2, "device_mapping": [0, 1]},
            NotImplementedError,
            "a single IPU",
        ),
        ({"weight_update_poplar_options": {}}, TypeError, "to be of type PipelineStageOptions"),
        (
            {"forward_propagation_stages_poplar_options": 1},
            TypeError,
            "list or a tuple of PipelineStageOptions",
        ),
        (
            {"forward_propagation_stages_poplar_options": []},
            ValueError,
            "PipelineStageOptions objects of length 2",
        ),
        ({"backward_propagation_stages_poplar_options": [1, 2]}, TypeError, "Expected all elements of"),
        ({"optimizer_function": None, "outfeed_mask": [True]}, ValueError, "when outfeed_mask is set"),
        ({"optimizer_function": None, "outfeed_loss": True}, ValueError, "when outfeed_loss is True"),
        ({"outfeed_loss": True, "outfeed_mask": [True]}, ValueError, "Only one of `outfeed_loss` and"),
        ({"outfeed_queue": None, "accumulate_outfeed": True}, ValueError, "when accumulate_outfeed is True"),
        ({"outfeed_queue": None}, ValueError, "but no outfeed_queue has been provided"),
        ({"outfeed_mask": [True, False]}, ValueError, "these need to match in size"),
    ],
)
def test_arguments(tf: Any, ipu: Any, options: dict[str, Any], error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        Model(tf, ipu).train(**options)


@pytest.mark.parametrize(
    "schedule, count, devices, error, message",
    [
        ("Grouped", 6, [0, 1], "FailedPreconditionError", "must be a multiple of 4, but it is 6"),
        ("Grouped", 0, [0, 1], "FailedPreconditionError", "must be at least 4, but it is 0"),
        ("Interleaved", 3, [0, 1], "FailedPreconditionError", "must be a multiple of 2, but it is 3"),
        ("Grouped", 4, [0, 3], "InternalError", "The number of shards needs to divide the number of IPUs"),
    ],
)
def test_counts_and_devices(
    tf: Any, ipu: Any, schedule: str, count: int, devices: list[int], error: str, message: str
) -> None:
    with pytest.raises(getattr(tf.errors, error), match=message):
        Model(tf, ipu).train(
            count, device_mapping=devices, pipeline_schedule=ipu.pipelining_ops.PipelineSchedule[schedule]
        )


@pytest.mark.parametrize("second", ["beside", "in a loop", "in a program of its own"])
def test_one_pipeline_a_program(tf: Any, ipu: Any, second: str) -> None:
    models = [Model(tf, ipu), Model(tf, ipu)]
    stages = [lambda x, y: (x, y), lambda x, y: x]

    def program(both: bool) -> None:
        for model in models if both else models[:1]:
            queue = model.iterator._infeed_queue
            ipu.pipelining_ops.pipeline(stages, 2, infeed_queue=queue, outfeed_queue=model.queue)

    def loop() -> None:
        program(False)
        for _ in tf.range(2):
            queue = models[1].iterator._infeed_queue
            ipu.pipelining_ops.pipeline(stages, 2, infeed_queue=queue, outfeed_queue=models[1].queue)

    run = models[1].strategy.run
    if second == "in a program of its own":
        run(tf.function(lambda: program(False)))
        models.reverse()
        run(tf.function(lambda: program(False)))
        assert [model.queue.dequeue().shape for model in models] == [(2, 2, 2), (2, 2, 2)]
    else:
        with pytest.raises(
            tf.errors.FailedPreconditionError, match=r"Only a single ipu.pipeline\(\) is allowed"
        ):
            run(tf.function(loop if second == "in a loop" else lambda: program(True)))


def test_stages_take_their_tensors_as_arguments(tf: Any, ipu: Any) -> None:
    model = Model(tf, ipu)
    seen: list[Any] = []

    def keep(x: Any, y: Any) -> Any:
        seen.append(x)
        return model.predict(x, y)

    def use(predicted: Any, y: Any) -> Any:
        return model.loss(predicted, y) + tf.reduce_sum(seen[-1])

    with pytest.raises(ValueError, match="Trying to capture the tensor .* which is not a resource"):
        model.train(4, [keep, use])


def test_stages_on_different_ipus_share_no_variable(tf: Any, ipu: Any) -> None:
    def again(predicted: Any, y: Any) -> Any:
        return model.loss(predicted, y) + tf.reduce_sum(model.weight)

    model = Model(tf, ipu)
    with pytest.raises(
        tf.errors.UnimplementedError, match="can only be used by pipeline stages on the same IPU"
    ):
        model.train(4, [model.predict, again])
    model = Model(tf, ipu)
    model.train(4, [model.predict, again], device_mapping=[0, 0])


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"opt": 1}, TypeError, "opt must be a TensorFlow Optimizer or Keras OptimizerV2 object"),
        ({"loss": 1}, TypeError, "loss must be a TensorFlow Tensor object"),
        (
            {"compute_gradients_args": (1,)},
            ValueError,
            "compute_gradients_args may not be used with OptimizerV2",
        ),
        ({"apply_gradients_args": [1]}, TypeError, "apply_gradients_args must be a tuple"),
        ({"apply_gradients_kwargs": (1,)}, TypeError, "apply_gradients_kwargs must be a dict"),
        ({"variables": 1}, TypeError, "variables must be a tuple or list"),
        ({"tape": 1}, TypeError, "tape must be a GradientTape"),
        ({"gradient_capture_context": 1}, TypeError, "GradientCollectionContext"),
        ({"captured_gradient_outfeed": 1}, TypeError, "must be an instance of IPUOutfeedQueue"),
    ],
)
def test_output_of_an_optimizer_function(
    tf: Any, ipu: Any, options: dict[str, Any], error: Any, message: str
) -> None:
    given = {"opt": tf.keras.optimizers.SGD(), "loss": tf.constant(1.0), **options}
    with pytest.raises(error, match=message):
        ipu.pipelining_ops.OptimizerFunctionOutput(**given)


def test_variables_belong_to_keras_optimizers(tf: Any, ipu: Any) -> None:
    output = ipu.pipelining_ops.OptimizerFunctionOutput
    descent = tf.compat.v1.train.GradientDescentOptimizer(0.1)
    with pytest.raises(ValueError, match="variables may only be used with OptimizerV2"):
        output(descent, tf.constant(1.0), variables=[1])
    with pytest.raises(ValueError, match="tape may only be used with OptimizerV2"):
        output(descent, tf.constant(1.0), tape=tf.GradientTape())
    with pytest.raises(ValueError, match="tape may not be used when"):
        output(tf.keras.optimizers.SGD(), tf.constant(1.0), variables=[1], tape=tf.GradientTape())
    model = Model(tf, ipu)
    with pytest.raises(RuntimeError, match="No variables to optimize"):
        model.train(4, optimizer_function=lambda loss: output(tf.keras.optimizers.SGD(), loss))


def test_options_of_a_stage(tf: Any, ipu: Any) -> None:
    options = ipu.pipelining_ops.PipelineStageOptions
    model = Model(tf, ipu)
    model.train(4, forward_propagation_stages_poplar_options=[options({"partialsType": "half"}), options()])
    with pytest.raises(TypeError, match="matmul_options must be dictionary"):
        options(matmul_options=[1])


def test_recomputation_checkpoints(tf: Any, ipu: Any) -> None:
    kept = ipu.pipelining_ops.recomputation_checkpoint({"a": tf.constant(1.0)})
    assert float(kept["a"]) == 1.0


@pytest.mark.parametrize("accumulated, expected", [(True, 4.0), (False, 1.0)])
def test_captured_gradients(tf: Any, ipu: Any, accumulated: bool, expected: float) -> None:
    from tensorflow.python.ipu.eager import backprop

    model, captured = Model(tf, ipu), ipu.ipu_outfeed_queue.IPUOutfeedQueue()

    def loss(predicted: Any, y: Any) -> Any:
        return ipu.grad_util_ops.capture_upstream_gradients(model.loss(predicted, y), tag="loss")

    def optimizer(value: Any) -> Any:
        output = model.keras(value)
        with backprop.GradientCaptureContext() as context:
            output.gradient_capture_context = context
        output.captured_gradient_outfeed = captured
        return output

    model.train(
        4,
        [model.predict, loss],
        optimizer_function=optimizer,
        gradient_accumulation_for_captured_grads=accumulated,
    )
    assert captured.dequeue()["loss"][0].numpy().tolist() == [expected]
    np.testing.assert_allclose(model.weight.numpy(), model.expected([[0, 1, 2, 3]]), rtol=1e-6)


# Variables that stages assign.


def totals(rounds: list[list[int]]) -> tuple[list[float], float]:
    """What each micro-batch sees of a total that it adds its rows to, and what is left of it at the end."""
    seen, total = [], np.float32(0)
    for micro_batches in rounds:
        seen += [total + ROWS[2 * number : 2 * number + 2].sum() for number in micro_batches]
        total = np.float32(seen[-1])  # each starts from the value before the round, and the last one wins
    return seen, float(total)


@pytest.mark.parametrize("way", ["directly", "in a function", "in a branch"])
def test_what_a_stage_assigns_arrives_at_the_end_of_a_round(tf: Any, ipu: Any, way: str) -> None:
    model = Model(tf, ipu)
    with model.strategy.scope():
        total = tf.Variable(0.0, trainable=False)

    def add(x: Any) -> Any:
        total.assign_add(tf.reduce_sum(x))
        return total.read_value()

    def first(x: Any, y: Any) -> Any:
        if way == "in a function":
            return tf.function(add)(x)
        return tf.cond(tf.reduce_sum(x) > -1.0, lambda: add(x), lambda: 0.0) if way != "directly" else add(x)

    def run() -> Any:
        model.run(2, [first, lambda value: value], repeat_count=2, outfeed_queue=model.queue)
        return np.ravel(model.queue.dequeue())

    seen, left = totals([[0, 1], [2, 3]])
    np.testing.assert_allclose(run(), seen, rtol=1e-5)
    assert float(total) == pytest.approx(left)
    total.assign(0.0)  # by the host, which the next run sees
    seen, left = totals([[4, 5], [6, 7]])
    np.testing.assert_allclose(run(), seen, rtol=1e-5)
    assert float(total) == pytest.approx(left)


def test_statistics_of_batch_normalisation_on_two_replicas(tf: Any, ipu: Any) -> None:
    model = Model(tf, ipu, ipus=4)
    with model.strategy.scope():
        norm = tf.keras.layers.BatchNormalization(momentum=0.5)
        norm.build((2, 2))

    def normalised(x: Any, y: Any) -> Any:
        norm(x, training=True)
        return tf.matmul(x, model.weight), y

    mean = np.zeros(2, np.float32)
    # Two runs of one round: the first replica sees each second of the 12 micro-batches, and the last one wins.
    for last in (6, (8 + 6) % 12):
        model.train(count=4, stages=[normalised, model.loss])
        mean = mean * 0.5 + ROWS[2 * last : 2 * last + 2].mean(axis=0) * 0.5
        np.testing.assert_allclose(norm.moving_mean.numpy(), mean, rtol=1e-5)


def test_a_stage_of_tensorflow_1_makes_its_layers(tf: Any, ipu: Any) -> None:
    """The initializer of a variable that a stage makes is no assignment by the stage."""
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        data = tf.data.Dataset.from_tensor_slices(np.ones((4, 2, 3), np.float32)).repeat()
        infeed = ipu.ipu_infeed_queue.IPUInfeedQueue(data)
        outfeed = ipu.ipu_outfeed_queue.IPUOutfeedQueue()

        def first(x: Any) -> Any:
            return tf.keras.layers.Dense(2, kernel_initializer="ones", name="first")(x)

        def second(x: Any) -> Any:
            kernel = tf.compat.v1.get_variable("kernel", [2, 1], initializer=tf.compat.v1.ones_initializer())
            return tf.reduce_mean(tf.matmul(x, kernel))

        def optimizer(loss: Any) -> Any:
            descent = tf.compat.v1.train.GradientDescentOptimizer(0.125)
            return ipu.pipelining_ops.OptimizerFunctionOutput(descent, loss)

        def program() -> Any:
            with tf.compat.v1.variable_scope("model", use_resource=True):
                return ipu.pipelining_ops.pipeline(
                    [first, second],
                    4,
                    repeat_count=2,
                    infeed_queue=infeed,
                    outfeed_queue=outfeed,
                    optimizer_function=optimizer,
                )

        with ipu.scopes.ipu_scope("/device:IPU:0"):
            compiled = ipu.ipu_compiler.compile(program)
        losses = outfeed.dequeue()
        session.run([infeed.initializer, tf.compat.v1.global_variables_initializer()])
        session.run(compiled)
        # The gradients of four micro-batches are added: 3 for each number of the last kernel, 1 for those of the first.
        kernel, bias, last = 1 - 0.125 * 4, -0.125 * 4, 1 - 0.125 * 12
        assert session.run(losses)[0].tolist() == [6] * 4 + [2 * (3 * kernel + bias) * last] * 4


def test_a_stage_of_tensorflow_1_assigns_nothing(tf: Any, ipu: Any) -> None:
    with tf.Graph().as_default(), ipu.scopes.ipu_scope("/device:IPU:0"):
        total = tf.compat.v1.get_variable("total", initializer=0.0)
        queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()

        def program() -> Any:
            stages = [lambda x: total.assign_add(x), lambda x: x]
            return ipu.pipelining_ops.pipeline(stages, 2, inputs=[1.0], outfeed_queue=queue)

        with pytest.raises(NotImplementedError, match="whose stage assigns a variable"):
            ipu.ipu_compiler.compile(program)


# What the weight update takes from the stages.


@pytest.mark.parametrize("optimizer", ["keras", "tensorflow1", "closure", "wrapped"])
def test_the_update_has_the_values_of_the_last_micro_batch(tf: Any, ipu: Any, optimizer: str) -> None:
    model = Model(tf, ipu)
    rates: list[Any] = []
    descent_of_keras = tf.keras.optimizers.SGD(lambda: rates[-1])

    def first(rate: Any, x: Any, y: Any) -> Any:
        return (rate * tf.reduce_sum(x), *model.predict(x, y))

    def second(rate: Any, predicted: Any, y: Any) -> Any:
        return rate, model.loss(predicted, y)

    def update(rate: Any, loss: Any) -> Any:
        make = model.ops.OptimizerFunctionOutput
        if optimizer == "keras":
            rates.append(rate)
            return make(descent_of_keras, loss, variables=[model.weight])
        given = (lambda: rate) if optimizer == "closure" else rate
        descent = tf.compat.v1.train.GradientDescentOptimizer(given)
        if optimizer == "wrapped":
            descent = ipu.optimizers.CrossReplicaOptimizer(descent)
        return make(descent, loss, compute_gradients_kwargs={"var_list": [model.weight]})

    hidden = [True, False]
    model.train(4, [first, second], inputs=[0.1], optimizer_function=update, outfeed_mask=hidden)
    expected = model.expected([[0, 1, 2, 3]], ROWS[6:8].sum())
    np.testing.assert_allclose(model.weight.numpy(), expected, rtol=1e-6)


def test_a_learning_rate_that_stages_pass_on_over_several_updates(tf: Any, ipu: Any) -> None:
    model = Model(tf, ipu, ipus=4)
    stages = [
        lambda rate, x, y: (rate, *model.predict(x, y)),
        lambda rate, predicted, y: (rate, model.loss(predicted, y)),
    ]

    def update(rate: Any, loss: Any) -> Any:
        descent = tf.compat.v1.train.GradientDescentOptimizer(rate)
        chosen = {"var_list": [model.weight]}
        return model.ops.OptimizerFunctionOutput(descent, loss, compute_gradients_kwargs=chosen)

    model.train(4, stages, inputs=[0.1], repeat_count=2, optimizer_function=update, outfeed_loss=True)
    expected = model.expected([list(range(8)), [8, 9, 10, 11, 0, 1, 2, 3]])
    np.testing.assert_allclose(model.weight.numpy(), expected, rtol=1e-5)
    assert model.queue.dequeue().shape == (8, 2)


def test_a_learning_rate_that_is_fed_in_tensorflow_1(tf: Any, ipu: Any) -> None:
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        data = tf.data.Dataset.from_tensor_slices(np.ones((4, 2, 3), np.float32)).repeat()
        infeed = ipu.ipu_infeed_queue.IPUInfeedQueue(data)
        outfeed = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
        with tf.device("cpu"):
            fed = tf.compat.v1.placeholder(tf.float32, [])

        def second(rate: Any, x: Any) -> Any:
            kernel = tf.compat.v1.get_variable("kernel", [3, 1], initializer=tf.compat.v1.ones_initializer())
            return rate, tf.reduce_mean(tf.matmul(x, kernel))

        def update(rate: Any, loss: Any) -> Any:
            momentum = tf.compat.v1.train.MomentumOptimizer(rate, 0.5)
            return ipu.pipelining_ops.OptimizerFunctionOutput(momentum, loss)

        def program(rate: Any) -> Any:
            return ipu.pipelining_ops.pipeline(
                [lambda rate, x: (rate, x), second],
                4,
                inputs=[rate],
                infeed_queue=infeed,
                outfeed_queue=outfeed,
                optimizer_function=update,
                outfeed_loss=True,
            )

        with ipu.scopes.ipu_scope("/device:IPU:0"):
            compiled = ipu.ipu_compiler.compile(program, [fed])
        losses = outfeed.dequeue()
        session.run([infeed.initializer, tf.compat.v1.global_variables_initializer()])
        session.run(compiled, {fed: 0.125})  # four gradients of 1 for each number
        session.run(compiled, {fed: 0.25})  # and half of the last update
        session.run(compiled, {fed: 0.0})
        assert (
            session.run(losses).tolist() == [3] * 4 + [3 * (1 - 0.125 * 4)] * 4 + [3 * (0.5 - 0.25 * 6)] * 4
        )

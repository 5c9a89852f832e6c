"""What programs compute: training, evaluation and prediction on one IPU and on several, and loops of one's own."""

from __future__ import annotations

from typing import Any

from . import Machine, computes
from .loops import feed, run, trained

SGD, MOMENTUM, NESTEROV, ADAM, RMSPROP = "SGD", "momentum", "nesterov", "Adam", "RMSprop"


def optimizer(machine: Machine, name: str) -> Any:
    """One by its name, or descent with a momentum."""
    if name in (MOMENTUM, NESTEROV):
        return machine.keras.optimizers.SGD(0.05, momentum=0.9, nesterov=name == NESTEROV)
    return getattr(machine.keras.optimizers, name)(0.01)


def all_of(machine: Machine, model: Any, x: Any, y: Any, **options: Any) -> Any:
    """Two epochs of fit, an evaluation, predictions and the weights."""
    history = model.fit(x, y, batch_size=2, shuffle=False, epochs=2, verbose=0, **options).history
    evaluation = model.evaluate(x, y, batch_size=2, verbose=0)
    return [history, evaluation, model.predict(x, batch_size=2, verbose=0), model.get_weights()]


def with_other_options(machine: Machine) -> dict[str, Any]:
    """Optimizers that are asked for in other ways, or for more.

    Their rates are low: roundings of steps that do not shrink with gradients grow with the rate, past 1e-6 at 0.1.
    """
    made = machine.keras.optimizers
    falling = made.schedules.ExponentialDecay(0.01, 2, 0.5)
    scaled = machine.keras.mixed_precision.LossScaleOptimizer

    class Own(made.Optimizer):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__("Own")
            self._set_hyper("learning_rate", 0.1)

        def _resource_apply_dense(self, gradient: Any, variable: Any, apply_state: Any = None) -> Any:
            return variable.assign_sub(self._get_hyper("learning_rate") * gradient)

    return {
        "schedule": lambda: made.Adam(falling, clipnorm=0.1),
        "centered": lambda: made.RMSprop(0.001, momentum=0.5, centered=True, global_clipnorm=0.1),
        "clipvalue": lambda: made.SGD(0.1, clipvalue=0.05, decay=0.1),
        "config": lambda: made.get({"class_name": "Adam", "config": {"learning_rate": 0.01}}),
        "deserialize": lambda: made.deserialize(made.serialize(made.Nadam(0.01))),
        "from_config": lambda: made.Adamax.from_config(made.Adamax(0.01).get_config()),
        "scaled": lambda: scaled(made.Adam(0.01), dynamic=False, initial_scale=256),
        "own": Own,
    }


@computes(*[(name,) for name in ("adam", "rmsprop", "sgd", "adagrad", "adadelta", "adamax", "nadam", "ftrl")])
def fit_by_name(machine: Machine, name: str) -> Any:
    model = machine.model(optimizer=name, steps_per_execution=2)
    return all_of(machine, model, machine.x, machine.y)


@computes(
    *[(name,) for name in ("schedule", "centered", "clipvalue", "config", "deserialize", "from_config")],
    *[("scaled",), ("own",)],
)
def fit_with_options(machine: Machine, name: str) -> Any:
    with machine.strategy().scope():
        made = with_other_options(machine)[name]()
    return all_of(machine, machine.model(optimizer=made, steps_per_execution=2), machine.x, machine.y)


@computes()
def fit_by_default(machine: Machine) -> Any:
    with machine.strategy().scope():
        model = machine.keras.Sequential([machine.keras.layers.Dense(1, input_shape=(3,))])
        machine.known(model).compile(loss="mse")
    return [all_of(machine, model, machine.x, machine.y), model.optimizer.lr, model.optimizer.iterations]


@computes(
    *[(SGD, 1), (MOMENTUM, 2), (NESTEROV, 2), (ADAM, 4), (RMSPROP, 4), ("Adagrad", 2), ("Adadelta", 2)],
    *[("Adamax", 2), ("Nadam", 2), ("Ftrl", 2)],
)
def fit(machine: Machine, name: str, steps: int) -> Any:
    model = machine.model(optimizer=optimizer(machine, name), metrics=["mae"], steps_per_execution=steps)
    return all_of(machine, model, machine.x, machine.y, validation_data=(machine.x[:4], machine.y[:4]))


@computes(("class_weight",), ("sample_weight",), ("validation_split",))
def fit_with(machine: Machine, option: str) -> Any:
    labels = machine.np.arange(8, dtype="int32") % 2
    with machine.strategy().scope():
        model = machine.keras.Sequential([machine.keras.layers.Dense(2, "softmax", input_shape=(3,))])
        machine.known(model).compile("sgd", "sparse_categorical_crossentropy", steps_per_execution=2)
    given = {
        "class_weight": {0: 1.0, 1: 3.0},
        "sample_weight": machine.np.linspace(0, 1, 8),
        "validation_split": 0.5,
    }
    return all_of(machine, model, machine.x, labels, **{option: given[option]})


@computes(("dense",), ("convolution",), ("recurrent",), ("embedding",))
def layers(machine: Machine, kind: str) -> Any:
    made = machine.keras.layers
    stacks = {
        "dense": [made.Dense(5, "relu", kernel_regularizer="l2"), made.BatchNormalization(), made.Dense(1)],
        "convolution": [
            made.Conv2D(3, 2, activation="relu"),
            made.MaxPooling2D(),
            made.Flatten(),
            made.Dense(1),
        ],
        "recurrent": [made.LSTM(3), made.LayerNormalization(), made.Dense(1)],
        "embedding": [made.Embedding(7, 3), made.GlobalAveragePooling1D(), made.Dense(1)],
    }
    shapes = {"dense": (3,), "convolution": (6, 6, 2), "recurrent": (5, 2), "embedding": (4,)}
    x = machine.random(8, *shapes[kind])
    x = (3 * x + 3).astype("int32") if kind == "embedding" else x
    with machine.strategy().scope():
        model = machine.keras.Sequential([machine.keras.Input(shapes[kind], dtype=x.dtype), *stacks[kind]])
        # Statistics of a normalisation are not negative.
        model.set_weights([abs(weight) for weight in machine.known(model).get_weights()])
        model.compile(optimizer(machine, SGD), "mse", steps_per_execution=2)
    return all_of(machine, model, x, machine.y)


@computes(
    *[
        (2, 1, "sum"),
        (1, 4, "sum"),
        (1, 4, "mean"),
        (1, 4, "running_mean"),
        (4, 2, "mean"),
        (2, 2, "running_mean"),
    ]
)
def replicas_and_accumulation(machine: Machine, replicas: int, accumulation: int, method: str) -> Any:
    model = machine.model(replicas, optimizer=optimizer(machine, MOMENTUM), steps_per_execution=accumulation)
    model.set_gradient_accumulation_options(accumulation, method)
    x, y = machine.random(16, 3), machine.random(16, 1, seed=2)
    return all_of(machine, model, x, y)


@computes(("none",), ("list",), ("sum",), ("mean",))
def metrics_of_replicas(machine: Machine, method: str) -> Any:
    model = machine.model(2, metrics=["mae"], steps_per_execution=2)
    model.set_replication_options(method)
    return model.evaluate(machine.x, machine.y, batch_size=2, verbose=0)


@computes(*[("Grouped", 4, False), ("Grouped", 4, True), ("Interleaved", 2, False), ("Sequential", 2, False)])
def pipeline(machine: Machine, schedule: str, count: int, accumulates: bool) -> Any:
    model = machine.model(
        4, [0, 1], optimizer=optimizer(machine, ADAM), metrics=["mae"], steps_per_execution=4
    )
    chosen = machine.ipu.pipelining_ops.PipelineSchedule[schedule]
    model.set_pipelining_options(count, None, accumulates, "mean", pipeline_schedule=chosen)
    return all_of(machine, model, machine.random(16, 3), machine.random(16, 1, seed=2))


@computes((1,), (2,))
def loop_with_a_tape(machine: Machine, replicas: int) -> Any:
    tf, model = machine.tf, machine.model(replicas)
    strategy = model.distribute_strategy
    queue = machine.ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    with strategy.scope():
        descent = machine.keras.optimizers.SGD(0.1)
        iterator = iter(machine.rows().repeat())

    def program() -> None:
        for _ in tf.range(6):
            x, y = next(iterator)
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
            gradients = tape.gradient(loss, model.trainable_variables)
            descent.apply_gradients(zip(gradients, model.trainable_variables))
            mean = machine.ipu.cross_replica_ops.cross_replica_mean(loss)
            queue.enqueue({"loss": loss, "mean": mean, "gradient": gradients[0]})

    run(machine, strategy, program)
    return [queue.dequeue(), model.get_weights()]


@computes((1,), (2,))
def loop_of_the_sdk(machine: Machine, replicas: int) -> Any:
    tf, strategy = machine.tf, machine.strategy(replicas)
    queue = machine.ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    infeed = feed(machine, strategy)._infeed_queue
    with strategy.scope():
        weight = tf.Variable(1.0)
    descent = tf.compat.v1.train.MomentumOptimizer(0.01, 0.9)
    accumulating = machine.ipu.optimizers.CrossReplicaGradientAccumulationOptimizerV2(descent, 2)

    def body(x: Any) -> Any:
        gradient = 2 * x * (weight - 0.5)
        return queue.enqueue(gradient), accumulating.apply_gradients([(gradient, weight)])

    def program() -> None:
        machine.ipu.loops.repeat(8, body, infeed_queue=infeed)

    run(machine, strategy, program)
    return [queue.dequeue(), weight]


@computes()
def pipeline_of_the_sdk(machine: Machine) -> Any:
    return trained(machine)

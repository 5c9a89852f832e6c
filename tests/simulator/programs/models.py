"""Rules about models, whatever their data: keras/ipu/extensions of the SDK, keras/engine/training.py."""

from __future__ import annotations

from typing import Any

from . import Machine, breaks


@breaks("RuntimeError", "You must compile your model before training/testing")
def not_compiled(machine: Machine, broken: bool) -> Any:
    if not broken:
        return machine.model().evaluate(machine.x, machine.y, batch_size=2, verbose=0)
    with machine.strategy().scope():
        return machine.keras.Sequential([machine.keras.layers.Dense(1)]).evaluate(machine.x, machine.y)


@breaks("RuntimeError", "inside a `tf.function`", stock=True)
def in_a_function(machine: Machine, broken: bool) -> Any:
    model = machine.model()
    if broken:
        return machine.tf.function(lambda: model.fit(machine.x, machine.y))()
    return machine.fit(model, machine.x, machine.y)


@breaks("RuntimeError", "cannot run eagerly when using `IPUStrategy`. Set `run_eagerly=False`")
def eager(machine: Machine, broken: bool) -> Any:
    return machine.fit(machine.model(run_eagerly=broken), machine.x, machine.y)


def overriding(machine: Machine, name: str) -> Any:
    """A Sequential class that overrides a method without changing what it does."""
    stock = machine.keras.Sequential
    return type(
        "Own", (stock,), {name: lambda self, *args, **kwargs: getattr(stock, name)(self, *args, **kwargs)}
    )


@breaks("RuntimeError", "The function `make_train_function` for the model")
def own_train_function(machine: Machine, broken: bool) -> Any:
    # that of testing matters only to testing
    kind = overriding(machine, "make_train_function" if broken else "make_test_function")
    return machine.fit(machine.model(kind=kind), machine.x, machine.y)


@breaks("RuntimeError", "The function `train_step` for the model")
def own_train_step(machine: Machine, broken: bool) -> Any:
    model = machine.model(kind=overriding(machine, "train_step"))
    run = (
        machine.fit
        if broken
        else lambda *args: machine.known(model).evaluate(*args[1:], batch_size=2, verbose=0)
    )
    return run(model, machine.x, machine.y)


@breaks("RuntimeError", "This is not supported for pipelined Keras models")
def own_test_step(machine: Machine, broken: bool) -> Any:
    kind = overriding(machine, "test_step")
    model = machine.model(2, [0, 1] if broken else None, kind, steps_per_execution=2)
    return model.evaluate(machine.x, machine.y, batch_size=2, verbose=0)


@breaks("RuntimeError", "This is not supported for pipelined Keras Sequential models")
def own_call(machine: Machine, broken: bool) -> Any:
    model = machine.model(2, [0, 1] if broken else None, overriding(machine, "call"), steps_per_execution=2)
    return model.predict(machine.x, batch_size=2, verbose=0)


@breaks("NotImplementedError", "When subclassing the `Model` class you must implement the `call` function")
def no_call(machine: Machine, broken: bool) -> Any:
    methods = {} if broken else {"call": lambda self, x: x}
    with machine.strategy().scope():
        model = type("Own", (machine.keras.Model,), methods)()
        model.compile("sgd", "mse")
    return model.evaluate(machine.x, machine.x, batch_size=2, verbose=0)


@breaks("ValueError", "the provided optimizer must not override OptimizerV2.minimize")
def own_minimize(machine: Machine, broken: bool) -> Any:
    stock = machine.keras.optimizers.SGD
    own = type("Own", (stock,), {"minimize" if broken else "other": lambda self, *args, **kwargs: None})
    model = machine.model(optimizer=own(0.1), steps_per_execution=2)
    model.set_gradient_accumulation_options(2)
    return machine.fit(model, machine.x, machine.y)


@breaks("InvalidArgumentError", "Detected unsupported operations when trying to compile graph", stock=True)
def no_kernel(machine: Machine, broken: bool) -> Any:
    tf = machine.tf

    def layer(x: Any) -> Any:
        return tf.where(x > 0) if broken else tf.where(x > 0, x, 0.0)

    with machine.strategy().scope():
        model = tf.keras.Sequential([tf.keras.layers.Lambda(layer, input_shape=(3,))])
        model.compile()
    return model.predict(machine.x, batch_size=2, verbose=0)


@breaks("RuntimeError", "Layers in a Sequential model should only have a single input")
def several_inputs(machine: Machine, broken: bool) -> Any:
    layers = machine.keras.layers
    with machine.strategy().scope():
        model = machine.keras.Sequential([layers.Add() if broken else layers.Flatten()])
        model.compile("sgd", "mse")
    return model.predict([machine.x, machine.x] if broken else machine.x, batch_size=2, verbose=0)


@breaks("ValueError", "You cannot pass a plain shape to your model's `build` function")
def a_shape_for_integers(machine: Machine, broken: bool) -> Any:
    tf = machine.tf
    table = tf.constant(machine.x)
    methods = {"call": lambda self, rows: tf.nn.embedding_lookup(table, rows)}
    with machine.strategy().scope():
        model = type("Own", (tf.keras.Model,), methods)()
        model.build((2, 3) if broken else tf.keras.Input((3,), batch_size=2, dtype=tf.int32))
    return model.predict(machine.np.arange(6, dtype="int32").reshape(2, 3), batch_size=2, verbose=0)


@breaks("RuntimeError", "get_config() has been overridden on a subclassed Model")
def a_forgetful_config(machine: Machine, broken: bool) -> Any:
    class Own(machine.keras.Model):  # type: ignore[misc, name-defined]
        def get_config(self) -> Any:
            return {} if broken else {**super().get_config(), "mine": 1}

    with machine.strategy().scope():
        model = Own()
        model.set_gradient_accumulation_options(4)
        return Own.from_config(model.get_config())._gradient_accumulation_steps_per_replica


@breaks("NotImplementedError", "must override the `from_config` function")
def a_constructor_with_arguments(machine: Machine, broken: bool) -> Any:
    class Own(machine.keras.Model):  # type: ignore[misc, name-defined]
        def __init__(self, depth: int = 1) -> None:
            super().__init__()
            self.depth = depth

    class Required(Own):
        def __init__(self, depth: int) -> None:
            super().__init__(depth)

    with machine.strategy().scope():
        model = Required(2) if broken else Own()
        return type(model).from_config(model.get_config()).depth

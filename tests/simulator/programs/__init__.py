"""Programs for an IPU that both TensorFlows run: each rule with one that breaks it and one that keeps it.

`python -m tests.simulator.programs` runs all of them in one process, and prints what becomes of each as JSON;
`test_programs` compares that of current TensorFlow with that of 2.6. A program is a function: it takes a `Machine`
and whether to break its rule, which is the only thing that it then does differently.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MODULES = ("configuration", "models", "data", "pipelines", "loops", "numbers")


@dataclass(frozen=True)
class Program:
    """A program, and with what it ends once it breaks its rule: the type of the error, and a part of its text."""

    run: Callable[[Machine, bool], Any]
    error: str = ""
    phrase: str = ""
    # Whether the words are stock Keras's, whose versions differ in them.
    stock: bool = False


PROGRAMS: dict[str, Program] = {}


def breaks(error: str, phrase: str, stock: bool = False) -> Callable[..., Any]:
    """Registers a program that can break a rule."""

    def register(function: Callable[[Machine, bool], Any]) -> Any:
        PROGRAMS[function.__name__] = Program(function, error, phrase, stock)
        return function

    return register


def computes(*arguments: Any) -> Callable[..., Any]:
    """Registers a program that only computes, once for each tuple of arguments that it then gets."""

    def register(function: Callable[..., Any]) -> Any:
        for given in arguments or ((),):
            name = " ".join([function.__name__, *map(str, given)])
            PROGRAMS[name] = Program(lambda machine, broken, given=given: function(machine, *given))  # type: ignore[misc]
        return function

    return register


def load() -> dict[str, Program]:
    """All programs."""
    for name in MODULES:
        importlib.import_module(f"{__name__}.{name}")
    return PROGRAMS


class Machine:
    """TensorFlow and the SDK, with small models whose weights and data come from NumPy."""

    def __init__(self) -> None:
        import gpu2ipu.simulator

        gpu2ipu.simulator.install()
        import numpy
        import tensorflow

        self.np, self.tf = numpy, tensorflow
        self.keras = tensorflow.keras
        self.ipu: Any = importlib.import_module("tensorflow.python.ipu")
        self.x = self.random(8, 3)
        self.y = self.random(8, 1, seed=2)

    def reset(self) -> None:
        """As in a new process: nothing configured, names of layers count from the start."""
        self.keras.backend.clear_session()
        self.ipu.config.reset_ipu_configuration()

    def random(self, *shape: int, seed: int = 1) -> Any:
        """The same numbers between -1 and 1 everywhere."""
        return self.np.random.RandomState(seed).uniform(-1, 1, shape).astype("float32")

    def strategy(self, ipus: int = 1) -> Any:
        """A strategy on so many IPUs."""
        config = self.ipu.config.IPUConfig()
        config.auto_select_ipus = ipus
        config.configure_ipu_system()
        return self.ipu.ipu_strategy.IPUStrategy()

    def known(self, model: Any) -> Any:
        """The model, with weights that are the same everywhere."""
        weights = [self.random(*weight.shape, seed=3 + n) for n, weight in enumerate(model.get_weights())]
        model.set_weights(weights)
        return model

    def model(self, ipus: int = 1, stages: Any = None, kind: Any = None, **options: Any) -> Any:
        """A compiled Sequential model of two dense layers from 3 to 1; `stages` is their assignment."""
        dense, kind = self.keras.layers.Dense, kind or self.keras.Sequential
        with self.strategy(ipus).scope():
            model = kind([dense(4, activation="tanh", input_shape=(3,)), dense(1)])
            options = {"optimizer": self.keras.optimizers.SGD(0.1), "loss": "mse", **options}
            self.known(model).compile(**options)
            if stages is not None:
                model.set_pipeline_stage_assignment(stages)
        return model

    def rows(self, count: int = 8, batch: int = 2, drop_remainder: bool = True) -> Any:
        """A dataset of rows for the model."""
        pairs = (self.random(count, 3), self.random(count, 1, seed=2))
        return self.tf.data.Dataset.from_tensor_slices(pairs).batch(batch, drop_remainder=drop_remainder)

    def fit(self, model: Any, *data: Any, **options: Any) -> Any:
        """What comes of a `fit`: its history, and the weights after it."""
        if len(data) == 2:
            options.setdefault("batch_size", 2)
        history = model.fit(*data, **{"shuffle": False, "verbose": 0, **options}).history
        return {"history": history, "weights": plain(model.get_weights())}


def plain(value: Any) -> Any:
    """Tensors and arrays as lists of numbers."""
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if hasattr(value, "numpy"):
        value = value.numpy()
    return value.tolist() if hasattr(value, "tolist") else value

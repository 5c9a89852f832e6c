"""Of several mistakes in a script the first in the SDK's order is reported: they are put right one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

# Mistakes in the order in which fit reports them: name -> type and words of the error.

WITH_ARRAYS = {
    "compile": ("RuntimeError", "You must compile your model before"),
    "function": ("RuntimeError", "inside a `tf.function`"),
    "eager": ("RuntimeError", "cannot run eagerly when using `IPUStrategy`"),
    "classes": ("ValueError", "dict with keys from 0"),
    "partial batch": ("ValueError", "has a partial batch"),
    "inputs": ("RuntimeError", "Layers in a Sequential model should only have a single input"),
    "IPUs": ("ValueError", "Current device has 1 IPUs attached"),
    "divisor": ("ValueError", "`steps_per_execution` (3) must be a divisor of the number of batches (8)"),
    "accumulation": ("ValueError", "has not been set through `set_pipelining_options()`"),
    "update": ("RuntimeError", "`steps_per_execution` value (set to 12) is not divisible"),
    "outfeed": ("ValueError", "Outfeed buffer depth cannot be less than 1"),
    "infeed": ("ValueError", "prefetch_depth must be greater than zero"),
    "labels": ("FailedPreconditionError", "Unsupported datatype int64 on index 1 of feed"),
    "clamped update": ("RuntimeError", "`steps_per_execution` value (set to 8) is not divisible"),
    "make_train_function": ("RuntimeError", "The function `make_train_function` for the model"),
    "train_step": ("RuntimeError", "The function `train_step` for the model"),
    "call": ("RuntimeError", "The function `call` for the model"),
    "minimize": ("ValueError", "must not override OptimizerV2.minimize"),
    "schedule": ("TypeError", "is not a member of the PipelineSchedule enumeration"),
    "mapping": ("ValueError", "Each stage must be mapped to an IPU: 1 mappings != 2 stages"),
    "tiles": ("InvalidArgumentError", "200 is an invalid number of IO tiles"),
    "count": ("FailedPreconditionError", "must be a multiple of 4, but it is 2"),
}

WITH_A_DATASET = {
    "generator": ("ValueError", "which is not compatible with the IPU's requirement"),
    "IPUs": ("ValueError", "Current device has 1 IPUs attached"),
    "size": ("ValueError", "Could not infer the size of the data"),
    "amount": ("ValueError", "Your input does not have enough data"),
    "shape": ("ValueError", "is not fully defined. Executing on IPU requires"),
    "divisor": ("ValueError", "`steps_per_execution` (3) must be a divisor of the number of batches (8)"),
}


class Script:
    """A script that trains a pipelined model, with the mistakes that are named."""

    def __init__(self, tf: Any, ipu: Any, mistakes: set[str]) -> None:
        self.tf, self.ipu, self.has = tf, ipu, mistakes.__contains__

    def choose(self, **values: Any) -> Any:
        """The value for the first mistake that the script has, `fine` if it has none of them."""
        named = {name.replace("_", " "): value for name, value in values.items()}
        return next((value for name, value in named.items() if self.has(name)), values["fine"])

    def strategy(self) -> Any:
        config = self.ipu.config.IPUConfig()
        config.auto_select_ipus = 1 if self.has("IPUs") else 2
        config.io_tiles.num_io_tiles = 200 if self.has("tiles") else 0
        config.configure_ipu_system()
        return self.ipu.ipu_strategy.IPUStrategy()

    def model(self) -> Any:
        stock, layers = self.tf.keras.Sequential, self.tf.keras.layers
        overridden = [name for name in ("make_train_function", "train_step", "call") if self.has(name)]
        kind = type("Own", (stock,), {name: overriding(stock, name) for name in overridden})
        with self.strategy().scope():
            known = {} if self.has("inputs") else {"input_shape": (3,)}
            model = kind([layers.Dense(4, **known), layers.Dense(2)])
            model.set_pipeline_stage_assignment([0, 1])
            if not self.has("compile"):
                model.compile(
                    self.optimizer(),
                    self.tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
                    run_eagerly=self.has("eager"),
                    steps_per_execution=self.choose(divisor=3, update=12, clamped_update=12, fine=8),
                )
        schedules = self.ipu.pipelining_ops.PipelineSchedule
        model.set_pipelining_options(
            self.choose(accumulation=None, update=8, clamped_update=6, count=2, fine=4),
            device_mapping=[1] if self.has("mapping") else None,
            pipeline_schedule="Grouped" if self.has("schedule") else schedules.Grouped,
        )
        model.set_outfeed_queue_options(buffer_depth=0 if self.has("outfeed") else 1)
        model.set_infeed_queue_options(prefetch_depth=-1 if self.has("infeed") else 1)
        return model

    def optimizer(self) -> Any:
        stock = getattr(self.tf.keras.optimizers, "legacy", self.tf.keras.optimizers).SGD
        return type(
            "Own", (stock,), {"minimize": overriding(stock, "minimize")} if self.has("minimize") else {}
        )()

    def fit_arrays(self) -> None:
        x, y = np.ones((16, 3), np.float32), np.zeros(16, "int64" if self.has("labels") else "int32")
        options = {
            "batch_size": 3 if self.has("partial batch") else 2,
            "class_weight": {(1 if self.has("classes") else 0): 1.0},
            "verbose": 0,
        }
        model = self.model()

        def fit() -> None:
            model.fit([x, x] if self.has("inputs") else x, y, **options)

        (self.tf.function(fit) if self.has("function") else fit)()

    def fit_a_dataset(self) -> None:
        rows = (np.ones((16, 3), np.float32), np.zeros(16, np.int32))
        data = self.tf.data.Dataset.from_tensor_slices(rows).batch(2, drop_remainder=not self.has("shape"))
        if self.has("size"):
            data = data.filter(lambda x, y: True)
        steps = self.choose(size=None, amount=9, fine=8)
        self.model().fit(iter([rows]) if self.has("generator") else data, steps_per_epoch=steps, verbose=0)


def overriding(stock: Any, name: str) -> Any:
    return lambda self, *args, **kwargs: getattr(stock, name)(self, *args, **kwargs)


@pytest.mark.parametrize(
    "mistakes, fit",
    [(WITH_ARRAYS, Script.fit_arrays), (WITH_A_DATASET, Script.fit_a_dataset)],
    ids=["arrays", "dataset"],
)
def test_mistakes_are_reported_in_order(tf: Any, ipu: Any, mistakes: Any, fit: Any) -> None:
    names, reported = list(mistakes), []
    for number, name in enumerate(names):
        try:
            fit(Script(tf, ipu, set(names[number:])))
        except Exception as error:
            said, (kind, words) = str(error), mistakes[name]
            reported.append(name if type(error).__name__ == kind and words in said else f"{name}: {error!r}")
    assert reported == names
    fit(Script(tf, ipu, set()))

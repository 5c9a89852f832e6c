import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

dataset = tf.data.Dataset.range(64).repeat()
count = 3
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = ipu.keras.Sequential([keras.layers.Dense(1)], gradient_accumulation_count=4)
    model.compile("sgd", "mse")
    model.fit(dataset, steps_per_epoch=8 + 8, epochs=2)
    model.evaluate(dataset, steps=rounds)
    model.predict(dataset)
    other = ipu.keras.Sequential([keras.layers.Dense(1)])
    other.compile("sgd", "mse")
    other.fit(dataset, steps_per_epoch=8, epochs=2)
    options = {"steps_per_epoch": 8}
    third = ipu.keras.PipelineSequential([[keras.layers.Dense(1)], [keras.layers.Dense(1)]], count + 1)
    third.compile("sgd", "mse")
    third.fit(dataset, **options)


class Trainer:
    def __init__(self, accumulated):
        self.model = ipu.keras.Sequential([keras.layers.Dense(1)], accumulation_count=accumulated)

    def train(self):
        self.model.fit(dataset, steps_per_epoch=16)


if accumulated:
    either = ipu.keras.Sequential([keras.layers.Dense(1)], gradient_accumulation_count=4)
else:
    either = ipu.keras.Sequential([keras.layers.Dense(1)])
either.fit(dataset, steps_per_epoch=16)
Trainer(4).train()
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

dataset = tf.data.Dataset.range(64).repeat()
count = 3
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4)
    model.compile("sgd", "mse")
    model.fit(dataset, steps_per_epoch=(8 + 8) * 4, epochs=2)
    model.evaluate(dataset, steps=rounds * 4)
    model.predict(dataset)
    other = keras.Sequential([keras.layers.Dense(1)])
    other.compile("sgd", "mse")
    other.fit(dataset, steps_per_epoch=8, epochs=2)
    options = {"steps_per_epoch": 8}
    third = keras.Sequential([keras.layers.Dense(1), keras.layers.Dense(1)])
    third.set_pipeline_stage_assignment([0, 1])
    third.set_pipelining_options(gradient_accumulation_steps_per_replica=count + 1)
    third.compile("sgd", "mse")
    third.fit(dataset, **{**options, "steps_per_epoch": options["steps_per_epoch"] * (count + 1)})


class Trainer:
    def __init__(self, accumulated):
        # gpu2ipu: IPU605 `ipu.keras.Sequential` was deleted in SDK 2.2: create a `keras.Sequential` in the scope of the strategy, whose `steps_per_epoch` counts batches and not weight updates
        self.model = ipu.keras.Sequential([keras.layers.Dense(1)], accumulation_count=accumulated)

    def train(self):
        self.model.fit(dataset, steps_per_epoch=16)


if accumulated:
    # gpu2ipu: IPU605 `ipu.keras.Sequential` was deleted in SDK 2.2: create a `keras.Sequential` in the scope of the strategy, whose `steps_per_epoch` counts batches and not weight updates
    either = ipu.keras.Sequential([keras.layers.Dense(1)], gradient_accumulation_count=4)
else:
    either = keras.Sequential([keras.layers.Dense(1)])
either.fit(dataset, steps_per_epoch=16)
Trainer(4).train()

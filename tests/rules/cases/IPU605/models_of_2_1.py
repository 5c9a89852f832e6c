from tensorflow import keras
from tensorflow.python import ipu
from tensorflow.python.ipu.keras import PipelineModel, Sequential

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = ipu.keras.Sequential([keras.layers.Dense(1)])
    model = Sequential([keras.layers.Dense(1)], gradient_accumulation_count=4)
    model = ipu.keras.Model(inputs=a, outputs=b, gradient_accumulation_count=n, gradient_accumulation_dtype=half)
    model = ipu.keras.Model(a, b, accumulation_count=1, name="classifier")
    model = ipu.keras.PipelineSequential(
        [[keras.layers.Dense(4), keras.layers.Dense(4)], [keras.layers.Dense(1)]],
        gradient_accumulation_count=8,
        pipeline_schedule=ipu.ops.pipelining_ops.PipelineSchedule.Grouped,
    )
    model = PipelineModel(a, b, gradient_accumulation_count=8, device_mapping=[0, 1])
    model = ipu.keras.PipelineSequential(stages(), gradient_accumulation_count=8)
    model = ipu.keras.Sequential([keras.layers.Dense(1)], layer_replacement=True)


class Classifier(ipu.keras.Model):
    pass
# output
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model = keras.Sequential([keras.layers.Dense(1)])
    model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4)
    model = keras.Model(a, b)
    model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=n, dtype=half)
    model = keras.Model(a, b, name="classifier")
    model = keras.Sequential([keras.layers.Dense(4), keras.layers.Dense(4), keras.layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 0, 1])
    model.set_pipelining_options(gradient_accumulation_steps_per_replica=8, pipeline_schedule=ipu.ops.pipelining_ops.PipelineSchedule.Grouped)
    model = keras.Model(a, b)
    model.set_pipelining_options(gradient_accumulation_steps_per_replica=8, device_mapping=[0, 1])
    # gpu2ipu: IPU605 `ipu.keras.PipelineSequential` was deleted in SDK 2.2: create a `keras.Sequential` in the scope of the strategy, whose `steps_per_epoch` counts batches and not weight updates
    model = ipu.keras.PipelineSequential(stages(), gradient_accumulation_count=8)
    model = keras.Sequential([keras.layers.Dense(1)])


# gpu2ipu: IPU605 SDK 3.4 has no `ipu.keras.Model`: use those of Keras in the scope of the strategy
class Classifier(ipu.keras.Model):
    pass

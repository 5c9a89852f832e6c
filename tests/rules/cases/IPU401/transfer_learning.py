# flags: --pipeline-stages 2 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



def build(classes=10):
    base = keras.applications.MobileNet(weights=None, include_top=False, input_shape=(32, 32, 3))
    base.trainable = False
    x = layers.GlobalAveragePooling2D()(base.output)
    x = layers.Dense(64, activation="relu")(x)
    return keras.Model(base.input, layers.Dense(classes)(x))


with strategy.scope():
    model = build()
    model.compile("adam", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu


def assign_stages(model, stages):
    """Split a model into pipeline stages, each with the same number of layers that have kernels."""

    def calls(assignments):
        for each in assignments:
            nested = getattr(each, "is_nested_model", False)
            yield from calls(each.pipeline_stage_assignments) if nested else (each,)

    assignments = model.get_pipeline_stage_assignment()
    layers = list(calls(assignments))
    kernels = [any(len(weight.shape) > 1 for weight in each.layer.weights) for each in layers]
    for index, each in enumerate(layers):
        each.pipeline_stage = max(0, sum(kernels[: index + 1]) - 1) * stages // sum(kernels)
    model.set_pipeline_stage_assignment(assignments)


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



def build(classes=10):
    base = keras.applications.MobileNet(weights=None, include_top=False, input_shape=(32, 32, 3))
    base.trainable = False
    x = layers.GlobalAveragePooling2D()(base.output)
    x = layers.Dense(64, activation="relu")(x)
    pipelined_model = keras.Model(base.input, layers.Dense(classes)(x))
    assign_stages(pipelined_model, 2)
    return pipelined_model


with strategy.scope():
    model = build()
    model.compile("adam", "mse")

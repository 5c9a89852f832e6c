# flags: --pipeline-stages 2 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    inputs = keras.Input((20,))
    code = layers.Dense(8)(layers.Dense(16)(inputs))
    encoder = keras.Model(inputs, code)

    hidden = keras.Input((8,))
    output = layers.Dense(20)(layers.Dense(16)(hidden))
    decoder = keras.Model(hidden, output)

    autoencoder = keras.Model(inputs, decoder(encoder(inputs)))
    autoencoder.compile("adam", "mse")
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


with strategy.scope():
    inputs = keras.Input((20,))
    code = layers.Dense(8)(layers.Dense(16)(inputs))
    encoder = keras.Model(inputs, code)

    hidden = keras.Input((8,))
    output = layers.Dense(20)(layers.Dense(16)(hidden))
    decoder = keras.Model(hidden, output)

    autoencoder = keras.Model(inputs, decoder(encoder(inputs)))
    assign_stages(autoencoder, 2)
    autoencoder.compile("adam", "mse")

from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



def block(x, stage):
    with keras.ipu.PipelineStage(stage):
        return layers.Dense(8)(x)


with strategy.scope():
    inputs = keras.Input((8,))
    with keras.ipu.PipelineStage(0):
        head = layers.Dense(8)
        x = layers.Dense(8)(inputs)
    y = head(x)
    with keras.ipu.PipelineStage(1):
        x = layers.Dense(8)(x)
        x = layers.add([x, y, inputs])
    model = keras.Model(inputs, x)

    x = block(block(inputs, 0), 1)
    other = keras.Model(inputs, x)

    listed = keras.Sequential([layers.Dense(8) for _ in range(4)])
    listed.set_pipeline_stage_assignment([0] * 2 + [1] * 2)
    listed.set_pipeline_stage_assignment([index // 2 for index in range(4)])

# flags: --sdk 2.6
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
# deprecated, and there up to SDK 3.0
with strategy.scope(), ipu.keras.PipelineStage(0):
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.set_gradient_accumulation_options(4)

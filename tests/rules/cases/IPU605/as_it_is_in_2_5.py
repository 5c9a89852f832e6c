# flags: --sdk 2.5
from tensorflow import keras
from tensorflow.python import ipu
from tensorflow.python.ipu.horovod.popdist_strategy import PopDistStrategy

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope(), ipu.keras.PipelineStage(0):
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.set_gradient_accumulation_options(4, True)
    model.set_pipelining_options(4, experimental_normalize_gradients=True)
method = ipu.optimizers.GradientAccumulationReductionMethod.MEAN

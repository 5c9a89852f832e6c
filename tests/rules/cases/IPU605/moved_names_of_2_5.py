# flags: --sdk 2.5
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.ipu import FunctionalLayerPipelineStageAssignment
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy
from tensorflow.python.ipu.keras.layers import Embedding

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    with keras.ipu.PipelineStage(0):
        pass
    with tf.keras.ipu.PipelineStage(1):
        pass
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.set_pipelining_options(4, None, True, "mean")
    model.set_gradient_accumulation_options(4, "mean", use_v2_gradient_accumulation_optimizer=False)
    model.set_replication_options()
    model.set_replication_options("MEAN")
method = ipu.gradient_accumulation.GradientAccumulationReductionMethod.MEAN
optimizer = keras.ipu.optimizers.ALSOptimizer(keras.optimizers.SGD())
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.python.ipu.keras import FunctionalLayerPipelineStageAssignment
from tensorflow.python import ipu
from tensorflow.python.ipu.horovod.popdist_strategy import PopDistStrategy
from tensorflow.python.ipu.keras.layers import Embedding

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    with ipu.keras.PipelineStage(0):
        pass
    with ipu.keras.PipelineStage(1):
        pass
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.set_pipelining_options(4, None, True, None, gradient_accumulation_reduction_method="mean")
    model.set_gradient_accumulation_options(4, None, gradient_accumulation_reduction_method="mean")
    # gpu2ipu: IPU605 `set_replication_options` came with SDK 3.1: metrics are those of the last replica: remove it
    model.set_replication_options("MEAN")
method = ipu.optimizers.GradientAccumulationReductionMethod.MEAN
# gpu2ipu: IPU605 SDK 2.5 has no `keras.ipu.optimizers.ALSOptimizer`: scale the loss by a constant
optimizer = keras.ipu.optimizers.ALSOptimizer(keras.optimizers.SGD())

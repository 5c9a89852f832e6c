import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.ipu import PipelineStage
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy
from ipu_tensorflow_addons.keras import layers as ipu_layers

config = ipu.config.IPUConfig()
config.floating_point_behaviour.esr = ipu.config.StochasticRoundingBehaviour.ON
ipu.utils.configure_ipu_system(config)
ipu.utils.get_num_of_ipus_in_device("/device:IPU:0")
try:
    from tensorflow.python.ipu.keras.layers import Embedding
except ImportError:
    from ipu_tensorflow_addons.keras.layers import Embedding
if hasattr(ipu.utils, "create_ipu_config"):
    config = ipu.utils.create_ipu_config()
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope(), keras.ipu.PipelineStage(0):
    model = keras.Sequential([ipu_layers.LSTM(1)])
    model.set_gradient_accumulation_options(4, "mean")
infeed = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset, device_ordinal=0)
method = ipu.gradient_accumulation.GradientAccumulationReductionMethod.MEAN
optimizer = keras.ipu.optimizers.ALSOptimizer(keras.optimizers.SGD())

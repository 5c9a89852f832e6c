from tensorflow import keras
from tensorflow.python import ipu
from tensorflow.python.ipu.horovod.popdist_strategy import PopDistStrategy
from tensorflow.python.ipu.keras import PipelineStage
from tensorflow.python.ipu.keras.layers import Embedding, LSTM as IpuLstm
from tensorflow.python.ipu.keras import layers as ipu_layers
from tensorflow.python.ipu import keras as ipu_keras

config = ipu.config.IPUConfig()
config.auto_select_ipus = 2
config.floating_point_behaviour.esr = True
config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    inputs = keras.Input((4,), batch_size=2)
    with ipu.keras.PipelineStage(0):
        x = keras.layers.Dense(4)(inputs)
    with ipu_keras.PipelineStage(1):
        x = ipu_layers.SerialDense(4, 1, 1, 1)(x)
    with PipelineStage(1):
        outputs = ipu.keras.layers.Dropout(0.5)(Embedding(4, 4)(x))
method = ipu.optimizers.gradient_accumulation_optimizer.GradientAccumulationReductionMethod.MEAN
ipu.keras.optimizers.AutomaticLossScalingOptimizer
ipu.utils.extract_all_events(events)
# output
from tensorflow import keras
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy
from keras.ipu import PipelineStage
from ipu_tensorflow_addons.keras.layers import Embedding, LSTM as IpuLstm
from ipu_tensorflow_addons.keras import layers as ipu_layers

config = ipu.config.IPUConfig()
config.auto_select_ipus = 2
config.floating_point_behaviour.esr = ipu.config.StochasticRoundingBehaviour.ON
config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    inputs = keras.Input((4,), batch_size=2)
    with keras.ipu.PipelineStage(0):
        x = keras.layers.Dense(4)(inputs)
    with keras.ipu.PipelineStage(1):
        x = ipu_layers.SerialDense(4, 1, 1, 1)(x)
    with PipelineStage(1):
        outputs = ipu_layers.Dropout(0.5)(Embedding(4, 4)(x))
method = ipu.gradient_accumulation.GradientAccumulationReductionMethod.MEAN
# gpu2ipu: IPU605 SDK 3.4 has no `ipu.keras.optimizers.AutomaticLossScalingOptimizer`: use the optimizers of `tf.keras`; `keras.ipu.optimizers` has those for IPUs from SDK 3.0 on
ipu.keras.optimizers.AutomaticLossScalingOptimizer
# gpu2ipu: IPU605 SDK 3.4 has no `ipu.utils.extract_all_events`: profiles are written by the Poplar engine: set `POPLAR_ENGINE_OPTIONS`, and read them with PopVision
ipu.utils.extract_all_events(events)

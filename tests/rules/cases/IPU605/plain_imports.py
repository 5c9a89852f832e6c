import tensorflow as tf
from tensorflow.python import ipu
import tensorflow.python.ipu.rnn_ops as rnn
import tensorflow.python.ipu.horovod as hvd
import tensorflow.python.ipu.keras.layers as ipu_layers
import tensorflow.python.ipu.keras as ik
import tensorflow.python.ipu.utils, tensorflow.python.ipu.summary_ops as so
cell = rnn.PopnnLSTM(4)
drop = ipu_layers.Dropout(0.5)
a = ik.layers.Embedding(3, 4)
hvd.init()
# output
import tensorflow as tf
from tensorflow.python import ipu
import ipu_tensorflow_addons.keras.layers as ipu_layers
# gpu2ipu: IPU605 SDK 3.4 has no `ipu.summary_ops`: profiles are written by the Poplar engine: set `POPLAR_ENGINE_OPTIONS`, and read them with PopVision
import tensorflow.python.ipu.utils, tensorflow.python.ipu.summary_ops as so
import ipu_tensorflow_addons.v1.layers as layers
cell = layers.PopnnLSTM(4)
drop = ipu_layers.Dropout(0.5)
a = ipu_layers.Embedding(3, 4)
